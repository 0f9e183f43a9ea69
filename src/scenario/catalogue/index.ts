import type { CatalogueEntry } from './entry.ts';
import { FIRST_POD, START } from './start.ts';

/** What a visitor without a link sees. */
export const DEFAULT_SCENARIO = START.id;

/** The entry of that id among the few that the first screen has at hand; `all.ts` has them all. */
export function entryAtHand(id: string): CatalogueEntry | undefined {
  return [START, FIRST_POD].find((entry) => entry.id === id);
}
