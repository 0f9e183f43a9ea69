import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { present } from '../../base/assert.ts';
import type { Branch } from './branch.ts';
import type { Cursor } from './cursor-store.ts';
import { isOpening } from './opening.ts';
import type { RunState } from './branches.ts';
import type { SelectionState } from './selection-store.ts';
import type { Session } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** Gives the sitting to everything below it. */
export function SessionProvider({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The sitting: its stores and what moves them. */
export function useSession(): Session {
  return present(useContext(SessionContext), 'a SessionProvider above');
}

const activeOf = ({ branches, active }: RunState): Branch | undefined => branches.get(active);

/**
 * The branch on screen; renders again whenever records arrived or its status changed. That it grew is drawn when there
 * is time for it, piece by piece: what the reader does meanwhile goes first.
 */
export function useActiveBranch(): Branch | undefined {
  const { store } = useSession().runs;
  const [branch, setBranch] = useState(() => activeOf(store.getState()));
  useEffect(() => {
    const grown = (): void => startTransition(() => setBranch(activeOf(store.getState())));
    // It may have changed since it was rendered.
    grown();
    return store.subscribe((now, before) => {
      const next = activeOf(now);
      const last = activeOf(before);
      if (next === last) return;
      if (next?.id === last?.id && next?.status === last?.status) grown();
      else setBranch(next);
    });
  }, [store]);
  return branch;
}

/** A part of the cursor. Choose as little as possible: `fraction` changes every frame while playing. */
export function useCursor<T>(choose: (cursor: Cursor) => T): T {
  return useStore(useSession().cursor, choose);
}

/** Whether a run is still on its way to the moment it opens at. */
export function useIsOpening(): boolean {
  const branch = useActiveBranch();
  return useCursor((cursor) => isOpening(branch, cursor));
}

/** Whether there is nothing to see of a run yet and there will be: it opens, or it plays and its first record is to come. */
export function useIsComing(): boolean {
  const branch = useActiveBranch();
  const awaited = branch?.status === 'simulating' && branch.story.steps(3).length === 0;
  return useCursor((cursor) => isOpening(branch, cursor) || (awaited && cursor.playing));
}

/** A cursor that plays is looked at so often, in ms. */
const CALM_MS = 200;
/** One that is dragged is looked at when it rests for so long, and so often on the way: nobody reads meanwhile. In ms. */
const REST_MS = 120;
const RACE_MS = 1_000;

/**
 * The record at the cursor, for what may come a moment later than the drawing: it is rendered when there is time for
 * it, and what the cursor has left meanwhile is never rendered. Never beyond the branch's records.
 */
export function useCalmSeq(branch: Branch | undefined): number {
  const { cursor } = useSession();
  const [seq, setSeq] = useState(() => cursor.getState().seq);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looked = 0;
    const look = (): void => {
      timer = undefined;
      looked = performance.now();
      startTransition(() => setSeq(cursor.getState().seq));
    };
    look();
    const stop = cursor.subscribe((now, before) => {
      if (now.seq === before.seq) return;
      const since = performance.now() - looked;
      if (timer === undefined && since >= CALM_MS) return look();
      if (timer !== undefined && now.playing) return;
      clearTimeout(timer);
      timer = setTimeout(
        look,
        Math.max(0, now.playing ? CALM_MS - since : Math.min(REST_MS, RACE_MS - since)),
      );
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [cursor]);
  return branch === undefined ? seq : Math.min(seq, branch.trace.length - 1);
}

/** A part of what the reader looks at. */
export function useSelection<T>(choose: (state: SelectionState) => T): T {
  return useStore(useSession().selection, choose);
}
