import { createStore } from 'zustand/vanilla';
import type { Subject } from '../../trace/kinds/span.ts';

/** What the reader is looking at: an object, a component, or nothing in particular (then the story's own subject). */
export type Selection =
  | { readonly kind: 'none' }
  | { readonly kind: 'object'; readonly subject: Subject }
  | { readonly kind: 'component'; readonly actor: string };

/** The zoom levels of the drawing: 0 Cluster, 1 Pipeline, 2 Node, 3 Pod, 4 Process. */
export type ZoomLevel = 0 | 1 | 2 | 3 | 4;

export interface SelectionState {
  readonly selection: Selection;
  readonly zoom: ZoomLevel;
  /** The node that fills the stage from level 2 on. */
  readonly focusNode?: string;
}

export function createSelectionStore() {
  return createStore<SelectionState>(() => ({ selection: { kind: 'none' }, zoom: 1 }));
}

export type SelectionStore = ReturnType<typeof createSelectionStore>;
