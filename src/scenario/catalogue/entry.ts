import type { ScenarioDocument } from '../document.ts';

/** A scenario that comes with the product. */
export interface CatalogueEntry {
  /** Its folder's name; links name it. Never renamed. */
  readonly id: string;
  /** One line: what there is to see. */
  readonly shows: { readonly en: string; readonly ko: string };
  readonly document: ScenarioDocument;
}
