import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerCondition,
} from '../../../api/generated/types.ts';
import { selectorText } from '../common/selector-text.ts';

// Models pkg/controller/podautoscaler horizontal.go (1.36).

export type Metric = NonNullable<HorizontalPodAutoscaler['spec']['metrics']>[number];

/** What an autoscaler does about its target. */
export type Decision =
  /** The target's size is outside of what is allowed. */
  | { readonly kind: 'rescale'; readonly replicas: number; readonly reason: string }
  /** Somebody has set it to none: that is left alone. */
  | { readonly kind: 'disabled' }
  /** It is within its bounds: metrics say how large it should be. */
  | { readonly kind: 'measure' };

/** Compares the target's size with its bounds; metrics are asked for only within them. */
export function decide({ spec }: HorizontalPodAutoscaler, current: number): Decision {
  const min = spec.minReplicas ?? 1;
  if (current === 0 && min !== 0) return { kind: 'disabled' };
  if (current > spec.maxReplicas)
    return {
      kind: 'rescale',
      replicas: spec.maxReplicas,
      reason: 'Current number of replicas above Spec.MaxReplicas',
    };
  if (current < min)
    return { kind: 'rescale', replicas: min, reason: 'Current number of replicas below Spec.MinReplicas' };
  return { kind: 'measure' };
}

export interface MetricFailure {
  /** Of the Event and the condition: `FailedGetResourceMetric`. */
  readonly reason: string;
  readonly message: string;
  /** The same as one line among others. */
  readonly inList: string;
}

const NO_RESOURCE_API =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
const CUSTOM_API =
  'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
/** Why a metric cannot be had. `why`: of a resource metric, where a metrics API is served. */
export function metricFailure(metric: Metric, namespace: string, why?: string): MetricFailure {
  const failure = (kind: string, listed: string, message: string): MetricFailure => ({
    reason: `FailedGet${kind}Metric`,
    message,
    inList: `failed to get ${listed} metric value: ${message}`,
  });
  const ofResource = (name: string, average: unknown): string =>
    `failed to get ${name} ${average === undefined ? 'utilization' : 'usage'}: ${why ?? `unable to get metrics for resource ${name}: ${NO_RESOURCE_API}`}`;
  const { resource, containerResource, pods, object, external } = metric;
  if (resource !== undefined)
    return failure(
      'Resource',
      `${resource.name} resource`,
      ofResource(resource.name, resource.target.averageValue),
    );
  if (containerResource !== undefined) {
    const { name, target } = containerResource;
    return failure('ContainerResource', `${name} container`, ofResource(name, target.averageValue));
  }
  if (pods !== undefined)
    return failure('Pods', 'pods', `unable to get metric ${pods.metric.name}: ${CUSTOM_API}`);
  if (object !== undefined) {
    const { describedObject, metric: of } = object;
    const where = `${describedObject.kind} on ${namespace} ${describedObject.name}`;
    return failure('Object', 'object', `unable to get metric ${of.name}: ${where}/${CUSTOM_API}`);
  }
  const name = external?.metric.name ?? '';
  const selector = external?.metric.selector === undefined ? 'nil' : selectorText(external.metric.selector);
  const gone = `unable to fetch metrics from external metrics API: the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
  return failure(
    'External',
    'external',
    `unable to get external metric ${namespace}/${name}/${selector}: ${gone}`,
  );
}

/** The conditions with one set: its place in the list stays, its time changes with its status. Models setConditionInList. */
export function withCondition(
  standing: readonly HorizontalPodAutoscalerCondition[],
  condition: Omit<HorizontalPodAutoscalerCondition, 'lastTransitionTime'>,
  now: string,
): readonly HorizontalPodAutoscalerCondition[] {
  const before = standing.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : now;
  const next = { ...condition, lastTransitionTime };
  return before === undefined
    ? [...standing, next]
    : standing.map((each) => (each.type === condition.type ? next : each));
}
