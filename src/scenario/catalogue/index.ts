import type { CatalogueEntry } from './entry.ts';
import { FIRST_POD, START } from './first-pod/scenario.ts';

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

/** What a visitor without a link sees: a cluster at rest and a manifest to apply. Not in the gallery. */
export const DEFAULT_SCENARIO = 'start';

const START_ENTRY: CatalogueEntry = {
  id: DEFAULT_SCENARIO,
  shows: {
    en: 'A cluster at rest, and an nginx Pod to apply.',
    ko: '쉬고 있는 클러스터와 적용할 nginx Pod 하나.',
  },
  document: START,
};

/** The entry of that id, if there is one. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return id === DEFAULT_SCENARIO ? START_ENTRY : CATALOGUE.find((entry) => entry.id === id);
}
