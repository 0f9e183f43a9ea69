import { clock } from '../../../i18n/format.ts';
import { laneIndex } from '../../projections/timeline/lanes.ts';
import type { CursorStore } from '../../session/cursor-store.ts';
import { lanes, panned, showWindow } from '../../session/lanes.ts';
import { type Plan, xOf } from './layout.ts';
import { paintCauses } from './paint-causes.ts';
import { type AxisTime, axisTimes, paint, paintTime } from './paint.ts';
import type { Painting, Words } from './painting.ts';
import { cursorPosition, cursorTime, isAtEnd } from './playhead.ts';
import type { Scene } from './scene.ts';

/** Half the width of the playhead's time, in px. */
const PILL_HALF = 36;
/** Where the playhead comes to stand when it had left the window. */
const FOLLOWED_AT = 0.15;

interface Parts {
  readonly head: HTMLElement | null;
  readonly veil: HTMLElement | null;
  readonly pill: HTMLElement | null;
}

interface Shown {
  readonly scene: Scene;
  readonly plan: Plan;
  /** The list of rows: it scrolls for the picture, too. */
  readonly list: HTMLElement | null;
  readonly cursor: CursorStore;
  readonly words: Words;
}

/** Paints a scene on the two canvases in `box`, and again whenever the window, the scroll or the cursor moves; returns how to stop. */
export function startPicture(box: HTMLElement, shown: Shown): (() => void) | undefined {
  const { scene, plan, list, cursor, words } = shown;
  const [below, above] = [...box.querySelectorAll('canvas')].map((canvas) => sized(canvas, plan));
  if (below === undefined || above === undefined) return undefined;
  const part = (name: string): HTMLElement | null => box.querySelector<HTMLElement>(`[data-${name}]`);
  const parts: Parts = { head: part('head'), veil: part('veil'), pill: part('pill') };
  const { branch, view } = scene.timeline;
  const fixed = {
    view,
    plan,
    words,
    pinned: scene.pinned,
    rows: scene.rows,
    trace: branch.trace,
    lanes: laneIndex(branch.trace, branch.story),
    color: colorsOf(box),
  };
  // Kept, because the list would be laid out for the answer.
  let scroll = list?.scrollTop ?? 0;
  const painting = (context: CanvasRenderingContext2D): Painting => ({
    ...fixed,
    context,
    window: lanes.getState().window,
    scroll,
  });
  let headX = Number.NaN;
  const place = (): void => {
    const now = cursor.getState();
    const x = xOf(cursorPosition(branch, view.axis, now), lanes.getState().window, plan.width);
    placeHead(parts, x, plan);
    if (Math.round(x) !== headX) ask('times');
    headX = Math.round(x);
    // At the end of the run nothing is still to come.
    parts.veil?.toggleAttribute('hidden', isAtEnd(branch, now));
    const time = clock(cursorTime(branch, now)).replace('+', '');
    if (parts.pill !== null && parts.pill.textContent !== time) parts.pill.textContent = time;
  };
  let frame = 0;
  const stale = { all: true, causes: true };
  const paintTimes = timesPainter(() => painting(below));
  const draw = (): void => {
    frame = 0;
    if (stale.all) paint(painting(below));
    if (stale.all || stale.causes) paintCauses(painting(above), cursor.getState().seq);
    paintTimes(headX, stale.all);
    stale.all = stale.causes = false;
  };
  const ask = (what: 'all' | 'causes' | 'times'): void => {
    if (what !== 'times') stale[what] = true;
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  place();
  draw();
  const scrolled = (): void => {
    scroll = list?.scrollTop ?? 0;
    ask('all');
  };
  list?.addEventListener('scroll', scrolled);
  const stops = [
    lanes.subscribe((now, before) => {
      if (now.window === before.window) return;
      ask('all');
      place();
    }),
    cursor.subscribe((now, before) => {
      if (now.seq !== before.seq || now.fraction !== before.fraction)
        follow(cursorPosition(branch, view.axis, now));
      if (now.seq !== before.seq) ask('causes');
      place();
    }),
  ];
  return () => {
    if (frame !== 0) cancelAnimationFrame(frame);
    list?.removeEventListener('scroll', scrolled);
    for (const stop of stops) stop();
  };
}

/** Paints the times along the axis but for those that the playhead's own would cut. `anew`: all of them, else what changed since. */
function timesPainter(painting: () => Painting): (headX: number, anew: boolean) => void {
  let times: readonly AxisTime[] = [];
  let cut = new Set<AxisTime>();
  return (headX, anew) => {
    const now = painting();
    if (anew) times = axisTimes(now);
    const pill = pillAt(headX, now.plan);
    const covered = new Set(times.filter((time) => cuts(pill, time)));
    // Writing is dear: while the playhead moves only those change that it comes to or leaves.
    for (const time of times)
      if (anew || covered.has(time) !== cut.has(time)) paintTime(now, time, covered.has(time));
    cut = covered;
  };
}

interface Reach {
  readonly from: number;
  readonly to: number;
}

/** Whether the playhead's time covers some of one along the axis. */
const cuts = (pill: Reach | undefined, { x, half }: AxisTime): boolean =>
  pill !== undefined && x + half >= pill.from && x - half <= pill.to;

/** Where the playhead's time stands; near an edge it stays whole. Nowhere while the playhead is out of sight. */
function pillAt(x: number, { width }: Plan): Reach | undefined {
  if (x < 0 || x > width) return undefined;
  const middle = Math.min(width - PILL_HALF, Math.max(PILL_HALF, x));
  return { from: middle - PILL_HALF, to: middle + PILL_HALF };
}

/** The playhead and the veil over what has not happened: moved by hand each frame, without rendering. */
function placeHead({ head, veil, pill }: Parts, x: number, { width }: Plan): void {
  if (head !== null) {
    head.style.transform = `translateX(${x}px)`;
    head.style.visibility = x >= 0 && x <= width ? 'visible' : 'hidden';
  }
  // By transform: a veil that changes its width would be laid out anew every frame.
  if (veil !== null) veil.style.transform = `translateX(${Math.min(width, Math.max(0, x))}px)`;
  // Near an edge the time stays whole.
  if (pill !== null)
    pill.style.transform = `translateX(calc(-50% + ${Math.min(width - PILL_HALF, Math.max(PILL_HALF, x)) - x}px))`;
}

/** Moves the window after the playhead when it has left it. */
function follow(position: number): void {
  const { window } = lanes.getState();
  if (position >= window.from && position <= window.to) return;
  const span = window.to - window.from;
  showWindow(panned(window, position - FOLLOWED_AT * span - window.from));
}

/** A canvas as large as the plan, sharp on this screen; undefined while there is nothing to draw on. */
function sized(canvas: HTMLCanvasElement, { width, height }: Plan): CanvasRenderingContext2D | undefined {
  const context = canvas.getContext('2d');
  if (context === null || width === 0 || height === 0) return undefined;
  const scale = globalThis.devicePixelRatio;
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  // Setting a size clears the canvas and takes new memory.
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  return context;
}

/** Reads custom properties of the page's theme, each once. */
function colorsOf(element: Element): (name: string) => string {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  return (name) => {
    let value = known.get(name);
    if (value === undefined) {
      value = style.getPropertyValue(name).trim() || style.color;
      known.set(name, value);
    }
    return value;
  };
}
