import type { CatalogueEntry } from '../../scenario/catalogue/entry.ts';
import { entryAtHand } from '../../scenario/catalogue/index.ts';

/** Every scenario that comes with the product, in the order of the gallery. They are no part of the first screen. */
export async function loadCatalogue(): Promise<readonly CatalogueEntry[]> {
  return (await import('../../scenario/catalogue/all.ts')).CATALOGUE;
}

/** The entry of that id, if there is one. */
export async function catalogueEntry(id: string): Promise<CatalogueEntry | undefined> {
  return entryAtHand(id) ?? (await loadCatalogue()).find((entry) => entry.id === id);
}
