import type { Draft } from '../../../base/brand.ts';
import type { Node } from '../../../api/generated/types.ts';
import { duplicate, type FieldPath, forbidden, invalid } from '../../../api/field-error.ts';
import { isCidr } from '../../../api/addresses.ts';
import { isLabelValue, isQualifiedName } from '../../../api/names.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { internalForm } from './common/internal/form.ts';
import { checkTaintEffect } from './common/podspec/scheduling.ts';
import { defaultResourceList } from './common/resource-list.ts';
import { checkResourceAmount } from './common/resource-names.ts';
import { AGE, NAME, column, orNone, wideColumn } from './common/table.ts';
import { type Errors, invalidEach, METADATA, SPEC, STATUS, unchecked } from './common/validate.ts';
import type { TableCell } from './kind.ts';

// Models pkg/apis/core/validation ValidateNode, ValidateNodeUpdate, pkg/registry/core/node and printNode (1.36).

function defaultNode({ status }: Draft<Node>): void {
  if (!status) return;
  defaultResourceList(status.capacity);
  defaultResourceList(status.allocatable);
  if (!status.allocatable && status.capacity) status.allocatable = { ...status.capacity };
}

function checkTaints(errors: Errors, { spec }: Node, path: FieldPath): void {
  const seen = new Set<string>();
  for (const [i, taint] of (spec?.taints ?? []).entries()) {
    const { key = '', value = '', effect = '' } = unchecked(taint);
    const at = path.index(i);
    invalidEach(errors, at.child('key'), key, isQualifiedName(key));
    const messages = isLabelValue(value);
    if (messages.length > 0) errors.push(invalid(at.child('value'), value, messages.join(';')));
    checkTaintEffect(errors, effect, at.child('effect'));
    const pair = `${effect}/${key}`;
    if (seen.has(pair)) {
      const detail = 'taints must be unique by key and effect pair';
      errors.push({ ...duplicate(at, internalForm('Taint', taint)), detail });
    }
    seen.add(pair);
  }
}

function checkAmounts(errors: Errors, { status }: Node): void {
  for (const list of ['capacity', 'allocatable'] as const) {
    for (const [name, amount] of Object.entries(status?.[list] ?? {})) {
      checkResourceAmount(errors, name, amount, STATUS.child(list, name));
    }
  }
}

function validateCreate(node: Node): Errors {
  const errors: Errors = [];
  // Upstream looks for the taints under metadata.
  checkTaints(errors, node, METADATA.child('taints'));
  checkAmounts(errors, node);
  for (const [i, cidr] of (node.spec?.podCIDRs ?? []).entries()) {
    invalidEach(errors, SPEC.child('podCIDRs').index(i), cidr, isCidr(cidr));
  }
  return errors;
}

function checkAddresses(errors: Errors, { status }: Node): void {
  const seen = new Set<string>();
  for (const [i, address] of (status?.addresses ?? []).entries()) {
    const key = `${address.type}/${address.address}`;
    if (seen.has(key))
      errors.push(duplicate(STATUS.child('addresses').index(i), internalForm('NodeAddress', address)));
    seen.add(key);
  }
}

function validateUpdate(node: Node, old: Node): Errors {
  const errors: Errors = [];
  checkAmounts(errors, node);
  checkAddresses(errors, node);
  const cidrs = old.spec?.podCIDRs ?? [];
  const next = node.spec?.podCIDRs ?? [];
  if (cidrs.length > 0 && (cidrs.length !== next.length || cidrs.some((cidr, i) => cidr !== next[i]))) {
    errors.push(
      forbidden(SPEC.child('podCIDRs'), 'node updates may not change podCIDR except from "" to valid'),
    );
  }
  const providerId = old.spec?.providerID;
  if (providerId && providerId !== node.spec?.providerID) {
    errors.push(
      forbidden(SPEC.child('providerID'), 'node updates may not change providerID except from "" to valid'),
    );
  }
  checkTaints(errors, node, METADATA.child('taints'));
  return errors;
}

const ROLE_PREFIX = 'node-role.kubernetes.io/';

function roles({ metadata }: Node): string {
  const found = new Set<string>();
  for (const [key, value] of Object.entries(metadata.labels ?? {})) {
    if (key.startsWith(ROLE_PREFIX) && key.length > ROLE_PREFIX.length)
      found.add(key.slice(ROLE_PREFIX.length));
    else if (key === 'kubernetes.io/role' && value !== '') found.add(value);
  }
  return orNone([...found].sort().join(','));
}

function statusText({ spec, status }: Node): string {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const word = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady';
  return spec?.unschedulable ? `${word},SchedulingDisabled` : word;
}

function address({ status }: Node, wanted: string): string {
  return orNone(status?.addresses?.find(({ type }) => type === wanted)?.address);
}

function row(node: Node, nowUs: number): readonly TableCell[] {
  const info = node.status?.nodeInfo;
  const unknown = (text: string | undefined): string => text || '<unknown>';
  const kernel = unknown(info?.kernelVersion);
  return [
    node.metadata.name,
    statusText(node),
    roles(node),
    ageOf(node.metadata.creationTimestamp, nowUs),
    info?.kubeletVersion ?? '',
    address(node, 'InternalIP'),
    address(node, 'ExternalIP'),
    unknown(info?.osImage),
    info?.architecture ? `${kernel} (${info.architecture})` : kernel,
    unknown(info?.containerRuntimeVersion),
  ];
}

/** Models pkg/registry/core/node/strategy.go fieldIsDeprecatedWarnings. */
function warnings({ spec }: Node): readonly string[] {
  return [
    ...(spec?.configSource ? ['spec.configSource: the feature is removed'] : []),
    ...(spec?.externalID ? ['spec.externalID: this field is deprecated, and is unused by Kubernetes'] : []),
  ];
}

export const NODE = defineKind<Node>({
  resource: 'nodes',
  kind: 'Node',
  apiVersion: 'v1',
  namespaced: false,
  default: defaultNode,
  validateCreate,
  validateUpdate,
  warningsOnCreate: warnings,
  warningsOnUpdate: warnings,
  keepsStatusOnCreate: true,
  subresources: { status: { validateUpdate } },
  selectableFields: { 'spec.unschedulable': ({ spec }) => String(spec?.unschedulable ?? false) },
  tableColumns: [
    NAME,
    column('Status'),
    column('Roles'),
    AGE,
    column('Version'),
    wideColumn('Internal-IP'),
    wideColumn('External-IP'),
    wideColumn('OS-Image'),
    wideColumn('Kernel-Version'),
    wideColumn('Container-Runtime'),
  ],
  row: (node, { nowUs }) => row(node, nowUs),
});
