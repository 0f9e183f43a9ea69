import type { BarState, StateBar } from '../../projections/timeline/pod-lanes.ts';
import { type Box, FONT, clipped, hatch, rounded, shape } from './brush.ts';
import type { Row } from './layout.ts';
import { type Painting, at } from './painting.ts';

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

/** A phase, or a state of a container, for as long as it lasted. */
export function drawBar(painting: Painting, bar: StateBar, row: Row): void {
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

/** The changes of conditions, each with its name where there is room. */
export function drawFlags(painting: Painting, row: Row): void {
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
