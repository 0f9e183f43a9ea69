import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import type { ApiRequest } from '../../machinery/client.ts';
import { TestServer } from '../testing/test-server.ts';

/** A Pod, what a request for it is answered, and the Pod as it then stands. */
function after(request: Pick<ApiRequest, 'verb'> & Partial<ApiRequest>): string {
  const cluster = new TestServer();
  cluster.create('pods', {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'default' },
    spec: { nodeName: 'n', containers: [{ name: 'web', image: 'nginx' }] },
  });
  const said = cluster.refusal({ resource: 'pods', name: 'a', ...request });
  const pod = cluster.request({ verb: 'get', resource: 'pods', name: 'a' });
  const { deletionGracePeriodSeconds: grace, finalizers = [] } =
    (pod.ok ? (pod.value.body as KubeObject) : {}).metadata ?? {};
  return [said, grace === undefined ? 'stands' : `grace ${grace}`, ...finalizers].join('; ');
}

const INVALID = 'DeleteOptions.meta.k8s.io "" is invalid: ';
const CANNOT = 'json: cannot unmarshal';

test.each([
  [{ dryRun: ['All'] }, 'accepted with 200; stands'],
  [{ dryRun: ['all'] }, `${INVALID}dryRun: Unsupported value: ["all"]: supported values: "All"; stands`],
  [{ dryRun: 'All' }, `${CANNOT} string into Go struct field DeleteOptions.dryRun of type []string; stands`],
  [
    { gracePeriodSeconds: 'abc' },
    `${CANNOT} string into Go struct field DeleteOptions.gracePeriodSeconds of type int64; stands`,
  ],
  [{ gracePeriodSeconds: -5 }, 'accepted with 200; grace 1'],
  [{ gracePeriodSeconds: null, propagationPolicy: null, preconditions: null }, 'accepted with 200; grace 30'],
  [
    { propagationPolicy: 'Later' },
    `${INVALID}propagationPolicy: Unsupported value: "Later": supported values: "Foreground", "Background", "Orphan", "nil"; stands`,
  ],
  [{ orphanDependents: true }, 'accepted with 200; grace 30; orphan'],
  [
    { orphanDependents: false, propagationPolicy: 'Orphan' },
    `${INVALID}propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set; stands`,
  ],
  [{ apiVersion: 'v1', kind: 'Pod' }, 'decoded object cannot be converted to DeleteOptions; stands'],
  ['text', `${CANNOT} string into Go value of type v1.DeleteOptions; stands`],
])('deletions of one and of all, with %j in the body', (body, outcome) => {
  expect(after({ verb: 'delete', body })).toBe(outcome);
  expect(after({ verb: 'deletecollection', name: '', body })).toBe(outcome);
});

test('where there is a body, the query does not count', () => {
  const options = { gracePeriodSeconds: 3, dryRun: true };
  expect(after({ verb: 'delete', options: { gracePeriodSeconds: 3 } })).toBe('accepted with 200; grace 3');
  expect(after({ verb: 'delete', options, body: { kind: 'DeleteOptions' } })).toBe(
    'accepted with 200; grace 30',
  );
});

test('an eviction is dry with any value of dryRun, and what is null in it is not given', () => {
  const evicted = (deleteOptions: unknown): string =>
    after({
      verb: 'create',
      subresource: 'eviction',
      body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'a' }, deleteOptions },
    });
  expect(evicted({ dryRun: ['other'] })).toBe('accepted with 201; stands');
  expect(evicted({ preconditions: null, gracePeriodSeconds: 4 })).toBe('accepted with 201; grace 4');
  expect(evicted(null)).toBe('accepted with 201; grace 30');
});

test('a dryRun of the query that is none writes nothing', () => {
  const cluster = new TestServer();
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const made = (query: string): string =>
    cluster.refusal({
      verb: 'create',
      resource: '',
      path: `/api/v1/namespaces/default/configmaps?${query}`,
      body,
    });
  expect(made('dryRun=All&dryRun=All')).toBe('accepted with 201');
  expect(made('dryRun=All&dryRun=')).toBe(
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["All",""]: supported values: "All"',
  );
  expect(cluster.refusal({ verb: 'get', resource: 'configmaps', name: 'a' })).toBe(
    'configmaps "a" not found',
  );
});
