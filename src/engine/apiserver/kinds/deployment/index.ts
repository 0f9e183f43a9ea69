import type { Draft } from '../../../../base/brand.ts';
import type { Deployment } from '../../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../../api/label-selector.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { defaultPodTemplate } from '../common/podspec/defaults.ts';
import { scaleOf } from '../common/scale.ts';
import { AGE, NAME, column, containerCells, wideColumn } from '../common/table.ts';
import { workloadUpdateWarnings, workloadWarnings } from '../common/workload.ts';
import { validateDeployment, validateDeploymentStatus, validateDeploymentUpdate } from './validate.ts';

/** Models pkg/apis/apps/v1/defaults.go SetDefaults_Deployment (1.36). */
function defaultDeployment(deployment: Draft<Deployment>): void {
  deployment.spec ??= {} as Draft<Deployment>['spec'];
  const { spec } = deployment;
  spec.replicas ??= 1;
  spec.strategy ??= {};
  spec.strategy.type ||= 'RollingUpdate';
  if (spec.strategy.type === 'RollingUpdate') {
    spec.strategy.rollingUpdate ??= {};
    spec.strategy.rollingUpdate.maxUnavailable ??= '25%';
    spec.strategy.rollingUpdate.maxSurge ??= '25%';
  }
  spec.revisionHistoryLimit ??= 10;
  spec.progressDeadlineSeconds ??= 600;
  defaultPodTemplate(spec);
}

export const DEPLOYMENT = defineKind<Deployment>({
  resource: 'deployments.apps',
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  namespaced: true,
  default: defaultDeployment,
  prepareForCreate: (deployment) => {
    deployment.status = {};
  },
  keepsSettledSpec: true,
  validateCreate: validateDeployment,
  validateUpdate: validateDeploymentUpdate,
  warningsOnCreate: workloadWarnings,
  warningsOnUpdate: workloadUpdateWarnings,
  // Of all kinds only this one counts its annotations as part of what is wanted.
  generationOf: ({ spec, metadata }) => [spec, metadata.annotations],
  subresources: { status: { validateUpdate: validateDeploymentStatus } },
  scale: scaleOf<Deployment>(),
  tableColumns: [
    NAME,
    column('Ready'),
    column('Up-to-date', 'integer'),
    column('Available', 'integer'),
    AGE,
    wideColumn('Containers'),
    wideColumn('Images'),
    wideColumn('Selector'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`,
    status?.updatedReplicas ?? 0,
    status?.availableReplicas ?? 0,
    ageOf(metadata.creationTimestamp, nowUs),
    ...containerCells(spec?.template?.spec?.containers),
    formatLabelSelector(spec?.selector),
  ],
});
