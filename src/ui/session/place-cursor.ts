import type { Level } from '../../trace/ids.ts';
import type { Branch } from './branch.ts';
import type { Session } from './session.ts';

/**
 * The record that a moment means once the run has it; undefined while it may still come. When numbering has changed, or
 * only a time is given, the time (virtual µs) says where to look: then the record is not `exact`.
 */
export function recordAt(
  { trace, status }: Pick<Branch, 'trace' | 'status'>,
  wanted: number | undefined,
  at: number | undefined,
): { readonly seq: number; readonly exact: boolean } | undefined {
  const isComing = status === 'simulating';
  const last = trace.length - 1;
  if (wanted !== undefined) {
    if (isComing && wanted > last) return undefined;
    const found = trace.find(wanted)?.at;
    if (found !== undefined && found === (at ?? found)) return { seq: wanted, exact: true };
  }
  // Records of one moment come together: later ones mean that it is whole. The engine's clock runs ahead of them.
  if (isComing && (at === undefined || (trace.find(last)?.at ?? 0) <= at)) return undefined;
  return { seq: at === undefined ? last : trace.countUntil(at) - 1, exact: false };
}

/**
 * The step that a time falls after, at `level`, and how far it is to the next; undefined while that may still come.
 * `last` is the last record by then.
 */
export function momentBy(
  { trace, story, status }: Pick<Branch, 'trace' | 'story' | 'status'>,
  last: number,
  at: number,
  level: Level,
): { readonly seq: number; readonly fraction: number } | undefined {
  const seq = story.steps(level)[story.countUntil(last, level) - 1] ?? -1;
  const next = trace.find(story.next(seq, level));
  const from = trace.find(seq)?.at ?? 0;
  if (next === undefined && status === 'simulating') return undefined;
  if (next === undefined || next.at <= from || at <= from) return { seq, fraction: 0 };
  return { seq, fraction: Math.min(0.999, (at - from) / (next.at - from)) };
}

/** Puts the cursor on a record, or at a time, as soon as the run has it, unless somebody moves it before. */
export function placeCursor(
  { runs, cursor }: Pick<Session, 'runs' | 'cursor'>,
  wanted: number | undefined,
  at: number | undefined,
): void {
  const left = cursor.getState();
  const { active } = runs.store.getState();
  const isElsewhere = (): boolean => {
    const { seq, playing } = cursor.getState();
    return seq !== left.seq || playing !== left.playing || runs.store.getState().active !== active;
  };
  const settle = (): boolean => {
    const branch = runs.active();
    const found = branch === undefined ? undefined : recordAt(branch, wanted, at);
    if (branch === undefined || found === undefined) return false;
    const { seq, exact } = found;
    // A time alone is a place in the story, between two of its steps; a record is meant by itself.
    const place = exact ? { seq, fraction: 0 } : momentBy(branch, seq, at ?? 0, cursor.getState().level);
    if (place === undefined) return false;
    cursor.setState(place);
    return true;
  };
  if (settle()) return;
  const stop = runs.store.subscribe(() => {
    if (isElsewhere() || settle()) stop();
  });
}

/** The last step up to a record at the cursor's level; -1 before the first. */
export function lastStepAt({ runs, cursor }: Pick<Session, 'runs' | 'cursor'>, seq: number): number {
  const branch = runs.active();
  const { level } = cursor.getState();
  const steps = branch?.story.steps(level) ?? [];
  return steps[(branch?.story.countUntil(seq, level) ?? 0) - 1] ?? -1;
}
