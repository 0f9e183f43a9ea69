import { describe, expect, it } from 'vitest';
import type { Pod, StatefulSet } from '../../../api/generated/types.ts';
import { completed, decideCondemned, decideReplica, nextToUpdate, sortPods } from './decide.ts';

const NOW_US = 0;

const setOf = (spec: object = {}, status: object = {}): StatefulSet =>
  ({
    metadata: { name: 'web', namespace: 'default', generation: 2 },
    spec: {
      replicas: 3,
      serviceName: 'web',
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [] } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      ...spec,
    },
    status,
  }) as unknown as StatefulSet;

interface Shape {
  readonly phase?: string;
  readonly ready?: boolean;
  readonly deleting?: boolean;
  readonly revision?: string;
}

function pod(
  ordinal: number,
  { phase = 'Running', ready = true, deleting = false, revision = 'old' }: Shape = {},
): Pod {
  const name = `web-${ordinal}`;
  return {
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      labels: {
        'statefulset.kubernetes.io/pod-name': name,
        'apps.kubernetes.io/pod-index': String(ordinal),
        'controller-revision-hash': revision,
      },
      ...(deleting ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {}),
    },
    spec: { containers: [] },
    status: { phase, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  } as unknown as Pod;
}

const versions = (set: StatefulSet) => ({
  current: { set, revision: 'old' },
  update: { set, revision: 'new' },
});
const missing = pod(1, { phase: '' });

describe('one Pod of an ordered set', () => {
  it.each([
    ['missing', missing, 'create', true],
    ['failed', pod(0, { phase: 'Failed' }), 'delete', true],
    ['ended', pod(0, { phase: 'Succeeded' }), 'delete', true],
    ['ended and terminating', pod(0, { phase: 'Failed', deleting: true }), 'nothing', true],
    ['pending', pod(0, { phase: 'Pending', ready: false }), 'claims', true],
    ['terminating', pod(0, { deleting: true }), 'nothing', true],
    ['not ready', pod(0, { ready: false }), 'nothing', true],
    ['ready', pod(0), 'nothing', false],
  ])('%s', (_, of, does, stops) => {
    const { do: action, stop } = decideReplica(setOf(), of, NOW_US);
    expect([action, stop]).toEqual([does, stops]);
  });
});

it('ordinals begin where the set says; what lies outside is condemned, highest first', () => {
  const set = setOf({ replicas: 2, ordinals: { start: 5 } });
  const sorted = sortPods(set, versions(set), [pod(6), pod(4), pod(9), pod(7)], NOW_US);
  expect(sorted.replicas.map(({ metadata }) => metadata.name)).toEqual(['web-5', 'web-6']);
  expect(sorted.condemned.map(({ metadata }) => metadata.name)).toEqual(['web-9', 'web-7', 'web-4']);
  expect(sorted.firstUnhealthy?.metadata.name).toBe('web-5');
});

it('a Pod below the partition is made anew as it was', () => {
  const set = setOf({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } });
  const { replicas } = sortPods(set, versions(set), [], NOW_US);
  expect(replicas.map(({ metadata }) => metadata.labels?.['controller-revision-hash'])).toEqual([
    'old',
    'old',
    'new',
  ]);
});

describe('one too many', () => {
  const around = { ordered: true, firstUnhealthy: undefined, nowUs: NOW_US };
  it('goes when all before it are well', () => {
    expect(decideCondemned(setOf(), pod(3), around).do).toBe('delete');
  });
  it('waits while it is terminating, or not ready behind another that is not', () => {
    expect(decideCondemned(setOf(), pod(3, { deleting: true }), around).do).toBe('nothing');
    const broken = pod(3, { ready: false });
    expect(decideCondemned(setOf(), broken, { ...around, firstUnhealthy: pod(1) }).do).toBe('nothing');
    expect(decideCondemned(setOf(), broken, { ...around, firstUnhealthy: broken }).do).toBe('delete');
    expect(decideCondemned(setOf(), broken, { ...around, ordered: false, firstUnhealthy: pod(1) }).do).toBe(
      'delete',
    );
  });
});

describe('what an update deletes next', () => {
  const next = (set: StatefulSet, pods: readonly Pod[]): string | undefined =>
    nextToUpdate(set, pods, 'new', NOW_US)?.metadata.name;
  it.each([
    ['the highest of the old', [pod(0), pod(1), pod(2)], 'web-2'],
    ['the next when the last is new and ready', [pod(0), pod(1), pod(2, { revision: 'new' })], 'web-1'],
    [
      'nothing while the new one is not ready',
      [pod(0), pod(1), pod(2, { revision: 'new', ready: false })],
      undefined,
    ],
    ['nothing while it terminates', [pod(0), pod(1), pod(2, { deleting: true })], undefined],
  ])('%s', (_, pods, name) => {
    expect(next(setOf(), pods)).toBe(name);
  });
  it('nothing below the partition, nor with OnDelete', () => {
    const pods = [pod(0), pod(1), pod(2, { revision: 'new' })];
    expect(
      next(setOf({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } }), pods),
    ).toBeUndefined();
    expect(next(setOf({ updateStrategy: { type: 'OnDelete' } }), [pod(0)])).toBeUndefined();
  });
});

it('an update is over when all are new and ready', () => {
  const status = {
    replicas: 3,
    readyReplicas: 3,
    updatedReplicas: 3,
    currentReplicas: 0,
    currentRevision: 'old',
    updateRevision: 'new',
  };
  expect(completed(setOf(), status)).toMatchObject({ currentReplicas: 3, currentRevision: 'new' });
  expect(completed(setOf(), { ...status, readyReplicas: 2 })).toMatchObject({
    currentReplicas: 0,
    currentRevision: 'old',
  });
});
