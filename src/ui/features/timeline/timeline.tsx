import {
  type PointerEvent,
  type WheelEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { timelineText } from '../../../i18n/catalogue/timeline.ts';
import { clock, tick } from '../../../i18n/format.ts';
import { laneIndex } from '../../projections/timeline/lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { EmptyLanes } from '../../widgets/data/notice.tsx';
import { useText, useUi } from '../../widgets/ui-context.tsx';
import { LaneLabels } from './lane-labels.tsx';
import { AXIS_HEIGHT, WHOLE, type Window, panned, positionOf, rowsOf, xOf, zoomed } from './layout.ts';
import { paint } from './paint.ts';
import { cursorPosition, cursorTime, stepAt } from './playhead.ts';
import styles from './timeline.module.css';
import { type Timeline, useTimeline } from './use-timeline.ts';

/** The lanes of the run: who did what when, with the playhead over them. */
export function TimelinePanel() {
  const t = useText(timelineText);
  const timeline = useTimeline();
  if (timeline === undefined || timeline.view.lanes.length === 0)
    return <EmptyLanes>{t('empty')}</EmptyLanes>;
  return <Lanes timeline={timeline} />;
}

function Lanes({ timeline }: { readonly timeline: Timeline }) {
  const t = useText(timelineText);
  const [window, setWindow] = useState<Window>(WHOLE);
  const { rows, height } = useMemo(() => rowsOf(timeline.view), [timeline.view]);
  return (
    <div className={styles.timeline}>
      <LaneLabels rows={rows} height={height} />
      <Drawing timeline={timeline} rows={rows} height={height} window={window} onWindow={setWindow} />
      {window !== WHOLE && (window.from > 0 || window.to < 1) && (
        <span className="sr-only">{t('zoomed')}</span>
      )}
    </div>
  );
}

interface DrawingProps {
  readonly timeline: Timeline;
  readonly rows: ReturnType<typeof rowsOf>['rows'];
  readonly height: number;
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

const ZOOM_STEP = 1.0015;

function Drawing({ timeline, rows, height, window, onWindow }: DrawingProps) {
  const t = useText(timelineText);
  const { player, cursor } = useSession();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const pan = useRef<{ readonly x: number; readonly window: Window }>(undefined);
  const { branch, view } = timeline;

  const seek = useCallback(
    (x: number): void => {
      const us = view.axis.toTime(positionOf(x, window, width));
      player.seek(stepAt(branch, us, cursor.getState().level));
    },
    [branch, cursor, player, view, window, width],
  );
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const x = offsetX(event);
    if (event.button === 1 || event.shiftKey) pan.current = { x, window };
    else seek(x);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const x = offsetX(event);
    if (pan.current === undefined) return seek(x);
    const { x: from, window: start } = pan.current;
    onWindow(panned(start, ((from - x) / width) * (start.to - start.from)));
  };
  const onWheel = (event: WheelEvent<HTMLDivElement>): void => {
    const span = window.to - window.from;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      onWindow(panned(window, ((event.deltaX || event.deltaY) / width) * span));
    else if (event.ctrlKey || event.metaKey)
      onWindow(zoomed(window, ZOOM_STEP ** event.deltaY, positionOf(offsetX(event), window, width)));
  };
  return (
    <div
      ref={box}
      className={styles.drawing}
      style={{ height: height + AXIS_HEIGHT }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        pan.current = undefined;
      }}
      onWheel={onWheel}
      onDoubleClick={() => onWindow(WHOLE)}
    >
      <Canvas
        timeline={timeline}
        rows={rows}
        height={height}
        window={window}
        width={width}
        label={t('describe')}
      />
      <Playhead timeline={timeline} window={window} width={width} height={height} />
    </div>
  );
}

function offsetX(event: PointerEvent<HTMLDivElement> | WheelEvent<HTMLDivElement>): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function useWidth(ref: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return width;
}

type CanvasProps = Omit<DrawingProps, 'onWindow'> & { readonly width: number; readonly label: string };

/** The painting: made anew when the view, the window or the theme changes, never for the playhead. */
function Canvas({ timeline, rows, height, window, width, label }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const t = useText(timelineText);
  const { theme, lang } = useUi();
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    let here = true;
    void document.fonts.ready.then(() => here && setFonts((count) => count + 1));
    return () => {
      here = false;
    };
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined || width === 0) return;
    const scale = globalThis.devicePixelRatio;
    element.width = Math.round(width * scale);
    element.height = Math.round((height + AXIS_HEIGHT) * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const style = getComputedStyle(element);
    const colors = new Map<string, string>();
    const color = (name: string): string => {
      let value = colors.get(name);
      if (value === undefined) {
        value = style.getPropertyValue(name).trim() || style.color;
        colors.set(name, value);
      }
      return value;
    };
    const words = {
      phase: (id: Timeline['view']['phases'][number]['id']) => t(`phase.${id}`),
      tick: (us: number, stepUs: number) => tick(us, stepUs, lang),
    };
    const { view, branch } = timeline;
    paint({
      context,
      view,
      rows,
      height,
      width,
      window,
      trace: branch.trace,
      lanes: laneIndex(branch.trace, branch.story),
      color,
      words,
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- theme and fonts are read through the page's styles
  }, [timeline, rows, height, window, width, theme, lang, t, fonts]);
  return (
    <canvas
      ref={canvas}
      className={styles.canvas}
      role="img"
      aria-label={label}
      style={{ height: height + AXIS_HEIGHT }}
    />
  );
}

/** Half the width of the playhead's time, in px. */
const PILL_HALF = 36;

/** The playhead and the veil over what has not happened: moved by hand each frame, without rendering. */
function Playhead({
  timeline,
  window,
  width,
  height,
}: Pick<DrawingProps, 'timeline' | 'window' | 'height'> & { readonly width: number }) {
  const { cursor } = useSession();
  const head = useRef<HTMLDivElement>(null);
  const veil = useRef<HTMLDivElement>(null);
  const pill = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const place = (): void => {
      const now = cursor.getState();
      const x = xOf(cursorPosition(timeline.branch, timeline.view.axis, now), window, width);
      const shown = x >= 0 && x <= width;
      if (head.current !== null) {
        head.current.style.transform = `translateX(${x}px)`;
        head.current.style.visibility = shown ? 'visible' : 'hidden';
      }
      if (veil.current !== null) veil.current.style.left = `${Math.max(0, x)}px`;
      if (pill.current !== null)
        pill.current.textContent = clock(cursorTime(timeline.branch, now)).replace('+', '');
      if (pill.current !== null) {
        // Near an edge the time stays whole.
        const inside = Math.min(width - PILL_HALF, Math.max(PILL_HALF, x)) - x;
        pill.current.style.marginLeft = `${inside}px`;
      }
    };
    place();
    return cursor.subscribe(place);
  }, [cursor, timeline, window, width]);
  return (
    <>
      <div ref={veil} className={styles.veil} style={{ height }} />
      <div ref={head} className={styles.head} aria-hidden="true">
        <svg width="14" height="16" viewBox="0 0 14 16" className={styles.handle}>
          <path d="M0 0h14v7l-7 7-7-7z" fill="var(--now)" />
        </svg>
        <span className={styles.line} style={{ height }} />
        <span ref={pill} className={styles.pill} style={{ top: height + 2 }} />
      </div>
    </>
  );
}
