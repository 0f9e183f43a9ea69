import { useCallback, useEffect, useRef, useState } from 'react';
import type { Selection } from '../../session/selection-store.ts';
import { useSession } from '../../session/use-session.tsx';

/** Farther back nobody goes by this button. */
const MOST = 30;

/** Where one came from by following links, and the way back. */
export interface Trail {
  readonly from: Selection;
  readonly back: () => void;
}

/** The way of what was looked at; undefined at its beginning. */
export function useTrail(): Trail | undefined {
  const { selection: store } = useSession();
  const [trail, setTrail] = useState<readonly Selection[]>([]);
  const going = useRef(false);
  useEffect(
    () =>
      store.subscribe(({ selection: now }, { selection: before }) => {
        if (now === before || going.current) return;
        // Nothing in particular is where every way begins.
        setTrail((known) => (now.kind === 'none' ? [] : [...known, before].slice(-MOST)));
      }),
    [store],
  );
  const from = trail.at(-1);
  const back = useCallback(() => {
    if (from === undefined) return;
    setTrail((known) => known.slice(0, -1));
    going.current = true;
    store.setState({ selection: from });
    going.current = false;
  }, [from, store]);
  return from === undefined ? undefined : { from, back };
}
