import type { CatalogueEntry } from './entry.ts';
import { FIRST_POD } from './first-pod/scenario.ts';

export type { CatalogueEntry } from './entry.ts';

/** Every scenario that comes with the product, in the order of the gallery. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  {
    id: 'first-pod',
    shows: {
      en: 'One nginx Pod from kubectl apply to Ready: who looks at it, in which order, and what each of them writes.',
      ko: 'nginx Pod 하나가 kubectl apply부터 Ready가 될 때까지 누가 어떤 순서로 보고 무엇을 쓰는지 따라간다.',
    },
    document: FIRST_POD,
  },
];

/** What a visitor without a link sees. */
export const DEFAULT_SCENARIO = 'first-pod';

/** The entry of that id, if there is one. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return CATALOGUE.find((entry) => entry.id === id);
}
