import { type ObjectRef, refKey } from '../../../api/object.ts';
import type { RecordOf, TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';
import { countUpTo } from '../sorted.ts';

/** What the scheduler has before it. */
export interface QueueState {
  readonly active: number;
  /** Pods in back-off, unschedulable or gated. */
  readonly waiting: number;
  /** The Pod it is placing now. */
  readonly placing: string | undefined;
}

const EMPTY: QueueState = { active: 0, waiting: 0, placing: undefined };

/** The scheduler's queue after each of its records. */
class QueueIndex {
  private readonly seqs: number[] = [];
  private readonly states: QueueState[] = [];
  private readonly queueOf = new Map<string, RecordOf<'sched.queue'>['data']['queue']>();
  private placing: { readonly key: string; readonly name: string } | undefined;

  add(record: TraceRecord): void {
    switch (record.kind) {
      case 'sched.queue': {
        const { pod, queue } = record.data;
        const key = refKey(pod);
        if (queue === 'none') this.queueOf.delete(key);
        else this.queueOf.set(key, queue);
        if (this.placing?.key === key && queue !== 'none') this.placing = undefined;
        return this.keep(record.seq);
      }
      case 'sched.filter':
        return this.take(record.seq, record.data.pod);
      case 'span.begin':
        if (record.data.name !== 'SchedulingCycle' || record.data.subject === undefined) return;
        return this.take(record.seq, record.data.subject);
      case 'request.send':
        if (record.data.subresource !== 'binding') return;
        this.placing = undefined;
        return this.keep(record.seq);
      default:
    }
  }

  at(seq: number): QueueState {
    return this.states[countUpTo(this.seqs, seq) - 1] ?? EMPTY;
  }

  /** An attempt begins: the Pod is out of the queue. */
  private take(seq: number, pod: ObjectRef): void {
    const key = refKey(pod);
    this.queueOf.delete(key);
    this.placing = { key, name: pod.name };
    this.keep(seq);
  }

  private keep(seq: number): void {
    let active = 0;
    for (const queue of this.queueOf.values()) if (queue === 'active') active++;
    this.seqs.push(seq);
    this.states.push({ active, waiting: this.queueOf.size - active, placing: this.placing?.name });
  }
}

/** The scheduler's queue in a trace. */
export const queueIndex = followed(() => new QueueIndex());
