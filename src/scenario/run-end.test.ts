import { expect, it } from 'vitest';
import { runEnd } from './run-end.ts';

const S = 1_000_000;
const NOTHING = { untilUs: undefined, extendedUs: undefined, lastInputUs: undefined };

it('a run goes as far as is said, else until it is quiet, at the most ten minutes', () => {
  expect(runEnd(NOTHING)).toEqual({ said: 0, most: 600 * S });
  expect(runEnd({ ...NOTHING, untilUs: 30 * S })).toEqual({ said: 30 * S, most: 30 * S });
  expect(runEnd({ ...NOTHING, untilUs: 30 * S, extendedUs: 90 * S })).toEqual({ said: 90 * S, most: 90 * S });
});

it('what was done near the end or behind it is played out', () => {
  expect(runEnd({ ...NOTHING, lastInputUs: 601 * S })).toEqual({ said: 0, most: 661 * S });
  expect(runEnd({ ...NOTHING, lastInputUs: 5 * S }).most).toBe(600 * S);
  expect(runEnd({ ...NOTHING, untilUs: 30 * S, lastInputUs: 31 * S })).toEqual({
    said: 30 * S,
    most: 91 * S,
  });
  // A time that nobody means is not waited for.
  expect(runEnd({ ...NOTHING, extendedUs: 1e15 }).most).toBe(86_400 * S);
  expect(runEnd({ ...NOTHING, lastInputUs: 1e15 }).most).toBe(86_460 * S);
});
