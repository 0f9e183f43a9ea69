import type { Trace } from '../../../trace/trace.ts';
import { LOOPS_LANE } from '../../projections/timeline/control-loops.ts';
import type { Lane, LaneIndex } from '../../projections/timeline/lanes.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import type { Window } from '../../session/lanes.ts';
import { type ActorRole, roleOf } from '../../widgets/glyphs/actors.ts';
import { type Plan, type Stack, xOf } from './layout.ts';

/** Everything one painting needs. Sizes in CSS px; the context is scaled for the screen already. */
export interface Painting {
  readonly context: CanvasRenderingContext2D;
  readonly view: TimelineView;
  readonly pinned: Stack;
  readonly rows: Stack;
  readonly plan: Plan;
  readonly window: Window;
  /** How far the rows are scrolled, in px. */
  readonly scroll: number;
  readonly trace: Trace;
  readonly lanes: LaneIndex;
  /** A custom property's value, resolved in the page's theme. */
  readonly color: (name: string) => string;
  readonly words: Words;
}

/** Texts on the drawing. */
export interface Words {
  phase(id: TimelineView['phases'][number]['id']): string;
  tick(us: number, stepUs: number): string;
}

/** Where a time lies, in px. */
export function at({ view, window, plan }: Painting, us: number): number {
  return xOf(view.axis.toPosition(us), window, plan.width);
}

/** Whose colour a lane has. */
export function hueOfLane(lane: Lane): ActorRole {
  const name = lane.id.split('/')[0] ?? '';
  return name === LOOPS_LANE ? 'controller' : roleOf(name);
}
