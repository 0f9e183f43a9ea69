import { amountFromMilli, formatAmount, quantityMilliValue } from '../../../api/quantity.ts';
import { type Result, err } from '../../../base/result.ts';
import { type Metric, type MetricFailure, metricFailure } from './decide.ts';
import { type Goal, type Wanted, wantedReplicas } from './replicas.ts';
import type { Measurement, Scaling } from './scaling.ts';

// Models pkg/controller/podautoscaler horizontal.go computeReplicasForMetrics (1.36), as far as resource metrics go.

/** --horizontal-pod-autoscaler-tolerance */
const TOLERANCE = 0.1;

export const propose: Scaling['propose'] = ({ metadata, spec }, measured) => {
  const metrics = spec.metrics ?? [];
  const statuses: Record<string, unknown>[] = [];
  const failures: MetricFailure[] = [];
  let best: { readonly replicas: number; readonly metric: string } | undefined;
  for (const metric of metrics) {
    const tolerances = {
      up: toleranceOf(spec.behavior?.scaleUp?.tolerance),
      down: toleranceOf(spec.behavior?.scaleDown?.tolerance),
    };
    const found = wantedOf(metric, metadata.namespace ?? '', measured, tolerances);
    statuses.push(found.status);
    if ('failure' in found) failures.push(found.failure);
    else if (best === undefined || found.replicas > best.replicas) best = found;
  }
  // With some of them missing nothing says that there are too many.
  const unsure = failures.length > 0 && best !== undefined && best.replicas < measured.replicas;
  const replicas = unsure ? undefined : best?.replicas;
  return { replicas, metric: best?.metric ?? '', statuses: statuses as never, failures };
};

function toleranceOf(text: string | undefined): number {
  return text === undefined ? TOLERANCE : quantityMilliValue(text) / 1_000;
}

type Found =
  | { readonly replicas: number; readonly metric: string; readonly status: Record<string, unknown> }
  | { readonly failure: MetricFailure; readonly status: Record<string, unknown> };

function wantedOf(
  metric: Metric,
  namespace: string,
  measured: Measurement,
  tolerances: Goal['tolerances'],
): Found {
  const { resource, containerResource } = metric;
  const source = resource ?? containerResource;
  if (source === undefined) return { failure: metricFailure(metric, namespace), status: { type: '' } };
  const { averageUtilization, averageValue } = source.target;
  const container = containerResource?.container;
  const goal: Goal = {
    resource: source.name,
    ...(container === undefined ? {} : { container }),
    target:
      averageValue === undefined
        ? { kind: 'utilization', percent: averageUtilization ?? 0 }
        : { kind: 'average', milli: quantityMilliValue(averageValue) },
    tolerances,
  };
  const wanted = asked(goal, measured);
  if (!wanted.ok) return { failure: metricFailure(metric, namespace, wanted.error), status: { type: '' } };
  const { replicas, averageMilli, utilization } = wanted.value;
  const current = {
    ...(utilization === undefined ? {} : { averageUtilization: utilization }),
    averageValue: formatAmount(amountFromMilli(averageMilli)),
  };
  const kind = container === undefined ? 'resource' : 'container resource';
  const percentage = utilization === undefined ? '' : ' utilization (percentage of request)';
  return {
    replicas,
    metric: `${source.name} ${kind}${percentage}`,
    status:
      container === undefined
        ? { type: 'Resource', resource: { name: source.name, current } }
        : { type: 'ContainerResource', containerResource: { name: source.name, container, current } },
  };
}

function asked(goal: Goal, { metrics, pods, replicas, nowUnixUs }: Measurement): Result<Wanted, string> {
  if (!metrics.ok)
    return err(
      `unable to get metrics for resource ${goal.resource}: unable to fetch metrics from resource metrics API: ${metrics.error}`,
    );
  return wantedReplicas(goal, { current: replicas, pods, metrics: metrics.value, nowUnixUs });
}
