import type { Playhead } from '../playhead.ts';

/** While the clock runs, ages go on in steps of so much, in µs: what changes faster cannot be read. */
const STEP_US = 100_000;

/** For how long something has been so at the playhead, in µs; 0 for what has only just become so. */
export function ageAt(fromUs: number, { timeUs, fraction }: Pick<Playhead, 'timeUs' | 'fraction'>): number {
  const us = Math.max(0, timeUs - fromUs);
  return fraction === 0 || us < STEP_US ? us : us - (us % STEP_US);
}
