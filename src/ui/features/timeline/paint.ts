import { ticksOf } from '../../projections/timeline/axis.ts';
import { barsOf, podLanesOf } from '../../projections/timeline/row-moments.ts';
import { FONT, MONO, stroke } from './brush.ts';
import { AXIS_HEIGHT, type Placed, RIBBON_HEIGHT, xOf } from './layout.ts';
import { drawLinks, middlesOf } from './paint-causes.ts';
import { drawMarks, drawSpans } from './paint-lanes.ts';
import { drawBar, drawFlags } from './paint-pod.ts';
import { type Painting, at } from './painting.ts';

/** Draws the whole timeline, apart from its times, the playhead, the veil over the future and the present record's arrows. */
export function paint(painting: Painting): void {
  const { context, plan, pinned, rows, scroll } = painting;
  context.clearRect(0, 0, plan.width, plan.height);
  drawTicks(painting);
  drawRibbon(painting);
  const middles = middlesOf(painting);
  const draw = (from: number, until: number, visit: () => void): void => {
    context.save();
    context.beginPath();
    context.rect(0, from, plan.width, Math.max(0, until - from));
    context.clip();
    visit();
    context.restore();
  };
  const lay = (each: (placed: Placed, top: number) => void): void => {
    draw(plan.pinnedTop, plan.axisTop, () => {
      for (const placed of pinned.placed) each(placed, plan.pinnedTop + placed.top);
    });
    draw(plan.rowsTop, plan.axisTop, () => {
      for (const placed of rows.placed) {
        const top = plan.rowsTop + placed.top - scroll;
        if (top + placed.height >= plan.rowsTop && top <= plan.axisTop) each(placed, top);
      }
    });
  };
  lay((placed, top) => drawRow(painting, placed, top));
  draw(plan.pinnedTop, plan.axisTop, () => drawLinks(painting, middles));
  lay(({ row, height }, top) => drawMarks(painting, row.lanes, top + height / 2));
  if (pinned.placed.length > 0) drawRule(painting, plan.rowsTop - 2.5, '--line-strong');
  drawMoments(painting);
}

function drawRule({ context, color, plan }: Painting, y: number, hue: string): void {
  context.strokeStyle = color(hue);
  context.lineWidth = 1;
  stroke(context, () => {
    context.moveTo(0, Math.round(y) + 0.5);
    context.lineTo(plan.width, Math.round(y) + 0.5);
  });
}

function drawTicks(painting: Painting): void {
  const { context, color, plan } = painting;
  for (const { x } of placedTicks(painting)) {
    context.strokeStyle = color('--line');
    context.lineWidth = 1;
    stroke(context, () => {
      context.moveTo(x, RIBBON_HEIGHT + 2);
      context.lineTo(x, plan.axisTop);
    });
  }
  drawFolds(painting);
}

function placedTicks({
  view,
  window,
  plan,
}: Painting): readonly { readonly us: number; readonly x: number }[] {
  return ticksOf(view.axis, window, 72 / plan.width).map(({ us, position }) => ({
    us,
    x: Math.round(xOf(position, window, plan.width)) + 0.5,
  }));
}

/** Between a tick's words and the playhead's time, in px. */
const TICK_ROOM = 5;

/** A time along the axis: its middle and, with room on either side, half its width, in px. */
export interface AxisTime {
  readonly text: string;
  readonly x: number;
  readonly half: number;
}

export function axisTimes(painting: Painting): readonly AxisTime[] {
  const { context, words } = painting;
  context.font = MONO;
  let before = 0;
  return placedTicks(painting).map(({ us, x }) => {
    const text = words.tick(us, us - before);
    before = us;
    return { text, x, half: context.measureText(text).width / 2 + TICK_ROOM };
  });
}

/** Writes one of them, or wipes it where the playhead's own time would cut it. */
export function paintTime({ context, color, plan }: Painting, time: AxisTime, cut: boolean): void {
  const { text, x, half } = time;
  context.clearRect(x - half, plan.axisTop + 1, 2 * half, AXIS_HEIGHT);
  if (cut) return;
  context.font = MONO;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = color('--text-2');
  context.fillText(text, x, plan.axisTop + AXIS_HEIGHT / 2);
}

/** A double rule where much time is folded into little width. */
function drawFolds({ context, color, view, window, plan }: Painting): void {
  context.strokeStyle = color('--line-strong');
  for (const fold of view.axis.folds()) {
    const x = Math.round(xOf(fold, window, plan.width)) + 0.5;
    if (x < 0 || x > plan.width) continue;
    stroke(context, () => {
      for (const side of [-1.5, 1.5]) {
        context.moveTo(x + side, RIBBON_HEIGHT + 2);
        context.lineTo(x + side, plan.axisTop);
      }
    });
  }
}

function drawRibbon(painting: Painting): void {
  const { context, color, view, words, plan } = painting;
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const phase of view.phases) {
    const from = at(painting, phase.fromUs);
    const to = at(painting, phase.toUs) - 2;
    if (to - from < 3 || to < 0 || from > plan.width) continue;
    context.fillStyle = color('--bg-raised');
    context.fillRect(from, 2, to - from, RIBBON_HEIGHT - 4);
    const text = words.phase(phase.id);
    // A phase that began out of sight is named where it comes into sight.
    const left = Math.max(from, 0);
    if (context.measureText(text).width + 14 > Math.min(to, plan.width) - left) continue;
    context.fillStyle = color('--text-2');
    context.fillText(text, left + 7, RIBBON_HEIGHT / 2 + 0.5);
  }
}

/** Moments nearer to each other than this are one, in px. */
const MOMENTS_APART = 5;

/** What the reader did, what broke, and what Kubernetes warned of: on the ribbon, so that it is found at any scale. */
function drawMoments(painting: Painting): void {
  const { context, color, trace, view, plan } = painting;
  let before = Number.NEGATIVE_INFINITY;
  context.fillStyle = color('--state-pending');
  for (const seq of view.warnings) {
    const x = at(painting, trace.at(seq).at);
    if (x < 0 || x > plan.width || x - before < MOMENTS_APART) continue;
    before = x;
    context.beginPath();
    context.moveTo(x - 4, RIBBON_HEIGHT - 1);
    context.lineTo(x, RIBBON_HEIGHT - 8);
    context.lineTo(x + 4, RIBBON_HEIGHT - 1);
    context.fill();
  }
  for (const seq of view.inputs) {
    const record = trace.at(seq);
    const x = Math.round(at(painting, record.at)) + 0.5;
    if (x < 0 || x > plan.width) continue;
    const fault = record.kind === 'input.fault';
    context.strokeStyle = color(fault ? '--state-failed' : '--text-2');
    context.lineWidth = fault ? 1.6 : 1;
    context.setLineDash(fault ? [3, 3] : []);
    stroke(context, () => {
      context.moveTo(x, 1);
      context.lineTo(x, fault ? plan.axisTop : RIBBON_HEIGHT);
    });
    context.setLineDash([]);
    context.fillStyle = context.strokeStyle;
    context.beginPath();
    context.moveTo(x, 1);
    context.lineTo(x + 6, 4);
    context.lineTo(x, 7);
    context.fill();
  }
}

function drawRow(painting: Painting, { row, height }: Placed, top: number): void {
  const { context, color, plan, view } = painting;
  const middle = top + height / 2;
  if (row.begins) drawRule(painting, top - 3, '--line');
  if (row.kind === 'component' || row.kind === 'node') {
    context.strokeStyle = color('--line');
    context.lineWidth = 1;
    context.setLineDash([1, 4]);
    stroke(context, () => {
      context.moveTo(0, Math.round(middle) + 0.5);
      context.lineTo(plan.width, Math.round(middle) + 0.5);
    });
    context.setLineDash([]);
    drawSpans(painting, row.lanes, middle);
    return;
  }
  const box = { top, height };
  if (row.kind === 'conditions') drawFlags(painting, podLanesOf(view, row)?.conditions ?? [], box);
  else for (const bar of barsOf(view, row)) drawBar(painting, bar, box);
}
