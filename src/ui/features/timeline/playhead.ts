import type { Branch } from '../../session/branch.ts';
import type { Cursor } from '../../session/cursor-store.ts';
import type { Axis } from '../../projections/timeline/axis.ts';

/** Virtual time of the cursor in µs: between two records, as far as the fraction says. */
export function cursorTime(branch: Branch, cursor: Pick<Cursor, 'seq' | 'fraction' | 'level'>): number {
  const next = branch.story.next(cursor.seq, cursor.level);
  const from = cursor.seq < 0 ? 0 : branch.trace.at(cursor.seq).at;
  if (next === undefined || cursor.fraction === 0) return from;
  return from + (branch.trace.at(next).at - from) * cursor.fraction;
}

/** Where the playhead stands on the axis, 0 to 1. It moves evenly while playing. */
export function cursorPosition(
  branch: Branch,
  axis: Axis,
  cursor: Pick<Cursor, 'seq' | 'fraction' | 'level'>,
): number {
  const next = branch.story.next(cursor.seq, cursor.level);
  // Who listens to the cursor may still draw the branch before, which has no such record.
  const at = branch.trace.find(cursor.seq)?.at;
  const from = at === undefined ? 0 : axis.toPosition(at);
  if (next === undefined || cursor.fraction === 0) return from;
  return from + (axis.toPosition(branch.trace.at(next).at) - from) * cursor.fraction;
}

/** The last step at or before a time: what a click on the axis means. -1 before the first. */
export function stepAt(branch: Branch, us: number, level: Cursor['level']): number {
  const seqs = branch.story.steps(level);
  const upTo = branch.trace.countUntil(us) - 1;
  return seqs[branch.story.countUntil(upTo, level) - 1] ?? -1;
}

/** Whether nothing comes after the cursor any more. */
export function isAtEnd(branch: Branch, { seq, level }: Pick<Cursor, 'seq' | 'level'>): boolean {
  return branch.status !== 'simulating' && branch.story.next(seq, level) === undefined;
}
