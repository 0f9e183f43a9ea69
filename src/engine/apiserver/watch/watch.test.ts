import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { TestServer } from '../testing/test-server.ts';

const config = (name: string, labels: Record<string, string>) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels },
});

const label = (cluster: TestServer, name: string, labels: object) =>
  cluster.request({
    verb: 'patch',
    resource: 'configmaps',
    name,
    patchType: 'merge',
    body: { metadata: { labels } },
  });

test('a selector turns changes of labels into comings and goings', () => {
  const cluster = new TestServer();
  cluster.create('configmaps', config('a', { app: 'web' }));
  const seen = cluster.watch('configmaps', { labelSelector: 'app=web' });
  cluster.create('configmaps', config('b', { app: 'db' }));
  label(cluster, 'b', { app: 'web' });
  label(cluster, 'b', { app: 'web', x: 'y' });
  label(cluster, 'a', { app: null });
  cluster.request({ verb: 'delete', resource: 'configmaps', name: 'b' });
  cluster.wait(10_000);
  expect(seen.events.map(({ type, object }) => `${type} ${object.metadata?.name}`)).toEqual([
    'ADDED a',
    'ADDED b',
    'MODIFIED b',
    'DELETED a',
    'DELETED b',
  ]);
});

test('a watch goes on from a revision, and says when that is too old', () => {
  const cluster = new TestServer();
  const first = cluster.create('configmaps', config('a', {}));
  cluster.create('configmaps', config('b', {}));
  const seen = cluster.watch('configmaps', { resourceVersion: first.metadata?.resourceVersion ?? '' });
  cluster.wait(10_000);
  expect(seen.events.map(({ object }) => object.metadata?.name)).toEqual(['b']);
  cluster.server.etcd.compact(cluster.server.etcd.rev);
  const late = cluster.watch('configmaps', { resourceVersion: '5' });
  cluster.wait(10_000);
  expect(late.closed).toMatchObject([
    { code: 410, reason: 'Expired', message: `too old resource version: 5 (${cluster.server.etcd.rev})` },
  ]);
});

test('a stopped server ends its watches; a cut wire holds events back', () => {
  const cluster = new TestServer();
  const seen = cluster.watch('configmaps');
  cluster.server.wire.cut('outside');
  cluster.server.etcd.putNow(
    { resource: 'configmaps', ref: { namespace: 'default', name: 'a' }, expected: 0 },
    () => config('a', {}),
  );
  cluster.wait(5_000_000);
  expect(seen.events).toEqual([]);
  cluster.server.wire.heal('outside');
  cluster.wait(10_000);
  expect(seen.events.map(({ type }) => type)).toEqual(['ADDED']);
  cluster.server.stop();
  cluster.wait(10_000);
  expect(seen.closed.length).toBe(1);
});

test('a server that stops over a cut wire is missed only by the health check', () => {
  const cluster = new TestServer();
  const seen = cluster.watch('configmaps');
  cluster.server.wire.cut('control-plane');
  cluster.server.stop();
  cluster.wait(44_000_000);
  expect(seen.closed).toEqual([]);
  cluster.wait(2_000_000);
  expect(seen.closed).toMatchObject([{ message: 'http2: client connection lost' }]);
});

test('a cut between a place and the server is none for others, nor for the server’s own machine', () => {
  const { wire } = new TestServer().server;
  wire.cut('worker-1', 'control-plane');
  wire.cut('worker-2', 'worker-3');
  expect(['worker-1', 'worker-2', 'outside'].filter((from) => wire.isCut(from))).toEqual(['worker-1']);
  wire.cut('control-plane');
  expect(['worker-1', 'outside', 'control-plane'].filter((from) => wire.isCut(from))).toEqual([
    'worker-1',
    'outside',
  ]);
  wire.heal('control-plane');
  expect(wire.isCut('outside')).toBe(false);
});

test('pages of a list stay at one revision', () => {
  const cluster = new TestServer();
  for (const name of ['a', 'b', 'c']) cluster.create('configmaps', config(name, {}));
  const page = (more: object) => {
    const answer = cluster.request({ verb: 'list', resource: 'configmaps', options: { limit: 2, ...more } });
    return (answer.ok ? answer.value.body : answer.error) as {
      items: KubeObject[];
      metadata: { continue?: string; remainingItemCount?: number };
    };
  };
  const first = page({});
  expect(first.metadata.remainingItemCount).toBe(1);
  cluster.create('configmaps', config('d', {}));
  const rest = page({ continue: first.metadata.continue });
  expect(rest.items.map(({ metadata }) => metadata?.name)).toEqual(['c']);
  expect(
    cluster.refusal({ verb: 'list', resource: 'pods', options: { fieldSelector: 'spec.containers=web' } }),
  ).toBe('field label not supported: spec.containers');
});
