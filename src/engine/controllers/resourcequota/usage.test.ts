import { expect, it } from 'vitest';
import type { Pod, ResourceQuota } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { calculateUsage, countedKinds, countsPod, sameAmounts } from './usage.ts';

const NOW = Date.parse('2026-01-01T00:10:00Z') * 1000;

const quota = (hard: Readonly<Record<string, string>>, spec: object = {}): ResourceQuota =>
  ({ metadata: { name: 'q' }, spec: { hard, ...spec } }) as unknown as ResourceQuota;
const pod = (
  name: string,
  requests: object = {},
  more: { readonly status?: object; readonly meta?: object; readonly spec?: object } = {},
): Pod =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...more.meta },
    spec: { containers: [{ name: 'c', resources: { requests } }], ...more.spec },
    status: { phase: 'Running', ...more.status },
  }) as unknown as Pod;

function used(
  of: ResourceQuota,
  objects: Readonly<Record<string, readonly KubeObject[]>>,
): Readonly<Record<string, string>> {
  return calculateUsage(of, (kind) => objects[kind] ?? [], NOW);
}

it('amounts of Pods add up; an ended Pod uses nothing and still is an object', () => {
  const pods = [
    pod('a', { cpu: '250m', memory: '64Mi' }),
    pod('b', { cpu: '1' }),
    pod('c', { cpu: '4' }, { status: { phase: 'Succeeded' } }),
  ];
  const hard = { pods: '10', 'requests.cpu': '4', 'requests.memory': '1Gi', 'count/pods': '10' };
  expect(used(quota(hard), { pods })).toEqual({
    pods: '2',
    'requests.cpu': '1250m',
    'requests.memory': '64Mi',
    'count/pods': '3',
  });
});

it('a terminating Pod counts until its grace period is over', () => {
  const going = (deletionTimestamp: string): Pod =>
    pod('a', {}, { meta: { deletionTimestamp, deletionGracePeriodSeconds: 30 } });
  expect(countsPod(going('2026-01-01T00:09:45Z'), NOW)).toBe(true);
  expect(countsPod(going('2026-01-01T00:09:00Z'), NOW)).toBe(false);
});

it('a quota with scopes counts only what is in them', () => {
  const pods = [pod('a'), pod('b', { cpu: '1' }), pod('c', {}, { spec: { activeDeadlineSeconds: 5 } })];
  const scoped = (scope: string): string | undefined =>
    used(quota({ pods: '10' }, { scopes: [scope] }), { pods })['pods'];
  expect(['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating'].map(scoped)).toEqual([
    '2',
    '1',
    '1',
    '2',
  ]);
});

it('claims are counted by their class too', () => {
  const claim = (storageClassName: string, storage: string): KubeObject =>
    ({
      metadata: { name: storage },
      spec: { storageClassName, resources: { requests: { storage } } },
    }) as unknown as KubeObject;
  const hard = {
    persistentvolumeclaims: '5',
    'requests.storage': '100Gi',
    'fast.storageclass.storage.k8s.io/requests.storage': '10Gi',
    'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '2',
  };
  expect(used(quota(hard), { persistentvolumeclaims: [claim('fast', '2Gi'), claim('slow', '5Gi')] })).toEqual(
    {
      persistentvolumeclaims: '2',
      'requests.storage': '7Gi',
      'fast.storageclass.storage.k8s.io/requests.storage': '2Gi',
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
    },
  );
});

it('what a quota watches follows from what it limits', () => {
  const hard = { 'limits.cpu': '1', 'services.nodeports': '1', 'count/jobs.batch': '1', configmaps: '3' };
  expect(new Set(countedKinds(quota(hard)))).toEqual(
    new Set(['pods', 'services', 'jobs.batch', 'configmaps']),
  );
});

it('amounts are compared, not texts', () => {
  expect(sameAmounts({ cpu: '1' }, { cpu: '1000m' })).toBe(true);
  expect(sameAmounts({ cpu: '1' }, { cpu: '1', pods: '0' })).toBe(false);
});
