import type { PointerEvent } from 'react';
import { between, lanes, panned, showWindow, type Window, zoomed } from '../../session/lanes.ts';
import type { Session } from '../../session/session.ts';
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
  /** Where the drawing's corner is: it stays there while it is pressed. */
  readonly corner: Corner;
  readonly window: Window;
  readonly scroll: number;
  moved: boolean;
  /** Fingers on the drawing, by pointer. */
  readonly fingers: Map<number, number>;
  /** How far apart two of them were when the second came. */
  spread: number;
}

/** What is being pressed, by the drawing it is on. */
const presses = new WeakMap<Element, Press>();

export const isPressed = (drawing: Element): boolean => presses.has(drawing);

/** The list of rows beside a drawing: it scrolls for both. */
function listOf(drawing: Element): Element | null {
  return drawing.parentElement?.querySelector('[role="tree"]') ?? null;
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

/** Where a pointer is, in px from the drawing's corner. */
export function pointOf(event: { clientX: number; clientY: number; currentTarget: Element }): {
  readonly x: number;
  readonly y: number;
} {
  // Asked of the page, it would be laid out for the answer at every move.
  const { left, top } =
    presses.get(event.currentTarget)?.corner ?? event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

const isWhole = ({ from, to }: Window): boolean => from <= 0 && to >= 1;

/** What a press at a height begins: the ribbon scrubs, the axis marks a part to zoom to, the lanes are dragged. */
function doingAt(y: number, plan: Plan, shift: boolean): Doing {
  if (shift || y >= plan.axisTop) return 'brush';
  if (y < RIBBON_HEIGHT) return 'scrub';
  return isWhole(lanes.getState().window) ? 'scrub' : 'pan';
}

function showBrush(drawing: Element, from: number, to: number): void {
  const brush = drawing.querySelector<HTMLElement>('[data-brush]');
  if (brush === null) return;
  brush.hidden = from === to;
  brush.style.left = `${Math.min(from, to)}px`;
  brush.style.width = `${Math.abs(to - from)}px`;
}

function spreadOf(fingers: ReadonlyMap<number, number>): number {
  const all = [...fingers.values()];
  return Math.max(8, Math.max(...all) - Math.min(...all));
}

type Pressing = PointerEvent<HTMLDivElement>;

/** What the pointer does to a drawing: scrub, pan, brush, pinch, and go to what is pressed. */
export class Gestures {
  private readonly scene: Scene;
  private readonly plan: Plan;
  private readonly session: Pick<Session, 'player' | 'cursor'>;

  constructor(scene: Scene, plan: Plan, session: Pick<Session, 'player' | 'cursor'>) {
    this.scene = scene;
    this.plan = plan;
    this.session = session;
  }

  hitAt(drawing: Element, x: number, y: number): Hit | undefined {
    const { window } = lanes.getState();
    return hitAt(
      { scene: this.scene, plan: this.plan, window, scroll: listOf(drawing)?.scrollTop ?? 0 },
      x,
      y,
    );
  }

  down(event: Pressing): void {
    if (event.button !== 0) return;
    const drawing = event.currentTarget;
    drawing.setPointerCapture(event.pointerId);
    const { x, y } = pointOf(event);
    const now = presses.get(drawing);
    if (now !== undefined && event.pointerType === 'touch') {
      now.fingers.set(event.pointerId, x);
      now.doing = 'pinch';
      now.moved = true;
      now.spread = spreadOf(now.fingers);
      return;
    }
    const doing = doingAt(y, this.plan, event.shiftKey);
    presses.set(drawing, {
      doing,
      x,
      y,
      corner: { left: event.clientX - x, top: event.clientY - y },
      window: lanes.getState().window,
      scroll: listOf(drawing)?.scrollTop ?? 0,
      moved: false,
      fingers: new Map([[event.pointerId, x]]),
      spread: 0,
    });
    if (doing === 'scrub' && event.pointerType !== 'touch') this.seek(x);
  }

  move(event: Pressing): void {
    const drawing = event.currentTarget;
    const now = presses.get(drawing);
    if (now === undefined) return;
    const { x, y } = pointOf(event);
    if (now.fingers.has(event.pointerId)) now.fingers.set(event.pointerId, x);
    now.moved ||= Math.abs(x - now.x) > CLICK || Math.abs(y - now.y) > CLICK;
    if (!now.moved) return;
    const { width } = this.plan;
    switch (now.doing) {
      case 'scrub':
        return this.seek(x);
      case 'brush':
        return showBrush(drawing, now.x, x);
      case 'pan': {
        const span = now.window.to - now.window.from;
        showWindow(panned(now.window, ((now.x - x) / width) * span));
        const list = listOf(drawing);
        if (list !== null) list.scrollTop = now.scroll + now.y - y;
        return;
      }
      case 'pinch': {
        if (now.fingers.size < 2) return;
        const middle = [...now.fingers.values()].reduce((sum, at) => sum + at, 0) / now.fingers.size;
        const factor = now.spread / spreadOf(now.fingers);
        showWindow(zoomed(now.window, factor, positionOf(middle, now.window, width)));
      }
    }
  }

  up(event: Pressing): void {
    const drawing = event.currentTarget;
    const now = presses.get(drawing);
    if (now === undefined) return;
    now.fingers.delete(event.pointerId);
    if (now.fingers.size > 0) return;
    this.cancel(drawing);
    const { x, y } = pointOf(event);
    if (!now.moved) {
      const seq = this.hitAt(drawing, x, y)?.seq;
      if (seq === undefined) this.seek(x);
      else this.session.player.seek(seq);
    } else if (now.doing === 'brush') {
      const at = (px: number): number => positionOf(px, now.window, this.plan.width);
      showWindow(between(at(now.x), at(x)));
    }
  }

  cancel(drawing: Element): void {
    presses.delete(drawing);
    showBrush(drawing, 0, 0);
  }

  /** The wheel zooms, where the rows scroll only with Ctrl; sideways it pans. */
  turn(drawing: Element, event: WheelEvent): void {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const { window } = lanes.getState();
    const { width } = this.plan;
    event.preventDefault();
    if (sideways) {
      const by = (event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX) * unit;
      showWindow(panned(window, (by / width) * (window.to - window.from)));
      return;
    }
    const rows = listOf(drawing);
    const scrolls = rows !== null && rows.scrollHeight > rows.clientHeight + 1;
    if (scrolls && !event.ctrlKey && !event.metaKey) {
      rows.scrollTop += event.deltaY * unit;
      return;
    }
    const x = event.clientX - drawing.getBoundingClientRect().left;
    showWindow(zoomed(window, WHEEL_ZOOM ** (event.deltaY * unit), positionOf(x, window, width)));
  }

  private seek(x: number): void {
    const { player, cursor } = this.session;
    const { branch, view } = this.scene.timeline;
    const us = view.axis.toTime(positionOf(x, lanes.getState().window, this.plan.width));
    player.seek(stepAt(branch, us, cursor.getState().level));
  }
}
