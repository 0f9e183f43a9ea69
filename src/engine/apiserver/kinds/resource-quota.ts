import { type FieldPath, fieldPath, invalid, required } from '../../../api/field-error.ts';
import type { ResourceQuota, ResourceQuotaSpec } from '../../../api/generated/types.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { internalForm } from './common/internal/form.ts';
import { defaultResourceList } from './common/resource-list.ts';
import {
  checkQuotaResourceName,
  checkResourceAmount,
  isStandardQuotaResource,
} from './common/resource-names.ts';
import { AGE, NAME, column } from './common/table.ts';
import { type Errors, SPEC, STATUS } from './common/validate.ts';

// Models pkg/apis/core/validation ValidateResourceQuota, pkg/registry/core/resourcequota, printResourceQuota (1.36).

type Amounts = Readonly<Record<string, string>>;

const COMPUTE_SCOPES: readonly string[] = [
  'Terminating',
  'NotTerminating',
  'NotBestEffort',
  'PriorityClass',
  'CrossNamespacePodAffinity',
];
const SCOPES: readonly string[] = [...COMPUTE_SCOPES, 'BestEffort', 'VolumeAttributesClass'];
const POD_COMPUTE =
  /^(pods|cpu|memory|ephemeral-storage|(requests|limits)\.(cpu|memory|ephemeral-storage)|(requests\.)?hugepages-.*)$/;
const CONFLICTS: readonly (readonly [string, string])[] = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];

/** Models helper.IsResourceQuotaScopeValidForResource. */
function scopeFits(scope: string, resource: string): boolean {
  if (COMPUTE_SCOPES.includes(scope)) return POD_COMPUTE.test(resource);
  if (scope === 'BestEffort') return resource === 'pods';
  return scope === 'VolumeAttributesClass'
    ? ['persistentvolumeclaims', 'requests.storage'].includes(resource)
    : true;
}

function checkAmounts(errors: Errors, amounts: Amounts | undefined, path: FieldPath): void {
  for (const [name, amount] of Object.entries(amounts ?? {})) {
    checkQuotaResourceName(errors, name, path.key(name));
    checkResourceAmount(errors, name, amount, path.key(name));
  }
}

function checkFits(scope: string, hard: readonly string[], refuse: () => void): void {
  for (const name of hard) if (isStandardQuotaResource(name) && !scopeFits(scope, name)) refuse();
}

function checkScopes(errors: Errors, { scopes = [], hard = {} }: ResourceQuotaSpec): void {
  const path = SPEC.child('scopes');
  const refuse = (why: string) => errors.push(invalid(path, scopes, why));
  const names = Object.keys(hard).sort();
  for (const scope of scopes) {
    if (!SCOPES.includes(scope)) refuse('unsupported scope');
    checkFits(scope, names, () => refuse('unsupported scope applied to resource'));
  }
  for (const pair of CONFLICTS)
    if (pair.every((scope) => (scopes as readonly string[]).includes(scope))) refuse('conflicting scopes');
}

const EXISTS_ONLY =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity";

function checkSelector(errors: Errors, spec: ResourceQuotaSpec): void {
  const selector = spec.scopeSelector;
  if (!selector) return;
  const path = SPEC.child('scopeSelector', 'matchExpressions');
  const scopes: string[] = [];
  for (const { scopeName, operator, values = [] } of selector.matchExpressions ?? []) {
    if (!SCOPES.includes(scopeName))
      errors.push(invalid(path.child('scopeName'), scopeName, 'unsupported scope'));
    checkFits(scopeName, Object.keys(spec.hard ?? {}).sort(), () =>
      errors.push(
        invalid(path, internalForm('ScopeSelector', selector), 'unsupported scope applied to resource'),
      ),
    );
    const takesValues = scopeName === 'PriorityClass' || scopeName === 'VolumeAttributesClass';
    if (SCOPES.includes(scopeName) && !takesValues && operator !== 'Exists') {
      errors.push(invalid(path.child('operator'), operator, EXISTS_ONLY));
    }
    if (operator === 'In' || operator === 'NotIn') {
      const message = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
      if (values.length === 0) errors.push(required(path.child('values'), message));
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      const message = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      if (values.length > 0) errors.push(invalid(path.child('values'), values, message));
    } else errors.push(invalid(path.child('operator'), operator ?? '', 'not a valid selector operator'));
    scopes.push(scopeName);
  }
  for (const pair of CONFLICTS) {
    if (pair.every((scope) => scopes.includes(scope)))
      errors.push(invalid(path, spec.scopes ?? null, 'conflicting scopes'));
  }
}

function checkSpec(errors: Errors, spec: ResourceQuotaSpec): void {
  checkAmounts(errors, spec.hard, SPEC.child('hard'));
  checkScopes(errors, spec);
  checkSelector(errors, spec);
}

function validateCreate({ spec, status }: ResourceQuota): Errors {
  const errors: Errors = [];
  checkSpec(errors, spec ?? {});
  checkAmounts(errors, status?.hard, STATUS.child('hard'));
  checkAmounts(errors, status?.used, STATUS.child('used'));
  return errors;
}

function validateUpdate({ spec }: ResourceQuota, old: ResourceQuota): Errors {
  const errors: Errors = [];
  checkSpec(errors, spec ?? {});
  const sorted = (scopes: readonly string[] | undefined) => [...new Set(scopes)].sort().join(',');
  if (sorted(spec?.scopes) !== sorted(old.spec?.scopes)) {
    errors.push(invalid(SPEC.child('scopes'), spec?.scopes ?? null, 'field is immutable'));
  }
  return errors;
}

function validateStatus({ status }: ResourceQuota): Errors {
  const errors: Errors = [];
  checkAmounts(errors, status?.hard, fieldPath('status', 'hard'));
  checkAmounts(errors, status?.used, fieldPath('status', 'used'));
  return errors;
}

/** `cpu: 1/2, pods: 3/10` of the names that pass. */
function usage({ status }: ResourceQuota, limits: boolean): string {
  const names = Object.keys(status?.hard ?? {}).filter((name) => name.startsWith('limits.') === limits);
  return names
    .sort()
    .map((name) => `${name}: ${status?.used?.[name] ?? '0'}/${status?.hard?.[name] ?? '0'}`)
    .join(', ');
}

export const RESOURCE_QUOTA = defineKind<ResourceQuota>({
  resource: 'resourcequotas',
  kind: 'ResourceQuota',
  apiVersion: 'v1',
  namespaced: true,
  default: ({ spec, status }) => {
    defaultResourceList(spec?.hard);
    defaultResourceList(status?.hard);
    defaultResourceList(status?.used);
  },
  prepareForCreate: (quota) => {
    quota.status = {};
  },
  validateCreate,
  validateUpdate,
  subresources: { status: { validateUpdate: validateStatus } },
  tableColumns: [NAME, column('Request'), column('Limit'), AGE],
  row: (quota, { nowUs }) => [
    quota.metadata.name,
    usage(quota, false),
    usage(quota, true),
    ageOf(quota.metadata.creationTimestamp, nowUs),
  ],
});
