import type { ObjectRef } from '../../api/object.ts';
import type { Level, Seq } from '../ids.ts';

/** What a span or instant is about. */
export interface Subject extends ObjectRef {
  readonly resource: string;
  readonly container?: string;
}

/** Work that takes time, on a track (a component, node, container, controller key). */
export interface SpanKinds {
  'span.begin': {
    /** Where it is drawn: `kubelet/worker-1`, `containerd/worker-1/image`, `controller/replicaset`. */
    readonly track: string;
    /** Upstream's name of the work: SyncPod, RunPodSandbox, PullImage, SchedulingCycle … */
    readonly name: string;
    readonly level: Level;
    readonly subject?: Subject;
    readonly note?: string;
  };
  'span.end': { readonly begin: Seq; readonly outcome: 'ok' | 'error' | 'cancelled'; readonly note?: string };
  /** Something a component did in no time that no other kind tells: a step worth a mark and a word. */
  step: {
    readonly track: string;
    readonly name: string;
    readonly level: Level;
    readonly subject?: Subject;
    readonly note?: string;
  };
}
