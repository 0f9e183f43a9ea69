import { awaitedFiles } from '../projections/terminal/awaited.ts';
import { placeOf } from './action-place.ts';
import type { Session } from './session.ts';

/** The editor's file that a program in the terminal waits for where the reader would act now: Enter there says that it is edited. */
export function awaitedFile({ runs, cursor }: Pick<Session, 'runs' | 'cursor'>): string | undefined {
  const branch = runs.active();
  return branch && awaitedFiles(branch.trace).at(placeOf(branch, cursor.getState()).at);
}
