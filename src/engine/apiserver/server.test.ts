import { expect, test } from 'vitest';
import { TestServer } from './test-driver.ts';

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx:1.25' }] },
};

test('a Pod is created, read, watched, bound, patched and deleted', () => {
  const cluster = new TestServer();
  const watch = cluster.watch('pods');
  const made = cluster.create('pods', POD);
  expect(made.metadata).toMatchObject({ name: 'web', namespace: 'default', resourceVersion: '2', creationTimestamp: '2026-01-02T03:04:00Z' });
  const read = cluster.request({ verb: 'get', resource: 'pods', name: 'web' });
  expect(read.ok && read.value.body).toBe(made);
  const bound = cluster.request({
    verb: 'create',
    resource: 'pods',
    subresource: 'binding',
    name: 'web',
    body: { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'web' }, target: { kind: 'Node', name: 'worker-1' } },
  });
  expect(bound.ok && bound.value.code).toBe(201);
  const patched = cluster.request({
    verb: 'patch',
    resource: 'pods',
    subresource: 'status',
    name: 'web',
    patchType: 'strategic',
    body: { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
  });
  expect(patched.ok && (patched.value.body as typeof made & { status: unknown }).status).toMatchObject({
    phase: 'Running',
    conditions: [{ type: 'Ready' }, { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-01-02T03:04:00Z' }],
  });
  cluster.wait(10_000);
  expect(watch.events.map(({ type, object }) => `${type} ${object.metadata?.resourceVersion}`)).toEqual(['ADDED 2', 'MODIFIED 3', 'MODIFIED 4']);
});

test('names what is missing, taken, mismatched and unknown in upstream words', () => {
  const cluster = new TestServer();
  cluster.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } });
  expect(cluster.refusal({ verb: 'get', resource: 'pods', name: 'web' })).toBe('pods "web" not found');
  expect(cluster.refusal({ verb: 'get', resource: 'pods', namespace: 'nope', name: 'web' })).toBe('namespaces "nope" not found');
  cluster.create('pods', POD);
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: POD })).toBe('pods "web" already exists');
  const strict = { options: { fieldValidation: 'Strict' } } as const;
  const wrong = { ...POD, spec: { containers: [{ name: 'web', imagee: 'nginx' }] } };
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: wrong, ...strict })).toBe(
    'Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field "spec.containers[0].imagee"',
  );
  const typed = { ...POD, spec: { containers: [{ name: 'web', ports: [{ containerPort: 'http' }] }] } };
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: typed })).toBe(
    'Pod in version "v1" cannot be handled as a Pod: json: cannot unmarshal string into Go struct field ContainerPort.spec.containers.ports.containerPort of type int32',
  );
});

test('a stopped server refuses the connection', () => {
  const cluster = new TestServer();
  cluster.server.stop();
  expect(cluster.refusal({ verb: 'get', resource: 'pods', name: 'web' })).toBe('dial tcp 10.99.0.1:6443: connect: connection refused');
});
