import {
  firstMarkBeyond,
  type Lane,
  type LaneMark,
  type LaneSpan,
  marksAt,
  placeOnAxis,
} from '../../projections/timeline/lanes.ts';
import type { ConditionFlag, StateBar } from '../../projections/timeline/pod-lanes.ts';
import { barsOf, podLanesOf } from '../../projections/timeline/row-moments.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import type { Window } from '../../session/lanes.ts';
import { type Placed, type Plan, positionOf, RIBBON_HEIGHT, xOf } from './layout.ts';
import type { Scene } from './scene.ts';

/** What is drawn at a point. */
export type Hit =
  | { readonly kind: 'record'; readonly seq: number }
  | { readonly kind: 'span'; readonly seq: number; readonly span: LaneSpan }
  | { readonly kind: 'bar'; readonly seq: number; readonly bar: StateBar }
  | { readonly kind: 'flag'; readonly seq: number; readonly flag: ConditionFlag };

/** A mark is hit this near, in px. */
const NEAR = 7;

interface Place {
  readonly scene: Scene;
  readonly plan: Plan;
  readonly window: Window;
  readonly scroll: number;
}

/** The row at a height, if one is there. */
export function rowAt({ scene, plan, scroll }: Place, y: number): Placed | undefined {
  if (y < plan.pinnedTop || y >= plan.axisTop) return undefined;
  const pinned = y < plan.rowsTop;
  const within = pinned ? y - plan.pinnedTop : y - plan.rowsTop + scroll;
  return (pinned ? scene.pinned : scene.rows).placed.find(
    ({ top, height }) => within >= top && within < top + height,
  );
}

/** What is drawn at a point, in px from the drawing's corner. */
export function hitAt(place: Place, x: number, y: number): Hit | undefined {
  const { view } = place.scene.timeline;
  if (y < RIBBON_HEIGHT) return momentAt(place, x);
  const row = rowAt(place, y)?.row;
  if (row === undefined) return undefined;
  if (row.kind === 'component' || row.kind === 'node') {
    const seq = markAt(place, row.lanes, x)?.seq;
    return seq === undefined ? spanAt(place, row.lanes, x) : { kind: 'record', seq };
  }
  if (row.kind === 'conditions') return flagAt(place, podLanesOf(view, row)?.conditions ?? [], x);
  return barAt(place, barsOf(view, row), x);
}

const timeAt = ({ scene, window, plan }: Place, x: number): number =>
  scene.timeline.view.axis.toTime(positionOf(x, window, plan.width));

const xAt = ({ scene, window, plan }: Place, us: number): number =>
  xOf(scene.timeline.view.axis.toPosition(us), window, plan.width);

function markAt({ scene, window, plan }: Place, lanes: readonly Lane[], x: number): LaneMark | undefined {
  const { axis, level }: TimelineView = scene.timeline.view;
  const placeAt = (px: number): number => positionOf(px, window, plan.width) * axis.extent;
  let nearest: LaneMark | undefined;
  let distance = NEAR;
  for (const lane of lanes) {
    const marks = marksAt(lane, level);
    const first = firstMarkBeyond(marks, placeAt(x - NEAR), axis);
    for (let at = first; at < Math.min(marks.marks.length, first + 40); at++) {
      const away = Math.abs(xOf(placeOnAxis(marks, at, axis) / axis.extent, window, plan.width) - x);
      if (away < distance) [nearest, distance] = [marks.marks[at], away];
    }
  }
  return nearest;
}

function spanAt(place: Place, lanes: readonly Lane[], x: number): Hit | undefined {
  const us = timeAt(place, x);
  const { level, axis } = place.scene.timeline.view;
  let found: LaneSpan | undefined;
  for (const { spans } of lanes)
    for (const span of spans) {
      if (span.from > us) break;
      // The innermost is the last that has begun.
      if (span.level <= level && (span.to ?? axis.endUs) >= us) found = span;
    }
  return found === undefined ? undefined : { kind: 'span', seq: found.seq, span: found };
}

function barAt(place: Place, bars: readonly StateBar[], x: number): Hit | undefined {
  const us = timeAt(place, x);
  const bar = bars.find(({ from, to }) => from <= us && us <= (to ?? Number.POSITIVE_INFINITY));
  return bar === undefined ? undefined : { kind: 'bar', seq: bar.seq, bar };
}

/** How far its name goes from a flag, in px. */
const FLAG_NAME = 120;

function flagAt(place: Place, flags: readonly ConditionFlag[], x: number): Hit | undefined {
  const flag = flags.findLast(({ at }) => xAt(place, at) <= x + 3);
  if (flag === undefined || x - xAt(place, flag.at) > FLAG_NAME) return undefined;
  return { kind: 'flag', seq: flag.seq, flag };
}

/** An input, a fault or a Warning on the ribbon. */
function momentAt(place: Place, x: number): Hit | undefined {
  const { view, branch } = place.scene.timeline;
  for (const seqs of [view.inputs, view.warnings])
    for (const seq of seqs) {
      const away = x - xAt(place, branch.trace.at(seq).at);
      if (away > -5 && away < NEAR) return { kind: 'record', seq };
    }
  return undefined;
}
