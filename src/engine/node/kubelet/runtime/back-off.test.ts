import { describe, expect, it } from 'vitest';
import { BackOff } from './back-off.ts';

const S = 1_000_000;

describe('BackOff', () => {
  it('lets the first restart go, then waits 10, 20, 40 … 300 s from the exit', () => {
    const backOff = new BackOff(10 * S, 300 * S);
    const delays: number[] = [];
    let now = 0;
    for (let restart = 0; restart < 8; restart++) {
      const finishedAt = now;
      if (backOff.isInBackOffSince('a', finishedAt, now)) now = finishedAt + backOff.get('a');
      expect(backOff.isInBackOffSince('a', finishedAt, now)).toBe(false);
      delays.push((now - finishedAt) / S);
      backOff.next('a', finishedAt, now);
      now += S;
    }
    expect(delays).toEqual([0, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('begins anew after more than 600 s between the restart and the next exit', () => {
    const backOff = new BackOff(10 * S, 300 * S);
    backOff.next('a', 0, 0);
    backOff.next('a', S, 11 * S);
    expect(backOff.get('a')).toBe(20 * S);
    expect(backOff.isInBackOffSince('a', 612 * S, 612 * S)).toBe(false);
    expect(backOff.next('a', 612 * S, 612 * S)).toBe(10 * S);
  });
});
