import type { Pod } from '../../../api/generated/types.ts';
import type { Seq } from '../../../trace/ids.ts';
import { type PodInfo, podInfoOf } from '../cache/pod-info.ts';

/** Where an entry is held; `none` = it is being scheduled, or is gone. */
export type QueuePlace = 'active' | 'backoff' | 'errorBackoff' | 'unschedulable' | 'none';

/** A Pod that waits for a node, with what its queue must know. Models framework/types.go QueuedPodInfo (1.36). */
export class QueuedPod {
  info: PodInfo;
  place: QueuePlace = 'none';
  /** Grows with every move: what a heap holds of an older move is void. */
  token = 0;
  /** When it was (re)queued: virtual µs. */
  timestamp: number;
  readonly order: number;
  attempts = 0;
  unschedulableCount = 0;
  consecutiveErrors = 0;
  /** Plugins that rejected it last time; only their hints are asked. */
  rejectors: ReadonlySet<string> = new Set();
  /** The PreEnqueue plugin that holds it back. */
  gatedBy: string | undefined;
  /** What its next attempt will follow from. */
  cause: Seq | undefined;

  constructor(pod: Pod, timestamp: number, order: number) {
    this.info = podInfoOf(pod);
    this.timestamp = timestamp;
    this.order = order;
  }

  get priority(): number {
    return this.info.priority;
  }

  /** Microseconds from its timestamp during which it is not tried again. Models calculateBackoffDuration. */
  backoffUs(initialUs: number, maxUs: number): number {
    const count = this.consecutiveErrors > 0 ? this.consecutiveErrors : this.unschedulableCount;
    return count === 0 ? 0 : Math.min(initialUs * 2 ** (count - 1), maxUs);
  }
}
