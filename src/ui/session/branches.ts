import { createStore } from 'zustand/vanilla';
import type { EngineClient } from '../../worker/client.ts';
import type { RunDocument } from '../../worker/protocol.ts';
import { type Branch, newBranch } from './branch.ts';
import { listenerOf } from './run-listener.ts';
import { sameUntil } from './shared-prefix.ts';

/** All runs of this sitting: the one on screen and those it was forked from or is compared with. */
export interface RunState {
  readonly branches: ReadonlyMap<number, Branch>;
  /** The branch on screen; 0 before the first one. */
  readonly active: number;
  /** The branch shown beside it on the same clock, if any. */
  readonly beside: number | undefined;
}

/** More branches without a name than this are not kept: the oldest that nobody looks at goes. What has a name stays. */
const MOST_UNNAMED = 12;
/** More than this are not held at all. */
const MOST_BRANCHES = 60;

/** The branches after leaving out what is too much: never those on screen. */
function kept(state: RunState): RunState {
  const branches = new Map(state.branches);
  let unnamed = [...branches.values()].filter(({ name }) => name === '').length;
  for (const [id, { name }] of state.branches) {
    if (id === state.active || id === state.beside) continue;
    if (branches.size <= MOST_BRANCHES && (name !== '' || unnamed <= MOST_UNNAMED)) continue;
    branches.delete(id);
    if (name === '') unnamed--;
  }
  return { ...state, branches };
}

/** The branches of a sitting, each with its run in the engine: they begin, are looked at or stand still, and go. */
export function createBranches(engine: EngineClient) {
  const store = createStore<RunState>(() => ({ branches: new Map(), active: 0, beside: undefined }));
  let nextId = 1;
  const newId = (): number => nextId++;
  const runOf = new Map<number, number>();

  const update = (id: number, change: Partial<Branch>): void => {
    const { branches } = store.getState();
    const branch = branches.get(id);
    if (branch === undefined) return;
    const next = { ...branch, ...change, version: branch.version + 1 };
    store.setState({ branches: new Map(branches).set(id, next) });
  };

  const withRun = (id: number, act: (run: number) => void): void => {
    const run = runOf.get(id);
    if (run !== undefined) act(run);
  };

  const close = (id: number): void => {
    withRun(id, (run) => engine.dispose(run));
    runOf.delete(id);
  };

  const start = (branch: Branch, from: number): void => {
    const run = engine.open(
      branch.document,
      listenerOf(branch, (change) => update(branch.id, change)),
      from,
    );
    runOf.set(branch.id, run);
  };

  /** Changes what is on screen: those looked at go on, or begin; the others stay where they are. */
  const look = (change: Partial<RunState>): void => {
    const before = store.getState();
    const next = kept({ ...before, ...change });
    for (const id of before.branches.keys()) if (!next.branches.has(id)) close(id);
    store.setState(next);
    for (const [id, branch] of next.branches) {
      const looked = id === next.active || id === next.beside;
      if (looked && !runOf.has(id)) start(branch, 0);
      withRun(id, (run) => (looked ? engine.release(run) : engine.hold(run)));
    }
  };

  const begin = (branch: Branch, from: number, where: 'active' | 'beside' = 'active'): number => {
    const { branches, active } = store.getState();
    start(branch, from);
    // A fork of the branch on screen takes its place; one that stood beside stays there.
    look({ branches: new Map(branches).set(branch.id, branch), active, [where]: branch.id });
    return branch.id;
  };

  /** Goes on with a branch under a new run: it takes the branch's place, also as the one that others left. */
  const succeed = (former: Branch, made: { branch: Branch; shared: number }): number => {
    const { parent: _, ...own } = made.branch;
    const { parent, name } = former;
    begin({ ...own, name, ...(parent === undefined ? {} : { parent }) }, made.shared);
    const branches = new Map(store.getState().branches);
    branches.delete(former.id);
    for (const [id, branch] of branches)
      if (branch.parent?.branch === former.id)
        branches.set(id, { ...branch, parent: { ...branch.parent, branch: own.id } });
    look({ branches });
    return own.id;
  };

  const activeBranch = (): Branch | undefined => {
    const { branches, active } = store.getState();
    return branches.get(active);
  };

  /** A branch of this document, with the records it shares with the branch on screen. */
  const branchOf = (document: RunDocument, name = ''): { branch: Branch; shared: number } | undefined => {
    const parent = activeBranch();
    if (parent === undefined) return undefined;
    const until = sameUntil(parent.document, document);
    const shared = Number.isFinite(until) ? parent.trace.countUntil(until - 1) : 0;
    const made = newBranch(newId(), document, { branch: parent, shared });
    return { branch: { ...made, name }, shared };
  };

  return { store, update, look, begin, succeed, close, withRun, activeBranch, branchOf, newId };
}
