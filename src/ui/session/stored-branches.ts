import type { StoredRun } from '../../scenario/run-source.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import type { Branch } from './branch.ts';
import type { Session } from './session.ts';
import { stageView } from './stage-view.ts';

type Twin = NonNullable<StoredRun['twin']>;
type Other = NonNullable<StoredRun['branches']>[number];

/** Nothing in a document is ever changed: it is stored as it is. */
const plain = (inputs: readonly TimedInput[]) => inputs as NonNullable<StoredRun['inputs']>;

/** What a run is made from; the scenario is left out where it is `same`'s. */
function madeFrom(document: RunDocument | undefined, same: RunDocument | undefined): Omit<Twin, 'place'> {
  const { catalogue, scenario = '', seed, inputs = [], untilUs } = document ?? {};
  const own = catalogue === undefined ? { scenario } : { catalogue };
  return {
    ...(scenario === same?.scenario ? {} : own),
    ...(seed === undefined ? {} : { seed }),
    ...(untilUs === undefined ? {} : { untilUs }),
    ...(inputs.length === 0 ? {} : { inputs: plain(inputs) }),
  };
}

/** A branch that nobody looks at, told by what it has that the one on screen does not. */
function told(document: RunDocument, first: RunDocument): Other {
  const { inputs: _all, ...made } = madeFrom(document, first);
  const { inputs } = document;
  const differs = inputs.findIndex((input, at) => input !== first.inputs[at]);
  const same = differs < 0 ? inputs.length : differs;
  // Whoever forks takes the inputs along themselves.
  return { ...made, same, inputs: plain(inputs.slice(same)) };
}

/** The branches of a sitting: the one on screen, the one beside it while the two are compared, and the others. */
export function storedBranches({ runs }: Session): Omit<StoredRun, 'files'> {
  const { branches, active, beside } = runs.store.getState();
  const list = [...branches.values()];
  const shown = branches.get(active);
  const twin = stageView.getState().view === 'twins' ? branches.get(beside ?? 0) : undefined;
  const placeOf = (id: number | undefined): number => list.findIndex((branch) => branch.id === id);
  const listed = ({ name, parent }: Branch) => ({
    ...(name === '' ? {} : { name }),
    ...(placeOf(parent?.branch) < 0 ? {} : { from: placeOf(parent?.branch) }),
  });
  const made = madeFrom(shown?.document, undefined);
  if (shown === undefined || list.length === 1) return { ...made, ...(shown && listed(shown)) };
  const others = list.filter((branch) => branch !== shown && branch !== twin);
  return {
    ...made,
    ...listed(shown),
    place: placeOf(active),
    ...(twin === undefined
      ? {}
      : { twin: { ...madeFrom(twin.document, shown.document), ...listed(twin), place: placeOf(twin.id) } }),
    ...(others.length === 0
      ? {}
      : { branches: others.map((each) => ({ ...told(each.document, shown.document), ...listed(each) })) }),
  };
}
