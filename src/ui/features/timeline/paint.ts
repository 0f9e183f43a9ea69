import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { ticksOf } from '../../projections/timeline/axis.ts';
import type { Lane, LaneIndex, LaneMark, LaneSpan, MarkShape } from '../../projections/timeline/lanes.ts';
import type { BarState, StateBar } from '../../projections/timeline/pod-lanes.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import { type ActorRole, roleOf } from '../../widgets/glyphs/actors.ts';
import { LANE_PATHS } from '../../widgets/glyphs/lane-shapes.ts';
import { AXIS_HEIGHT, RIBBON_HEIGHT, type Row, type Window, xOf } from './layout.ts';

/** Everything one painting needs. Sizes in CSS px; the context is scaled for the screen already. */
export interface Painting {
  readonly context: CanvasRenderingContext2D;
  readonly view: TimelineView;
  readonly rows: readonly Row[];
  readonly height: number;
  readonly width: number;
  readonly window: Window;
  readonly trace: Trace;
  readonly lanes: LaneIndex;
  /** A custom property's value, resolved in the page's theme. */
  readonly color: (name: string) => string;
  readonly words: Words;
}

/** Texts on the drawing. */
export interface Words {
  phase(id: TimelineView['phases'][number]['id']): string;
  tick(us: number, stepUs: number): string;
}

const FONT = "12px 'Pretendard Variable', sans-serif";
const MONO = "11px 'JetBrains Mono Variable', monospace";
/** More causes than this are noise. */
const MOST_LINKS = 240;

/** Draws the whole timeline, apart from the playhead and the veil over the future. */
export function paint(painting: Painting): void {
  const { context, width, height } = painting;
  context.clearRect(0, 0, width, height + AXIS_HEIGHT);
  drawTicks(painting);
  drawRibbon(painting);
  for (const row of painting.rows) drawRow(painting, row);
  drawLinks(painting);
  for (const row of painting.rows) drawMarks(painting, row);
}

function at(painting: Painting, us: number): number {
  return xOf(painting.view.axis.toPosition(us), painting.window, painting.width);
}

function drawTicks(painting: Painting): void {
  const { context, color, height, view, window, width, words } = painting;
  const ticks = ticksOf(view.axis, window, 72 / width);
  context.font = MONO;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  let before = 0;
  for (const { us, position } of ticks) {
    const x = Math.round(xOf(position, window, width)) + 0.5;
    context.strokeStyle = color('--line');
    context.lineWidth = 1;
    stroke(context, () => {
      context.moveTo(x, RIBBON_HEIGHT + 2);
      context.lineTo(x, height);
    });
    context.fillStyle = color('--text-2');
    context.fillText(words.tick(us, us - before), x, height + AXIS_HEIGHT / 2);
    before = us;
  }
  drawFolds(painting);
}

/** A double rule where much time is folded into little width. */
function drawFolds({ context, color, height, view, window, width }: Painting): void {
  context.strokeStyle = color('--line-strong');
  for (const fold of view.axis.folds) {
    const x = Math.round(xOf(fold, window, width)) + 0.5;
    stroke(context, () => {
      for (const side of [-1.5, 1.5]) {
        context.moveTo(x + side, RIBBON_HEIGHT + 2);
        context.lineTo(x + side, height);
      }
    });
  }
}

function drawRibbon(painting: Painting): void {
  const { context, color, view, words } = painting;
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const phase of view.phases) {
    const from = at(painting, phase.fromUs);
    const to = at(painting, phase.toUs) - 2;
    if (to - from < 3) continue;
    context.fillStyle = color('--bg-raised');
    context.fillRect(from, 2, to - from, RIBBON_HEIGHT - 4);
    const text = words.phase(phase.id);
    if (context.measureText(text).width + 14 > to - from) continue;
    context.fillStyle = color('--text-2');
    context.fillText(text, from + 7, RIBBON_HEIGHT / 2 + 0.5);
  }
}

function drawRow(painting: Painting, row: Row): void {
  const { context, color, width, view } = painting;
  const middle = row.top + row.height / 2;
  if (row.kind === 'component') {
    context.strokeStyle = color('--line');
    context.setLineDash([1, 4]);
    stroke(context, () => {
      context.moveTo(0, Math.round(middle) + 0.5);
      context.lineTo(width, Math.round(middle) + 0.5);
    });
    context.setLineDash([]);
    const lane = laneOf(painting, row);
    if (lane !== undefined) for (const span of lane.spans) drawSpan(painting, lane, span, middle);
    return;
  }
  const pod = view.pod;
  if (pod === undefined) return;
  if (row.kind === 'phase') for (const bar of pod.phase) drawBar(painting, bar, row);
  if (row.kind === 'container') {
    for (const bar of pod.containers.find(({ name }) => name === row.name)?.bars ?? [])
      drawBar(painting, bar, row);
  }
  if (row.kind === 'conditions') drawFlags(painting, row);
}

function laneOf(painting: Painting, row: Row): Lane | undefined {
  return painting.lanes.lane(row.id);
}

function hueOfLane(lane: Lane): ActorRole {
  const name = lane.id.split('/')[0] ?? '';
  return name === 'controllers' ? 'controller' : roleOf(name);
}

function drawSpan(painting: Painting, lane: Lane, span: LaneSpan, middle: number): void {
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

const STATE_COLOR: Readonly<Record<BarState, string>> = {
  pending: '--state-pending',
  waiting: '--state-pending',
  running: '--state-running',
  ready: '--state-ready',
  succeeded: '--state-succeeded',
  failed: '--state-failed',
  terminating: '--state-terminating',
  unknown: '--state-unknown',
};

function drawBar(painting: Painting, bar: StateBar, row: Row): void {
  const { context, color, view } = painting;
  const from = at(painting, bar.from);
  const to = bar.to === undefined ? at(painting, view.axis.endUs) : at(painting, bar.to);
  if (to - from < 1) return;
  const box = { x: from + 0.5, y: row.top + 2.5, width: to - from - 1.5, height: row.height - 5 };
  const hue = color(STATE_COLOR[bar.state]);
  context.globalAlpha = bar.state === 'ready' ? 0.34 : 0.12;
  context.fillStyle = hue;
  rounded(context, box);
  context.globalAlpha = 1;
  if (bar.state === 'waiting' || bar.state === 'terminating')
    hatch(context, box, hue, bar.state === 'terminating' ? -1 : 1);
  context.strokeStyle = hue;
  context.lineWidth = 1.2;
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 2);
  context.stroke();
  label(painting, bar.label, box);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function label({ context, color }: Painting, text: string, box: Box): void {
  context.font = `600 ${FONT}`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const shown = clipped(context, text, box.width - 14);
  if (shown === '') return;
  const width = context.measureText(shown).width;
  context.fillStyle = color('--bg-panel');
  context.globalAlpha = 0.86;
  context.fillRect(box.x + 4, box.y + 1, width + 6, box.height - 2);
  context.globalAlpha = 1;
  context.fillStyle = color('--text');
  context.fillText(shown, box.x + 7, box.y + box.height / 2 + 0.5);
}

/** Right-leaning lines mean waiting, left-leaning ones ending. */
function hatch(context: CanvasRenderingContext2D, box: Box, hue: string, lean: 1 | -1): void {
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.strokeStyle = hue;
  context.lineWidth = 1.4;
  context.globalAlpha = 0.75;
  context.beginPath();
  for (let x = box.x - box.height; x < box.x + box.width + box.height; x += 6) {
    context.moveTo(x, lean === 1 ? box.y + box.height : box.y);
    context.lineTo(x + box.height, lean === 1 ? box.y : box.y + box.height);
  }
  context.stroke();
  context.restore();
}

function drawFlags(painting: Painting, row: Row): void {
  const { context, color, view } = painting;
  const middle = row.top + row.height / 2;
  let free = Number.NEGATIVE_INFINITY;
  for (const flag of view.pod?.conditions ?? []) {
    const x = at(painting, flag.at);
    const known = [
      'PodScheduled',
      'PodReadyToStartContainers',
      'Initialized',
      'ContainersReady',
      'Ready',
    ].includes(flag.type);
    const hue = flag.status === 'True' && known ? color(`--cond-${flag.type}`) : color('--text-3');
    context.fillStyle = hue;
    if (x >= free - 2) context.fillRect(x - 1, row.top + 3, 2, row.height - 6);
    const start = Math.max(x, free) + 6;
    context.font = FONT;
    const width = context.measureText(flag.type).width;
    if (start - x > 160) continue;
    context.strokeStyle = flag.status === 'True' ? color('--text') : color('--state-failed');
    context.lineWidth = 1.6;
    shape(context, { x: start, y: middle }, flag.status === 'True' ? 'check' : 'no', 'stroke');
    context.fillStyle = color('--text');
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(flag.type, start + 14, middle + 0.5);
    free = start + 14 + width + 6;
  }
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

function drawMarks(painting: Painting, row: Row): void {
  if (row.kind !== 'component') return;
  const lane = laneOf(painting, row);
  if (lane === undefined) return;
  const middle = row.top + row.height / 2;
  let lastX = Number.NEGATIVE_INFINITY;
  for (const mark of lane.marks) {
    if (mark.level > painting.view.level) continue;
    const x = at(painting, mark.at);
    if (x < -10 || x > painting.width + 10) continue;
    // Marks on one another are one mark: the eye cannot tell them apart, and a hundred thousand need not be drawn.
    if (x - lastX < 1.2) continue;
    lastX = x;
    drawMark(painting, lane, mark, { x, y: middle });
  }
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

const paths = new Map<string, Path2D>();

function shape(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  name: keyof typeof LANE_PATHS,
  how: 'fill' | 'stroke' | 'both',
): void {
  let path = paths.get(name);
  if (path === undefined) {
    path = new Path2D(LANE_PATHS[name]);
    paths.set(name, path);
  }
  context.save();
  context.translate(x, y);
  if (how !== 'stroke') context.fill(path);
  if (how !== 'fill') context.stroke(path);
  context.restore();
}

/** A curve from each mark's cause to it, where the cause is in another lane. */
function drawLinks(painting: Painting): void {
  const { context, color, rows, lanes, view, width } = painting;
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  let drawn = 0;
  context.lineWidth = 1.1;
  context.globalAlpha = 0.75;
  for (const lane of view.lanes) {
    const to = rowOf.get(lane.id);
    if (to === undefined) continue;
    context.strokeStyle = color(`--actor-${hueOfLane(lane)}`);
    for (const mark of lane.marks) {
      if (mark.level > view.level || drawn >= MOST_LINKS) continue;
      const x = at(painting, mark.at);
      if (x < 0 || x > width) continue;
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

function curve(
  context: CanvasRenderingContext2D,
  from: { x: number; y: number },
  to: { x: number; y: number },
): void {
  const middle = (from.y + to.y) / 2;
  stroke(context, () => {
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
  });
}

function stroke(context: CanvasRenderingContext2D, draw: () => void): void {
  context.beginPath();
  draw();
  context.stroke();
}

function rounded(context: CanvasRenderingContext2D, { x, y, width, height }: Box): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 2);
  context.fill();
}

/** The text, cut with an ellipsis to fit; '' when not even three letters fit. */
function clipped(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  for (let length = text.length - 1; length >= 3; length--) {
    const cut = `${text.slice(0, length)}…`;
    if (context.measureText(cut).width <= width) return cut;
  }
  return '';
}
