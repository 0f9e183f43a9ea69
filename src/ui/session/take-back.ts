import { type TimedInput, isFault } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { atSameTime } from './same-time.ts';
import type { Session } from './session.ts';

/** Something that was taken back: which branch had it, and which one is without it. */
interface Taken {
  readonly input: TimedInput;
  readonly document: RunDocument;
  readonly branch: number;
  /** Where the cursor was in it. */
  readonly seq: number;
  readonly fraction: number;
  readonly without: number;
}

const takenIn = new WeakMap<Session, Taken[]>();

const anything = (): boolean => true;

/**
 * The run without what the reader did last, at the time that is shown; its branch stays. Undefined: they have done
 * nothing in it. `which`: the last of that kind.
 */
export function takeBack(
  session: Session,
  which: (input: TimedInput) => boolean = anything,
): TimedInput | undefined {
  const { runs } = session;
  const branch = runs.active();
  const place = branch?.document.inputs.findLastIndex(which) ?? -1;
  const input = branch?.document.inputs[place];
  if (branch === undefined || input === undefined) return undefined;
  const { id, document } = branch;
  const { seq, fraction } = session.cursor.getState();
  const inputs = document.inputs.filter((_, index) => index !== place);
  atSameTime(session, () => void runs.replace({ ...document, inputs }));
  const without = runs.store.getState().active;
  const taken = takenIn.get(session) ?? [];
  takenIn.set(session, [...taken, { input, document, branch: id, seq, fraction, without }]);
  return input;
}

/** The run without the reader's last fault. */
export const takeBackFault = (session: Session): TimedInput | undefined => takeBack(session, isFault);

/**
 * The run with what was taken back last, at the time that is shown, where nothing was done since. Undefined: there is
 * nothing to put back.
 */
export function putBack(session: Session): TimedInput | undefined {
  const taken = takenIn.get(session) ?? [];
  const last = taken.at(-1);
  const { runs, cursor } = session;
  const { branches, active } = runs.store.getState();
  if (last === undefined || last.without !== active) return undefined;
  takenIn.set(session, taken.slice(0, -1));
  const without = runs.active();
  const { seq, level } = cursor.getState();
  // The run without it may be shorter, or not there yet: the time that was shown is that of the run with it.
  const fellShort = without?.status === 'simulating' || without?.story.next(seq, level) === undefined;
  // It may have been let go for newer ones.
  atSameTime(session, () => {
    if (branches.has(last.branch)) runs.show(last.branch);
    else runs.replace(last.document);
  });
  if (fellShort && branches.has(last.branch))
    cursor.setState({ seq: last.seq, fraction: last.fraction, playing: false });
  const before = taken.at(-2);
  // What was taken back before that is without this branch again.
  if (before !== undefined)
    takenIn.set(session, [...taken.slice(0, -2), { ...before, without: runs.store.getState().active }]);
  return last.input;
}
