import type { TimedInput } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { replaceDocument } from './actions.ts';
import type { Session } from './session.ts';

/** Something that was taken back: where it was, and where the run is without it. */
interface Taken {
  readonly input: TimedInput;
  readonly document: RunDocument;
  readonly branch: number;
  readonly seq: number;
  readonly without: number;
}

const takenIn = new WeakMap<Session, Taken[]>();

/** The run without what the reader did last; its branch stays. Undefined: they have done nothing in it. */
export function takeBack(session: Session): TimedInput | undefined {
  const branch = session.runs.active();
  const input = branch?.document.inputs.at(-1);
  if (branch === undefined || input === undefined) return undefined;
  const { seq } = session.cursor.getState();
  const { id, document } = branch;
  replaceDocument(session, { ...document, inputs: document.inputs.slice(0, -1) });
  const without = session.runs.store.getState().active;
  const taken = takenIn.get(session) ?? [];
  takenIn.set(session, [...taken, { input, document, branch: id, seq, without }]);
  return input;
}

/** The run with what was taken back last, where nothing was done since. Undefined: there is nothing to put back. */
export function putBack(session: Session): TimedInput | undefined {
  const taken = takenIn.get(session) ?? [];
  const last = taken.at(-1);
  const { runs, cursor } = session;
  if (last === undefined || last.without !== runs.store.getState().active) return undefined;
  takenIn.set(session, taken.slice(0, -1));
  // It may have been let go for newer ones.
  if (!runs.store.getState().branches.has(last.branch)) replaceDocument(session, last.document);
  else {
    runs.show(last.branch);
    cursor.setState({ seq: last.seq, fraction: 0, playing: false });
  }
  const before = taken.at(-2);
  // What was taken back before that is without this branch again.
  if (before !== undefined)
    takenIn.set(session, [...taken.slice(0, -2), { ...before, without: runs.store.getState().active }]);
  return last.input;
}
