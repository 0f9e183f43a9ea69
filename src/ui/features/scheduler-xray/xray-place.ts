import { createStore } from 'zustand/vanilla';

/** A cell one points at: a plugin's word about a node, as a filter or as a score. */
export interface CellPlace {
  readonly node: string;
  readonly plugin: string;
  readonly part: 'filter' | 'score';
}

/** The cell one points at: the table is on the stage, its arithmetic beside it in the inspector. */
export const xrayPlace = createStore<{ readonly place: CellPlace | undefined }>(() => ({ place: undefined }));

export function pointAt(place: CellPlace): void {
  xrayPlace.setState({ place });
}
