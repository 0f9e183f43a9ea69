import { expect, it } from 'vitest';
import type { KubeObject } from '../../../api/object.ts';
import { changesOnly, compare } from './comparison.ts';

const managed = (phase: string) => [
  { manager: 'kubelet', operation: 'Update', fieldsV1: { 'f:status': { 'f:phase': {} } } },
  { manager: `at-${phase}`, operation: 'Update', fieldsV1: { 'f:spec': { 'f:nodeName': {} } } },
];
const pod = (phase: string, extra: object = {}): KubeObject =>
  ({
    kind: 'Pod',
    metadata: { name: 'a', resourceVersion: phase, managedFields: managed(phase) },
    spec: { a: 1, b: 2, nodeName: 'worker-1', ...extra },
    status: { containers: [{ name: 'x' }, { name: 'y', ready: phase === 'Running' }], phase },
  }) as unknown as KubeObject;

it('lays any two versions over each other, with numbers and writers', () => {
  const { lines, changed, writers } = compare(pod('Pending'), pod('Running'));
  expect(changed).toEqual(['status']);
  expect(writers.map(({ manager }) => manager)).toEqual(['kubelet', 'at-Running']);
  expect(
    lines
      .filter(({ mark, text }) => mark !== undefined || text.includes('nodeName'))
      .map(({ text, mark, no, by }) => [text.trim(), mark, no, by.map(({ manager }) => manager).join()]),
  ).toEqual([
    ['resourceVersion: Pending', 'removed', undefined, ''],
    ['resourceVersion: Running', 'added', 4, ''],
    ['nodeName: worker-1', undefined, 8, 'at-Running'],
    ['ready: false', 'removed', undefined, ''],
    ['phase: Pending', 'removed', undefined, 'kubelet'],
    ['ready: true', 'added', 13, ''],
    ['phase: Running', 'added', 14, 'kubelet'],
  ]);
});

it('a version alone has no changes', () => {
  const { lines, changed } = compare(undefined, pod('Running'));
  expect(changed).toEqual([]);
  expect(lines.every(({ mark }) => mark === undefined)).toBe(true);
});

it('keeps the keys above a change and counts what it leaves out', () => {
  const shown = changesOnly(compare(pod('Pending'), pod('Running')).lines, 0);
  expect(shown.map((line) => ('folded' in line ? line.folded : line.text))).toEqual([
    8,
    'status:',
    '  containers:',
    1,
    '  - name: "y"',
    '    ready: false',
    '  phase: Pending',
    '    ready: true',
    '  phase: Running',
  ]);
});
