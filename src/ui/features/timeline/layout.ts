import type { Row } from '../../projections/timeline/rows.ts';
import type { Window } from '../../session/lanes.ts';

export const RIBBON_HEIGHT = 20;
export const AXIS_HEIGHT = 20;
/** Rows of Pods are taller than those of components; where fingers point, all are. */
const POD_ROW = 18;
const LANE_ROW = 15;
const TOUCH_ROW = 30;
/** Before a group of rows. */
export const GROUP_GAP = 5;
/** Room before the first mark, so that it is whole. */
const PAD = 14;

/** Room after the last: what lasts goes on there, and what it ended with has its name. */
const tailOf = (width: number): number => Math.min(120, Math.max(PAD, width * 0.1));

/** A row and where it lies among its own, in px. */
export interface Placed {
  readonly row: Row;
  readonly top: number;
  readonly height: number;
}

/** Rows one below the other. */
export interface Stack {
  readonly placed: readonly Placed[];
  readonly height: number;
}

export function stacked(rows: readonly Row[], touch: boolean): Stack {
  const placed: Placed[] = [];
  let top = 0;
  for (const row of rows) {
    if (row.begins && top > 0) top += GROUP_GAP;
    const height = touch ? TOUCH_ROW : row.kind === 'component' || row.kind === 'node' ? LANE_ROW : POD_ROW;
    placed.push({ row, top, height });
    top += height;
  }
  return { placed, height: top };
}

/** How the drawing is divided, in px from its top. */
export interface Plan {
  readonly width: number;
  readonly height: number;
  /** The pinned rows begin here, the others here. */
  readonly pinnedTop: number;
  readonly rowsTop: number;
  /** The rows end and the axis begins here. */
  readonly axisTop: number;
}

export function planOf(width: number, height: number, pinned: Stack): Plan {
  const pinnedTop = RIBBON_HEIGHT + 4;
  const axisTop = Math.max(pinnedTop, height - AXIS_HEIGHT);
  const rowsTop = pinned.height === 0 ? pinnedTop : pinnedTop + pinned.height + GROUP_GAP;
  return { width, height, pinnedTop, rowsTop: Math.min(rowsTop, axisTop), axisTop };
}

/** Pixels from the left of the drawing for a position on the axis. */
export function xOf(position: number, window: Window, width: number): number {
  return PAD + ((position - window.from) / (window.to - window.from)) * (width - PAD - tailOf(width));
}

export function positionOf(x: number, window: Window, width: number): number {
  return window.from + ((x - PAD) / Math.max(1, width - PAD - tailOf(width))) * (window.to - window.from);
}
