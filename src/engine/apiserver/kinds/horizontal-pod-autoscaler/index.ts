import type { Draft } from '../../../../base/brand.ts';
import { invalid } from '../../../../api/field-error.ts';
import type {
  HorizontalPodAutoscaler,
  HPAScalingRules,
  MetricSpec,
  MetricStatus,
  MetricTarget,
} from '../../../../api/generated/types.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { AGE, NAME, column } from '../common/table.ts';
import { type Errors, SPEC, unchecked } from '../common/validate.ts';
import { checkBehavior, checkMetrics, checkReference } from './metrics.ts';

// Models pkg/apis/autoscaling/validation, v2/defaults.go and printHorizontalPodAutoscaler (1.36). No metrics are served,
// so nothing scales by itself: the object is stored and shown.

type Spec = NonNullable<HorizontalPodAutoscaler['spec']>;

const CPU_PERCENT = 80;

function defaultRules(
  rules: Draft<HPAScalingRules> | undefined,
  window: number | undefined,
  policies: Draft<HPAScalingRules>['policies'],
): Draft<HPAScalingRules> {
  const made = { ...rules };
  if (window !== undefined) made.stabilizationWindowSeconds ??= window;
  made.selectPolicy ??= 'Max';
  made.policies ??= policies;
  return made;
}

function defaultAutoscaler(scaler: Draft<HorizontalPodAutoscaler>): void {
  const { spec } = scaler;
  if (!spec) return;
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) {
    const target = { type: 'Utilization', averageUtilization: CPU_PERCENT } as const;
    spec.metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
  }
  if (!spec.behavior) return;
  spec.behavior.scaleUp = defaultRules(spec.behavior.scaleUp, 0, [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ]);
  spec.behavior.scaleDown = defaultRules(spec.behavior.scaleDown, undefined, [
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ]);
}

function validate({ spec }: HorizontalPodAutoscaler): Errors {
  const errors: Errors = [];
  const { minReplicas = 1, maxReplicas = 0, scaleTargetRef } = unchecked(spec ?? ({} as Spec));
  if (minReplicas < 1)
    errors.push(invalid(SPEC.child('minReplicas'), minReplicas, 'must be greater than or equal to 1'));
  const max = SPEC.child('maxReplicas');
  if (maxReplicas < 1) errors.push(invalid(max, maxReplicas, 'must be greater than 0'));
  if (maxReplicas < minReplicas)
    errors.push(invalid(max, maxReplicas, 'must be greater than or equal to `minReplicas`'));
  checkReference(errors, scaleTargetRef ?? {}, SPEC.child('scaleTargetRef'));
  checkMetrics(errors, spec?.metrics ?? [], SPEC.child('metrics'));
  checkBehavior(errors, spec?.behavior ?? {}, SPEC.child('behavior'));
  return errors;
}

function targetText(target: MetricTarget | undefined): string {
  if (target?.averageUtilization !== undefined) return `${target.averageUtilization}%`;
  return target?.averageValue ? `${target.averageValue} (avg)` : (target?.value ?? '<auto>');
}

function metricText(metric: MetricSpec, current: MetricStatus | undefined): string {
  const source = metric.resource ?? metric.containerResource;
  if (source) {
    const now = (current?.resource ?? current?.containerResource)?.current;
    if (source.target.averageValue !== undefined)
      return `${source.name}: ${now?.averageValue ?? '<unknown>'}/${source.target.averageValue}`;
    const percent = now?.averageUtilization === undefined ? '<unknown>' : `${now.averageUtilization}%`;
    return `${source.name}: ${percent}/${targetText(source.target)}`;
  }
  const other = metric.pods ?? metric.object ?? metric.external;
  const now = (current?.pods ?? current?.object ?? current?.external)?.current;
  return `${now?.averageValue ?? now?.value ?? '<unknown>'}/${targetText(other?.target)}`;
}

const SHOWN = 2;

/** Models printers.go formatHPAMetrics. */
function metricsText({ spec, status }: HorizontalPodAutoscaler): string {
  const metrics = spec?.metrics ?? [];
  if (metrics.length === 0) return '<none>';
  const texts = metrics.map((metric, i) => metricText(metric, status?.currentMetrics?.[i]));
  if (texts.length <= SHOWN) return texts.join(', ');
  return `${texts.slice(0, SHOWN).join(', ')} + ${texts.length - SHOWN} more...`;
}

export const HORIZONTAL_POD_AUTOSCALER = defineKind<HorizontalPodAutoscaler>({
  resource: 'horizontalpodautoscalers.autoscaling',
  kind: 'HorizontalPodAutoscaler',
  apiVersion: 'autoscaling/v2',
  namespaced: true,
  default: defaultAutoscaler,
  prepareForCreate: (scaler) => {
    scaler.status = {
      desiredReplicas: 0,
      currentMetrics: null,
    } as unknown as Draft<HorizontalPodAutoscaler>['status'];
  },
  validateCreate: validate,
  validateUpdate: validate,
  subresources: { status: {} },
  tableColumns: [
    NAME,
    column('Reference'),
    column('Targets'),
    column('MinPods'),
    column('MaxPods'),
    column('Replicas', 'integer'),
    AGE,
  ],
  row: (scaler, { nowUs }) => [
    scaler.metadata.name,
    `${scaler.spec?.scaleTargetRef?.kind ?? ''}/${scaler.spec?.scaleTargetRef?.name ?? ''}`,
    metricsText(scaler),
    scaler.spec?.minReplicas === undefined ? '<unset>' : String(scaler.spec.minReplicas),
    scaler.spec?.maxReplicas ?? 0,
    scaler.status?.currentReplicas ?? 0,
    ageOf(scaler.metadata.creationTimestamp, nowUs),
  ],
});
