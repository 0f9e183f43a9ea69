import { ticksOf } from '../../projections/timeline/axis.ts';
import { FONT, MONO, stroke } from './brush.ts';
import { AXIS_HEIGHT, RIBBON_HEIGHT, type Row, xOf } from './layout.ts';
import { drawLinks, drawMarks, drawSpan } from './paint-lanes.ts';
import { drawBar, drawFlags } from './paint-pod.ts';
import { type Painting, at, laneOf } from './painting.ts';

/** Draws the whole timeline, apart from the playhead and the veil over the future. */
export function paint(painting: Painting): void {
  const { context, width, height } = painting;
  context.clearRect(0, 0, width, height + AXIS_HEIGHT);
  drawTicks(painting);
  drawRibbon(painting);
  for (const row of painting.rows) drawRow(painting, row);
  drawLinks(painting);
  for (const row of painting.rows) drawMarks(painting, row);
  drawInputs(painting);
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

/** What the reader did, and what broke: a flag over the ribbon, so that it is found at any scale. */
function drawInputs(painting: Painting): void {
  const { context, color, trace, view, width, height } = painting;
  for (const seq of view.inputs) {
    const record = trace.at(seq);
    const x = Math.round(at(painting, record.at)) + 0.5;
    if (x < 0 || x > width) continue;
    const fault = record.kind === 'input.fault';
    context.strokeStyle = color(fault ? '--state-failed' : '--text-2');
    context.lineWidth = fault ? 1.6 : 1;
    context.setLineDash(fault ? [3, 3] : []);
    stroke(context, () => {
      context.moveTo(x, 1);
      context.lineTo(x, fault ? height : RIBBON_HEIGHT);
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
