import type { Branch } from './branch.ts';
import type { Cursor } from './cursor-store.ts';

/**
 * Whether a run that was kept or sent is on its way to the moment it opens at: it is being simulated, and nobody has
 * begun to play it or done anything in it. Pure.
 */
export function isOpening(
  branch: Pick<Branch, 'document' | 'status'> | undefined,
  { seq, playing, moved }: Pick<Cursor, 'seq' | 'playing' | 'moved'>,
): boolean {
  if (branch === undefined) return true;
  return branch.status === 'simulating' && branch.document.inputs.length > 0 && seq < 0 && !playing && !moved;
}
