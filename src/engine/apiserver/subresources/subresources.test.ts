import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { TestServer } from '../testing/test-server.ts';

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'nginx' }], ...spec },
});

const post = (cluster: TestServer, subresource: string, name: string, body: object): string =>
  cluster.refusal({ verb: 'create', resource: 'pods', subresource, name, body });

test('a binding is refused for a Pod that is bound, gated or missing', () => {
  const cluster = new TestServer();
  cluster.create('pods', pod('a', { nodeName: 'worker-1' }));
  cluster.create('pods', pod('b', { schedulingGates: [{ name: 'example.com/gate' }] }));
  const bind = (name: string): string =>
    post(cluster, 'binding', name, { metadata: { name }, target: { kind: 'Node', name: 'worker-2' } });
  expect(bind('a')).toBe(
    'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "worker-1"',
  );
  expect(bind('b')).toBe(
    'Operation cannot be fulfilled on pods/binding "b": pod b has non-empty .spec.schedulingGates',
  );
  expect(bind('c')).toBe('pods "c" not found');
});

function withBudget(status: object): TestServer {
  const cluster = new TestServer();
  cluster.create('pods', pod('a', { nodeName: 'worker-1' }));
  const ready = { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } };
  cluster.request({
    verb: 'patch',
    resource: 'pods',
    subresource: 'status',
    name: 'a',
    patchType: 'strategic',
    body: ready,
  });
  const spec = { minAvailable: 2, selector: { matchLabels: { app: 'web' } } };
  const resource = 'poddisruptionbudgets.policy';
  cluster.create(resource, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'default' },
    spec,
  });
  cluster.request({
    verb: 'patch',
    resource,
    subresource: 'status',
    name: 'web',
    patchType: 'merge',
    body: { status },
  });
  return cluster;
}

test('an eviction spends the budget, or is told what the budget lacks', () => {
  const evict = (cluster: TestServer) =>
    cluster.request({
      verb: 'create',
      resource: 'pods',
      subresource: 'eviction',
      name: 'a',
      body: { metadata: { name: 'a' } },
    });
  const tight = evict(
    withBudget({
      observedGeneration: 1,
      disruptionsAllowed: 0,
      desiredHealthy: 2,
      currentHealthy: 2,
      expectedPods: 2,
    }),
  );
  expect(tight.ok || tight.error).toMatchObject({
    code: 429,
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [
        {
          reason: 'DisruptionBudget',
          message: 'The disruption budget web needs 2 healthy pods and has 2 currently',
        },
      ],
    },
  });
  const unseen = evict(withBudget({ observedGeneration: 0 }));
  expect(unseen.ok || unseen.error.kind === 'Status' ? unseen : undefined).toMatchObject({
    error: {
      details: { causes: [{ message: 'The disruption budget web is still being processed by the server.' }] },
    },
  });
  const cluster = withBudget({
    observedGeneration: 1,
    disruptionsAllowed: 1,
    desiredHealthy: 2,
    currentHealthy: 3,
    expectedPods: 3,
  });
  expect(evict(cluster).ok).toBe(true);
  const left = cluster.request({ verb: 'get', resource: 'poddisruptionbudgets.policy', name: 'web' });
  expect(left.ok && left.value.body).toMatchObject({
    status: { disruptionsAllowed: 0, disruptedPods: { a: '2026-01-02T03:04:00Z' } },
  });
  const gone = cluster.request({ verb: 'get', resource: 'pods', name: 'a' });
  expect(gone.ok && gone.value.body).toMatchObject({
    metadata: { deletionGracePeriodSeconds: 30 },
    status: {
      conditions: [
        { type: 'Ready' },
        {},
        { type: 'DisruptionTarget', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' },
      ].filter((c) => 'type' in c),
    },
  });
});

test('an eviction names its Pod, may be of policy/v1beta1, and holds its preconditions against the Pod before it marks it', () => {
  const budget = {
    observedGeneration: 1,
    disruptionsAllowed: 2,
    desiredHealthy: 0,
    currentHealthy: 2,
    expectedPods: 2,
  };
  const cluster = withBudget(budget);
  const evict = (body: object) =>
    cluster.request({
      verb: 'create',
      resource: 'pods',
      subresource: 'eviction',
      name: 'a',
      body,
    });
  const refusal = (body: object): unknown => {
    const answer = evict(body);
    return answer.ok || answer.error.message;
  };
  const metadata = { name: 'a' };
  expect(refusal({})).toBe('name in URL does not match name in Eviction object');
  const preconditions = { resourceVersion: '1' };
  expect(refusal({ metadata, deleteOptions: { preconditions } })).toMatch(
    /^Operation cannot be fulfilled on Pod "a": the ResourceVersion in the precondition \(1\) does not match the ResourceVersion in record \(\d+\). The object might have been modified$/,
  );
  const pod = cluster.request({ verb: 'get', resource: 'pods', name: 'a' });
  const { resourceVersion } = (pod.ok ? (pod.value.body as KubeObject).metadata : undefined) ?? {};
  const old = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata };
  expect(evict({ ...old, deleteOptions: { preconditions: { resourceVersion } } }).ok).toBe(true);
});

test('a budget whose sync failed says so, and its last disruption turns its condition', () => {
  const condition = {
    type: 'DisruptionAllowed',
    lastTransitionTime: '2026-01-02T03:00:00Z',
  };
  const body = { metadata: { name: 'a' } };
  const request = {
    verb: 'create',
    resource: 'pods',
    subresource: 'eviction',
    name: 'a',
    body,
  } as const;
  const failed = withBudget({
    observedGeneration: 1,
    conditions: [
      {
        ...condition,
        status: 'False',
        reason: 'SyncFailed',
        message: 'found no controller',
      },
    ],
  }).request(request);
  expect(failed.ok || failed.error).toMatchObject({
    details: {
      causes: [
        {
          message:
            'The disruption budget web does not allow evicting pods currently because it failed sync: found no controller',
        },
      ],
    },
  });
  const cluster = withBudget({
    observedGeneration: 1,
    disruptionsAllowed: 1,
    desiredHealthy: 1,
    currentHealthy: 2,
    expectedPods: 2,
    conditions: [{ ...condition, status: 'True', reason: 'SufficientPods', message: '' }],
  });
  expect(cluster.request(request).ok).toBe(true);
  const left = cluster.request({
    verb: 'get',
    resource: 'poddisruptionbudgets.policy',
    name: 'web',
  });
  expect(left.ok && left.value.body).toMatchObject({
    status: { conditions: [{ status: 'False', reason: 'InsufficientPods' }] },
  });
});

test('an eviction whose deleteOptions ask for a dry run takes neither the Pod nor the budget', () => {
  const budget = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    desiredHealthy: 0,
    currentHealthy: 1,
    expectedPods: 1,
  };
  const cluster = withBudget(budget);
  const evicted = cluster.request({
    verb: 'create',
    resource: 'pods',
    subresource: 'eviction',
    name: 'a',
    body: {
      metadata: { name: 'a' },
      deleteOptions: { dryRun: ['All'], gracePeriodSeconds: 1 },
    },
  });
  expect(evicted.ok && evicted.value.code).toBe(201);
  const pod = cluster.request({ verb: 'get', resource: 'pods', name: 'a' });
  expect(pod.ok && pod.value.body).not.toHaveProperty('metadata.deletionTimestamp');
  const left = cluster.request({
    verb: 'get',
    resource: 'poddisruptionbudgets.policy',
    name: 'web',
  });
  expect(left.ok && left.value.body).toMatchObject({
    status: { disruptionsAllowed: 1 },
  });
});

test('scale reads and writes spec.replicas, and kinds without it have no such path', () => {
  const cluster = new TestServer();
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'nginx' }] },
  };
  const spec = { selector: { matchLabels: { app: 'web' } }, template };
  cluster.create('deployments.apps', {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec,
  });
  const scale = { resource: 'deployments.apps', subresource: 'scale', name: 'web' } as const;
  const scaled = cluster.request({
    verb: 'patch',
    ...scale,
    patchType: 'merge',
    body: { spec: { replicas: 3 } },
  });
  expect(scaled.ok && scaled.value.body).toMatchObject({
    kind: 'Scale',
    spec: { replicas: 3 },
    status: { replicas: 0, selector: 'app=web' },
  });
  const read = cluster.request({ verb: 'get', resource: 'deployments.apps', name: 'web' });
  expect(read.ok && read.value.body).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 } });
  expect(
    cluster.refusal({
      verb: 'patch',
      resource: 'jobs.batch',
      subresource: 'scale',
      name: 'x',
      patchType: 'merge',
      body: {},
    }),
  ).toBe('the server could not find the requested resource');
});

test('logs of a Pod without a node are empty; exec needs one', () => {
  const cluster = new TestServer();
  cluster.create('pods', pod('a'));
  const log = cluster.request({ verb: 'get', resource: 'pods', subresource: 'log', name: 'a' });
  expect(log.ok && log.value.body).toBe('');
  const exec = cluster.run(
    cluster.server.connect(
      cluster.client().identity,
      { verb: 'create', resource: 'pods', subresource: 'exec', namespace: 'default', name: 'a' },
      { sink: { write: () => undefined } },
    ),
  );
  expect(exec.ok || exec.error.message).toBe('pod a does not have a host assigned');
});
