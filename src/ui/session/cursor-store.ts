import { createStore } from 'zustand/vanilla';
import type { Level } from '../../trace/ids.ts';

/** How playing maps wall time to the run: gaps folded, or virtual time as it passes. */
export type ClockMode = 'stretched' | 'real';

/** Where we are in the run. Everything on screen is a function of the records and this. */
export interface Cursor {
  /** The last record that has happened, in the trace's numbering; -1 before the first. */
  readonly seq: number;
  /** How far from it to the next record of this level, 0 to 1: where packets are drawn. */
  readonly fraction: number;
  readonly level: Level;
  readonly playing: boolean;
  /** 0.1 to 1000. */
  readonly speed: number;
  readonly mode: ClockMode;
  /** The reader has moved it since the run was opened. */
  readonly moved: boolean;
  /** What the reader did last, while the cursor has been playing on from there: they are not in the past. */
  readonly since: { readonly branch: number; readonly at: number } | undefined;
  /** Where somebody is writing what they will do next: playing waits for them. */
  readonly held: Writing | undefined;
}

/** A place in which an action is written before it is done. */
export type Writing = 'editor' | 'terminal';

/** The playhead. Only the player and the transport move it. */
export function createCursorStore() {
  const store = createStore<Cursor>(() => ({
    seq: -1,
    fraction: 0,
    level: 2,
    playing: false,
    speed: 1,
    mode: 'stretched',
    moved: false,
    since: undefined,
    held: undefined,
  }));
  // Who stops or goes elsewhere looks back.
  store.subscribe(({ playing, since, held }) => {
    if (!playing && (since !== undefined || held !== undefined))
      store.setState({ since: undefined, held: undefined });
  });
  return store;
}

export type CursorStore = ReturnType<typeof createCursorStore>;
