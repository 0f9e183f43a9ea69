import { describe, expect, it } from 'vitest';
import {
  binaryBytes,
  bytes,
  clock,
  count,
  duration,
  durationWords,
  list,
  percent,
  seconds,
  speed,
  tick,
  timeOfDay,
} from './format.ts';

describe('durations', () => {
  it('label lengths from µs to days', () => {
    const at = [
      0,
      240,
      4_200,
      36_000,
      541_000,
      999_400,
      999_600,
      2_840_000,
      2_900_000,
      48_240_000,
      59_960_000,
      108_000_000,
      7_500_000_000,
      100 * 3_600_000_000,
    ];
    expect(at.map((us) => duration(us, 'en'))).toEqual([
      '0 µs',
      '240 µs',
      '4.2 ms',
      '36 ms',
      '541 ms',
      '999 ms',
      '1 s',
      '2.84 s',
      '2.9 s',
      '48.2 s',
      '1 min',
      '1 min 48 s',
      '2 h 5 min',
      '4 d 4 h',
    ]);
  });
  it('reads as words in Korean running text', () => {
    expect([2_840_000, 108_000_000, 3_720_000_000].map((us) => durationWords(us, 'ko'))).toEqual([
      '2.84초',
      '1분 48초',
      '1시간 2분',
    ]);
    expect(duration(2_840_000, 'ko')).toBe('2.84 s');
    expect(seconds(2_000_000, 1)).toBe('2.0 s');
  });
});

describe('clocks and ticks', () => {
  it('shows the page clock', () => {
    expect([0, 3_412_000, 59_999_999, 227_120_000, 3_723_400_000, -250_000].map(clock)).toEqual([
      '+0.000 s',
      '+3.412 s',
      '+59.999 s',
      '+3:47.120',
      '+1:02:03.400',
      '−0.250 s',
    ]);
  });
  it('labels an axis by its step', () => {
    expect([
      tick(0, 1, 'en'),
      tick(20_000, 20_000, 'en'),
      tick(1_500_000, 500_000, 'en'),
      tick(180_000_000, 60_000_000, 'ko'),
      tick(180_000_000, 60_000_000, 'en'),
    ]).toEqual(['0', '20 ms', '1.5 s', '3분', '3 min']);
    expect(tick(75_000_000, 5_000_000, 'en')).toBe('1:15');
  });
  it('prints the time of day', () => {
    expect(timeOfDay(1_796_034_067_000_000)).toBe('10:21:07');
  });
});

describe('sizes and counts', () => {
  it('keeps decimal and binary apart', () => {
    expect([
      bytes(900),
      bytes(72_300_000),
      bytes(512_000),
      binaryBytes(134_217_728),
      binaryBytes(314_573),
    ]).toEqual(['900 B', '72.3 MB', '512 KB', '128 MiB', '307 KiB']);
  });
  it('groups, rounds down and lists', () => {
    expect([count(7), count(100_000), count(1_234_567), count(-1234)]).toEqual([
      '7',
      '100,000',
      '1,234,567',
      '-1,234',
    ]);
    expect([percent(0.639), percent(0.9999), percent(1)]).toEqual(['63 %', '99 %', '100 %']);
    expect([speed(0.25), speed(1), speed(16)]).toEqual(['0.25×', '1×', '16×']);
    expect([list(['a'], 'en'), list(['a', 'b', 'c'], 'en'), list(['a', 'b', 'c'], 'ko')]).toEqual([
      'a',
      'a, b and c',
      'a, b, c',
    ]);
  });
});
