import type { Draft } from '../../../base/brand.ts';
import { invalid } from '../../../api/field-error.ts';
import type { ReplicaSet } from '../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../api/label-selector.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { defaultPodTemplate } from './common/podspec/defaults.ts';
import { scaleOf } from './common/scale.ts';
import { AGE, NAME, column, containerCells, wideColumn } from './common/table.ts';
import { checkNotNegative, type Errors, SPEC, STATUS } from './common/validate.ts';
import {
  checkCounts,
  checkReplicaSetTemplate,
  checkSelectorImmutable,
  workloadUpdateWarnings,
  workloadWarnings,
} from './common/workload.ts';

// Models pkg/apis/apps/validation ValidateReplicaSet, pkg/registry/apps/replicaset and printReplicaSet (1.36).

function defaultReplicaSet(replicaSet: Draft<ReplicaSet>): void {
  replicaSet.spec ??= {} as NonNullable<Draft<ReplicaSet>['spec']>;
  const { spec } = replicaSet;
  spec.replicas ??= 1;
  defaultPodTemplate(spec);
}

function validateCreate({ spec }: ReplicaSet): Errors {
  const errors: Errors = [];
  checkNotNegative(errors, spec?.replicas, SPEC.child('replicas'));
  checkNotNegative(errors, spec?.minReadySeconds, SPEC.child('minReadySeconds'));
  checkReplicaSetTemplate(errors, spec ?? {});
  return errors;
}

function validateUpdate(replicaSet: ReplicaSet, old: ReplicaSet): Errors {
  const errors = validateCreate(replicaSet);
  checkSelectorImmutable(errors, replicaSet.spec?.selector, old.spec?.selector);
  return errors;
}

/** Of a ReplicaSet's or ReplicationController's status. */
function validateStatus({ status }: ReplicaSet): Errors {
  const errors: Errors = [];
  checkCounts(errors, status, STATUS, ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas']);
  if ((status?.availableReplicas ?? 0) > (status?.readyReplicas ?? 0)) {
    errors.push(
      invalid(
        STATUS.child('availableReplicas'),
        status?.availableReplicas,
        'cannot be greater than readyReplicas',
      ),
    );
  }
  return errors;
}

export const REPLICA_SET = defineKind<ReplicaSet>({
  resource: 'replicasets.apps',
  kind: 'ReplicaSet',
  apiVersion: 'apps/v1',
  namespaced: true,
  default: defaultReplicaSet,
  prepareForCreate: (replicaSet) => {
    replicaSet.status = { replicas: 0 };
  },
  keepsSettledSpec: true,
  validateCreate,
  validateUpdate,
  warningsOnCreate: workloadWarnings,
  warningsOnUpdate: workloadUpdateWarnings,
  generationOf: ({ spec }) => [spec],
  subresources: { status: { validateUpdate: validateStatus } },
  scale: scaleOf<ReplicaSet>(),
  selectableFields: { 'status.replicas': ({ status }) => String(status?.replicas ?? 0) },
  tableColumns: [
    NAME,
    column('Desired', 'integer'),
    column('Current', 'integer'),
    column('Ready', 'integer'),
    AGE,
    wideColumn('Containers'),
    wideColumn('Images'),
    wideColumn('Selector'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    spec?.replicas ?? 0,
    status?.replicas ?? 0,
    status?.readyReplicas ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
    ...containerCells(spec?.template?.spec?.containers),
    formatLabelSelector(spec?.selector),
  ],
});
