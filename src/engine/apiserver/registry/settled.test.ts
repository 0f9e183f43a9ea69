import { expect, test } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { TestServer } from '../testing/test-server.ts';

type Stored = KubeObject & { readonly spec: object };

const SPEC = {
  containers: [{ name: 'web', image: 'nginx:1.29', resources: { requests: { cpu: '1000m' } } }],
};
const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: SPEC };
const OBJECTS = {
  pods: { apiVersion: 'v1', kind: 'Pod', spec: SPEC },
  'deployments.apps': {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE },
  },
  'statefulsets.apps': {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    spec: { serviceName: 'web', selector: { matchLabels: { app: 'web' } }, template: TEMPLATE },
  },
};
const NAME = 'web';

function made(resource: keyof typeof OBJECTS): { server: TestServer; stored: Stored } {
  const server = new TestServer();
  const object = { ...OBJECTS[resource], metadata: { name: NAME, namespace: 'default' } };
  return { server, stored: server.create(resource, object) as Stored };
}

/** The object with another label, as a client sends it that shares what it read. */
const labelled = (object: Stored): Stored => ({
  ...object,
  metadata: { ...object.metadata, labels: { seen: 'yes' } },
});

test.each(Object.keys(OBJECTS) as (keyof typeof OBJECTS)[])(
  '%s: an update that leaves the spec alone makes what one that is read anew makes',
  (resource) => {
    const answers = (['shared', 'patched', 'anew'] as const).map((how) => {
      const { server, stored } = made(resource);
      const body = labelled(stored);
      const sent = how === 'anew' ? (JSON.parse(JSON.stringify(body)) as Stored) : body;
      const answer =
        how === 'patched'
          ? server.request({
              verb: 'patch',
              resource,
              name: NAME,
              patchType: 'merge',
              body: { metadata: { labels: { seen: 'yes' } } },
            })
          : server.request({ verb: 'update', resource, name: NAME, body: sent });
      const object = (answer.ok ? answer.value.body : answer.error) as Stored;
      expect(object.spec).toBe(stored.spec);
      return JSON.stringify(object);
    });
    expect(answers[1]).toBe(answers[0]);
    expect(answers[2]).toBe(answers[0]);
  },
);

test('what an update adds to a stored spec is read, defaulted and refused as ever', () => {
  const { server, stored } = made('pods');
  const patch = { spec: { containers: [{ name: 'web', image: '' }] } };
  expect(
    server.refusal({ verb: 'patch', resource: 'pods', name: NAME, patchType: 'strategic', body: patch }),
  ).toBe('Pod "web" is invalid: spec.containers[0].image: Required value');
  const other = { ...stored, spec: { ...stored.spec, restartPolicy: 'Never' } } as Stored;
  expect(server.refusal({ verb: 'update', resource: 'pods', name: NAME, body: other })).toContain(
    'pod updates may not change fields other than',
  );
});

test('a stored Pod made into another one is a new Pod', () => {
  const { server, stored } = made('pods');
  const { name: _, uid: __, resourceVersion: ___, ...metadata } = stored.metadata ?? {};
  const copy = { ...stored, metadata: { ...metadata, name: 'copy' } };
  const answer = server.request({ verb: 'create', resource: 'pods', name: 'copy', body: copy });
  expect(answer.ok).toBe(true);
});
