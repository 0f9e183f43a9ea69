import type { Event } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import { roleOf } from '../actors.ts';
import { isEventResource, isStoryWrite } from '../story-roots.ts';
import type { StoryIndex } from '../story-index.ts';
import { countUpTo } from '../sorted.ts';

/** A kind of moment that playing can stop at, and the transport can go to. */
export type Mark =
  /** A coarsest step of the story. */
  | { readonly kind: 'milestone' }
  /** An Event of type Warning is recorded or counted up. */
  | { readonly kind: 'warning' }
  /** A component does something: `kubelet/worker-1`, `kube-scheduler`, `controllers`. */
  | { readonly kind: 'acts'; readonly actor: string }
  /** A component sends a request that changes something. */
  | { readonly kind: 'writes'; readonly actor: string }
  /** An Event with this reason. */
  | { readonly kind: 'event'; readonly reason: string }
  /** A condition of an object takes a value. Without a name: of any object of the resource. */
  | {
      readonly kind: 'condition';
      readonly resource: string;
      readonly namespace?: string;
      readonly name?: string;
      readonly type: string;
      readonly status: string;
    };

/** The mark as a key: two marks with one key are the same. */
export function markKey(mark: Mark): string {
  switch (mark.kind) {
    case 'milestone':
    case 'warning':
      return mark.kind;
    case 'acts':
    case 'writes':
      return `${mark.kind} ${mark.actor}`;
    case 'event':
      return `event ${mark.reason}`;
    case 'condition':
      return `condition ${mark.resource} ${mark.namespace ?? ''}/${mark.name ?? '*'} ${mark.type}=${mark.status}`;
  }
}

/** What is needed of a run to find marks in it. */
export interface MarkedRun {
  readonly trace: Trace;
  readonly story: StoryIndex;
}

/** Whether a record is one. */
export function isMark(mark: Mark, record: TraceRecord, { trace, story }: MarkedRun): boolean {
  if (record.at < 0) return false;
  switch (mark.kind) {
    case 'milestone':
      return story.level(record.seq) === 1;
    case 'warning':
      return eventOf(record)?.type === 'Warning';
    case 'event':
      return eventOf(record)?.reason === mark.reason;
    case 'acts':
      return story.isStep(record.seq, 2) && record.kind !== 'watch.deliver' && isBy(mark.actor, record.actor);
    case 'writes':
      return (
        record.kind === 'request.send' &&
        isStoryWrite(record.data.verb, record.data.resource) &&
        isBy(mark.actor, record.actor)
      );
    case 'condition':
      return record.kind === 'object.put' && conditionTurns(mark, record, trace);
  }
}

/** Whether an actor is the one meant: `controllers` and `kube-controller-manager` mean each of its loops, a name without a node that of every node. */
function isBy(wanted: string, actor: string): boolean {
  if (wanted === 'controllers' || wanted === 'kube-controller-manager') return roleOf(actor) === 'controller';
  if (wanted.startsWith('runtime/')) return roleOf(actor) === 'runtime' && actor.endsWith(wanted.slice(7));
  return actor === wanted || actor.startsWith(`${wanted}/`);
}

function eventOf(record: TraceRecord): Event | undefined {
  return record.kind === 'object.put' && isEventResource(record.data.resource)
    ? (record.data.object as unknown as Event)
    : undefined;
}

function conditionTurns(
  mark: Extract<Mark, { kind: 'condition' }>,
  { data }: RecordOf<'object.put'>,
  trace: Trace,
): boolean {
  if (data.resource !== mark.resource) return false;
  if (mark.name !== undefined && (data.name !== mark.name || data.namespace !== (mark.namespace ?? '')))
    return false;
  if (conditionOf(data.object, mark.type) !== mark.status) return false;
  const before = trace.find(data.prevSeq);
  return before?.kind !== 'object.put' || conditionOf(before.data.object, mark.type) !== mark.status;
}

interface WithConditions {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

function conditionOf(object: KubeObject, type: string): string | undefined {
  return (object as WithConditions).status?.conditions?.find((each) => each.type === type)?.status;
}

interface Found {
  readonly seqs: number[];
  read: number;
}

const found = new WeakMap<Trace, Map<string, Found>>();

/** The records of a run that are this mark, in order. Grows with the run; nothing is read twice. */
export function marksOf(run: MarkedRun, mark: Mark): readonly number[] {
  let byKey = found.get(run.trace);
  if (byKey === undefined) {
    byKey = new Map();
    found.set(run.trace, byKey);
  }
  const key = markKey(mark);
  let entry = byKey.get(key);
  if (entry === undefined) {
    entry = { seqs: [], read: 0 };
    byKey.set(key, entry);
  }
  const records = run.trace.all();
  for (; entry.read < records.length; entry.read++) {
    const record = records[entry.read] as TraceRecord;
    if (isMark(mark, record, run)) entry.seqs.push(record.seq);
  }
  return entry.seqs;
}

/** The next such record after `seq`, or the last before it. */
export function markFrom(run: MarkedRun, mark: Mark, seq: number, direction: 1 | -1): number | undefined {
  const seqs = marksOf(run, mark);
  return direction === 1 ? seqs[countUpTo(seqs, seq)] : seqs[countUpTo(seqs, seq - 1) - 1];
}

/** The first of these marks after `from`, at or before `to`. */
export function firstMark(
  run: MarkedRun,
  marks: readonly Mark[],
  from: number,
  to: number,
): { readonly mark: Mark; readonly seq: number } | undefined {
  let first: { readonly mark: Mark; readonly seq: number } | undefined;
  for (const mark of marks) {
    const seq = markFrom(run, mark, from, 1);
    if (seq !== undefined && seq <= to && (first === undefined || seq < first.seq)) first = { mark, seq };
  }
  return first;
}
