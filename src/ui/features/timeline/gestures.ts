import { type PointerEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import { between, lanes, panned, showWindow, WHOLE, type Window, zoomed } from '../../session/lanes.ts';
import { useSession } from '../../session/use-session.tsx';
import { type Hit, hitAt } from './hit.ts';
import { type Plan, positionOf, RIBBON_HEIGHT } from './layout.ts';
import { stepAt } from './playhead.ts';
import type { Scene } from './scene.ts';

/** A press that moves less than this is a click, in px. */
const CLICK = 4;
/** The window grows or shrinks so much for each px that the wheel turns. */
const WHEEL_ZOOM = 1.0015;
const LINE = 16;

type Doing = 'scrub' | 'pan' | 'brush' | 'pinch';

interface Press {
  doing: Doing;
  readonly x: number;
  readonly y: number;
  readonly window: Window;
  readonly scroll: number;
  moved: boolean;
  /** Fingers on the drawing, by pointer. */
  readonly fingers: Map<number, number>;
  /** How far apart two of them were when the second came. */
  spread: number;
}

export interface Surface {
  readonly scene: Scene;
  readonly plan: Plan;
  readonly box: RefObject<HTMLDivElement | null>;
  /** The list of rows: it scrolls for the drawing, too. */
  readonly list: RefObject<HTMLDivElement | null>;
  readonly brush: RefObject<HTMLDivElement | null>;
}

/** Where a pointer is, in px from the drawing's corner. */
export function pointOf(event: { clientX: number; clientY: number; currentTarget: Element }): {
  readonly x: number;
  readonly y: number;
} {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const isWhole = ({ from, to }: Window): boolean => from <= 0 && to >= 1;

/** What a press at a height begins: the ribbon scrubs, the axis marks a part to zoom to, the lanes are dragged. */
function doingAt(y: number, plan: Plan, shift: boolean): Doing {
  if (shift || y >= plan.axisTop) return 'brush';
  if (y < RIBBON_HEIGHT) return 'scrub';
  return isWhole(lanes.getState().window) ? 'scrub' : 'pan';
}

/** What the pointer does to the drawing: scrub, pan, brush, pinch, and go to what is pressed. */
export function useGestures(surface: Surface) {
  const { scene, plan, list, brush } = surface;
  const { player, cursor } = useSession();
  const press = useRef<Press>(undefined);
  useWheel(surface);
  const { branch, view } = scene.timeline;

  const seek = useCallback(
    (x: number): void => {
      const us = view.axis.toTime(positionOf(x, lanes.getState().window, plan.width));
      player.seek(stepAt(branch, us, cursor.getState().level));
    },
    [branch, cursor, player, view, plan.width],
  );
  const hitOf = (x: number, y: number): Hit | undefined =>
    hitAt({ scene, plan, window: lanes.getState().window, scroll: list.current?.scrollTop ?? 0 }, x, y);
  const showBrush = (from: number, to: number): void => {
    const element = brush.current;
    if (element === null) return;
    element.hidden = from === to;
    element.style.left = `${Math.min(from, to)}px`;
    element.style.width = `${Math.abs(to - from)}px`;
  };

  const down = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = pointOf(event);
    const now = press.current;
    if (now !== undefined && event.pointerType === 'touch') {
      now.fingers.set(event.pointerId, x);
      now.doing = 'pinch';
      now.moved = true;
      now.spread = spreadOf(now.fingers);
      return;
    }
    const doing = doingAt(y, plan, event.shiftKey);
    press.current = {
      doing,
      x,
      y,
      window: lanes.getState().window,
      scroll: list.current?.scrollTop ?? 0,
      moved: false,
      fingers: new Map([[event.pointerId, x]]),
      spread: 0,
    };
    if (doing === 'scrub' && event.pointerType !== 'touch') seek(x);
  };
  const move = (event: PointerEvent<HTMLDivElement>): void => {
    const now = press.current;
    if (now === undefined) return;
    const { x, y } = pointOf(event);
    if (now.fingers.has(event.pointerId)) now.fingers.set(event.pointerId, x);
    now.moved ||= Math.abs(x - now.x) > CLICK || Math.abs(y - now.y) > CLICK;
    if (!now.moved) return;
    if (now.doing === 'scrub') seek(x);
    if (now.doing === 'brush') showBrush(now.x, x);
    if (now.doing === 'pan') {
      const span = now.window.to - now.window.from;
      showWindow(panned(now.window, ((now.x - x) / plan.width) * span));
      if (list.current !== null) list.current.scrollTop = now.scroll + now.y - y;
    }
    if (now.doing === 'pinch' && now.fingers.size > 1) {
      const middle = [...now.fingers.values()].reduce((sum, at) => sum + at, 0) / now.fingers.size;
      const factor = now.spread / Math.max(8, spreadOf(now.fingers));
      showWindow(zoomed(now.window, factor, positionOf(middle, now.window, plan.width)));
    }
  };
  const up = (event: PointerEvent<HTMLDivElement>): void => {
    const now = press.current;
    if (now === undefined) return;
    now.fingers.delete(event.pointerId);
    if (now.fingers.size > 0) return;
    press.current = undefined;
    showBrush(0, 0);
    const { x, y } = pointOf(event);
    if (!now.moved) {
      const seq = hitOf(x, y)?.seq;
      if (seq === undefined) seek(x);
      else player.seek(seq);
    } else if (now.doing === 'brush') {
      const at = (px: number): number => positionOf(px, now.window, plan.width);
      showWindow(between(at(now.x), at(x)));
    }
  };
  const cancel = (): void => {
    press.current = undefined;
    showBrush(0, 0);
  };
  return {
    hitOf,
    pressed: (): boolean => press.current !== undefined,
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onDoubleClick: () => showWindow(WHOLE),
    },
  };
}

function spreadOf(fingers: ReadonlyMap<number, number>): number {
  const all = [...fingers.values()];
  return Math.max(8, Math.max(...all) - Math.min(...all));
}

/** The wheel zooms, where rows can scroll only with Ctrl; sideways it pans. */
function useWheel({ plan, box, list }: Surface): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const turn = (event: WheelEvent): void => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const { window } = lanes.getState();
      event.preventDefault();
      if (sideways) {
        const by = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit;
        showWindow(panned(window, (by / plan.width) * (window.to - window.from)));
        return;
      }
      const rows = list.current;
      const scrolls = rows !== null && rows.scrollHeight > rows.clientHeight + 1;
      if (scrolls && !event.ctrlKey && !event.metaKey) {
        rows.scrollTop += event.deltaY * unit;
        return;
      }
      const x = event.clientX - element.getBoundingClientRect().left;
      showWindow(zoomed(window, WHEEL_ZOOM ** (event.deltaY * unit), positionOf(x, window, plan.width)));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [box, list, plan]);
}
