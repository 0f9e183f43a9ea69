import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { formatTime } from '../../../api/time.ts';
import { KINDS } from '../kinds/index.ts';
import { TestServer } from '../testing/test-server.ts';
import { planDeletion } from './deletion.ts';

const second = (n: number): number => n * 1_000_000;

function pod(
  meta: object,
  spec: object = { nodeName: 'worker-1', terminationGracePeriodSeconds: 30 },
): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', generation: 1, ...meta },
    spec,
    status: { phase: 'Running' },
  } as KubeObject;
}

function plan(object: KubeObject, atSeconds: number, gracePeriodSeconds?: number): string {
  const kind = KINDS.get('pods');
  if (kind === undefined) throw new Error('Pods are served');
  const options = gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds };
  const deletion = planDeletion({ kind, object, options, nowUs: second(atSeconds) });
  if (deletion.step === 'pending' || deletion.step === 'remove') return deletion.step;
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = deletion.object.metadata ?? {};
  return `${deletion.step} ${deletionTimestamp} grace ${deletionGracePeriodSeconds} generation ${generation}`;
}

test('the grace of a running Pod, asked for again and again', () => {
  expect(plan(pod({}), 100)).toBe(`mark ${formatTime(second(130))} grace 30 generation 2`);
  const terminating = pod({
    deletionTimestamp: formatTime(second(130)),
    deletionGracePeriodSeconds: 30,
    generation: 2,
  });
  expect(plan(terminating, 103)).toBe('pending');
  expect(plan(terminating, 103, 60)).toBe('pending');
  expect(plan(terminating, 103, 5)).toBe(`mark ${formatTime(second(105))} grace 5 generation 2`);
  expect(plan(terminating, 110, 5)).toBe(`mark ${formatTime(second(110))} grace 1 generation 2`);
  expect(plan(terminating, 110, 0)).toBe(`markAndRemove ${formatTime(second(110))} grace 0 generation 2`);
});

test('nobody waits for a Pod without a node, and finalizers hold every object', () => {
  expect(plan(pod({}, {}), 100)).toBe(`markAndRemove ${formatTime(second(100))} grace 0 generation 2`);
  expect(plan(pod({ finalizers: ['example.com/hold'] }, {}), 100)).toBe(
    `mark ${formatTime(second(100))} grace 0 generation 2`,
  );
});

test('cascades: foreground and orphan leave a finalizer, background removes', () => {
  const cluster = new TestServer();
  const make = (): void =>
    void cluster.create('configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'default' },
    });
  const remove = (propagationPolicy: 'Foreground' | 'Background' | 'Orphan'): unknown => {
    const answer = cluster.request({
      verb: 'delete',
      resource: 'configmaps',
      name: 'a',
      options: { propagationPolicy },
    });
    return answer.ok ? answer.value.body : answer.error;
  };
  make();
  expect(remove('Background')).toMatchObject({
    status: 'Success',
    details: { name: 'a', kind: 'configmaps' },
  });
  make();
  expect(remove('Foreground')).toMatchObject({
    metadata: { finalizers: ['foregroundDeletion'], deletionGracePeriodSeconds: 0 },
  });
  const free = { metadata: { finalizers: null } };
  cluster.request({ verb: 'patch', resource: 'configmaps', name: 'a', patchType: 'merge', body: free });
  expect(cluster.refusal({ verb: 'get', resource: 'configmaps', name: 'a' })).toBe(
    'configmaps "a" not found',
  );
});

test('preconditions, missing objects and namespaces that may not go', () => {
  const cluster = new TestServer();
  const made = cluster.create('configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'default' },
  });
  expect(
    cluster.refusal({
      verb: 'delete',
      resource: 'configmaps',
      name: 'a',
      options: { preconditions: { uid: 'x' } },
    }),
  ).toBe(
    `Operation cannot be fulfilled on configmaps "a": Precondition failed: UID in precondition: x, UID in object meta: ${made.metadata?.uid}`,
  );
  expect(cluster.refusal({ verb: 'delete', resource: 'pods', name: 'nope' })).toBe('pods "nope" not found');
  expect(cluster.refusal({ verb: 'delete', resource: 'namespaces', namespace: '', name: 'default' })).toBe(
    'namespaces "default" is forbidden: this namespace may not be deleted',
  );
});

test('the DeleteOptions of a body count: a dry run deletes nothing, of one object or of many', () => {
  const cluster = new TestServer();
  for (const name of ['a', 'b'])
    cluster.create('pods', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { nodeName: 'n', containers: [{ name: 'web', image: 'nginx' }] },
    });
  const left = (): unknown => {
    const pods = cluster.request({ verb: 'list', resource: 'pods', name: '' });
    const { items } = (pods.ok ? pods.value.body : { items: [] }) as {
      items: KubeObject[];
    };
    return items.map(({ metadata }) => metadata?.deletionGracePeriodSeconds);
  };
  const dry = { apiVersion: 'v1', kind: 'DeleteOptions', dryRun: ['All'] };
  expect(cluster.request({ verb: 'delete', resource: 'pods', name: 'a', body: dry }).ok).toBe(true);
  expect(
    cluster.request({
      verb: 'deletecollection',
      resource: 'pods',
      name: '',
      body: dry,
    }).ok,
  ).toBe(true);
  expect(left()).toEqual([undefined, undefined]);
  const soon = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: 3,
  };
  expect(
    cluster.request({
      verb: 'deletecollection',
      resource: 'pods',
      name: '',
      body: soon,
    }).ok,
  ).toBe(true);
  expect(left()).toEqual([3, 3]);
});
