import type { TimedInput } from '../../scenario/timed-input.ts';
import type { SimTime } from '../../trace/ids.ts';
import type { SchedulingAnswer, SchedulingQuestion } from '../../trace/scheduling-question.ts';
import type { EngineClient } from '../../worker/client.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { goesOn, newBranch } from './branch.ts';
import { createBranches } from './branches.ts';

/** A run as one of a list. */
export interface Listed {
  readonly document: RunDocument;
  /** '' for none. */
  readonly name: string;
  /** The one it left, by its place in the list. */
  readonly from?: number;
}

/** Runs, and what may be done with them. Everything else on screen is projected from the active branch. */
export function createRunStore(engine: EngineClient) {
  const { store, update, look, begin, succeed, close, withRun, activeBranch, branchOf, newId } =
    createBranches(engine);

  return {
    store,
    /**
     * Starts runs from nothing, in order of the list; the earlier ones are let go. One is shown, and one may stand
     * beside it; the others wait to be looked at. Answers the id of the one that is shown.
     */
    open(list: readonly Listed[], shown = 0, beside?: number): number {
      for (const id of store.getState().branches.keys()) close(id);
      const made = list.map(({ document, name }) => ({ ...newBranch(newId(), document), name }));
      const branches = made.map((branch, at) => {
        const parent = made[list[at]?.from ?? -1];
        return parent === undefined ? branch : { ...branch, parent: { branch: parent.id, lastShared: -1 } };
      });
      const active = branches[shown]?.id ?? 0;
      look({
        branches: new Map(branches.map((branch) => [branch.id, branch])),
        active,
        beside: branches[beside ?? -1]?.id,
      });
      return active;
    },
    /**
     * Adds inputs at a moment: a fork that shares everything before it, or the same branch going on when that is wanted
     * or there was nothing after it. Answers the new branch's id.
     */
    fork(inputs: readonly TimedInput[], inPlace: boolean): number | undefined {
      const parent = activeBranch();
      if (parent === undefined) return undefined;
      const made = branchOf({ ...parent.document, inputs: [...parent.document.inputs, ...inputs] });
      if (made === undefined) return undefined;
      return inPlace || goesOn(parent, made.shared) ? succeed(parent, made) : begin(made.branch, made.shared);
    },
    /** Plays the branch on screen anew, in its own place: the engine failed under it. */
    retry(): void {
      const failed = activeBranch();
      if (failed !== undefined) succeed(failed, { branch: newBranch(newId(), failed.document), shared: 0 });
    },
    /** Plays another document in place of the branch on screen. Answers how many records they share. */
    replace(document: RunDocument): number | undefined {
      const made = branchOf(document);
      if (made === undefined) return undefined;
      begin(made.branch, made.shared);
      return made.shared;
    },
    /** Plays another document beside the branch on screen, on the same clock. Answers the new branch's id. */
    twin(document: RunDocument, name = ''): number | undefined {
      const made = branchOf(document, name);
      return made === undefined ? undefined : begin(made.branch, made.shared, 'beside');
    },
    /** Puts a branch on screen; it goes on where it was left. */
    show(id: number): void {
      const { branches, active, beside } = store.getState();
      if (!branches.has(id) || id === active) return;
      look({ active: id, beside: beside === id ? active : beside });
    },
    /** Puts a branch beside the one on screen, or takes it away. */
    setBeside(id: number | undefined): void {
      const { branches, active } = store.getState();
      if (id === active || (id !== undefined && !branches.has(id))) return;
      look({ beside: id });
    },
    /** Lets a branch go that is not on screen. */
    remove(id: number): void {
      const { branches, active, beside } = store.getState();
      if (id === active || !branches.has(id)) return;
      const rest = new Map(branches);
      rest.delete(id);
      look({ branches: rest, beside: beside === id ? undefined : beside });
    },
    rename: (id: number, name: string): void => update(id, { name }),
    /** Simulates a branch on to a virtual time past its own end. */
    extend(id: number, untilUs: number): void {
      const branch = store.getState().branches.get(id);
      if (branch === undefined || untilUs <= branch.now) return;
      if (branch.status !== 'quiet' && branch.status !== 'horizon') return;
      update(id, { status: 'simulating', document: { ...branch.document, untilUs } });
      withRun(id, (run) => engine.extend(run, untilUs as SimTime));
    },
    /** Where a Pod would go among the objects of a moment; undefined when the engine could not answer. */
    askScheduling: (question: SchedulingQuestion): Promise<SchedulingAnswer | undefined> =>
      engine.ask(question),
    active: activeBranch,
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
