import { expect, test } from 'vitest';
import type { Identity } from '../../machinery/client.ts';
import { ADMIN, TestServer } from '../testing/test-server.ts';

const as = (user: string, groups?: readonly string[]): Identity => ({
  ...ADMIN,
  impersonate: groups === undefined ? { user } : { user, groups },
});

test('a user without any role is refused verb by verb', () => {
  const cluster = new TestServer();
  const dev = as('dev');
  expect(cluster.refusal({ verb: 'list', resource: 'pods' }, dev)).toBe(
    'pods is forbidden: User "dev" cannot list resource "pods" in API group "" in the namespace "default"',
  );
  expect(cluster.refusal({ verb: 'list', resource: 'pods', namespace: '' }, dev)).toBe(
    'pods is forbidden: User "dev" cannot list resource "pods" in API group "" at the cluster scope',
  );
  expect(cluster.refusal({ verb: 'create', resource: 'pods', name: 'web', body: {} }, dev)).toBe(
    'pods is forbidden: User "dev" cannot create resource "pods" in API group "" in the namespace "default"',
  );
  expect(cluster.refusal({ verb: 'get', resource: 'deployments.apps', name: 'web' }, dev)).toBe(
    'deployments.apps "web" is forbidden: User "dev" cannot get resource "deployments" in API group "apps" in the namespace "default"',
  );
  expect(cluster.refusal({ verb: 'get', resource: '', path: '/metrics' }, dev)).toBe(
    'forbidden: User "dev" cannot get path "/metrics"',
  );
  expect(
    cluster.refusal(
      { verb: 'get', resource: '', path: '/api' },
      as('system:anonymous', ['system:unauthenticated']),
    ),
  ).toBe('forbidden: User "system:anonymous" cannot get path "/api"');
});

test('a kubelet sees its own node and what its Pods need', () => {
  const cluster = new TestServer();
  const kubelet = as('system:node:worker-1', ['system:nodes']);
  expect(cluster.refusal({ verb: 'get', resource: 'nodes', namespace: '', name: 'worker-2' }, kubelet)).toBe(
    `nodes "worker-2" is forbidden: User "system:node:worker-1" cannot get resource "nodes" in API group "" at the cluster scope: node 'worker-1' cannot read 'worker-2', only its own Node object`,
  );
  expect(cluster.refusal({ verb: 'list', resource: 'secrets' }, kubelet)).toBe(
    'secrets is forbidden: User "system:node:worker-1" cannot list resource "secrets" in API group "" in the namespace "default": No Object name found',
  );
  const config = { verb: 'get', resource: 'configmaps', name: 'app' } as const;
  expect(cluster.refusal(config, kubelet)).toBe(
    `configmaps "app" is forbidden: User "system:node:worker-1" cannot get resource "configmaps" in API group "" in the namespace "default": no relationship found between node 'worker-1' and this object`,
  );
  cluster.create('configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'app', namespace: 'default' },
  });
  cluster.create('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      nodeName: 'worker-1',
      containers: [{ name: 'web', image: 'nginx', envFrom: [{ configMapRef: { name: 'app' } }] }],
    },
  });
  expect(cluster.request(config, kubelet).ok).toBe(true);
});

test('the edit role in one namespace', () => {
  const cluster = new TestServer();
  const dev = as('dev');
  const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', apiGroup: 'rbac.authorization.k8s.io' };
  cluster.create('rolebindings.rbac.authorization.k8s.io', {
    apiVersion: rbac.apiVersion,
    kind: 'RoleBinding',
    metadata: { name: 'editors', namespace: 'default' },
    roleRef: { apiGroup: rbac.apiGroup, kind: 'ClusterRole', name: 'edit' },
    subjects: [{ apiGroup: rbac.apiGroup, kind: 'User', name: 'dev' }],
  });
  const canI = (verb: string, resource: string, more: object = {}): unknown => {
    const body = { spec: { resourceAttributes: { namespace: 'default', verb, resource, ...more } } };
    const answer = cluster.request(
      { verb: 'create', resource: 'selfsubjectaccessreviews.authorization.k8s.io', namespace: '', body },
      dev,
    );
    return answer.ok && (answer.value.body as { status: { allowed: boolean } }).status.allowed;
  };
  expect(canI('create', 'deployments', { group: 'apps' })).toBe(true);
  expect(canI('create', 'roles', { group: 'rbac.authorization.k8s.io' })).toBe(false);
  expect(canI('get', 'nodes')).toBe(false);
  expect(canI('get', 'secrets')).toBe(true);
  expect(canI('create', 'pods', { subresource: 'exec' })).toBe(true);
  expect(canI('list', 'pods', { namespace: 'kube-system' })).toBe(false);
});

test('a token nobody issued, and one that was', () => {
  const cluster = new TestServer();
  const bearer = (token: string): Identity => ({ ...ADMIN, credential: { kind: 'token', token } });
  expect(cluster.refusal({ verb: 'list', resource: 'pods' }, bearer('not-a-real-token'))).toBe(
    'Unauthorized',
  );
  const issued = cluster.request({
    verb: 'create',
    resource: 'serviceaccounts',
    subresource: 'token',
    name: 'default',
    body: {},
  });
  const { status } = (issued.ok ? issued.value.body : {}) as { readonly status: { readonly token: string } };
  expect(cluster.refusal({ verb: 'list', resource: 'pods' }, bearer(status.token))).toBe(
    'pods is forbidden: User "system:serviceaccount:default:default" cannot list resource "pods" in API group "" in the namespace "default"',
  );
});
