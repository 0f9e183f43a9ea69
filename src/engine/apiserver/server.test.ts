import { expect, test } from 'vitest';
import { TestServer } from './testing/test-server.ts';

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
  expect(made.metadata).toMatchObject({
    name: 'web',
    namespace: 'default',
    creationTimestamp: '2026-01-02T03:04:00Z',
  });
  const read = cluster.request({ verb: 'get', resource: 'pods', name: 'web' });
  expect(read.ok && read.value.body).toBe(made);
  const bound = cluster.request({
    verb: 'create',
    resource: 'pods',
    subresource: 'binding',
    name: 'web',
    body: {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name: 'web' },
      target: { kind: 'Node', name: 'worker-1' },
    },
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
    conditions: [
      { type: 'Ready' },
      { type: 'PodScheduled', status: 'True', lastTransitionTime: '2026-01-02T03:04:00Z' },
    ],
  });
  cluster.wait(10_000);
  const first = Number(made.metadata?.resourceVersion);
  expect(
    watch.events.map(({ type, object }) => `${type} ${Number(object.metadata?.resourceVersion) - first}`),
  ).toEqual(['ADDED 0', 'MODIFIED 1', 'MODIFIED 2']);
});

test('names what is missing, taken, mismatched and unknown in upstream words', () => {
  const cluster = new TestServer();
  expect(cluster.refusal({ verb: 'get', resource: 'pods', name: 'web' })).toBe('pods "web" not found');
  expect(cluster.refusal({ verb: 'get', resource: 'pods', namespace: 'nope', name: 'web' })).toBe(
    'namespaces "nope" not found',
  );
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

test('admission fills in the service account, its token volume, priority and tolerations', () => {
  const cluster = new TestServer();
  const { spec } = cluster.create('pods', POD) as unknown as {
    spec: Record<string, unknown> & { volumes: { name: string }[] };
  };
  expect(spec).toMatchObject({
    serviceAccountName: 'default',
    priority: 0,
    preemptionPolicy: 'PreemptLowerPriority',
    tolerations: [
      {
        key: 'node.kubernetes.io/not-ready',
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      },
      {
        key: 'node.kubernetes.io/unreachable',
        operator: 'Exists',
        effect: 'NoExecute',
        tolerationSeconds: 300,
      },
    ],
    containers: [
      {
        volumeMounts: [
          {
            name: spec.volumes[0]?.name,
            readOnly: true,
            mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
          },
        ],
      },
    ],
  });
  const mutated = cluster.records.flatMap(({ kind, data }) =>
    kind === 'request.stage' && data.verdict === 'mutated' && data.plugin !== undefined ? [data.plugin] : [],
  );
  expect(mutated).toEqual(['ServiceAccount', 'Priority', 'DefaultTolerationSeconds']);
});

test('admission refuses before the schema does', () => {
  const cluster = new TestServer();
  const pod = (more: object): object => ({ ...POD, spec: { ...POD.spec, ...more } });
  expect(
    cluster.refusal({
      verb: 'create',
      resource: 'pods',
      namespace: 'nope',
      body: { ...POD, metadata: { name: 'web' } },
    }),
  ).toBe('namespaces "nope" not found');
  expect(
    cluster.refusal({ verb: 'create', resource: 'pods', body: pod({ serviceAccountName: 'foo' }) }),
  ).toBe(
    'pods "web" is forbidden: error looking up service account default/foo: serviceaccount "foo" not found',
  );
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: pod({ priority: 5 }) })).toBe(
    'pods "web" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
  );
  expect(
    cluster.refusal({ verb: 'create', resource: 'pods', body: pod({ runtimeClassName: 'gvisor' }) }),
  ).toBe('pods "web" is forbidden: pod rejected: RuntimeClass "gvisor" not found');
});

test('a stopped server refuses the connection', () => {
  const cluster = new TestServer();
  cluster.server.stop();
  expect(cluster.refusal({ verb: 'get', resource: 'pods', name: 'web' })).toBe(
    'dial tcp 10.99.0.1:6443: connect: connection refused',
  );
});

test('a server that dies takes what it had not committed with it', () => {
  const cluster = new TestServer();
  const { done } = cluster.kernel.spawn(
    cluster.client().request({ verb: 'create', resource: 'pods', namespace: 'default', name: '', body: POD }),
  );
  cluster.wait(1_500);
  cluster.server.stop();
  cluster.wait(10_000);
  expect(done.value()).toEqual({
    ok: false,
    error: { kind: 'TransportError', code: 0, message: 'unexpected EOF' },
  });
  expect(cluster.server.etcd.get('pods', { namespace: 'default', name: 'web' })).toBe(undefined);
  cluster.server.start();
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: POD })).toBe('accepted with 201');
});

test('a list from a version of the future waits for it and gives up', () => {
  const cluster = new TestServer();
  const current = cluster.server.etcd.rev;
  const list = { verb: 'list', resource: 'pods', options: { resourceVersion: '99999' } } as const;
  const began = cluster.kernel.now();
  expect(cluster.refusal(list)).toBe(`Timeout: Too large resource version: 99999, current: ${current}`);
  expect(Math.floor((cluster.kernel.now() - began) / 1_000_000)).toBe(3);
});

test('keys named like members of every object are kept, whichever way they come', () => {
  const cluster = new TestServer();
  const body = (text: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'odd' },
    data: JSON.parse(text) as object,
  });
  const data = (): unknown => {
    const read = cluster.request({ verb: 'get', resource: 'configmaps', name: 'odd' });
    return JSON.stringify(((read.ok ? read.value.body : {}) as { data?: object }).data);
  };
  const send = (verb: 'create' | 'update' | 'patch', text: string, more: object = {}): void => {
    const answer = cluster.request({ verb, resource: 'configmaps', name: 'odd', body: body(text), ...more });
    expect(answer.ok || answer.error.message).toBe(true);
  };
  send('create', '{"__proto__":"1"}');
  expect(data()).toBe('{"__proto__":"1"}');
  send('update', '{"__proto__":"2","constructor":"3"}');
  expect(data()).toBe('{"__proto__":"2","constructor":"3"}');
  send('patch', '{"toString":"4","__proto__":"5"}', { patchType: 'strategic' });
  expect(data()).toBe('{"__proto__":"5","constructor":"3","toString":"4"}');
  send('patch', '{"constructor":null,"a":"6"}', { patchType: 'merge' });
  expect(data()).toBe('{"__proto__":"5","toString":"4","a":"6"}');
  send('patch', '{"__proto__":"7"}', { patchType: 'apply', options: { fieldManager: 'me', force: true } });
  expect(data()).toBe('{"__proto__":"7","toString":"4","a":"6"}');
});
