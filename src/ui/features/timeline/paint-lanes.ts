import type { TraceRecord } from '../../../trace/record.ts';
import {
  firstMarkFrom,
  type Lane,
  type LaneMark,
  type LaneSpan,
  type MarkShape,
} from '../../projections/timeline/lanes.ts';
import type { LANE_PATHS } from '../../widgets/glyphs/lane-shapes.ts';
import { FONT, clipped, curve, rounded, shape } from './brush.ts';
import { positionOf, type Row } from './layout.ts';
import { type Painting, at, hueOfLane, laneOf } from './painting.ts';

/** More causes than this are noise. */
const MOST_LINKS = 240;

/** What a component was at for a while. */
export function drawSpan(painting: Painting, lane: Lane, span: LaneSpan, middle: number): void {
  const { context, color, view } = painting;
  if (span.level > view.level) return;
  const from = at(painting, span.from);
  const to = span.to === undefined ? at(painting, view.axis.endUs) : at(painting, span.to);
  if (to - from < 1.5) return;
  const hue = span.failed ? color('--state-failed') : color(`--actor-${hueOfLane(lane)}`);
  const labelled = to - from > 120;
  const half = labelled ? 6 : 3.5;
  context.globalAlpha = labelled ? 0.9 : 0.4;
  context.fillStyle = hue;
  rounded(context, { x: from, y: middle - half, width: to - from, height: 2 * half });
  context.globalAlpha = 1;
  if (!labelled) return;
  context.font = `650 ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = color('--bg-canvas');
  context.fillText(clipped(context, span.label, to - from - 26), from + 20, middle + 0.5);
}

const SHAPE_PATH: Readonly<Record<MarkShape, keyof typeof LANE_PATHS>> = {
  request: 'pennant',
  refused: 'pennant',
  commit: 'diamond',
  watch: 'ring',
  grpc: 'square',
  exec: 'triangle',
  signal: 'flag',
  probe: 'tick',
  'probe-failed': 'cross',
  traffic: 'dots',
  'traffic-failed': 'cross',
  timer: 'bar',
  event: 'note',
  warning: 'note',
  step: 'tick',
};

const OUTLINED: ReadonlySet<MarkShape> = new Set([
  'watch',
  'probe',
  'probe-failed',
  'traffic-failed',
  'step',
  'timer',
  'event',
  'warning',
]);

/** A mark for each record of a component. */
export function drawMarks(painting: Painting, row: Row): void {
  if (row.kind !== 'component') return;
  const lane = laneOf(painting, row);
  if (lane === undefined) return;
  const middle = row.top + row.height / 2;
  const { view, window, width } = painting;
  const marks = lane.marks[view.level - 1] ?? [];
  // From mark to the next that the eye can tell apart: a hundred thousand cost no more than the width has room for.
  for (let place = firstMarkFrom(marks, timeAt(painting, -10)); place < marks.length; ) {
    const mark = marks[place] as LaneMark;
    const x = at(painting, mark.at);
    if (x > width + 10) break;
    drawMark(painting, lane, mark, { x, y: middle });
    const next = view.axis.toTime(positionOf(x + NEAREST, window, width));
    place = Math.max(place + 1, firstMarkFrom(marks, next));
  }
}

/** Marks nearer to each other than this are one mark, in px. */
const NEAREST = 1.2;

function timeAt({ view, window, width }: Painting, x: number): number {
  return view.axis.toTime(positionOf(x, window, width));
}

function drawMark(
  { context, color }: Painting,
  lane: Lane,
  mark: LaneMark,
  place: { x: number; y: number },
): void {
  const failed = mark.shape === 'refused' || mark.shape === 'probe-failed' || mark.shape === 'traffic-failed';
  const hue = failed
    ? color('--state-failed')
    : mark.shape === 'warning'
      ? color('--state-pending')
      : color(`--actor-${hueOfLane(lane)}`);
  context.strokeStyle = hue;
  context.lineWidth = 1.6;
  context.fillStyle = OUTLINED.has(mark.shape) ? color('--bg-panel') : hue;
  shape(context, place, SHAPE_PATH[mark.shape], OUTLINED.has(mark.shape) ? 'both' : 'fill');
  if (mark.shape === 'refused') shape(context, place, 'strike', 'stroke');
}

/** A curve from each mark's cause to it, where the cause is in another lane. */
export function drawLinks(painting: Painting): void {
  const { context, color, rows, lanes, view, width } = painting;
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  let drawn = 0;
  context.lineWidth = 1.1;
  context.globalAlpha = 0.75;
  for (const lane of view.lanes) {
    const to = rowOf.get(lane.id);
    if (to === undefined) continue;
    context.strokeStyle = color(`--actor-${hueOfLane(lane)}`);
    const marks = lane.marks[view.level - 1] ?? [];
    for (let place = firstMarkFrom(marks, timeAt(painting, 0)); place < marks.length; place++) {
      const mark = marks[place] as LaneMark;
      const x = at(painting, mark.at);
      if (x > width || drawn >= MOST_LINKS) break;
      const cause = causeInAnotherLane(painting, mark.seq, lane.id);
      const from = cause === undefined ? undefined : rowOf.get(lanes.markOf(cause.seq)?.lane ?? '');
      if (cause === undefined || from === undefined) continue;
      drawn++;
      curve(
        context,
        { x: at(painting, cause.at), y: from.top + from.height / 2 },
        { x, y: to.top + to.height / 2 },
      );
    }
  }
  context.globalAlpha = 1;
}

const FARTHEST_CAUSE = 40;

function causeInAnotherLane(
  { trace, lanes, view }: Painting,
  seq: number,
  laneId: string,
): TraceRecord | undefined {
  let steps = 0;
  let record = trace.find(trace.at(seq).cause);
  for (; record !== undefined && steps < FARTHEST_CAUSE; steps++) {
    const mark = lanes.markOf(record.seq);
    if (mark !== undefined && mark.level <= view.level) return mark.lane === laneId ? undefined : record;
    record = trace.find(record.cause);
  }
  return undefined;
}
