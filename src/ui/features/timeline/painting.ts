import type { Trace } from '../../../trace/trace.ts';
import type { Lane, LaneIndex } from '../../projections/timeline/lanes.ts';
import type { TimelineView } from '../../projections/timeline/view.ts';
import { type ActorRole, roleOf } from '../../widgets/glyphs/actors.ts';
import { type Row, type Window, xOf } from './layout.ts';

/** Everything one painting needs. Sizes in CSS px; the context is scaled for the screen already. */
export interface Painting {
  readonly context: CanvasRenderingContext2D;
  readonly view: TimelineView;
  readonly rows: readonly Row[];
  readonly height: number;
  readonly width: number;
  readonly window: Window;
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
export function at(painting: Painting, us: number): number {
  return xOf(painting.view.axis.toPosition(us), painting.window, painting.width);
}

/** The lane a row shows. */
export function laneOf(painting: Painting, row: Row): Lane | undefined {
  return painting.lanes.lane(row.id);
}

/** Whose colour a lane has. */
export function hueOfLane(lane: Lane): ActorRole {
  const name = lane.id.split('/')[0] ?? '';
  return name === 'controllers' ? 'controller' : roleOf(name);
}
