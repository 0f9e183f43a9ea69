import type { ObjectRef } from '../../../api/object.ts';
import type { Lang } from '../../../i18n/lang.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { WorldIndex } from '../../../trace/world.ts';
import { roleOf } from '../actors.ts';
import type { Playhead } from '../playhead.ts';
import type { RunFacts } from '../run-facts.ts';
import type { StoryIndex } from '../story-index.ts';
import type { SubjectAt } from './subject.ts';
import type { TrailMark } from './trail.ts';
import { downOf } from './outages.ts';
import type { Card, CardState } from './view.ts';
import type { PipelineWords } from './words.ts';

/** A run, where the playhead is, and how the reader looks at it. */
export interface PipelineInput {
  readonly trace: Trace;
  readonly world: WorldIndex;
  readonly story: StoryIndex;
  readonly head: Playhead;
  readonly lang: Lang;
  /** The Pod the reader has picked. */
  readonly picked: ObjectRef | undefined;
  /** The machine the reader has opened. */
  readonly focusNode: string | undefined;
}

/** What the parts of the view share. */
export interface Drawing extends PipelineInput {
  readonly t: PipelineWords;
  readonly facts: RunFacts;
  readonly until: number;
  readonly subject: SubjectAt;
  readonly machine: string | undefined;
  readonly trail: ReadonlyMap<string, TrailMark>;
}

/** Idle, or coloured while one of the component's lines is in the trail; inverse while the present record is its own work. */
export function stateOf({ trail, trace, head }: Drawing, role: string, lines: readonly string[]): CardState {
  const record = trace.find(head.seq);
  const own = record !== undefined && roleOf(record.actor) === role && WORK.has(record.kind);
  if (own) return 'acting';
  return lines.some((line) => trail.has(line)) ? 'acted' : 'idle';
}

/** A component that is down, and why; undefined while it runs. */
export function downCard({ trace, until, t }: Drawing, component: string, node?: string): Card | undefined {
  const down = downOf(trace, node === undefined ? { component } : { component, node }, until);
  return down === undefined ? undefined : { state: 'stopped', detail: t(`down.${down}`) };
}

/** Records that are work inside a component, not talk on a line. */
const WORK: ReadonlySet<string> = new Set([
  'sched.filter',
  'sched.score',
  'sched.pick',
  'sched.preempt',
  'sched.queue',
  'span.begin',
  'step',
  'backoff',
  'probe.result',
  'rule.sync',
]);
