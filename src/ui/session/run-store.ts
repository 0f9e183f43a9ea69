import { createStore } from 'zustand/vanilla';
import { parseDuration } from '../../scenario/duration.ts';
import type { SchedulingAnswer, SchedulingQuestion } from '../../trace/scheduling-question.ts';
import type { EngineClient, RunListener } from '../../worker/client.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { type Branch, newBranch, take } from './branch.ts';

/** All runs of this sitting: the one on screen and those it was forked from or is compared with. */
export interface RunState {
  readonly branches: ReadonlyMap<number, Branch>;
  /** The branch on screen; 0 before the first one. */
  readonly active: number;
}

/** Runs, and what may be done with them. Everything else on screen is projected from the active branch. */
export function createRunStore(engine: EngineClient) {
  const store = createStore<RunState>(() => ({ branches: new Map(), active: 0 }));
  let nextId = 1;
  const runOf = new Map<number, number>();

  const update = (id: number, change: Partial<Branch>): void => {
    const { branches } = store.getState();
    const branch = branches.get(id);
    if (branch === undefined) return;
    const next = { ...branch, ...change, version: branch.version + 1 };
    store.setState({ branches: new Map(branches).set(id, next) });
  };

  const listenerOf = (branch: Branch): RunListener => ({
    records: (records, now) => {
      take(branch, records);
      update(branch.id, { now });
    },
    ended: (end, now) => update(branch.id, { now, status: end === 'until' ? 'quiet' : end }),
    refused: (problems) => update(branch.id, { status: 'refused', problems }),
    crashed: (message, stack) => update(branch.id, { status: 'crashed', problems: [message, stack] }),
  });

  const begin = (branch: Branch, from: number): number => {
    store.setState(({ branches }) => ({
      branches: new Map(branches).set(branch.id, branch),
      active: branch.id,
    }));
    runOf.set(branch.id, engine.open(branch.document, listenerOf(branch), from));
    return branch.id;
  };

  const withRun = (id: number, act: (run: number) => void): void => {
    const run = runOf.get(id);
    if (run !== undefined) act(run);
  };

  const close = (id: number): void => {
    withRun(id, (run) => engine.dispose(run));
    runOf.delete(id);
  };

  return {
    store,
    /** Starts a run from nothing and shows it; the earlier ones are let go. Answers the branch's id. */
    open(document: RunDocument): number {
      for (const id of store.getState().branches.keys()) close(id);
      store.setState({ branches: new Map() });
      return begin(newBranch(nextId++, document), 0);
    },
    /** Adds inputs of one moment: a fork that shares everything before it. Answers the new branch's id. */
    fork(...added: readonly TimedInput[]): number | undefined {
      const { branches, active } = store.getState();
      const parent = branches.get(active);
      if (parent === undefined) return undefined;
      const atUs = parseDuration(added[0]?.at ?? '');
      if (atUs === undefined) return undefined;
      const shared = parent.trace.countUntil(atUs - 1);
      const inputs = [...parent.document.inputs, ...added];
      const branch = newBranch(nextId++, { ...parent.document, inputs }, { branch: parent, shared });
      withRun(active, (run) => engine.hold(run));
      return begin(branch, shared);
    },
    /** Where a Pod would go among the objects of a moment; undefined when the engine could not answer. */
    askScheduling: (question: SchedulingQuestion): Promise<SchedulingAnswer | undefined> =>
      engine.ask(question),
    active(): Branch | undefined {
      const { branches, active } = store.getState();
      return branches.get(active);
    },
  };
}

export type RunStore = ReturnType<typeof createRunStore>;
