import { describe, expect, it } from 'vitest';
import type { Deployment, ReplicaSet } from '../../../api/generated/types.ts';
import { scaleSets } from './proportional.ts';
import { fenceposts, nextNewSize, oldPodsToSpare, scaledDown, withoutUnhealthy } from './rolling.ts';

type Strategy = NonNullable<Deployment['spec']['strategy']>;

const deployment = (replicas: number, rollingUpdate?: Strategy['rollingUpdate']): Deployment =>
  ({
    metadata: { name: 'web' },
    spec: {
      replicas,
      strategy: { type: 'RollingUpdate', ...(rollingUpdate === undefined ? {} : { rollingUpdate }) },
    },
  }) as unknown as Deployment;

const recreate = (replicas: number): Deployment =>
  ({
    metadata: { name: 'web' },
    spec: { replicas, strategy: { type: 'Recreate' } },
  }) as unknown as Deployment;

interface Sizes {
  readonly available?: number;
  readonly desired?: number;
  readonly max?: number;
}

/** A ReplicaSet; names in order of age. */
const rs = (name: string, replicas: number, { available = replicas, desired, max }: Sizes = {}): ReplicaSet =>
  ({
    metadata: {
      name,
      creationTimestamp: `2026-01-01T00:00:0${name.at(-1) ?? '0'}Z`,
      annotations: {
        ...(desired === undefined ? {} : { 'deployment.kubernetes.io/desired-replicas': String(desired) }),
        ...(max === undefined ? {} : { 'deployment.kubernetes.io/max-replicas': String(max) }),
      },
    },
    spec: { replicas },
    status: { replicas, availableReplicas: available },
  }) as unknown as ReplicaSet;

const sizes = (resizes: readonly { readonly rs: ReplicaSet; readonly replicas: number }[]): object =>
  Object.fromEntries(resizes.map(({ rs: set, replicas }) => [set.metadata.name, replicas]));

describe('how far an update may go', () => {
  it.each([
    [deployment(3), { maxSurge: 1, maxUnavailable: 0 }],
    [deployment(4), { maxSurge: 1, maxUnavailable: 1 }],
    [deployment(10), { maxSurge: 3, maxUnavailable: 2 }],
    [deployment(0), { maxSurge: 0, maxUnavailable: 0 }],
    [deployment(2, { maxSurge: 0, maxUnavailable: 0 }), { maxSurge: 0, maxUnavailable: 1 }],
    [deployment(2, { maxSurge: 0, maxUnavailable: 5 }), { maxSurge: 0, maxUnavailable: 2 }],
    [deployment(3, { maxSurge: '34%', maxUnavailable: '34%' }), { maxSurge: 2, maxUnavailable: 1 }],
    [deployment(3, { maxSurge: '100%', maxUnavailable: '100%' }), { maxSurge: 3, maxUnavailable: 3 }],
    [recreate(3), { maxSurge: 0, maxUnavailable: 0 }],
  ])('case %#', (of, bounds) => {
    expect(fenceposts(of)).toEqual(bounds);
  });
});

describe('a rolling update of ten, surge 3, unavailable 2', () => {
  it('begins with three new ones', () => {
    expect(nextNewSize(deployment(10), [rs('old-1', 10), rs('new-2', 0)], rs('new-2', 0))).toBe(3);
  });
  it('then lets two old ones go', () => {
    const fresh = rs('new-2', 3, { available: 0 });
    expect(oldPodsToSpare(deployment(10), [rs('old-1', 10)], fresh)).toBe(2);
    expect(sizes(scaledDown(deployment(10), [rs('old-1', 10)], fresh))).toEqual({ 'old-1': 8 });
  });
  it('then makes two more new ones', () => {
    const fresh = rs('new-2', 3, { available: 0 });
    expect(nextNewSize(deployment(10), [rs('old-1', 8), fresh], fresh)).toBe(5);
  });
});

describe('an update that is stuck', () => {
  it('of three leaves the old ones alone', () => {
    const stuck = rs('new-2', 1, { available: 0 });
    expect(oldPodsToSpare(deployment(3), [rs('old-1', 3)], stuck)).toBe(0);
    expect(nextNewSize(deployment(3), [rs('old-1', 3), stuck], stuck)).toBeUndefined();
  });
  it('of four gives up one old and tries two new', () => {
    const first = rs('new-2', 1, { available: 0 });
    expect(oldPodsToSpare(deployment(4), [rs('old-1', 4)], first)).toBe(1);
    expect(nextNewSize(deployment(4), [rs('old-1', 3), first], first)).toBe(2);
    const second = rs('new-2', 2, { available: 0 });
    expect(oldPodsToSpare(deployment(4), [rs('old-1', 3)], second)).toBe(0);
  });
});

it('old Pods that are not available go first, of the oldest set first, and no more than may', () => {
  const old = [rs('b-2', 3, { available: 1 }), rs('a-1', 2, { available: 1 })];
  expect(sizes(withoutUnhealthy(old, 2))).toEqual({ 'a-1': 1, 'b-2': 2 });
});

it('a set that is too large is cut to what is wanted; one that is right stays', () => {
  expect(nextNewSize(deployment(2), [rs('new-1', 5)], rs('new-1', 5))).toBe(2);
  expect(nextNewSize(deployment(2), [rs('new-1', 2)], rs('new-1', 2))).toBeUndefined();
});

it('Recreate makes all at once', () => {
  expect(nextNewSize(recreate(3), [rs('new-1', 0)], rs('new-1', 0))).toBe(3);
});

describe('a changed number of Pods', () => {
  it('is given to the one set with Pods', () => {
    expect(sizes(scaleSets(deployment(5), rs('new-1', 3), []))).toEqual({ 'new-1': 5 });
    expect(sizes(scaleSets(deployment(3), rs('new-1', 3), []))).toEqual({});
  });
  it('is shared by size during an update: 4 to 8 with 4 old and 2 new is 7 and 3', () => {
    const of = deployment(8, { maxSurge: 2, maxUnavailable: 0 });
    const [old, fresh] = [rs('old-1', 4, { max: 6 }), rs('new-2', 2, { available: 0, max: 6 })];
    expect(sizes(scaleSets(of, fresh, [old]))).toEqual({ 'old-1': 7, 'new-2': 3 });
  });
  it('to 0 takes all', () => {
    const [old, fresh] = [rs('old-1', 4, { max: 6 }), rs('new-2', 2, { max: 6 })];
    expect(sizes(scaleSets(deployment(0), fresh, [old]))).toEqual({ 'old-1': 0, 'new-2': 0 });
  });
  it('lets old sets go when the new one has all it should', () => {
    const fresh = rs('new-2', 3, { desired: 3 });
    expect(sizes(scaleSets(deployment(3), fresh, [rs('old-1', 1)]))).toEqual({ 'old-1': 0 });
  });
});
