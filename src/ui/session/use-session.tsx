import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { present } from '../../base/assert.ts';
import type { Branch } from './branch.ts';
import type { Cursor } from './cursor-store.ts';
import { isOpening } from './opening.ts';
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

/** The branch on screen; renders again whenever records arrived or its status changed. */
export function useActiveBranch(): Branch | undefined {
  return useStore(useSession().runs.store, ({ branches, active }) => branches.get(active));
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

/** A cursor that races past is looked at so often, in ms. */
const CALM_MS = 200;

/**
 * The record at the cursor, for what may come a moment later than the drawing: it is rendered when there is time for
 * it, and what the cursor has left meanwhile is never rendered. Never beyond the branch's records.
 */
export function useCalmSeq(branch: Branch | undefined): number {
  const { cursor } = useSession();
  const [seq, setSeq] = useState(() => cursor.getState().seq);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => startTransition(() => setSeq(cursor.getState().seq));
    look();
    const stop = cursor.subscribe((now, before) => {
      if (now.seq === before.seq || timer !== undefined) return;
      look();
      timer = setTimeout(() => {
        timer = undefined;
        look();
      }, CALM_MS);
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
