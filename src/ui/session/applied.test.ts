import { expect, test } from 'vitest';
import { sendings } from './applied.ts';

const own = { 'pod.yaml': 'first' };
const apply = { seq: 7, at: 2_000_000, line: 'kubectl apply -f pod.yaml' };
const inputAt = (at: string, text: string) => ({ at, step: { kubectl: 'x' }, files: { 'pod.yaml': text } });

const textOf = (...given: Parameters<typeof sendings>) => sendings(...given).at(-1)?.text;

test('a file is as applied as the run last sent it', () => {
  expect(textOf('pod.yaml', [apply], [], own)).toBe('first');
  expect(textOf('pod.yaml', [apply], [inputAt('2s', 'second')], own)).toBe('second');
  // Edited since, and not sent again.
  expect(textOf('pod.yaml', [apply], [inputAt('3s', 'third')], own)).toBe('first');
});

test('a file that no command named was not applied', () => {
  const only = (line: string) => sendings('pod.yaml', [{ seq: 0, at: 0, line }], [], own);
  expect(sendings('pod.yaml', [], [], own)).toEqual([]);
  expect(only('kubectl delete -f pod.yaml')).toEqual([]);
  expect(only('kubectl apply -f other.yaml')).toEqual([]);
});

test('what a step of the scenario brought along was sent when that step was done', () => {
  const step = { seq: 9, at: 3_000_000, line: 'kubectl apply -f -' };
  expect(sendings('pod.yaml', [{ ...step, stdin: 'first' }], [], own)).toEqual([
    { seq: 9, at: 3_000_000, text: 'first' },
  ]);
  expect(sendings('pod.yaml', [{ ...step, stdin: 'another' }, step], [], own)).toEqual([]);
});
