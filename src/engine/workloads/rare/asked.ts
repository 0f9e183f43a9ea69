import { RARE_NAMES } from './names.ts';

const ASKS = new RegExp(`\\b(?:${RARE_NAMES.join('|')})\\b`);

/** Whether a run, as JSON, names a program whose code is not always there. */
export function asksForRarePrograms(document: string): boolean {
  return ASKS.test(document);
}
