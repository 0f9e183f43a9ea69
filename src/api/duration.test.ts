import { expect, test } from 'vitest';
import { formatGoDuration, humanDuration, parseGoDuration, shortHumanDuration } from './duration.ts';
import { scaledValue } from './int-or-string.ts';

const S = 1_000_000;

test.each([
  [-2 * S, '<invalid>'],
  [-1 * S, '0s'],
  [0, '0s'],
  [119.9 * S, '119s'],
  [120 * S, '2m'],
  [250 * S, '4m10s'],
  [600 * S, '10m'],
  [179 * 60 * S, '179m'],
  [180 * 60 * S, '3h'],
  [185 * 60 * S, '3h5m'],
  [8 * 3600 * S, '8h'],
  [48 * 3600 * S, '2d'],
  [50 * 3600 * S, '2d2h'],
  [8 * 86400 * S, '8d'],
  [730 * 86400 * S, '2y'],
  [731 * 86400 * S, '2y1d'],
  [8 * 365 * 86400 * S, '8y'],
])('the age %d µs reads %s', (us, text) => {
  expect(humanDuration(us)).toBe(text);
});

test('short ages', () => {
  expect([59 * S, 60 * S, 23 * 3600 * S, 24 * 3600 * S, 366 * 86400 * S].map(shortHumanDuration)).toEqual([
    '59s',
    '1m',
    '23h',
    '1d',
    '1y',
  ]);
});

test.each([
  ['1h2m3.5s', 3723.5 * S, '1h2m3.5s'],
  ['90m', 5400 * S, '1h30m0s'],
  ['1500ms', 1.5 * S, '1.5s'],
  ['-1.5h', -5400 * S, '-1h30m0s'],
  ['0', 0, '0s'],
  ['1500us', 1500, '1.5ms'],
  ['100µs', 100, '100µs'],
])('%s', (text, us, printed) => {
  expect(parseGoDuration(text)).toEqual({ ok: true, value: us });
  expect(formatGoDuration(us)).toBe(printed);
});

test('durations that are none', () => {
  expect(parseGoDuration('5')).toEqual({ ok: false, error: 'time: missing unit in duration "5"' });
  expect(parseGoDuration('5x')).toEqual({ ok: false, error: 'time: unknown unit "x" in duration "5x"' });
  expect(parseGoDuration('')).toEqual({ ok: false, error: 'time: invalid duration ""' });
});

test('percentages', () => {
  expect(scaledValue('25%', 10, true)).toEqual({ ok: true, value: 3 });
  expect(scaledValue('25%', 10, false)).toEqual({ ok: true, value: 2 });
  expect(scaledValue(4, 10, true)).toEqual({ ok: true, value: 4 });
  expect(scaledValue('half', 10, true)).toEqual({
    ok: false,
    error: 'invalid value for IntOrString: invalid type: string is not a percentage',
  });
});
