import type { Pod } from '../../../api/generated/types.ts';
import type { Task } from '../../kernel/task.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import type { ClusterEvent } from '../queue/cluster-event.ts';
import type { NodeStatuses } from './node-statuses.ts';
import type { ClusterObjects } from './objects.ts';
import type { Snapshot } from './snapshot.ts';
import type { Rejection } from './status.ts';

/** What PreFilter says: take no part, refuse the Pod, or go on with this state (on these nodes only). */
export type PreFilterResult<F> =
  | { readonly outcome: 'skip' }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  | { readonly outcome: 'run'; readonly state: F; readonly nodeNames?: ReadonlySet<string> };

/** What PreScore says: take no part, or go on with this state. */
export type PreScoreResult<S> = { readonly outcome: 'skip' } | { readonly outcome: 'run'; readonly state: S };

export const SKIP: { readonly outcome: 'skip' } = { outcome: 'skip' };

/**
 * Answers whether a cluster event may have made a Pod schedulable that this plugin rejected.
 * Of an addition `before` is absent, of a deletion `after`.
 */
export type QueueingHint = (
  pod: PodInfo,
  before: unknown,
  after: unknown,
  objects: ClusterObjects,
) => boolean;

/** An event a plugin wants to be asked about; without a hint it always may help. */
export interface EventRegistration {
  readonly event: ClusterEvent;
  readonly hint?: QueueingHint;
}

/** What PostFilter did: the node to nominate ('' takes a nomination back, undefined leaves it). */
export interface PostFilterResult {
  readonly outcome: 'success' | 'unschedulable' | 'error';
  readonly nominatedNodeName?: string;
  readonly message: string;
  /** What a preemption would have cost where; absent when none was looked for. */
  readonly preemption?: PreemptionStudy;
}

/** Node by node: who would have to go, or why that would not help. */
export interface PreemptionStudy {
  readonly candidates: ReadonlyMap<
    string,
    { readonly victims: readonly PodInfo[]; readonly pdbViolations: number }
  >;
  readonly rejected: ReadonlyMap<string, Rejection>;
  readonly picked?: string;
}

/** A node as it would be, for the Pod of a failed attempt. */
export interface NodeTrial {
  /** The copy; the Pods on it. */
  readonly node: NodeInfo;
  addPod(pod: PodInfo): void;
  removePod(pod: PodInfo): void;
  /** What the filters say now, Pods nominated to the node counted too. */
  filter(): Rejection | undefined;
}

/** What PostFilter plugins know of the attempt that failed. */
export interface FailedAttempt {
  readonly pod: PodInfo;
  readonly snapshot: Snapshot;
  readonly statuses: NodeStatuses;
  /** A copy of the node to try the Pod on with other Pods taken away or put back. */
  tryOn(node: NodeInfo): NodeTrial;
  /** Whether PreFilter came as far as this plugin. */
  reached(plugin: string): boolean;
}

/**
 * A plugin: upstream's extension points as optional methods, decisions pure over what they are given.
 * F is its state between PreFilter and Filter, S that between PreScore and Score.
 * Models pkg/scheduler/framework/interface.go (1.36).
 */
export interface Plugin<F = unknown, S = unknown> {
  readonly name: string;
  readonly events?: readonly EventRegistration[];
  preEnqueue?(pod: Pod): Rejection | undefined;
  preFilter?(pod: PodInfo, snapshot: Snapshot): PreFilterResult<F>;
  /** Updates the state for a Pod that would be added to, or taken off, a node. */
  addPod?(state: F, pod: PodInfo, change: PodOnNode): void;
  removePod?(state: F, pod: PodInfo, change: PodOnNode): void;
  /** A copy that addPod and removePod may change; absent when they never do. */
  cloneState?(state: F): F;
  /** undefined = the Pod fits as far as this plugin goes. The state is undefined without preFilter. */
  filter?(state: F, pod: PodInfo, node: NodeInfo): Rejection | undefined;
  preScore?(pod: PodInfo, snapshot: Snapshot, nodes: readonly NodeInfo[]): PreScoreResult<S>;
  /** What the verdict on this node came of; for people, never for decisions. */
  explainFilter?(state: F, pod: PodInfo, node: NodeInfo): Inputs;
  explainScore?(state: S, pod: PodInfo, node: NodeInfo): Inputs;
  /** An integer; the state is undefined without preScore. */
  score?(state: S, pod: PodInfo, node: NodeInfo): number;
  /** Brings scores into 0..100 in place; `scores[i]` is that of `nodes[i]`. */
  normalize?(state: S, scores: number[], nodes: readonly NodeInfo[]): void;
  postFilter?(attempt: FailedAttempt): PostFilterResult;
  reserve?(state: F | undefined, pod: Pod, node: string): Rejection | undefined;
  unreserve?(state: F | undefined, pod: Pod, node: string): void;
  /** Whether preBind has work that takes time. */
  preBindPreFlight?(state: F | undefined): boolean;
  preBind?(state: F | undefined, pod: Pod, node: string): Task<Rejection | undefined>;
  bind?(pod: Pod, node: string): Task<Rejection | undefined>;
  /** The scheduler died: whatever the plugin is doing beside the loop ends. */
  stop?(): void;
}

/** The numbers and words a verdict or a score came of, by name. */
export type Inputs = Readonly<Record<string, number | string | boolean | readonly string[]>>;

export interface PodOnNode {
  readonly pod: PodInfo;
  readonly node: NodeInfo;
}
