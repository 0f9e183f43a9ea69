import { expect, test } from 'vitest';
import { ageOf, humanDuration } from './duration.ts';

test('one or two units, as kubectl prints ages', () => {
  const shown = (seconds: number) => humanDuration(seconds * 1_000_000);
  expect([-2, -1, 0, 59, 119].map(shown)).toEqual(['<invalid>', '0s', '0s', '59s', '119s']);
  expect([120, 121, 599, 600, 10_799].map(shown)).toEqual(['2m', '2m1s', '9m59s', '10m', '179m']);
  expect([10_800, 11_100, 28_740, 28_800, 172_799].map(shown)).toEqual(['3h', '3h5m', '7h59m', '8h', '47h']);
  expect([172_800, 176_400, 691_200, 63_071_999].map(shown)).toEqual(['2d', '2d1h', '8d', '729d']);
  expect([63_072_000, 63_158_400, 252_288_000].map(shown)).toEqual(['2y', '2y1d', '8y']);
});

test('no timestamp, no age', () => {
  expect(ageOf(undefined, 0)).toBe('<unknown>');
});
