import { describe, expect, it } from 'vitest';
import { FULL } from './geometry/full.ts';
import { NARROW } from './geometry/narrow.ts';
import { fitLabel, lineNames } from './labels.ts';

describe('lineNames', () => {
  it('cuts a name before the number of the line beside it', () => {
    const names = lineNames(FULL, [
      { line: 'kubectl.request', label: 'POST validatingadmissionpolicies', n: 1 },
    ]);
    expect(names.get('kubectl.request')).toMatch(/^POST validatingadmission.*…$/);
  });
  it('leaves a name that fits, and drops the older of two that do not stand beside each other', () => {
    const names = lineNames(FULL, [
      { line: 'kubectl.request', label: 'POST validatingadmission', n: 1 },
      { line: 'scheduler.watch', label: 'ADDED', n: 2 },
    ]);
    expect([...names]).toEqual([['scheduler.watch', 'ADDED']]);
    expect(
      lineNames(FULL, [{ line: 'kubectl.request', label: 'POST pods', n: 1 }]).get('kubectl.request'),
    ).toBe('POST pods');
  });
});

describe('fitLabel', () => {
  const numbers = ['scheduler.watch', 'scheduler.request'].flatMap(
    (line) => NARROW.lines[line as 'scheduler.watch']?.number ?? [],
  );
  it('keeps a packet between the numbers beside it', () => {
    expect(fitLabel('POST validatingadmissionpolicies', { x: 68, y: 50 }, numbers, 390)).toBe(
      'POST validatingadmi…',
    );
    expect(fitLabel('POST pods', { x: 68, y: 50 }, numbers, 390)).toBe('POST pods');
    expect(fitLabel('POST validatingadmissionpolicies', { x: 68, y: 50 }, [], 390)).toBe(
      'POST validatingadmissionpolicies',
    );
  });
});
