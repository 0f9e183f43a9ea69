import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { between, lanes, panned, togglePinned, WHOLE, zoomed } from './lanes.ts';

describe('the window of the timeline', () => {
  it('zooms around the place under the pointer, and never beyond the run', () => {
    const half = zoomed(WHOLE, 0.5, 0.25);
    expect(half).toEqual({ from: 0.125, to: 0.625 });
    expect(zoomed(half, 4, 0.25)).toEqual(WHOLE);
    expect(panned({ from: 0.5, to: 0.75 }, 0.5)).toEqual({ from: 0.75, to: 1 });
  });

  it('stays inside the run and never closes, whatever is asked of it', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, share, fc.double({ min: 0.01, max: 100, noNaN: true }), (a, b, c, factor) => {
        const start = between(a, b);
        for (const { from, to } of [start, zoomed(start, factor, c), panned(start, c - 0.5)]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(1 + 1e-9);
          expect(to - from).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('rows', () => {
  it('are pinned and let go again', () => {
    togglePinned('etcd');
    expect([...lanes.getState().pinned]).toEqual(['etcd']);
    togglePinned('etcd');
    expect(lanes.getState().pinned.size).toBe(0);
  });
});
