import type { Draft } from '../../../../base/brand.ts';
import type { StatefulSet } from '../../../../api/generated/types.ts';
import { defaultClaimSpec } from '../common/claim-defaults.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { defaultPodTemplate } from '../common/podspec/defaults.ts';
import { scaleOf } from '../common/scale.ts';
import { AGE, NAME, column, containerCells, wideColumn } from '../common/table.ts';
import { templateWarnings, workloadUpdateWarnings } from '../common/workload.ts';
import { validateStatefulSet, validateStatefulSetStatus, validateStatefulSetUpdate } from './validate.ts';

type Spec = NonNullable<Draft<StatefulSet>['spec']>;

/** Every claim template is a whole claim: the server writes out what it is. */
function defaultClaims(spec: Spec): void {
  for (const claim of spec.volumeClaimTemplates ?? []) {
    claim.apiVersion = 'v1';
    claim.kind = 'PersistentVolumeClaim';
    claim.spec ??= {};
    defaultClaimSpec(claim.spec);
    claim.status = { phase: 'Pending', ...claim.status };
  }
}

/** Models pkg/apis/apps/v1/defaults.go SetDefaults_StatefulSet (1.36). */
function defaultStatefulSet(set: Draft<StatefulSet>): void {
  set.spec ??= {} as Spec;
  const { spec } = set;
  spec.podManagementPolicy ||= 'OrderedReady';
  spec.updateStrategy ??= {};
  spec.updateStrategy.type ||= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {};
    spec.updateStrategy.rollingUpdate.partition ??= 0;
    // MaxUnavailableStatefulSet is off: nobody can set it. Models dropStatefulSetDisabledFields.
    delete spec.updateStrategy.rollingUpdate.maxUnavailable;
  }
  spec.persistentVolumeClaimRetentionPolicy ??= {};
  spec.persistentVolumeClaimRetentionPolicy.whenDeleted ||= 'Retain';
  spec.persistentVolumeClaimRetentionPolicy.whenScaled ||= 'Retain';
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  defaultClaims(spec);
  defaultPodTemplate(spec);
}

export const STATEFUL_SET = defineKind<StatefulSet>({
  resource: 'statefulsets.apps',
  kind: 'StatefulSet',
  apiVersion: 'apps/v1',
  namespaced: true,
  default: defaultStatefulSet,
  prepareForCreate: (set) => {
    set.status = { replicas: 0, availableReplicas: 0 } as Draft<StatefulSet>['status'];
  },
  keepsSettledSpec: true,
  validateCreate: validateStatefulSet,
  validateUpdate: validateStatefulSetUpdate,
  warningsOnCreate: ({ spec }) => templateWarnings(spec?.template),
  warningsOnUpdate: workloadUpdateWarnings,
  generationOf: ({ spec }) => [spec],
  subresources: { status: { validateUpdate: validateStatefulSetStatus } },
  scale: scaleOf<StatefulSet>(),
  tableColumns: [NAME, column('Ready'), AGE, wideColumn('Containers'), wideColumn('Images')],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    ageOf(metadata.creationTimestamp, nowUs),
    ...containerCells(spec?.template?.spec?.containers),
  ],
});
