import { playheadOf } from '../projections/playhead.ts';
import type { Branch } from './branch.ts';
import { lastStepAt, placeCursor } from './place-cursor.ts';
import type { Session } from './session.ts';

/**
 * Puts another branch on screen (`change`), at the time that is shown: at the same record where both have it, else
 * as soon as the other is simulated so far, or at its end when that comes before. The cursor stands.
 */
export function atSameTime(session: Pick<Session, 'runs' | 'cursor'>, change: () => void): void {
  const { runs, cursor } = session;
  const before = runs.active();
  const now = cursor.getState();
  const record = before?.trace.find(now.seq);
  const timeUs = before === undefined ? 0 : playheadOf(before.trace, before.story, now).timeUs;
  change();
  const after = runs.active();
  if (before === undefined || after === undefined || after === before) return;
  const isShared = record !== undefined && after.trace.find(now.seq) === record;
  if (isShared && now.fraction === 0) return cursor.setState({ playing: false });
  const seq = isShared ? now.seq : lastStepAt(session, Math.min(now.seq, sharedRecords(before, after) - 1));
  cursor.setState({ seq, fraction: 0, playing: false });
  if (now.seq >= 0 || now.fraction > 0) placeCursor(session, undefined, timeUs);
}

/** How many records two branches begin with together: a fork takes over its parent's. O(log n). */
export function sharedRecords(a: Pick<Branch, 'trace'>, b: Pick<Branch, 'trace'>): number {
  let low = 0;
  let high = Math.min(a.trace.length, b.trace.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (a.trace.find(middle) === b.trace.find(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
