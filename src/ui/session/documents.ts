import { catalogueEntry } from '../../scenario/catalogue/index.ts';
import type { RunDocument } from '../../worker/protocol.ts';

/** A run of a scenario that comes with the product, as its author wrote it; undefined when there is none of that name. */
export function documentOf(id: string): RunDocument | undefined {
  const entry = catalogueEntry(id);
  return entry === undefined ? undefined : { scenario: JSON.stringify(entry.document), inputs: [] };
}
