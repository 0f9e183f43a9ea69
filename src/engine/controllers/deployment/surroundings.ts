import type { ReplicaSet } from '../../../api/generated/types.ts';

/** What the sync of one Deployment may ask its controller. */
export interface Surroundings {
  /** The Deployment's ReplicaSets, after adopting and releasing. */
  readonly sets: readonly ReplicaSet[];
  cachedSet(rs: ReplicaSet): ReplicaSet | undefined;
  /** Whether a Pod of the Deployment that is not of `newRs` has not ended. */
  oldPodsRunning(sets: readonly ReplicaSet[], newRs: ReplicaSet | undefined): boolean;
}
