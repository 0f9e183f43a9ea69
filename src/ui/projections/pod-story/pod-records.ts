import { type ObjectRef, refKey } from '../../../api/object.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { followed } from '../follow.ts';

/** Which records of the node concern which Pod, in order.  */
export class PodRecords {
  private readonly byPod = new Map<string, number[]>();
  private readonly calls = new Map<number, string>();

  /** Sequence numbers of the records about a Pod: runtime and CNI calls, processes, signals, probes, back-offs, scheduling. */
  of(ref: ObjectRef): readonly number[] {
    return this.byPod.get(refKey(ref)) ?? [];
  }

  add(record: TraceRecord): void {
    const key = this.keyOf(record);
    if (key === undefined) return;
    const seqs = this.byPod.get(key);
    if (seqs === undefined) this.byPod.set(key, [record.seq]);
    else seqs.push(record.seq);
  }

  private keyOf(record: TraceRecord): string | undefined {
    switch (record.kind) {
      case 'cri.call':
      case 'cni.call': {
        const { pod } = record.data;
        if (pod === undefined) return undefined;
        const key = refKey(pod);
        this.calls.set(record.seq, key);
        return key;
      }
      case 'cri.return':
      case 'cni.return':
        return this.calls.get(record.data.call);
      case 'container.config':
      case 'cgroup.memory':
      case 'process.start':
      case 'process.exit':
      case 'signal':
      case 'probe.result':
      case 'backoff':
      case 'sched.queue':
      case 'sched.filter':
      case 'sched.pick':
      case 'sched.preempt':
        return refKey(record.data.pod);
      default:
        return undefined;
    }
  }
}

/** The Pods' records of a trace. */
export const podRecords = followed(() => new PodRecords());
