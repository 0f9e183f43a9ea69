import { expect, test } from 'vitest';
import { kindSchema } from '../../../api/schema.ts';
import { TestServer } from '../testing/test-server.ts';
import { applyJsonPatch } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { mergeMapping } from '../../../api/patch/strategic.ts';

const POD = {
  spec: {
    containers: [
      { name: 'a', image: 'a:1', env: [{ name: 'X', value: '1' }] },
      { name: 'b', image: 'b:1' },
    ],
    tolerations: [{ key: 'one' }],
    volumes: [{ name: 'v', emptyDir: {} }],
  },
  metadata: { finalizers: ['x'], labels: { app: 'web', tier: 'a' } },
};

const strategic = (patch: Record<string, unknown>): unknown => {
  const merged = mergeMapping(POD, patch, kindSchema('v1', 'Pod'));
  return merged.ok ? merged.value : merged.error;
};

test('strategic merge: lists by key, lists as a whole, sets, maps and nulls', () => {
  expect(
    strategic({
      spec: {
        containers: [
          { name: 'b', image: 'b:2' },
          { name: 'c', image: 'c:1' },
        ],
        tolerations: [{ key: 'two' }],
      },
      metadata: { finalizers: ['y'], labels: { tier: null, team: 'x' } },
    }),
  ).toEqual({
    spec: {
      containers: [
        { name: 'a', image: 'a:1', env: [{ name: 'X', value: '1' }] },
        { name: 'b', image: 'b:2' },
        { name: 'c', image: 'c:1' },
      ],
      tolerations: [{ key: 'two' }],
      volumes: [{ name: 'v', emptyDir: {} }],
    },
    metadata: { finalizers: ['y', 'x'], labels: { app: 'web', team: 'x' } },
  });
});

test('strategic merge: directives', () => {
  expect(strategic({ spec: { containers: [{ name: 'a', $patch: 'delete' }] } })).toMatchObject({
    spec: { containers: [{ name: 'b' }] },
  });
  expect(strategic({ spec: { containers: [{ name: 'z' }, { $patch: 'replace' }] } })).toMatchObject({
    spec: { containers: [{ name: 'z' }] },
  });
  expect(
    strategic({
      spec: {
        volumes: [{ name: 'v', hostPath: { path: '/' }, emptyDir: null, $retainKeys: ['name', 'hostPath'] }],
      },
    }),
  ).toMatchObject({ spec: { volumes: [{ name: 'v', hostPath: { path: '/' } }] } });
  const ordered = strategic({
    spec: {
      containers: [{ name: 'c' }],
      '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }],
    },
  }) as { spec: { containers: { name: string }[] } };
  expect(ordered.spec.containers.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(strategic({ metadata: { '$deleteFromPrimitiveList/finalizers': ['x'] } })).toMatchObject({
    metadata: { finalizers: [] },
  });
  expect(strategic({ spec: { containers: [{ image: 'x' }] } })).toEqual({
    code: 500,
    message: 'map: map[image:x] does not contain declared merge key: name',
  });
});

test('strategic merge: what a mapping says of how to patch', () => {
  expect(strategic({ metadata: { labels: { $patch: 'delete' } } })).toMatchObject({
    metadata: { labels: {} },
  });
  expect(strategic({ metadata: { labels: { $patch: 'replace', z: 'z' } } })).toMatchObject({
    metadata: { labels: { z: 'z' } },
  });
  expect(strategic({ metadata: { annotations: { $patch: 'replace', z: 'z' } } })).toEqual(POD);
  expect(strategic({ metadata: { labels: { $patch: 'merge', z: 'z' } } })).toEqual({
    code: 500,
    message: 'unknown patch type: merge in map: map[$patch:merge z:z]',
  });
});

test('why a JSON patch could not be carried out is not told', () => {
  const server = new TestServer();
  server.request({
    verb: 'create',
    resource: 'configmaps',
    name: 'a',
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
  });
  const patch = { verb: 'patch', resource: 'configmaps', name: 'a', patchType: 'json' } as const;
  expect(server.request({ ...patch, body: [{ op: 'remove', path: '/data/x' }] })).toMatchObject({
    error: {
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
      code: 422,
    },
  });
});

test('JSON patch and merge patch', () => {
  const document = { a: { b: [1, 2] } };
  const patch = [
    { op: 'test', path: '/a/b/0', value: 1 },
    { op: 'add', path: '/a/b/1', value: 9 },
    { op: 'replace', path: '/a/b/0', value: 0 },
    { op: 'move', from: '/a/b/2', path: '/a/c' },
  ];
  expect(applyJsonPatch(document, patch)).toEqual({ ok: true, value: { a: { b: [0, 9], c: 2 } } });
  expect(document).toEqual({ a: { b: [1, 2] } });
  expect(applyJsonPatch(document, [{ op: 'test', path: '/a/b/0', value: 2 }]).ok).toBe(false);
  expect(applyMergePatch(document, { a: { b: null, d: { e: null, f: 1 } } })).toEqual({ a: { d: { f: 1 } } });
});

test('a patch that makes a wrong object shows itself as Go prints it', () => {
  const cluster = new TestServer();
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'web', image: 'nginx' }] },
  };
  const body = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: { app: 'web' } }, template },
  };
  cluster.request({ verb: 'create', resource: 'deployments.apps', body });
  const patch = (spec: object): string =>
    cluster.refusal({
      verb: 'patch',
      resource: 'deployments.apps',
      name: 'web',
      patchType: 'strategic',
      body: { spec },
      options: { fieldValidation: 'Strict' },
    });
  expect(patch({ replicas: 'three' })).toBe(
    ' "" is invalid: patch: Invalid value: "map[spec:map[replicas:three]]": unrecognized type: int32',
  );
  const containers = [{ name: 'web', imagee: 'a' }];
  expect(
    patch({ template: { spec: { '$setElementOrder/containers': [{ name: 'web' }], containers } } }),
  ).toBe(
    ' "" is invalid: patch: Invalid value: "map[spec:map[template:map[spec:map[]]]]": strict decoding error: unknown field "spec.template.spec.containers[0].imagee"',
  );
});

test('what calls itself by a kind that nobody knows cannot be patched so; a strategic patch is read by its place', () => {
  const server = new TestServer();
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  server.request({ verb: 'create', resource: 'configmaps', name: 'a', body });
  const patch = { verb: 'patch', resource: 'configmaps', name: 'a', body: { kind: 'Foo' } } as const;
  expect(server.refusal({ ...patch, patchType: 'merge' })).toContain(
    'no kind "Foo" is registered for version "v1" in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"',
  );
  expect(server.refusal({ ...patch, patchType: 'strategic' })).toBe('accepted with 200');
});
