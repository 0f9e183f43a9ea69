import { expect, it } from 'vitest';
import { newBranch } from './branch.ts';
import { isOpening } from './opening.ts';

const inputs = [{ at: '0s', step: { kubectl: 'apply -f nginx.yaml' } }];
const branch = newBranch(1, { scenario: '{}', inputs });
const start = { seq: -1, playing: false, moved: false };

it('a run with something done in it opens until it is simulated or its moment is there', () => {
  expect(isOpening(undefined, start)).toBe(true);
  expect(isOpening(branch, start)).toBe(true);
  expect(isOpening(branch, { ...start, seq: 12 })).toBe(false);
  expect(isOpening({ ...branch, status: 'quiet' }, start)).toBe(false);
});

it('what the reader does or plays is not opened', () => {
  expect(isOpening(branch, { ...start, playing: true })).toBe(false);
  expect(isOpening(branch, { ...start, moved: true })).toBe(false);
  expect(isOpening(newBranch(1, { scenario: '{}', inputs: [] }), start)).toBe(false);
});
