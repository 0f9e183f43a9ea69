import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { TestServer } from '../testing/test-server.ts';

const deployment = (spec: object, image: string): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    ...spec,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image }] } },
  },
});

const apply = (body: object, fieldManager = 'kubectl') =>
  ({
    verb: 'patch',
    resource: 'deployments.apps',
    name: 'web',
    patchType: 'apply',
    body,
    options: { fieldManager },
  }) as const;

test('an apply conflicts with what client-side apply and kubectl set own', () => {
  const cluster = new TestServer();
  const first = deployment({ replicas: 0, revisionHistoryLimit: 10 }, 'nginx:1.25') as { metadata: object };
  const last = JSON.stringify(deployment({ replicas: 0 }, 'nginx:1.25'));
  const body = {
    ...first,
    metadata: {
      ...first.metadata,
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': last },
    },
  };
  cluster.request({
    verb: 'create',
    resource: 'deployments.apps',
    body,
    options: { fieldManager: 'kubectl-client-side-apply' },
  });
  cluster.request({
    verb: 'patch',
    resource: 'deployments.apps',
    name: 'web',
    patchType: 'strategic',
    body: { spec: { template: { spec: { containers: [{ name: 'web', image: 'nginx:1.27' }] } } } },
    options: { fieldManager: 'kubectl-set' },
  });
  expect(cluster.refusal(apply(deployment({ replicas: 2, revisionHistoryLimit: 3 }, 'nginx:1.25')))).toBe(
    [
      'Apply failed with 2 conflicts: conflicts with "kubectl-client-side-apply" using apps/v1:',
      '- .spec.revisionHistoryLimit',
      'conflicts with "kubectl-set" using apps/v1:',
      '- .spec.template.spec.containers[name="web"].image',
    ].join('\n'),
  );
  expect(cluster.refusal(apply(deployment({ replicas: 2, paused: true }, 'nginx:1.28'), 'robot'))).toBe(
    [
      'Apply failed with 2 conflicts: conflicts with "kubectl-client-side-apply" using apps/v1:',
      '- .spec.replicas',
      'conflicts with "kubectl-set" using apps/v1:',
      '- .spec.template.spec.containers[name="web"].image',
    ].join('\n'),
  );
});

test('an apply creates, owns what it names, and prunes what it lets go', () => {
  const cluster = new TestServer();
  const send = (data: object): unknown => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'app' }, data };
    const answer = cluster.request({
      verb: 'patch',
      resource: 'configmaps',
      name: 'app',
      patchType: 'apply',
      body,
      options: { fieldManager: 'kubectl' },
    });
    return answer.ok ? answer.value.body : answer.error.message;
  };
  const created = send({ a: 'b', x: 'y' });
  expect(send({ a: 'b', x: 'y' })).toBe(created);
  expect(send({ a: 'c' })).toMatchObject({
    data: { a: 'c' },
    metadata: {
      managedFields: [
        { manager: 'kubectl', operation: 'Apply', apiVersion: 'v1', fieldsV1: { 'f:data': { 'f:a': {} } } },
      ],
    },
  });
});

test('an apply that does not fit the schema names the path', () => {
  const cluster = new TestServer();
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web' },
    spec: { containers: [{ name: 'web', imagee: 'a' }] },
  };
  const send = (resource: string, body: object): string =>
    cluster.refusal({
      verb: 'patch',
      resource,
      name: 'web',
      patchType: 'apply',
      body,
      options: { fieldManager: 'kubectl' },
    });
  expect(send('pods', pod)).toBe(
    'failed to create typed patch object (default/web; /v1, Kind=Pod): .spec.containers[name="web"].imagee: field not declared in schema',
  );
  expect(send('deployments.apps', deployment({ replicas: 'three' }, 'nginx'))).toBe(
    'failed to create typed patch object (default/web; apps/v1, Kind=Deployment): .spec.replicas: expected numeric (int or float), got string',
  );
});

test('writers that do not apply own what they change, as upstream shows it', () => {
  const cluster = new TestServer();
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', namespace: 'default', labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'nginx', ports: [{ containerPort: 80 }] }] },
  };
  cluster.create('pods', pod);
  const read = cluster.request({ verb: 'get', resource: 'pods', name: 'web' });
  const managedFields = read.ok ? (read.value.body as KubeObject).metadata?.managedFields : undefined;
  expect(managedFields?.[0]).toMatchObject({
    manager: 'kubectl',
    operation: 'Update',
    fieldsV1: {
      'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {}, 'f:ports': { '.': {} } },
        },
      },
    },
  });
});
