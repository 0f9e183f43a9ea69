import { expect, it } from 'vitest';
import { matchScore } from './match-score.ts';

it('ranks starts over words over insides over letters in order', () => {
  expect(
    ['Play, pause', 'Next phase', 'Replay', 'a long playlist', 'Pod lay', 'xyz'].map((text) =>
      matchScore('play', text),
    ),
  ).toEqual([4, 0, 2, 3, 1, 0]);
  expect(matchScore('PHASE', 'Next phase')).toBe(3);
  expect(matchScore('장애', '마지막 장애 되돌리기')).toBe(3);
  expect(matchScore('  ', 'anything')).toBe(1);
});
