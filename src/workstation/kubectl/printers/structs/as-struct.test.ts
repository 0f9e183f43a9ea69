import { expect, it } from 'vitest';
import { asStruct } from './as-struct.ts';

it('fields come in the order of the struct, a map’s in the order of its keys', () => {
  const node = asStruct({
    status: { capacity: { pods: '110', cpu: '4', 'ephemeral-storage': '1Ki' } },
    metadata: { labels: { b: '1', a: '2' }, uid: 'u', name: 'n' },
    apiVersion: 'v1',
    kind: 'Node',
  });
  expect(Object.keys(node)).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
  const { metadata, status } = node as unknown as Record<'metadata' | 'status', Record<string, object>>;
  expect(Object.keys(metadata).slice(0, 2)).toEqual(['name', 'uid']);
  expect(Object.keys(metadata['labels'] ?? {})).toEqual(['a', 'b']);
  expect(Object.keys(status['capacity'] ?? {})).toEqual(['cpu', 'ephemeral-storage', 'pods']);
});
