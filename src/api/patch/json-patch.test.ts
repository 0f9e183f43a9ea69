import { expect, test } from 'vitest';
import { applyJsonPatch, notJsonPatch } from './json-patch.ts';

// The texts are kubectl's, of `patch --local --type=json` on the same document.
const SERVICE = {
  metadata: { labels: { a: 'b' } },
  spec: { type: 'ClusterIP', ports: [{ port: 80 }, { port: 81 }], gone: null },
};
const done = (...patch: readonly unknown[]): unknown => {
  const patched = applyJsonPatch(SERVICE, patch);
  return patched.ok ? patched.value : patched.error;
};
const say = (op: string, path: string, more: object = {}): unknown => done({ op, path, ...more });

test('what is missing is told in the words of each operation', () => {
  expect(say('replace', '/spec/foo/bar', { value: 1 })).toBe(
    'replace operation does not apply: doc is missing path: /spec/foo/bar: missing value',
  );
  expect(say('replace', '/spec/ports/7', { value: 1 })).toBe(
    'replace operation does not apply: doc is missing key: /spec/ports/7: missing value',
  );
  expect(say('remove', '/spec/nope')).toBe(
    "error in remove for path: '/spec/nope': Unable to remove nonexistent key: nope: missing value",
  );
  expect(say('remove', '/spec/nope/x')).toBe(
    'remove operation does not apply: doc is missing path: "/spec/nope/x": missing value',
  );
  expect(say('add', 'spec', { value: 1 })).toBe(
    'add operation does not apply: doc is missing path: "spec": missing value',
  );
  expect(say('test', '/spec/nope/x', { value: 1 })).toBe(
    'test operation does not apply: is missing path: /spec/nope/x: missing value',
  );
  expect(say('move', '/spec/x', { from: '/spec/nope' })).toBe(
    "error in move for path: 'nope': Unable to remove nonexistent key: nope: missing value",
  );
  expect(say('move', '/spec/x/y', { from: '/spec/type' })).toBe(
    'move operation does not apply: doc is missing destination path: /spec/x/y: missing value',
  );
  expect(say('copy', '/spec/x')).toBe(
    'copy operation failed to decode from: operation, missing from field: missing value',
  );
  expect(done({ op: 'add', value: 1 })).toBe('add operation failed to decode path: missing value');
  expect(done({ path: '/spec' }, null)).toBe('Unexpected kind: unknown');
});

test('places in lists', () => {
  expect(say('remove', '/spec/ports/7')).toBe(
    "error in remove for path: '/spec/ports/7': Unable to access invalid index: 7: invalid index referenced",
  );
  expect(say('remove', '/spec/ports/x')).toBe(
    'error in remove for path: \'/spec/ports/x\': strconv.Atoi: parsing "x": invalid syntax',
  );
  expect(say('add', '/spec/ports/x', { value: 1 })).toBe(
    "error in add for path: '/spec/ports/x': value was not a proper array index: 'x': strconv.Atoi: parsing \"x\": invalid syntax",
  );
  expect(say('add', '/spec/ports/-5', { value: 1 })).toBe(
    "error in add for path: '/spec/ports/-5': Unable to access invalid index: -5: invalid index referenced",
  );
  expect(say('add', '/spec/ports/-1', { value: 9 })).toMatchObject({
    spec: { ports: [{ port: 80 }, { port: 81 }, 9] },
  });
  expect(say('remove', '/spec/ports/-1')).toMatchObject({ spec: { ports: [{ port: 80 }] } });
});

test('a key that an object has not is replaced all the same, tested against null, copied as null', () => {
  expect(say('replace', '/metadata/labels/a~1b', { value: 'x' })).toMatchObject({
    metadata: { labels: { a: 'b', 'a/b': 'x' } },
  });
  expect(say('test', '/spec/nope', { value: null })).toBe(SERVICE);
  expect(say('copy', '/spec/x', { from: '/spec/nope' })).toMatchObject({ spec: { x: null } });
  expect(say('replace', '', { value: { kind: 'Service' } })).toEqual({ kind: 'Service' });
});

test('what is no patch', () => {
  expect(notJsonPatch({})).toBe('json: cannot unmarshal object into Go value of type jsonpatch.Patch');
  expect(notJsonPatch([1])).toBe('json: cannot unmarshal number into Go value of type jsonpatch.Operation');
  expect(notJsonPatch([null])).toBeUndefined();
  expect(notJsonPatch(null)).toBeUndefined();
});
