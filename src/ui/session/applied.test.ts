import { expect, test } from 'vitest';
import { appliedText } from './applied.ts';

const own = { 'pod.yaml': 'first' };
const apply = { at: 2_000_000, line: 'kubectl apply -f pod.yaml' };
const inputAt = (at: string, text: string) => ({ at, step: { kubectl: 'x' }, files: { 'pod.yaml': text } });

test('a file is as applied as the run last sent it', () => {
  expect(appliedText('pod.yaml', [apply], [], own)).toBe('first');
  expect(appliedText('pod.yaml', [apply], [inputAt('2s', 'second')], own)).toBe('second');
  // Edited since, and not sent again.
  expect(appliedText('pod.yaml', [apply], [inputAt('3s', 'third')], own)).toBe('first');
});

test('a file that no command named was not applied', () => {
  expect(appliedText('pod.yaml', [], [], own)).toBeUndefined();
  expect(appliedText('pod.yaml', [{ at: 0, line: 'kubectl delete -f pod.yaml' }], [], own)).toBeUndefined();
  expect(appliedText('pod.yaml', [{ at: 0, line: 'kubectl apply -f other.yaml' }], [], own)).toBeUndefined();
});
