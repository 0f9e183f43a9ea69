import type { JsonObject } from '../../base/json.ts';
import { placeOf } from './action-place.ts';
import { lastStepAt } from './place-cursor.ts';
import type { Session } from './session.ts';

const US_PER_SECOND = 1_000_000;
/** How far the cursor is on its way to what the reader has just done. */
const NEARLY_THERE = 0.999;

/** The moment at which what the reader does now happens, in virtual µs. */
export function actionTime({ runs, cursor }: Pick<Session, 'runs' | 'cursor'>): number {
  const branch = runs.active();
  return branch === undefined ? 0 : placeOf(branch, cursor.getState()).at;
}

/** Enter alone, for a program that waits for it: an input is never empty. */
export const EMPTY_ENTER = ' ';

/**
 * Does something where `placeOf` says: steps of a scenario's form, one after the other. The future is computed anew
 * from there, and played. False when there is no run.
 */
export function act(session: Session, ...steps: readonly JsonObject[]): boolean {
  const { runs, cursor, player } = session;
  const before = runs.active();
  if (before === undefined) return false;
  const { at, goesOn } = placeOf(before, cursor.getState());
  const between = cursor.getState().fraction > 0;
  // Everything up to now has happened, also what is no step at this level.
  const seq = before.trace.countUntil(at - 1) - 1;
  // The scenario's own files need not travel with every step.
  const files = session.files.isEdited() ? { files: session.files.store.getState().files } : {};
  const inputs = steps.map((step) => ({ at: `${at / US_PER_SECOND}s`, step, ...files }));
  // A run without the fault is worth keeping: it is what one compares with.
  const inPlace = goesOn && !steps.some((step) => Object.hasOwn(step, 'fault'));
  const branch = runs.fork(inputs, inPlace);
  if (branch === undefined) return false;
  // Between two records the clock has gone on: it does not go back to the first of them.
  cursor.setState({ seq: lastStepAt(session, seq), fraction: between ? NEARLY_THERE : 0 });
  // Playing goes on, also where it had waited for this to be written.
  player.play();
  cursor.setState({ since: { branch, at } });
  return true;
}

/** What only a shell understands, and what wants the terminal behind it: `exec -it`, `attach -i`. */
const FOR_THE_SHELL = /[|<>;&`$*~]|\s(?:-[a-zA-Z]*[it]\b|--stdin\b|--tty\b|--interactive\b)/;

/** `kubectl get pods` → a kubectl step, anything else → a line for the shell. */
export function stepOfLine(line: string): JsonObject {
  const match = /^\s*(?:kubectl|k)\s+(.*)$/s.exec(line);
  return match !== null && !FOR_THE_SHELL.test(line) ? { kubectl: (match[1] ?? '').trim() } : { run: line };
}
