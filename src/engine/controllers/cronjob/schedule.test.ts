import { describe, expect, it } from 'vitest';
import { formatTime, parseTime } from '../../../api/time.ts';
import { parseSchedule } from './schedule.ts';
import { zoneOf } from './time-zone.ts';

function times(text: string, from: string, count: number, zone?: string): string[] {
  const parsed = parseSchedule(text, zoneOf(zone));
  if (!parsed.ok) return [parsed.error];
  const found: string[] = [];
  let at = parseTime(from) ?? 0;
  for (let i = 0; i < count; i++) {
    at = parsed.value.next(at) ?? 0;
    found.push(formatTime(at));
  }
  return found;
}

describe('a schedule', () => {
  it('runs each minute, each quarter on working days, once a month', () => {
    expect(times('* * * * *', '2026-11-30T09:00:55Z', 2)).toEqual([
      '2026-11-30T09:01:00Z',
      '2026-11-30T09:02:00Z',
    ]);
    expect(times('*/15 9-10 * * mon-fri', '2026-11-27T10:40:00Z', 2)).toEqual([
      '2026-11-27T10:45:00Z',
      '2026-11-30T09:00:00Z',
    ]);
    expect(times('0 0 31 * *', '2026-01-31T00:00:00Z', 2)).toEqual([
      '2026-03-31T00:00:00Z',
      '2026-05-31T00:00:00Z',
    ]);
  });

  it('takes either day when both are restricted, and both when one is *', () => {
    expect(times('0 0 13 * 5', '2026-11-01T00:00:00Z', 3)).toEqual([
      '2026-11-06T00:00:00Z',
      '2026-11-13T00:00:00Z',
      '2026-11-20T00:00:00Z',
    ]);
    expect(times('0 0 * * 0', '2026-11-01T00:00:00Z', 1)).toEqual(['2026-11-08T00:00:00Z']);
  });

  it('follows the clocks of its zone', () => {
    expect(times('30 8 * * *', '2026-03-28T00:00:00Z', 2, 'Europe/Berlin')).toEqual([
      '2026-03-28T07:30:00Z',
      '2026-03-29T06:30:00Z',
    ]);
    expect(times('0 9 * * *', '2026-11-30T01:00:00Z', 1, 'Asia/Seoul')).toEqual(['2026-12-01T00:00:00Z']);
  });

  it('knows descriptors and says what it cannot read', () => {
    expect(times('@every 1h30m', '2026-11-30T09:00:55Z', 1)).toEqual(['2026-11-30T10:30:55Z']);
    expect(times('@hourly', '2026-11-30T09:00:55Z', 1)).toEqual(['2026-11-30T10:00:00Z']);
    expect(times('* * * *', '2026-11-30T09:00:55Z', 1)).toEqual([
      'expected exactly 5 fields, found 4: [* * * *]',
    ]);
    expect(times('60 * * * *', '2026-11-30T09:00:55Z', 1)).toEqual([
      'end of range (60) above maximum (59): 60',
    ]);
  });
});
