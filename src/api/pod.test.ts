import { describe, expect, test } from 'vitest';
import type { Container, Pod, PodSpec } from './generated/types.ts';
import { isPodAvailable, maxContainerRestarts, withPodCondition } from './pod.ts';
import { podLimits, podRequests } from './pod-resources.ts';
import { computePodQos } from './qos.ts';
import { resourceListOf } from './resource-list.ts';

type Resources = NonNullable<Container['resources']>;

const pod = (spec: Partial<PodSpec>): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', uid: 'u1' },
  spec: { containers: [], ...spec },
});

const container = (name: string, resources: Resources, restartPolicy?: string): Container =>
  restartPolicy === undefined ? { name, resources } : { name, resources, restartPolicy };

describe('QoS', () => {
  test.each<[string, Partial<PodSpec>, string]>([
    ['nothing set', { containers: [container('a', {})] }, 'BestEffort'],
    [
      'limits and equal requests',
      {
        containers: [
          container('a', {
            limits: { cpu: '1', memory: '1Gi' },
            requests: { cpu: '1000m', memory: '1024Mi' },
          }),
        ],
      },
      'Guaranteed',
    ],
    [
      'one of two containers bare',
      {
        containers: [
          container('a', { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } }),
          container('b', {}),
        ],
      },
      'Burstable',
    ],
    ['requests only', { containers: [container('a', { requests: { cpu: '100m' } })] }, 'Burstable'],
    ['zero counts as nothing', { containers: [container('a', { requests: { cpu: '0' } })] }, 'BestEffort'],
    [
      'other resources count as nothing',
      { containers: [container('a', { requests: { 'ephemeral-storage': '1Gi' } })] },
      'BestEffort',
    ],
    [
      'resources of the Pod alone decide',
      {
        containers: [container('a', {})],
        resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
      },
      'Guaranteed',
    ],
  ])('%s', (_, spec, want) => {
    expect(computePodQos(pod(spec))).toBe(want);
  });
});

describe('requests', () => {
  test('sidecars add up, plain init containers are a floor on top of the sidecars before them', () => {
    const subject = pod({
      initContainers: [
        container('early', { requests: { cpu: '300m' } }),
        container('sidecar', { requests: { cpu: '200m' } }, 'Always'),
        container('late', { requests: { cpu: '900m', memory: '1Gi' } }),
      ],
      containers: [container('app', { requests: { cpu: '500m', memory: '64Mi' } })],
      overhead: { cpu: '10m' },
    });
    expect(resourceListOf(podRequests(subject))).toEqual({ cpu: '1110m', memory: '1Gi' });
    expect(resourceListOf(podRequests(subject, { excludeOverhead: true }))).toEqual({
      cpu: '1100m',
      memory: '1Gi',
    });
  });

  test('resources of the Pod replace those of its containers', () => {
    const subject = pod({
      containers: [container('app', { requests: { cpu: '500m', 'ephemeral-storage': '1Gi' } })],
      resources: { requests: { cpu: '2' } },
    });
    expect(resourceListOf(podRequests(subject))).toEqual({ cpu: '2', 'ephemeral-storage': '1Gi' });
  });

  test('assumed requests fill what is missing', () => {
    const subject = pod({ containers: [container('a', {}), container('b', { requests: { cpu: '0' } })] });
    const assumed = { nonMissingContainerRequests: { cpu: '100m', memory: '200Mi' } };
    expect(resourceListOf(podRequests(subject, assumed))).toEqual({ cpu: '100m', memory: '400Mi' });
  });

  test('overhead is added to limits that are set', () => {
    const subject = pod({
      containers: [container('a', { limits: { cpu: '1' } })],
      overhead: { cpu: '100m', memory: '1Mi' },
    });
    expect(resourceListOf(podLimits(subject))).toEqual({ cpu: '1100m' });
  });
});

test('a condition keeps its transition time while its status stays', () => {
  const old = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }];
  const same = withPodCondition(old, {
    type: 'Ready',
    status: 'True',
    lastTransitionTime: '2026-01-02T00:00:00Z',
  });
  expect(same).toBe(old);
  const changed = withPodCondition(old, {
    type: 'Ready',
    status: 'False',
    reason: 'X',
    lastTransitionTime: '2026-01-02T00:00:00Z',
  });
  expect(changed).toEqual([
    { type: 'Ready', status: 'False', reason: 'X', lastTransitionTime: '2026-01-02T00:00:00Z' },
  ]);
});

test('available = ready for long enough', () => {
  const ready: Pod = {
    ...pod({}),
    status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '1970-01-01T00:00:10Z' }] },
  };
  expect(isPodAvailable(ready, 5, 14_999_999)).toBe(false);
  expect(isPodAvailable(ready, 5, 15_000_000)).toBe(true);
  expect(maxContainerRestarts(ready)).toBe(0);
});
