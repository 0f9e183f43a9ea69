import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, gapWeight, ticksOf } from './axis.ts';

describe('axis', () => {
  it('folds long gaps and keeps the order', () => {
    const axis = axisOf([0, 20_000, 40_000, 3_000_000, 5_000_000], 'stretched');
    const positions = [0, 20_000, 40_000, 3_000_000, 5_000_000].map((us) => axis.toPosition(us));
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    expect(positions[0]).toBe(0);
    expect(positions[4]).toBe(1);
    const short = (positions[1] as number) - (positions[0] as number);
    const long = (positions[3] as number) - (positions[2] as number);
    expect(long / short).toBeCloseTo(gapWeight(2_960_000) / gapWeight(20_000), 6);
  });

  it('goes there and back again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(60_000_000), { minLength: 2, maxLength: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (raw, share) => {
          const times = [...raw].sort((a, b) => a - b);
          for (const mode of ['stretched', 'real'] as const) {
            const axis = axisOf(times, mode);
            expect(axis.toPosition(axis.toTime(share))).toBeCloseTo(share, 5);
          }
        },
      ),
    );
  });

  it('ticks are round and keep their distance', () => {
    const axis = axisOf([0, 20_000, 36_000, 52_000, 541_000, 700_000, 5_000_000], 'stretched');
    const ticks = ticksOf(axis, { from: 0, to: 1 }, 0.05);
    expect(ticks.length).toBeGreaterThan(5);
    for (let i = 1; i < ticks.length; i++) {
      const [before, tick] = [ticks[i - 1], ticks[i]];
      if (before !== undefined && tick !== undefined)
        expect(tick.position - before.position).toBeGreaterThanOrEqual(0.05 - 1e-9);
    }
    expect(ticks.every(({ us }) => us % 1_000 === 0)).toBe(true);
  });

  it('an empty run has an axis, too', () => {
    expect(axisOf([], 'stretched').toPosition(0)).toBe(0);
  });
});
