import { type PointerEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { clock, tick } from '../../../i18n/format.ts';
import { laneIndex } from '../../projections/timeline/lanes.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import { lanes, panned, showWindow } from '../../session/lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { pointOf, useGestures } from './gestures.ts';
import type { Hit } from './hit.ts';
import { HoverCard } from './hover-card.tsx';
import { type Plan, xOf } from './layout.ts';
import { paintCauses } from './paint-causes.ts';
import { paint } from './paint.ts';
import type { Painting } from './painting.ts';
import { cursorPosition, cursorTime } from './playhead.ts';
import { type Scene, useFonts, usePlan } from './scene.ts';
import styles from './timeline.module.css';

interface DrawingProps {
  readonly scene: Scene;
  readonly list: RefObject<HTMLDivElement | null>;
}

/** The lanes as a picture, with what the pointer does to them. */
export function Drawing({ scene, list }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const plan = usePlan(box, scene.pinned);
  const { hitOf, pressed, handlers } = useGestures({ scene, plan, box, list, brush });
  const [over, setOver] = useState<{ readonly hit: Hit; readonly x: number; readonly y: number }>();
  const hover = (event: PointerEvent<HTMLDivElement>): void => {
    handlers.onPointerMove(event);
    if (event.pointerType === 'touch') return;
    const { x, y } = pointOf(event);
    const hit = pressed() ? undefined : hitOf(x, y);
    if (hit?.seq !== over?.hit.seq || hit?.kind !== over?.hit.kind)
      setOver(hit === undefined ? undefined : { hit, x, y });
  };
  const leave = (): void => setOver(undefined);
  return (
    <div
      ref={box}
      className={styles.drawing}
      {...handlers}
      onPointerMove={hover}
      onPointerLeave={leave}
      data-hit={over !== undefined}
    >
      <Picture scene={scene} plan={plan} list={list} />
      <div ref={brush} className={styles.brush} style={{ height: plan.axisTop }} hidden />
      {over !== undefined && (
        <HoverCard
          timeline={scene.timeline}
          hit={over.hit}
          x={over.x}
          y={cardTop(over.y, plan)}
          width={plan.width}
        />
      )}
    </div>
  );
}

const CARD_HEIGHT = 64;

function cardTop(y: number, { height }: Plan): number {
  return y + CARD_HEIGHT > height ? Math.max(2, y - CARD_HEIGHT + 8) : y + 12;
}

/** Half the width of the playhead's time, in px. */
const PILL_HALF = 36;
/** Where the playhead comes to stand when it had left the window. */
const FOLLOWED_AT = 0.15;

/** Two canvases and the playhead: painted when something changed, never by rendering. */
function Picture({ scene, plan, list }: DrawingProps & { readonly plan: Plan }) {
  const t = useText(timelineText);
  const { theme, lang } = useUi();
  const { cursor } = useSession();
  const fonts = useFonts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const pill = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const [below, above] = [canvas.current, overlay.current].map((each) => sized(each, plan));
    if (below === undefined || above === undefined) return undefined;
    const { branch, view } = scene.timeline;
    const color = colorsOf(below.canvas);
    const fixed = {
      view,
      pinned: scene.pinned,
      rows: scene.rows,
      plan,
      trace: branch.trace,
      lanes: laneIndex(branch.trace, branch.story),
      color,
      words: {
        phase: (id: TimelineView['phases'][number]['id']) => t(`phase.${id}`),
        tick: (us: number, stepUs: number) => tick(us, stepUs, lang),
      },
    };
    const painting = (context: CanvasRenderingContext2D): Painting => ({
      ...fixed,
      context,
      window: lanes.getState().window,
      scroll: list.current?.scrollTop ?? 0,
    });
    const place = (): void => {
      const now = cursor.getState();
      const x = xOf(cursorPosition(branch, view.axis, now), lanes.getState().window, plan.width);
      placeHead({ head: head.current, veil: veil.current, pill: pill.current }, x, plan);
      if (pill.current !== null) pill.current.textContent = clock(cursorTime(branch, now)).replace('+', '');
    };
    let frame = 0;
    let whole = false;
    const draw = (): void => {
      frame = 0;
      if (whole) paint(painting(below));
      whole = false;
      paintCauses(painting(above), cursor.getState().seq);
    };
    const ask = (all: boolean): void => {
      whole ||= all;
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    whole = true;
    draw();
    place();
    const scrolled = (): void => ask(true);
    const rows = list.current;
    rows?.addEventListener('scroll', scrolled);
    const stops = [
      lanes.subscribe((now, before) => {
        if (now.window === before.window) return;
        ask(true);
        place();
      }),
      cursor.subscribe((now, before) => {
        if (now.seq !== before.seq || now.fraction !== before.fraction)
          follow(cursorPosition(branch, view.axis, now));
        if (now.seq !== before.seq) ask(false);
        place();
      }),
    ];
    return () => {
      if (frame !== 0) cancelAnimationFrame(frame);
      rows?.removeEventListener('scroll', scrolled);
      for (const stop of stops) stop();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- theme and fonts are read through the page's styles
  }, [scene, plan, list, cursor, theme, lang, t, fonts]);
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} role="img" aria-label={t('describe')} />
      <div ref={veil} className={styles.veil} style={{ height: plan.axisTop }} />
      <canvas ref={overlay} className={styles.canvas} aria-hidden="true" data-over="true" />
      <div ref={head} className={styles.head} aria-hidden="true">
        <svg width="14" height="16" viewBox="0 0 14 16" className={styles.handle}>
          <path d="M0 0h14v7l-7 7-7-7z" fill="var(--now)" />
        </svg>
        <span className={styles.line} style={{ height: plan.axisTop }} />
        <span ref={pill} className={styles.pill} style={{ top: plan.axisTop + 1 }} />
      </div>
    </>
  );
}

/** The playhead and the veil over what has not happened: moved by hand each frame, without rendering. */
function placeHead(
  parts: {
    readonly head: HTMLDivElement | null;
    readonly veil: HTMLDivElement | null;
    readonly pill: HTMLSpanElement | null;
  },
  x: number,
  { width }: Plan,
): void {
  const { head, veil, pill } = parts;
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
function sized(
  canvas: HTMLCanvasElement | null,
  { width, height }: Plan,
): CanvasRenderingContext2D | undefined {
  const context = canvas?.getContext('2d');
  if (canvas === null || context === null || context === undefined || width === 0 || height === 0)
    return undefined;
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
