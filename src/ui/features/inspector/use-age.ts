import { ageAt } from '../../projections/inspector/age.ts';
import { playheadOf } from '../../projections/playhead.ts';
import type { Branch } from '../../session/branch.ts';
import { useCursor } from '../../session/use-session.tsx';

/** For how long something has been so, in µs, as the clock goes on; 0 for what has no beginning yet. */
export function useAge({ trace, story }: Branch, fromUs: number | undefined): number {
  return useCursor((cursor) => (fromUs === undefined ? 0 : ageAt(fromUs, playheadOf(trace, story, cursor))));
}
