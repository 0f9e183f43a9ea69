import type { TimelineView } from '../../projections/timeline/view.ts';

/** A row of the timeline. Rows of the Pod are taller than those of components. */
export interface Row {
  readonly id: string;
  readonly kind: 'phase' | 'conditions' | 'container' | 'component';
  readonly name: string;
  readonly top: number;
  readonly height: number;
}

export const RIBBON_HEIGHT = 20;
export const AXIS_HEIGHT = 22;
const POD_ROW = 18;
const LANE_ROW = 15;
const GAP = 5;

/** The rows from top to bottom, in px below the top of the drawing; and how high all of it is. */
export function rowsOf(view: TimelineView): { readonly rows: readonly Row[]; readonly height: number } {
  const rows: Row[] = [];
  let top = RIBBON_HEIGHT + 4;
  const push = (row: Omit<Row, 'top'>): void => {
    rows.push({ ...row, top });
    top += row.height;
  };
  if (view.pod !== undefined) {
    push({ id: 'phase', kind: 'phase', name: '', height: POD_ROW });
    push({ id: 'conditions', kind: 'conditions', name: '', height: POD_ROW });
    for (const { name } of view.pod.containers)
      push({ id: `container/${name}`, kind: 'container', name, height: POD_ROW });
    top += GAP;
  }
  for (const lane of view.lanes) push({ id: lane.id, kind: 'component', name: lane.id, height: LANE_ROW });
  return { rows, height: top + 4 };
}

/** The part of the axis that is shown, 0 to 1. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export const WHOLE: Window = { from: 0, to: 1 };

/** Room at both ends, so that the first and the last mark are whole. */
const PAD = 14;

/** Pixels from the left of the drawing for a position on the axis. */
export function xOf(position: number, window: Window, width: number): number {
  return PAD + ((position - window.from) / (window.to - window.from)) * (width - 2 * PAD);
}

export function positionOf(x: number, window: Window, width: number): number {
  return window.from + ((x - PAD) / (width - 2 * PAD)) * (window.to - window.from);
}

/** The window after zooming by `factor` around a position that stays where it is. */
export function zoomed(window: Window, factor: number, around: number): Window {
  const span = Math.min(1, Math.max(0.002, (window.to - window.from) * factor));
  const share = (around - window.from) / (window.to - window.from);
  return kept({ from: around - share * span, to: around + (1 - share) * span });
}

/** The window moved by a distance on the axis. */
export function panned(window: Window, by: number): Window {
  return kept({ from: window.from + by, to: window.to + by });
}

function kept({ from, to }: Window): Window {
  const span = Math.min(1, to - from);
  const start = Math.min(1 - span, Math.max(0, from));
  return { from: start, to: start + span };
}
