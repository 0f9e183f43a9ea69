import type { Level } from '../../trace/ids.ts';
import type { Trace } from '../../trace/trace.ts';
import type { StoryIndex } from './story-index.ts';

/** The part of the cursor that projections look at. */
export interface CursorLike {
  readonly seq: number;
  readonly fraction: number;
  readonly level: Level;
}

/** Where the playhead is in the trace and in virtual time. */
export interface Playhead {
  /** The last step that has happened; -1 before the first. */
  readonly seq: number;
  /** How far to the next step, 0 to 1. */
  readonly fraction: number;
  /** The last record of all that has happened by now: beyond `seq` while time passes to the next step. */
  readonly until: number;
  /** Virtual time in µs. */
  readonly timeUs: number;
  /** The next step, if there is one. */
  readonly next: number | undefined;
}

/** Places the cursor in time: between two steps it passes evenly. O(log n). */
export function playheadOf(trace: Trace, story: StoryIndex, { seq, fraction, level }: CursorLike): Playhead {
  const next = story.next(seq, level);
  const firstUs = next === undefined ? 0 : trace.at(next).at;
  const fromUs = seq < 0 ? Math.min(0, firstUs) : (trace.find(seq)?.at ?? 0);
  if (fraction === 0 || next === undefined) {
    const until = seq < 0 ? trace.countUntil(-1) - 1 : seq;
    return { seq, fraction, until, timeUs: fromUs, next };
  }
  const timeUs = Math.round(fromUs + fraction * (trace.at(next).at - fromUs));
  const until = Math.max(seq, Math.min(trace.countUntil(timeUs), next) - 1);
  return { seq, fraction, until, timeUs, next };
}
