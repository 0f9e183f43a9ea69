import { describe, expect, it } from 'vitest';
import { formatMicroTime, formatTime, parseTime } from './time.ts';

describe('time', () => {
  it('writes and reads RFC 3339 in whole seconds and microseconds', () => {
    expect(formatTime(1_767_366_245_999_999)).toBe('2026-01-02T15:04:05Z');
    expect(formatMicroTime(1_767_366_245_000_042)).toBe('2026-01-02T15:04:05.000042Z');
    expect(parseTime('2026-01-02T15:04:05.000042Z')).toBe(1_767_366_245_000_042);
    expect(parseTime('2026-01-02T17:04:05+02:00')).toBe(1_767_366_245_000_000);
    expect(formatTime(951_782_400_000_000)).toBe('2000-02-29T00:00:00Z');
    expect(parseTime('tomorrow')).toBeUndefined();
  });
});
