import type { ObjectRef } from '../../api/object.ts';

/** Why a node fell, as one plugin put it. */
export interface NodeRejection {
  readonly plugin: string;
  readonly code: 'Unschedulable' | 'UnschedulableAndUnresolvable' | 'Error';
  readonly reasons: readonly string[];
}

/** One plugin's column of the score table, by node. */
export interface PluginScores {
  readonly weight: number;
  readonly raw: Readonly<Record<string, number>>;
  readonly normalized: Readonly<Record<string, number>>;
}

/** kube-scheduler's own work: queues and attempts. */
export interface SchedulerKinds {
  'sched.queue': {
    readonly pod: ObjectRef;
    readonly queue: 'active' | 'backoff' | 'unschedulable' | 'gated' | 'none';
    /** The cluster event that moved it, in upstream's words. */
    readonly event: string;
    readonly attempts?: number;
  };
  /** The filters of one attempt. */
  'sched.filter': {
    readonly pod: ObjectRef;
    /** Nodes in the order they were looked at. */
    readonly order: readonly string[];
    readonly all: number;
    readonly feasible: readonly string[];
    readonly rejected: Readonly<Record<string, NodeRejection>>;
    /** Plugins that rejected some node. */
    readonly plugins: readonly string[];
    readonly preFilter?: { readonly plugin: string; readonly reasons: readonly string[] };
    readonly nominated?: string;
    readonly noNodes?: boolean;
    /** Nodes that were looked at and are not told, in a big cluster. */
    readonly omitted?: number;
  };
  'sched.score': {
    readonly pod: ObjectRef;
    readonly plugins: Readonly<Record<string, PluginScores>>;
    /** Plugins whose PreScore answered Skip. */
    readonly skipped: readonly string[];
    /** Nodes with lower totals that are not told, in a big cluster. */
    readonly omitted?: number;
  };
  'sched.pick': {
    readonly pod: ObjectRef;
    readonly node: string;
    /** False when only one node was left, so nothing was scored. */
    readonly scored: boolean;
    readonly totals: Readonly<Record<string, number>>;
    /** More than one node had the highest total and chance decided. */
    readonly tie?: readonly string[];
  };
  'sched.preempt': {
    readonly pod: ObjectRef;
    readonly candidates: Readonly<
      Record<string, { readonly victims: readonly string[]; readonly pdbViolations: number }>
    >;
    readonly rejected: Readonly<Record<string, readonly string[]>>;
    readonly picked?: string;
    readonly message?: string;
  };
}
