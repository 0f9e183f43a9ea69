import { type PointerEvent, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { BarState } from '../../projections/timeline/pod-lanes.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import { between, lanes, panned, showWindow, WHOLE, type Window } from '../../session/lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { stateHueOf } from './paint-pod.ts';
import { cursorPosition } from './playhead.ts';
import styles from './timeline.module.css';
import type { Timeline } from './use-timeline.ts';

/** The ends of the window can be taken this near to them, in px. */
const EDGE = 7;

/** How a press on the minimap changes the window: its ends, all of it, or a new one. */
type Grip = 'from' | 'to' | 'all' | 'new';

function gripAt(x: number, window: Window, width: number): Grip {
  if (Math.abs(x - window.from * width) <= EDGE) return 'from';
  if (Math.abs(x - window.to * width) <= EDGE) return 'to';
  return x > window.from * width && x < window.to * width ? 'all' : 'new';
}

/** All of the run while a part of it is shown; its frame can be dragged, and another drawn. */
export function Minimap({ timeline }: { readonly timeline: Timeline }) {
  const window = useStore(lanes, (state) => state.window);
  if (window.from <= 0 && window.to >= 1) return null;
  return <Strip timeline={timeline} window={window} />;
}

function Strip({
  timeline: { branch, view },
  window,
}: {
  readonly timeline: Timeline;
  readonly window: Window;
}) {
  const { cursor } = useSession();
  const head = useRef<HTMLDivElement>(null);
  const press = useRef<{ readonly grip: Grip; readonly at: number; readonly window: Window }>(undefined);
  useLayoutEffect(() => {
    const place = (): void => {
      if (head.current !== null)
        head.current.style.left = `${cursorPosition(branch, view.axis, cursor.getState()) * 100}%`;
    };
    place();
    return cursor.subscribe(place);
  }, [branch, view, cursor]);
  const shareOf = (event: PointerEvent<HTMLDivElement>): { readonly at: number; readonly width: number } => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return { at: Math.min(1, Math.max(0, (event.clientX - left) / width)), width };
  };
  const down = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const { at, width } = shareOf(event);
    press.current = { grip: gripAt(at * width, window, width), at, window };
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const now = press.current;
    if (now === undefined) return;
    const { at } = shareOf(event);
    if (now.grip === 'all') showWindow(panned(now.window, at - now.at));
    else if (now.grip === 'new') showWindow(between(now.at, at));
    else showWindow(between(now.grip === 'from' ? now.window.to : now.window.from, at));
  };
  return (
    <div
      className={styles.minimap}
      data-minimap=""
      aria-hidden="true"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        press.current = undefined;
      }}
      onDoubleClick={() => showWindow(WHOLE)}
    >
      {overviewOf(view).map(({ from, to, state }) => (
        <span
          key={from}
          className={styles.life}
          style={{
            left: `${from * 100}%`,
            width: `${(to - from) * 100}%`,
            background: `var(${stateHueOf(state)})`,
          }}
        />
      ))}
      {momentsOf(branch, view).map(({ at, hue }) => (
        <span
          key={`${at} ${hue}`}
          className={styles.moment}
          style={{ left: `${at * 100}%`, background: hue }}
        />
      ))}
      <span
        data-frame=""
        className={styles.frame}
        style={{ left: `${window.from * 100}%`, width: `${(window.to - window.from) * 100}%` }}
      />
      <div ref={head} className={styles.minihead} />
    </div>
  );
}

/** The first Pod's phases along the whole run. */
function overviewOf({
  axis,
  pods,
}: TimelineView): readonly { readonly from: number; readonly to: number; readonly state: BarState }[] {
  return (pods[0]?.lanes.phase ?? []).map(({ from, to, state }) => ({
    from: axis.toPosition(from),
    to: to === undefined ? 1 : axis.toPosition(to),
    state,
  }));
}

/** Moments nearer to each other than this share of the run are one. */
const APART = 0.004;

function momentsOf(
  { trace }: Timeline['branch'],
  { axis, inputs, warnings }: TimelineView,
): readonly { readonly at: number; readonly hue: string }[] {
  const apart = (seqs: readonly number[], hueOf: (seq: number) => string) => {
    const moments: { readonly at: number; readonly hue: string }[] = [];
    for (const seq of seqs) {
      const at = axis.toPosition(trace.at(seq).at);
      if (at - (moments.at(-1)?.at ?? -1) >= APART) moments.push({ at, hue: hueOf(seq) });
    }
    return moments;
  };
  return [
    ...apart(warnings, () => 'var(--state-pending)'),
    ...apart(inputs, (seq) =>
      trace.at(seq).kind === 'input.fault' ? 'var(--state-failed)' : 'var(--text-2)',
    ),
  ];
}
