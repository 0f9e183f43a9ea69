import type { Session } from './session.ts';

/** Puts the cursor on a record as soon as the run has it. When numbering has changed, the time says where to look. */
export function placeCursor({ runs, cursor }: Session, wanted: number, at: number | undefined): void {
  const settle = (): boolean => {
    const branch = runs.active();
    if (branch === undefined || (branch.trace.length <= wanted && branch.status === 'simulating'))
      return false;
    const sameMoment = branch.trace.find(wanted)?.at === (at ?? branch.trace.find(wanted)?.at);
    const seq = sameMoment ? wanted : branch.trace.countUntil(at ?? 0) - 1;
    cursor.setState({ seq: Math.min(seq, branch.trace.length - 1), fraction: 0 });
    return true;
  };
  if (settle()) return;
  const stop = runs.store.subscribe(() => {
    if (settle()) stop();
  });
}
