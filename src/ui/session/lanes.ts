import { createStore } from 'zustand/vanilla';
import type { ObjectRef } from '../../api/object.ts';

/** The part of the run's axis that the timeline shows, 0 to 1. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Window = { from: 0, to: 1 };

interface LanesState {
  readonly window: Window;
  /** Rows kept on top, by id. */
  readonly pinned: ReadonlySet<string>;
  /** Rows folded (true) or unfolded by hand. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Pods that were chosen to have rows; none: the picked one, or the story's. */
  readonly pods: readonly ObjectRef[];
}

/** How the reader has arranged the timeline. It belongs to the sitting and outlives a run's forks. */
export const lanes = createStore<LanesState>(() => ({
  window: WHOLE,
  pinned: new Set(),
  folds: new Map(),
  pods: [],
}));

export function showWindow(window: Window): void {
  lanes.setState({ window });
}

/** Keeps a row on top, or lets it go back to its place. */
export function togglePinned(id: string): void {
  const pinned = new Set(lanes.getState().pinned);
  if (!pinned.delete(id)) pinned.add(id);
  lanes.setState({ pinned });
}

export function foldRow(id: string, folded: boolean): void {
  lanes.setState(({ folds }) => ({ folds: new Map(folds).set(id, folded) }));
}

export function choosePods(pods: readonly ObjectRef[]): void {
  lanes.setState({ pods });
}

const LEAST_SPAN = 0.0005;

/** The window after zooming by `factor` around a position that stays where it is. */
export function zoomed(window: Window, factor: number, around: number): Window {
  const span = Math.min(1, Math.max(LEAST_SPAN, (window.to - window.from) * factor));
  const share = (around - window.from) / (window.to - window.from);
  return within({ from: around - share * span, to: around + (1 - share) * span });
}

/** The window moved by a distance on the axis. */
export function panned(window: Window, by: number): Window {
  return within({ from: window.from + by, to: window.to + by });
}

/** The window between two positions, in any order. */
export function between(a: number, b: number): Window {
  const middle = (a + b) / 2;
  const half = Math.max(LEAST_SPAN, Math.abs(b - a)) / 2;
  return within({ from: middle - half, to: middle + half });
}

function within({ from, to }: Window): Window {
  const span = Math.min(1, to - from);
  const start = Math.min(1 - span, Math.max(0, from));
  return { from: start, to: start + span };
}
