import type { RunDocument } from '../../worker/protocol.ts';
import type { CatalogueEntry } from '../../scenario/catalogue/entry.ts';
import { catalogueEntry } from './catalogue.ts';
import type { Made, RunSource } from './run-source.ts';
import type { Listed } from './run-store.ts';

/** The run of a source; undefined when it names a scenario that does not exist. */
type ReadSource = (made: Made, entry: CatalogueEntry | undefined) => RunDocument | undefined;

/** The run of a branch that was kept or sent with the first; undefined when it names a scenario that does not exist. */
async function documentBeside(
  made: Made & { readonly same?: number },
  first: RunDocument,
  documentOf: ReadSource,
): Promise<RunDocument | undefined> {
  const source = { ...made, inputs: [...first.inputs.slice(0, made.same ?? 0), ...(made.inputs ?? [])] };
  const own = made.catalogue === undefined && made.scenario === undefined;
  const entry = made.catalogue === undefined ? undefined : await catalogueEntry(made.catalogue);
  const document = documentOf(own ? { ...source, scenario: first.scenario } : source, entry);
  if (document === undefined || !own || first.catalogue === undefined) return document;
  return { ...document, catalogue: first.catalogue };
}

/** One of the list on its way there. */
interface Placed {
  readonly made: Pick<Made, 'name' | 'from'>;
  readonly document: RunDocument | undefined;
}

/**
 * All branches of what was kept or sent, in order of the list, as the run store opens them. `first` is the run on
 * screen. One that names a scenario this version does not have is left out.
 */
export async function branchesOf(
  { twin, branches = [], ...source }: RunSource,
  first: RunDocument,
  documentOf: ReadSource,
): Promise<[list: readonly Listed[], shown: number, beside: number | undefined]> {
  const placed: Placed[] = await Promise.all(
    branches.map(async (made) => ({ made, document: await documentBeside(made, first, documentOf) })),
  );
  const shown: Placed = { made: source, document: first };
  const { place = 0 } = source;
  const fixed = [{ place, entry: shown }];
  let beside: Placed | undefined;
  if (twin !== undefined) {
    // Who says no place is as links were when there was one twin: it left the run on screen.
    const made = twin.place === undefined ? { ...twin, from: place } : twin;
    beside = { made, document: await documentBeside(twin, first, documentOf) };
    fixed.push({ place: twin.place ?? place + 1, entry: beside });
  }
  for (const each of fixed.sort((a, b) => a.place - b.place)) placed.splice(each.place, 0, each.entry);
  const kept = placed.filter(({ document }) => document !== undefined);
  const list = kept.flatMap(({ made, document }): Listed[] => {
    const from = kept.findIndex((each) => made.from !== undefined && each === placed[made.from]);
    if (document === undefined) return [];
    return [{ document, name: made.name ?? '', ...(from < 0 ? {} : { from }) }];
  });
  const besideAt = beside === undefined ? -1 : kept.indexOf(beside);
  return [list, kept.indexOf(shown), besideAt < 0 ? undefined : besideAt];
}
