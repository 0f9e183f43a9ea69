import { type ObjectRef, refKey } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';

/** One try of the scheduler's: what it saw and how it ended, as far as it has come. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly filter: RecordOf<'sched.filter'>;
  readonly score?: RecordOf<'sched.score'>;
  readonly pick?: RecordOf<'sched.pick'>;
  readonly preempt?: RecordOf<'sched.preempt'>;
}

export interface PodScheduling {
  readonly attempts: readonly Attempt[];
  /** Every move between the queues, oldest first. */
  readonly moves: readonly RecordOf<'sched.queue'>[];
}

type SchedulingRecord =
  | RecordOf<'sched.queue'>
  | RecordOf<'sched.filter'>
  | RecordOf<'sched.score'>
  | RecordOf<'sched.pick'>
  | RecordOf<'sched.preempt'>;

/** The scheduler's records by Pod. */
class SchedulingRecords {
  private readonly byPod = new Map<string, SchedulingRecord[]>();

  of(ref: ObjectRef): readonly SchedulingRecord[] {
    return this.byPod.get(refKey(ref)) ?? [];
  }

  /** Pods the scheduler has tried by record `until`, the last one first. */
  tried(until: number): readonly ObjectRef[] {
    const found: { readonly ref: ObjectRef; readonly last: number }[] = [];
    for (const records of this.byPod.values()) {
      const last = records.findLast(
        ({ seq, kind, at }) => kind === 'sched.filter' && seq <= until && at >= 0,
      );
      if (last !== undefined) found.push({ ref: last.data.pod, last: last.seq });
    }
    return found.sort((a, b) => b.last - a.last).map(({ ref }) => ref);
  }

  add(record: TraceRecord): void {
    switch (record.kind) {
      case 'sched.queue':
      case 'sched.filter':
      case 'sched.score':
      case 'sched.pick':
      case 'sched.preempt': {
        const key = refKey(record.data.pod);
        const records = this.byPod.get(key);
        if (records === undefined) this.byPod.set(key, [record]);
        else records.push(record);
        return;
      }
      default:
    }
  }
}

/** The scheduler's records of a trace. */
export const schedulingRecords = followed(() => new SchedulingRecords());

export interface Span {
  /** The record that made this Pod; an earlier one of the same name is another Pod. */
  readonly from: number;
  readonly until: number;
}

/** What the scheduler did about a Pod between two records. */
export function podScheduling(
  records: Pick<SchedulingRecords, 'of'>,
  ref: ObjectRef,
  { from, until }: Span,
): PodScheduling {
  const attempts: Attempt[] = [];
  const moves: RecordOf<'sched.queue'>[] = [];
  const extend = (more: Partial<Attempt>): void => {
    const last = attempts.pop();
    if (last !== undefined) attempts.push({ ...last, ...more });
  };
  for (const record of records.of(ref)) {
    if (record.seq < from || record.seq > until) continue;
    switch (record.kind) {
      case 'sched.queue':
        moves.push(record);
        break;
      case 'sched.filter':
        attempts.push({ number: attempts.length + 1, filter: record });
        break;
      case 'sched.score':
        extend({ score: record });
        break;
      case 'sched.pick':
        extend({ pick: record });
        break;
      case 'sched.preempt':
        extend({ preempt: record });
        break;
    }
  }
  return { attempts, moves };
}

/** Nodes an attempt says something about, each once, in the order they were looked at. */
export function nodesOf({ filter: { data } }: Attempt): readonly string[] {
  return [...new Set([...data.order, ...Object.keys(data.rejected)])];
}
