import { type CausalLink, causalLinks, markedCause } from '../../projections/timeline/causes.ts';
import { firstMarkBeyond, type LaneMark, marksAt } from '../../projections/timeline/lanes.ts';
import { curve, stroke } from './brush.ts';
import { type Placed, positionOf } from './layout.ts';
import { type Painting, at, hueOfLane } from './painting.ts';

/** With more marks than this in sight, who caused whom is drawn for the present record alone. */
const FEW = 140;

/** Where each lane's row is: its middle in px, for those in sight. */
export function middlesOf({ pinned, rows, plan, scroll }: Painting): ReadonlyMap<string, number> {
  const middles = new Map<string, number>();
  const take = ({ row, top, height }: Placed, from: number, until: number, by: number): void => {
    const middle = from + top - by + height / 2;
    if (middle < from || middle > until) return;
    for (const lane of row.lanes) if (!middles.has(lane.id)) middles.set(lane.id, middle);
  };
  for (const placed of pinned.placed) take(placed, plan.pinnedTop, plan.axisTop, 0);
  for (const placed of rows.placed) take(placed, plan.rowsTop, plan.axisTop, scroll);
  return middles;
}

/** Faint curves from each mark in sight to the one that caused it in another lane. */
export function drawLinks(painting: Painting, middles: ReadonlyMap<string, number>): void {
  const { context, color, lanes, view, window, plan, trace } = painting;
  const { axis, level, lanes: all } = view;
  const inSight: { readonly mark: LaneMark; readonly lane: (typeof all)[number] }[] = [];
  const from = positionOf(-12, window, plan.width) * axis.extent;
  const to = positionOf(plan.width + 12, window, plan.width) * axis.extent;
  for (const lane of all) {
    if (!middles.has(lane.id)) continue;
    const marks = marksAt(lane, level);
    const first = firstMarkBeyond(marks, from, axis);
    const last = firstMarkBeyond(marks, to, axis, first);
    if (inSight.length + last - first > FEW) return;
    for (let place = first; place < last; place++)
      inSight.push({ mark: marks.marks[place] as LaneMark, lane });
  }
  context.lineWidth = 1.1;
  context.globalAlpha = 0.6;
  for (const { mark, lane } of inSight) {
    const record = trace.at(mark.seq);
    const cause = markedCause(trace, lanes, level, record);
    const causeLane = cause === undefined ? undefined : lanes.markOf(cause.seq)?.lane;
    const fromY = middles.get(causeLane ?? '');
    const toY = middles.get(lane.id) ?? 0;
    if (cause === undefined || fromY === undefined || fromY === toY) continue;
    context.strokeStyle = color(`--actor-${hueOfLane(lane)}`);
    curve(context, { x: at(painting, cause.at), y: fromY }, { x: at(painting, mark.at), y: toY });
  }
  context.globalAlpha = 1;
}

/** Over the drawing: why the present record came about, and what it led to. */
export function paintCauses(painting: Painting, seq: number): void {
  const { context, color, lanes, view, trace, plan } = painting;
  context.clearRect(0, 0, plan.width, plan.height);
  if (seq < 0) return;
  context.save();
  context.beginPath();
  context.rect(0, plan.pinnedTop, plan.width, plan.axisTop - plan.pinnedTop);
  context.clip();
  const middles = middlesOf(painting);
  const { causes, effects } = causalLinks(trace, lanes, view.level, seq);
  const placeOf = (record: CausalLink['from']) => {
    const y = middles.get(lanes.markOf(record.seq)?.lane ?? '');
    return y === undefined ? undefined : { x: at(painting, record.at), y };
  };
  const draw = ({ from, to }: CausalLink, dashed: boolean): void => {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a === undefined || b === undefined) return;
    const lane = lanes.lane(lanes.markOf(to.seq)?.lane ?? '');
    context.strokeStyle = lane === undefined ? color('--text-2') : color(`--actor-${hueOfLane(lane)}`);
    context.setLineDash(dashed ? [3, 3] : []);
    arrow(context, a, b);
  };
  context.lineWidth = 1.8;
  for (const link of effects) draw(link, true);
  for (const link of causes) draw(link, false);
  context.setLineDash([]);
  const record = trace.find(seq);
  const present = record === undefined ? undefined : placeOf(record);
  if (present !== undefined) {
    context.strokeStyle = color('--now');
    context.lineWidth = 1.6;
    stroke(context, () => context.arc(present.x, present.y, 8, 0, 2 * Math.PI));
  }
  context.restore();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const HEAD = 3.5;

/** A curve with a head where it ends; within one lane an arc over it. */
function arrow(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  if (Math.abs(from.y - to.y) < 1) {
    if (to.x - from.x < 16) return;
    const lift = Math.min(9, (to.x - from.x) / 6);
    stroke(context, () => {
      context.moveTo(from.x, from.y - 5);
      context.bezierCurveTo(from.x + 6, from.y - lift, to.x - 6, to.y - lift, to.x, to.y - 5);
    });
    return;
  }
  // It ends at the mark's edge, coming from above or below.
  const side = from.y < to.y ? -1 : 1;
  const end = { x: to.x, y: to.y + side * 6 };
  curve(context, from, end);
  const dash = context.getLineDash();
  context.setLineDash([]);
  stroke(context, () => {
    context.moveTo(end.x - HEAD, end.y + side * HEAD);
    context.lineTo(end.x, end.y);
    context.lineTo(end.x + HEAD, end.y + side * HEAD);
  });
  context.setLineDash(dash);
}
