import { createStore } from 'zustand/vanilla';
import { type Mark, markKey } from '../projections/marks/marks.ts';

/** A moment that stops playing. */
export interface Breakpoint {
  readonly id: string;
  readonly mark: Mark;
  readonly on: boolean;
}

interface BreakpointState {
  readonly list: readonly Breakpoint[];
  /** The one that stopped playing last, and where. */
  readonly hit: { readonly id: string; readonly seq: number } | undefined;
}

/** The breakpoints of this sitting. They belong to the reader, not to a run: they stay when another is opened. */
export function createBreakpoints() {
  const store = createStore<BreakpointState>(() => ({ list: [], hit: undefined }));
  return {
    store,
    /** Adds a breakpoint, or turns it on when it is there already. */
    add(mark: Mark): void {
      const id = markKey(mark);
      store.setState(({ list }) => ({
        list: [...list.filter((each) => each.id !== id), { id, mark, on: true }],
      }));
    },
    remove(id: string): void {
      store.setState(({ list, hit }) => ({
        list: list.filter((each) => each.id !== id),
        hit: hit?.id === id ? undefined : hit,
      }));
    },
    setOn(id: string, on: boolean): void {
      store.setState(({ list }) => ({ list: list.map((each) => (each.id === id ? { ...each, on } : each)) }));
    },
    clear: (): void => store.setState({ list: [], hit: undefined }),
    /** The marks that stop playing. */
    marks: (): readonly Mark[] => store.getState().list.flatMap(({ mark, on }) => (on ? [mark] : [])),
    stopped: (mark: Mark, seq: number): void => store.setState({ hit: { id: markKey(mark), seq } }),
  };
}

export type Breakpoints = ReturnType<typeof createBreakpoints>;
