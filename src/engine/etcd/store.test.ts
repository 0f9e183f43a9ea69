import { expect, test } from 'vitest';
import { Kernel } from '../kernel/kernel.ts';
import { DEFAULT_SETTINGS } from '../kernel/settings.ts';
import { Etcd } from './store.ts';

const config = (data: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'n' },
  data,
});
const write = (expected: number) => ({
  resource: 'configmaps',
  ref: { namespace: 'n', name: 'a' },
  expected,
});

function store(): { kernel: Kernel; etcd: Etcd; kinds: string[] } {
  const kinds: string[] = [];
  const kernel = new Kernel({ seed: 1, epochUs: 0, sink: ({ kind }) => kinds.push(kind) });
  return { kernel, etcd: new Etcd(kernel, DEFAULT_SETTINGS), kinds };
}

test('a write is taken only when the key stands where the writer saw it', () => {
  const { etcd, kinds } = store();
  expect(etcd.putNow(write(0), () => config({ a: '1' }))).toMatchObject({ ok: true, stored: { rev: 2 } });
  expect(etcd.putNow(write(0), () => config({ a: '2' }))).toMatchObject({ ok: false, current: { rev: 2 } });
  expect(etcd.putNow(write(2), () => config({ a: '2' }))).toMatchObject({ ok: true, stored: { rev: 3 } });
  expect(etcd.deleteNow(write(2), () => config({}))).toMatchObject({ ok: false, current: { rev: 3 } });
  expect(etcd.deleteNow(write(3), () => config({}))).toMatchObject({ ok: true, stored: { rev: 4 } });
  expect(etcd.get('configmaps', write(0).ref)).toBe(undefined);
  expect(kinds).toEqual(['object.put', 'object.put', 'object.delete']);
});

test('stored objects are frozen all the way down', () => {
  const { etcd } = store();
  etcd.putNow(write(0), () => config({ a: { b: ['c'] } }));
  const stored = etcd.get('configmaps', write(0).ref) as unknown as { data: { a: { b: string[] } } };
  expect(Object.isFrozen(stored.data.a.b)).toBe(true);
});

test('history can be read from a revision until it is compacted', () => {
  const { etcd } = store();
  etcd.putNow(write(0), () => config({ a: '1' }));
  etcd.putNow(write(2), () => config({ a: '2' }));
  etcd.putNow(write(3), () => config({ a: '3' }));
  expect(etcd.eventsAfter('configmaps', 2)?.map(({ rev, type }) => `${type} ${rev}`)).toEqual([
    'put 3',
    'put 4',
  ]);
  etcd.compact(3);
  expect(etcd.eventsAfter('configmaps', 2)).toBe(undefined);
  expect(etcd.eventsAfter('configmaps', 3)?.map(({ rev }) => rev)).toEqual([4]);
});

test('ranges come in order of keys', () => {
  const { etcd } = store();
  for (const name of ['c', 'a', 'b']) {
    const ref = { namespace: 'n', name };
    etcd.putNow({ resource: 'configmaps', ref, expected: 0 }, () => ({ ...config({}), metadata: ref }));
  }
  expect(etcd.range('configmaps', '').map(({ metadata }) => metadata?.name)).toEqual(['a', 'b', 'c']);
});
