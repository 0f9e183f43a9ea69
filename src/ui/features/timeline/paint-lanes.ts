import {
  firstMarkBeyond,
  type Lane,
  type LaneMark,
  type LaneMarks,
  type MarkShape,
  marksAt,
  placeOnAxis,
} from '../../projections/timeline/lanes.ts';
import type { LANE_PATHS } from '../../widgets/glyphs/lane-shapes.ts';
import { FONT, clipped, shape } from './brush.ts';
import { positionOf, xOf } from './layout.ts';
import { type Painting, at, hueOfLane } from './painting.ts';

/** A span narrower than this is told by its mark alone, in px. */
const LEAST_SPAN = 1.5;
/** A span wider than this has its name on it. */
const LABELLED = 120;

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What components were at for a while: the lanes of one row. */
export function drawSpans(painting: Painting, lanes: readonly Lane[], middle: number): void {
  for (const lane of lanes) drawSpansOf(painting, lane, middle, lanes.length === 1);
}

function drawSpansOf(painting: Painting, lane: Lane, middle: number, named: boolean): void {
  const { context, color, view, window, plan } = painting;
  const { axis, level } = view;
  const startUs = axis.toTime(window.from);
  const endUs = axis.toTime(window.to);
  const normal = color(`--actor-${hueOfLane(lane)}`);
  // What ends before this adds no pixel to what is drawn already.
  let drawnUs = startUs;
  let free = Number.NEGATIVE_INFINITY;
  const names: { readonly label: string; readonly x: number; readonly room: number }[] = [];
  for (const span of lane.spans) {
    if (span.from > endUs) break;
    const until = span.to ?? axis.endUs;
    if (span.level > level || until < drawnUs) continue;
    const from = at(painting, span.from);
    const to = at(painting, until);
    drawnUs = axis.toTime(positionOf(Math.max(from, -1) + LEAST_SPAN, window, plan.width));
    if (to - from < LEAST_SPAN) continue;
    const box = { from: Math.max(from, -4), to: Math.min(to, plan.width + 4) };
    const wide = named && box.to - box.from > LABELLED && box.from >= free;
    context.fillStyle = span.failed ? color('--state-failed') : normal;
    context.globalAlpha = wide ? 0.9 : 0.4;
    const half = wide ? 6 : 3.5;
    context.beginPath();
    context.roundRect(box.from, middle - half, box.to - box.from, 2 * half, 2);
    context.fill();
    context.globalAlpha = 1;
    if (!wide) continue;
    free = box.to;
    names.push({ label: span.label, x: box.from + 20, room: box.to - box.from - 26 });
  }
  if (names.length === 0) return;
  context.font = `650 ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = color('--bg-canvas');
  const marks = marksAt(lane, level);
  for (const { label, x, room } of names) {
    const shown = clipped(context, label, room);
    // A name that marks would stand on cannot be read.
    if (!anyMark(painting, marks, { from: x - 4, to: x + context.measureText(shown).width + 4 }))
      context.fillText(shown, x, middle + 0.5);
  }
}

/** Whether a mark stands between two places, in px. */
function anyMark(painting: Painting, marks: LaneMarks, { from, to }: Stretch): boolean {
  const { axis, xAt, placeAt } = scaleOf(painting);
  const first = firstMarkBeyond(marks, placeAt(from), axis);
  return first < marks.marks.length && xAt(placeOnAxis(marks, first, axis)) < to;
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

/** Marks nearer to each other than this are one mark, in px. */
const NEAREST = 2;
/** Marks nearer to each other than this are drawn as ticks: their shapes would hide each other. */
const CROWDED = 6;
/** Alerts nearer to each other than this are one. */
const ALERTS_APART = 8;

/** The records of one row's lanes. From mark to the next that the eye can tell apart: the width bounds the work. */
export function drawMarks(painting: Painting, lanes: readonly Lane[], middle: number): void {
  for (const lane of lanes) {
    const marks = marksAt(lane, painting.view.level);
    if (marks.marks.length === 0) continue;
    // A folded node's row tells how much went on, not what.
    drawCrowd(painting, lane, marks, { middle, shapes: lanes.length === 1 });
    drawAlerts(painting, marks, middle);
  }
}

/** The measure of a painting: px for a place on the axis, and back. */
function scaleOf({ view: { axis }, window, plan }: Painting) {
  const xAt = (place: number): number => xOf(place / axis.extent, window, plan.width);
  const placeAt = (x: number): number => positionOf(x, window, plan.width) * axis.extent;
  return { axis, xAt, placeAt, width: plan.width };
}

function drawCrowd(
  painting: Painting,
  lane: Lane,
  marks: LaneMarks,
  { middle, shapes }: { readonly middle: number; readonly shapes: boolean },
): void {
  const { context, color } = painting;
  const { axis, xAt, placeAt, width } = scaleOf(painting);
  const length = marks.marks.length;
  const hue = color(`--actor-${hueOfLane(lane)}`);
  let before = Number.NEGATIVE_INFINITY;
  let place = firstMarkBeyond(marks, placeAt(-12), axis);
  context.fillStyle = hue;
  while (place < length) {
    const x = xAt(placeOnAxis(marks, place, axis));
    if (x > width + 12) break;
    const next = Math.max(place + 1, firstMarkBeyond(marks, placeAt(x + NEAREST), axis, place));
    const nextX = next < length ? xAt(placeOnAxis(marks, next, axis)) : Number.POSITIVE_INFINITY;
    if (!shapes || x - before < CROWDED || nextX - x < CROWDED) {
      // The more records it stands for, the higher.
      const half = Math.min(6, 2.5 + Math.log2(next - place));
      context.fillRect(x - 0.75, middle - half, 1.5, 2 * half);
    } else {
      drawMark(painting, marks.marks[place] as LaneMark, { x, y: middle }, hue);
      context.fillStyle = hue;
    }
    before = x;
    place = next;
  }
}

function drawAlerts(painting: Painting, marks: LaneMarks, middle: number): void {
  const { axis, xAt, width } = scaleOf(painting);
  let before = Number.NEGATIVE_INFINITY;
  for (const place of marks.alerts) {
    const x = xAt(placeOnAxis(marks, place, axis));
    if (x > width + 12) break;
    if (x < -12 || x - before < ALERTS_APART) continue;
    const mark = marks.marks[place] as LaneMark;
    const hue = painting.color(mark.shape === 'warning' ? '--state-pending' : '--state-failed');
    drawMark(painting, mark, { x, y: middle }, hue);
    before = x;
  }
}

function drawMark(
  { context, color }: Painting,
  mark: LaneMark,
  place: { readonly x: number; readonly y: number },
  hue: string,
): void {
  const outlined = OUTLINED.has(mark.shape);
  context.strokeStyle = hue;
  context.lineWidth = 1.6;
  context.fillStyle = outlined ? color('--bg-panel') : hue;
  shape(context, place, SHAPE_PATH[mark.shape], outlined ? 'both' : 'fill');
  if (mark.shape === 'refused') shape(context, place, 'strike', 'stroke');
}
