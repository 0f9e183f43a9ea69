import { BEGIN } from './begin.ts';
import { CONTROLLERS } from './controllers.ts';
import type { CatalogueEntry } from './entry.ts';
import { FINISH } from './finish.ts';
import { IMAGE } from './image.ts';
import { entryAtHand } from './index.ts';
import { JOBS } from './jobs.ts';
import { LIFE } from './life.ts';
import { NO_NODE } from './no-node.ts';
import { NODES } from './nodes.ts';
import { POLICY } from './policy.ts';
import { REACH } from './reach.ts';
import { READY } from './ready.ts';
import { REQUEST } from './request.ts';
import { SCHEDULING } from './scheduling.ts';
import { SETUP } from './setup.ts';
import { UPDATE } from './update.ts';
import { VOLUMES } from './volumes.ts';

/** Every scenario that comes with the product, in the order of the gallery. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...LIFE,
  ...REQUEST,
  ...POLICY,
  ...CONTROLLERS,
  ...JOBS,
  ...SCHEDULING,
  ...NO_NODE,
  ...IMAGE,
  ...SETUP,
  ...VOLUMES,
  ...BEGIN,
  ...READY,
  ...REACH,
  ...UPDATE,
  ...NODES,
  ...FINISH,
];

/** The entry of that id, if there is one; the start, too, though it is not in the gallery. */
export function catalogueEntry(id: string): CatalogueEntry | undefined {
  return entryAtHand(id) ?? CATALOGUE.find((entry) => entry.id === id);
}
