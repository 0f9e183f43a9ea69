import type { CursorStore, Writing } from './cursor-store.ts';

/**
 * Playing waits while something is being written (`on`): it is done at the time that was shown when writing began,
 * and not after the minutes that folded time makes of a few seconds. Real time waits for nobody.
 */
export function hold(cursor: CursorStore, where: Writing, on: boolean): void {
  const { playing, mode, held } = cursor.getState();
  if (on && playing && mode === 'stretched' && held === undefined) cursor.setState({ held: where });
  if (!on && held === where) cursor.setState({ held: undefined });
}
