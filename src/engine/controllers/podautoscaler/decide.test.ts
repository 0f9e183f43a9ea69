import { expect, it } from 'vitest';
import type { HorizontalPodAutoscaler } from '../../../api/generated/types.ts';
import { type Metric, decide, metricFailure, withCondition } from './decide.ts';

const autoscaler = (minReplicas: number | undefined, maxReplicas: number): HorizontalPodAutoscaler =>
  ({ spec: { minReplicas, maxReplicas } }) as unknown as HorizontalPodAutoscaler;

it.each([
  [1, { kind: 'rescale', replicas: 2, reason: 'Current number of replicas below Spec.MinReplicas' }],
  [2, { kind: 'measure' }],
  [5, { kind: 'measure' }],
  [6, { kind: 'rescale', replicas: 5, reason: 'Current number of replicas above Spec.MaxReplicas' }],
  [0, { kind: 'disabled' }],
])('%i replicas between 2 and 5: %j', (current, decision) => {
  expect(decide(autoscaler(2, 5), current)).toEqual(decision);
});

const NO_API =
  'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';

it.each([
  [
    { resource: { name: 'cpu', target: { averageUtilization: 50 } } },
    'FailedGetResourceMetric',
    `failed to get cpu utilization: unable to get metrics for resource cpu: ${NO_API}`,
  ],
  [
    { resource: { name: 'memory', target: { averageValue: '64Mi' } } },
    'FailedGetResourceMetric',
    `failed to get memory usage: unable to get metrics for resource memory: ${NO_API}`,
  ],
  [
    { pods: { metric: { name: 'rate' } } },
    'FailedGetPodsMetric',
    'unable to get metric rate: unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered',
  ],
  [
    { external: { metric: { name: 'queue', selector: { matchLabels: { q: 'a' } } } } },
    'FailedGetExternalMetric',
    'unable to get external metric shop/queue/&LabelSelector{MatchLabels:map[string]string{q: a,},MatchExpressions:[]LabelSelectorRequirement{},}: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)',
  ],
])('a metric that cannot be had says why: case %#', (metric, reason, message) => {
  expect(metricFailure(metric as unknown as Metric, 'shop')).toMatchObject({ reason, message });
});

it('a condition keeps its place, and its time while its status stays', () => {
  const first = withCondition([], { type: 'A', status: 'True', reason: 'x' }, 't1');
  const both = withCondition(first, { type: 'B', status: 'False', reason: 'y' }, 't2');
  expect(withCondition(both, { type: 'A', status: 'True', reason: 'z' }, 't3')).toEqual([
    { type: 'A', status: 'True', reason: 'z', lastTransitionTime: 't1' },
    { type: 'B', status: 'False', reason: 'y', lastTransitionTime: 't2' },
  ]);
});
