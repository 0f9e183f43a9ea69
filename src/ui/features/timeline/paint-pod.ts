import type { BarState, ConditionFlag, StateBar } from '../../projections/timeline/pod-lanes.ts';
import { type Box, FONT, clipped, hatch, rounded, shape } from './brush.ts';
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

/** The token of a state's hue. */
export const stateHueOf = (state: BarState): string => STATE_COLOR[state];

/** Where a row lies, in px. */
interface Strip {
  readonly top: number;
  readonly height: number;
}

/** A phase, or a state of a container, for as long as it lasted. */
export function drawBar(painting: Painting, bar: StateBar, row: Strip): void {
  const { context, color, plan } = painting;
  // Only as much as is in sight, so that its name is, too.
  const from = Math.max(-2, at(painting, bar.from));
  const to = bar.to === undefined ? plan.width + 2 : Math.min(plan.width + 2, at(painting, bar.to));
  if (to - from < 1) return;
  const box = { x: from + 0.5, y: row.top + 2.5, width: to - from - 1.5, height: row.height - 5 };
  const hue = color(stateHueOf(bar.state));
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

/** Flags this near to each other are of one moment, in px. */
const SAME_MOMENT = 3;
const KNOWN: ReadonlySet<string> = new Set([
  'PodScheduled',
  'PodReadyToStartContainers',
  'Initialized',
  'ContainersReady',
  'Ready',
]);

interface Moment {
  readonly x: number;
  readonly flags: ConditionFlag[];
}

function momentsOf(painting: Painting, flags: readonly ConditionFlag[]): readonly Moment[] {
  const moments: Moment[] = [];
  for (const flag of flags) {
    const x = at(painting, flag.at);
    const last = moments.at(-1);
    if (last !== undefined && x - last.x <= SAME_MOMENT) last.flags.push(flag);
    else moments.push({ x, flags: [flag] });
  }
  return moments;
}

/** The changes of conditions: a flag at each moment, and as many of their names as there is room for. */
export function drawFlags(painting: Painting, flags: readonly ConditionFlag[], row: Strip): void {
  const { context, color, plan } = painting;
  const middle = row.top + row.height / 2;
  const moments = momentsOf(painting, flags);
  context.font = FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  for (const [place, { x, flags: own }] of moments.entries()) {
    const end = Math.min(plan.width, (moments[place + 1]?.x ?? plan.width) - 2);
    if (end < 0 || x > plan.width) continue;
    const telling = own.find(({ type }) => type === 'Ready') ?? own[0];
    if (telling === undefined) continue;
    const lit = telling.status === 'True' && KNOWN.has(telling.type);
    context.fillStyle = lit ? color(`--cond-${telling.type}`) : color('--text-3');
    context.fillRect(x - 1, row.top + 3, 2, row.height - 6);
    let free = x + 6;
    for (const flag of [telling, ...own.filter((each) => each !== telling)]) {
      const width = 17 + context.measureText(flag.type).width;
      if (free + width > end) break;
      context.strokeStyle = flag.status === 'True' ? color('--text') : color('--state-failed');
      context.lineWidth = 1.6;
      shape(context, { x: free, y: middle }, flag.status === 'True' ? 'check' : 'no', 'stroke');
      context.fillStyle = color('--text');
      context.fillText(flag.type, free + 17, middle + 0.5);
      free += width + 8;
    }
  }
}
