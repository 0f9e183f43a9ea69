import { expect, test } from 'vitest';
import { TestServer } from '../../testing/test-server.ts';

function withQuota(
  hard: Record<string, string>,
  used: Record<string, string>,
  more: object = {},
): TestServer {
  const cluster = new TestServer();
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'limits', namespace: 'default' },
    spec: { hard, ...more },
  };
  cluster.create('resourcequotas', quota);
  const status = { status: { hard, used } };
  cluster.request({
    verb: 'patch',
    resource: 'resourcequotas',
    subresource: 'status',
    name: 'limits',
    patchType: 'merge',
    body: status,
  });
  return cluster;
}

const pod = (name: string, resources: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'web', image: 'nginx:1.25', resources }] },
});

test('a quota counts Pods and refuses the one too many', () => {
  const cluster = withQuota({ pods: '1' }, { pods: '0' });
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: pod('a') })).toBe('accepted with 201');
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: pod('b') })).toBe(
    'pods "b" is forbidden: exceeded quota: limits, requested: pods=1, used: pods=1, limited: pods=1',
  );
  const written = cluster.records.filter(
    ({ kind, data }) => kind === 'request.send' && data.client === 'apiserver' && data.verb === 'update',
  );
  expect(written.length).toBe(1);
});

test('a node port counts twice', () => {
  const cluster = withQuota(
    { services: '1', 'services.nodeports': '0' },
    { services: '1', 'services.nodeports': '0' },
  );
  const body = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'c' },
    spec: { type: 'NodePort', selector: { app: 'web' }, ports: [{ port: 80 }] },
  };
  expect(cluster.refusal({ verb: 'create', resource: 'services', body })).toBe(
    'services "c" is forbidden: exceeded quota: limits, requested: services=1,services.nodeports=1, used: services=1,services.nodeports=0, limited: services=1,services.nodeports=0',
  );
});

test('what a quota counts has to be said, and a quota without status is not known yet', () => {
  const amounts = { 'requests.cpu': '1', 'requests.memory': '1Gi' };
  const cluster = withQuota(amounts, { 'requests.cpu': '0', 'requests.memory': '0' });
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: pod('web') })).toBe(
    'pods "web" is forbidden: failed quota: limits: must specify requests.cpu for: web; requests.memory for: web',
  );
  expect(
    cluster.refusal({
      verb: 'create',
      resource: 'pods',
      body: pod('web', { requests: { cpu: '2', memory: '1Gi' } }),
    }),
  ).toBe(
    'pods "web" is forbidden: exceeded quota: limits, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1',
  );
  const fresh = new TestServer();
  fresh.create('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'default' },
    spec: { hard: { pods: '1' } },
  });
  expect(fresh.refusal({ verb: 'create', resource: 'pods', body: pod('web') })).toBe(
    'pods "web" is forbidden: status unknown for quota: q, resources: pods',
  );
});

test('a quota for BestEffort alone', () => {
  const cluster = withQuota({ pods: '0' }, { pods: '0' }, { scopes: ['BestEffort'] });
  expect(cluster.refusal({ verb: 'create', resource: 'pods', body: pod('one') })).toBe(
    'pods "one" is forbidden: exceeded quota: limits, requested: pods=1, used: pods=0, limited: pods=0',
  );
  expect(
    cluster.refusal({ verb: 'create', resource: 'pods', body: pod('two', { requests: { cpu: '100m' } }) }),
  ).toBe('accepted with 201');
});
