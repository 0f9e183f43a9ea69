import type { Draft } from '../../../base/brand.ts';
import { invalid, required } from '../../../api/field-error.ts';
import type { ReplicationController } from '../../../api/generated/types.ts';
import { formatLabels, selectorFromLabels, selectorMatches } from '../../../api/label-selector.ts';
import { defineKind } from './common/define.ts';
import { ageOf } from './common/duration.ts';
import { labelsForm } from './common/internal/form.ts';
import { defaultPodTemplate } from './common/podspec/defaults.ts';
import { checkPodTemplate } from './common/podspec/template.ts';
import { scaleOf } from './common/scale.ts';
import { AGE, NAME, column, containerCells, wideColumn } from './common/table.ts';
import { checkNotNegative, type Errors, SPEC } from './common/validate.ts';
import { checkRunsForever, workloadUpdateWarnings, workloadWarnings } from './common/workload.ts';

// Models pkg/apis/core/validation ValidateReplicationController, SetDefaults_ReplicationController (1.36).

function defaultController(controller: Draft<ReplicationController>): void {
  controller.spec ??= {};
  const { spec } = controller;
  const labels = spec.template?.metadata?.labels;
  if (labels) {
    if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels };
    if (Object.keys(controller.metadata.labels ?? {}).length === 0)
      controller.metadata.labels = { ...labels };
  }
  spec.replicas ??= 1;
  if (spec.template) defaultPodTemplate(spec);
}

function validate({ spec }: ReplicationController): Errors {
  const errors: Errors = [];
  checkNotNegative(errors, spec?.minReadySeconds, SPEC.child('minReadySeconds'));
  const selector = spec?.selector ?? {};
  const empty = Object.keys(selector).length === 0;
  if (empty) errors.push(required(SPEC.child('selector')));
  checkNotNegative(errors, spec?.replicas, SPEC.child('replicas'));
  const path = SPEC.child('template');
  const template = spec?.template;
  if (!template) errors.push(required(path));
  else {
    const labels = template.metadata?.labels;
    if (!empty && !selectorMatches(selectorFromLabels(selector), labels)) {
      errors.push(
        invalid(
          path.child('metadata', 'labels'),
          labelsForm(labels),
          '`selector` does not match template `labels`',
        ),
      );
    }
    checkPodTemplate(errors, template, path);
    checkRunsForever(errors, template, 'ReplicationController');
  }
  return errors;
}

export const REPLICATION_CONTROLLER = defineKind<ReplicationController>({
  resource: 'replicationcontrollers',
  kind: 'ReplicationController',
  apiVersion: 'v1',
  namespaced: true,
  default: defaultController,
  prepareForCreate: (controller) => {
    controller.status = { replicas: 0 };
  },
  validateCreate: validate,
  validateUpdate: validate,
  warningsOnCreate: workloadWarnings,
  warningsOnUpdate: workloadUpdateWarnings,
  generationOf: ({ spec }) => [spec],
  subresources: { status: {} },
  scale: scaleOf<ReplicationController>(),
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
    formatLabels(spec?.selector),
  ],
});
