import type { Branch } from './branch.ts';
import type { Session } from './session.ts';

/**
 * The record that a moment means once the run has it; undefined while it may still come. When numbering has changed, or
 * only a time is given, the time (virtual µs) says where to look.
 */
export function recordAt(
  { trace, status, now }: Pick<Branch, 'trace' | 'status' | 'now'>,
  wanted: number | undefined,
  at: number | undefined,
): number | undefined {
  const isComing = status === 'simulating';
  const last = trace.length - 1;
  if (wanted === undefined) {
    // Records of one moment come together: later ones mean that it is whole.
    if (at === undefined || (isComing && now <= at)) return undefined;
    return trace.countUntil(at) - 1;
  }
  if (isComing && wanted > last) return undefined;
  const found = trace.find(wanted)?.at;
  return found === (at ?? found) ? Math.min(wanted, last) : trace.countUntil(at ?? 0) - 1;
}

/** Puts the cursor on a record, or at a time, as soon as the run has it. */
export function placeCursor(
  { runs, cursor }: Session,
  wanted: number | undefined,
  at: number | undefined,
): void {
  const settle = (): boolean => {
    const branch = runs.active();
    const seq = branch === undefined ? undefined : recordAt(branch, wanted, at);
    if (seq === undefined) return false;
    cursor.setState({ seq, fraction: 0 });
    return true;
  };
  if (settle()) return;
  const stop = runs.store.subscribe(() => {
    if (settle()) stop();
  });
}
