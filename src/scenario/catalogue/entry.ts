import type { ScenarioDocument } from '../document.ts';

/** The parts of a Pod's life, in order: the shelves of the gallery. */
export const STAGES = [
  'life',
  'request',
  'controllers',
  'scheduling',
  'image',
  'setup',
  'start',
  'ready',
  'update',
  'nodes',
  'end',
] as const;
export type Stage = (typeof STAGES)[number];

/** A line of text in both languages. */
export interface Both {
  readonly en: string;
  readonly ko: string;
}

/** What is true at the end: this command prints each of these. Spaces stand for any run of blanks within a line. */
export interface EndCheck {
  /** As typed, without `kubectl`. */
  readonly kubectl: string;
  readonly prints: readonly string[];
  /** What must not be there. */
  readonly lacks?: readonly string[];
}

/** A scenario that comes with the product. */
export interface CatalogueEntry {
  /** Links name it. Never renamed. */
  readonly id: string;
  readonly stage: Stage;
  /** One line: what there is to see. */
  readonly shows: Both;
  /** What a user would search for because it is on their screen; the first is what the STATUS column says, or nearest. */
  readonly symptoms: readonly string[];
  readonly document: ScenarioDocument & { readonly title: Both };
  readonly end: readonly EndCheck[];
}
