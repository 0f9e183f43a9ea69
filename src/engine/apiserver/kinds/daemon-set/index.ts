import type { Draft } from '../../../../base/brand.ts';
import type { DaemonSet } from '../../../../api/generated/types.ts';
import { formatLabelSelector, formatLabels } from '../../../../api/label-selector.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { defaultPodTemplate } from '../common/podspec/defaults.ts';
import { AGE, NAME, column, containerCells, wideColumn } from '../common/table.ts';
import { semanticEqual } from '../common/validate.ts';
import { templateWarnings, workloadUpdateWarnings } from '../common/workload.ts';
import { validateDaemonSet, validateDaemonSetStatus, validateDaemonSetUpdate } from './validate.ts';

const TEMPLATE_GENERATION = 'deprecated.daemonset.template.generation';

/** Models pkg/apis/apps/v1/defaults.go SetDefaults_DaemonSet (1.36). */
function defaultDaemonSet(set: Draft<DaemonSet>): void {
  set.spec ??= {} as NonNullable<Draft<DaemonSet>['spec']>;
  const { spec } = set;
  spec.updateStrategy ??= {};
  spec.updateStrategy.type ||= 'RollingUpdate';
  if (spec.updateStrategy.type === 'RollingUpdate') {
    spec.updateStrategy.rollingUpdate ??= {};
    spec.updateStrategy.rollingUpdate.maxUnavailable ??= 1;
    spec.updateStrategy.rollingUpdate.maxSurge ??= 0;
  }
  spec.revisionHistoryLimit ??= 10;
  defaultPodTemplate(spec);
}

function setTemplateGeneration(set: Draft<DaemonSet>, generation: number): void {
  set.metadata.annotations = { ...set.metadata.annotations, [TEMPLATE_GENERATION]: String(generation) };
}

/** A field of the server's own that shows as an annotation: how often the template has changed. */
function prepareForUpdate(set: Draft<DaemonSet>, old: DaemonSet): void {
  const before = Number(old.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
  setTemplateGeneration(set, semanticEqual(set.spec?.template, old.spec?.template) ? before : before + 1);
}

export const DAEMON_SET = defineKind<DaemonSet>({
  resource: 'daemonsets.apps',
  kind: 'DaemonSet',
  apiVersion: 'apps/v1',
  namespaced: true,
  default: defaultDaemonSet,
  prepareForCreate: (set) => {
    set.status = {
      currentNumberScheduled: 0,
      numberMisscheduled: 0,
      desiredNumberScheduled: 0,
      numberReady: 0,
    };
    const given = Number(set.metadata.annotations?.[TEMPLATE_GENERATION] ?? 0);
    setTemplateGeneration(set, given < 1 || Number.isNaN(given) ? 1 : given);
  },
  prepareForUpdate,
  validateCreate: validateDaemonSet,
  validateUpdate: validateDaemonSetUpdate,
  warningsOnCreate: ({ spec }) => templateWarnings(spec?.template),
  warningsOnUpdate: workloadUpdateWarnings,
  generationOf: ({ spec }) => [spec],
  subresources: { status: { validateUpdate: validateDaemonSetStatus } },
  tableColumns: [
    NAME,
    column('Desired', 'integer'),
    column('Current', 'integer'),
    column('Ready', 'integer'),
    column('Up-to-date', 'integer'),
    column('Available', 'integer'),
    column('Node Selector'),
    AGE,
    wideColumn('Containers'),
    wideColumn('Images'),
    wideColumn('Selector'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    status?.desiredNumberScheduled ?? 0,
    status?.currentNumberScheduled ?? 0,
    status?.numberReady ?? 0,
    status?.updatedNumberScheduled ?? 0,
    status?.numberAvailable ?? 0,
    formatLabels(spec?.template?.spec?.nodeSelector),
    ageOf(metadata.creationTimestamp, nowUs),
    ...containerCells(spec?.template?.spec?.containers),
    formatLabelSelector(spec?.selector),
  ],
});
