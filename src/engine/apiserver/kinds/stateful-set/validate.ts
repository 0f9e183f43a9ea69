import { forbidden, invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { StatefulSet, StatefulSetSpec } from '../../../../api/generated/types.ts';
import { checkClaimSpec } from '../common/claim.ts';
import { internalForm } from '../common/internal/form.ts';
import {
  checkDnsLabel,
  checkIntOrPercent,
  checkNotNegative,
  type Errors,
  semanticEqual,
  SPEC,
  STATUS,
  type Unchecked,
} from '../common/validate.ts';
import { checkCounts, checkRunsForever, checkSelectorAndTemplate } from '../common/workload.ts';

// Models pkg/apis/apps/validation ValidateStatefulSet, ValidateStatefulSetUpdate (1.36).

function checkManagement(errors: Errors, policy: string | undefined): void {
  const at = SPEC.child('podManagementPolicy');
  if (!policy) errors.push(required(at));
  else if (policy !== 'OrderedReady' && policy !== 'Parallel') {
    errors.push(invalid(at, policy, "must be 'OrderedReady' or 'Parallel'"));
  }
}

function checkStrategy(errors: Errors, strategy: StatefulSetSpec['updateStrategy']): void {
  const at = SPEC.child('updateStrategy');
  const { type, rollingUpdate } = strategy ?? {};
  if (!type) errors.push(required(at));
  else if (type === 'OnDelete') {
    if (!rollingUpdate) return;
    const shown = internalForm('RollingUpdateStatefulSetStrategy', rollingUpdate);
    errors.push(invalid(at.child('rollingUpdate'), shown, "only allowed for updateStrategy 'RollingUpdate'"));
  } else if (type === 'RollingUpdate') {
    checkNotNegative(errors, rollingUpdate?.partition, at.child('rollingUpdate', 'partition'));
    if (rollingUpdate?.maxUnavailable !== undefined) {
      checkIntOrPercent(errors, rollingUpdate.maxUnavailable, at.child('rollingUpdate', 'maxUnavailable'));
    }
  } else {
    errors.push(
      invalid(
        at,
        internalForm('StatefulSetUpdateStrategy', strategy ?? {}),
        "must be 'RollingUpdate' or 'OnDelete'",
      ),
    );
  }
}

const RETENTION: readonly string[] = ['Delete', 'Retain'];

function checkRetention(
  errors: Errors,
  policy: StatefulSetSpec['persistentVolumeClaimRetentionPolicy'],
): void {
  for (const name of ['whenDeleted', 'whenScaled'] as const) {
    const word = policy?.[name];
    const at = SPEC.child('persistentVolumeClaimRetentionPolicy', name);
    if (policy && !RETENTION.includes(word ?? '')) errors.push(notSupported(at, word ?? '', RETENTION));
  }
}

/**
 * The spec as its template is looked at: each claim template is a volume of its name, before the template's own and
 * instead of one of the same name. Models volumesToAddForTemplates.
 */
function withClaimVolumes(spec: Unchecked<StatefulSetSpec>): Unchecked<StatefulSetSpec> {
  const names = new Set((spec.volumeClaimTemplates ?? []).map(({ metadata }) => metadata?.name ?? ''));
  if (names.size === 0 || !spec.template?.spec) return spec;
  const claims = [...names].map((name) => ({ name, persistentVolumeClaim: { claimName: name } }));
  const own = (spec.template.spec.volumes ?? []).filter(({ name }) => !names.has(name ?? ''));
  const template = { ...spec.template, spec: { ...spec.template.spec, volumes: [...claims, ...own] } };
  return { ...spec, template };
}

export function validateStatefulSet({ spec = {} as StatefulSetSpec }: Unchecked<StatefulSet>): Errors {
  const errors: Errors = [];
  checkManagement(errors, spec.podManagementPolicy);
  checkStrategy(errors, spec.updateStrategy);
  checkRetention(errors, spec.persistentVolumeClaimRetentionPolicy);
  checkNotNegative(errors, spec.replicas, SPEC.child('replicas'));
  checkNotNegative(errors, spec.minReadySeconds, SPEC.child('minReadySeconds'));
  checkNotNegative(errors, spec.ordinals?.start, SPEC.child('ordinals', 'start'));
  checkSelectorAndTemplate(errors, withClaimVolumes(spec), 'empty selector is invalid for statefulset', '');
  checkRunsForever(errors, spec.template, 'StatefulSet');
  if (spec.serviceName) checkDnsLabel(errors, spec.serviceName, SPEC.child('serviceName'));
  for (const [i, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
    checkClaimSpec(errors, claim.spec ?? {}, SPEC.child('volumeClaimTemplates').index(i).child('spec'));
  }
  return errors;
}

const MAY_CHANGE = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
] as const;

function fixedPart(spec: StatefulSetSpec | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(spec ?? {}).filter(([name]) => !(MAY_CHANGE as readonly string[]).includes(name)),
  );
}

export function validateStatefulSetUpdate(set: StatefulSet, old: StatefulSet): Errors {
  const errors: Errors = [];
  const next = { ...set, spec: { ...set.spec } };
  errors.push(...validateStatefulSet(next));
  if (semanticEqual(fixedPart(set.spec), fixedPart(old.spec))) return errors;
  const names = MAY_CHANGE.map((name) => `'${name}'`);
  const list = `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
  errors.push(forbidden(SPEC, `updates to statefulset spec for fields other than ${list} are forbidden`));
  return errors;
}

export function validateStatefulSetStatus({ status }: StatefulSet): Errors {
  const errors: Errors = [];
  checkCounts(errors, status, STATUS, [
    'readyReplicas',
    'currentReplicas',
    'updatedReplicas',
    'availableReplicas',
  ]);
  if ((status?.availableReplicas ?? 0) > (status?.readyReplicas ?? 0)) {
    errors.push(
      invalid(
        STATUS.child('availableReplicas'),
        status?.availableReplicas,
        'cannot be greater than status.readyReplicas',
      ),
    );
  }
  return errors;
}
