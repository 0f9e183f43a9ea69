import type { Deployment, IntOrString, ReplicaSet } from '../../../api/generated/types.ts';
import { scaledValue } from '../../../api/int-or-string.ts';
import { oldestFirst } from '../common/objects.ts';

/** How far a rolling update may go beyond and below the wanted number. */
export interface Fenceposts {
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/** A ReplicaSet's new size. */
export interface Resize {
  readonly rs: ReplicaSet;
  readonly replicas: number;
}

const DEFAULT_BOUND = '25%';

export function wantedOf(deployment: Deployment): number {
  return deployment.spec.replicas ?? 1;
}

export function sizeOf(rs: ReplicaSet): number {
  return rs.spec.replicas ?? 1;
}

export function availableOf(rs: ReplicaSet): number {
  return rs.status?.availableReplicas ?? 0;
}

/** Sum of the sizes asked for. */
export function totalSize(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, rs) => sum + sizeOf(rs), 0);
}

/** Sum of the available Pods. */
export function totalAvailable(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, rs) => sum + availableOf(rs), 0);
}

/** Those that want Pods. */
export function activeSets(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return sets.filter((rs) => sizeOf(rs) > 0);
}

export function isRolling(deployment: Deployment): boolean {
  return deployment.spec.strategy?.type !== 'Recreate';
}

/** Surge rounded up, unavailable rounded down; never both 0. Models deploymentutil.ResolveFenceposts, MaxSurge and MaxUnavailable (1.36). */
export function fenceposts(deployment: Deployment): Fenceposts {
  if (!isRolling(deployment)) return { maxSurge: 0, maxUnavailable: 0 };
  const wanted = wantedOf(deployment);
  const { maxSurge, maxUnavailable } = deployment.spec.strategy?.rollingUpdate ?? {};
  const surge = scaled(maxSurge, wanted, true);
  const unavailable = scaled(maxUnavailable, wanted, false);
  const atLeast = surge === 0 && unavailable === 0 ? 1 : unavailable;
  return { maxSurge: surge, maxUnavailable: Math.min(atLeast, wanted) };
}

function scaled(value: IntOrString | undefined, total: number, roundUp: boolean): number {
  const result = scaledValue(value ?? DEFAULT_BOUND, total, roundUp);
  return result.ok ? result.value : 0;
}

/** How large the new ReplicaSet may be now; `all` includes it. Models deploymentutil.NewRSNewReplicas (1.36). */
export function newReplicas(deployment: Deployment, all: readonly ReplicaSet[], newSize: number): number {
  const wanted = wantedOf(deployment);
  if (!isRolling(deployment)) return wanted;
  const room = wanted + fenceposts(deployment).maxSurge - totalSize(all);
  return room <= 0 ? newSize : newSize + Math.min(room, wanted - newSize);
}

/** The new ReplicaSet's next size, or undefined when it is right. Models reconcileNewReplicaSet. */
export function nextNewSize(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newRs: ReplicaSet,
): number | undefined {
  const size = sizeOf(newRs);
  const wanted = wantedOf(deployment);
  if (size === wanted) return undefined;
  const next = size > wanted ? wanted : newReplicas(deployment, all, size);
  return next === size ? undefined : next;
}

/** How many old Pods may go at most. Models reconcileOldReplicaSets (1.36). */
export function oldPodsToSpare(
  deployment: Deployment,
  old: readonly ReplicaSet[],
  newRs: ReplicaSet,
): number {
  if (totalSize(old) === 0) return 0;
  const minAvailable = wantedOf(deployment) - fenceposts(deployment).maxUnavailable;
  const newUnavailable = sizeOf(newRs) - availableOf(newRs);
  return Math.max(0, totalSize(old) + sizeOf(newRs) - minAvailable - newUnavailable);
}

/** First the Pods of old ReplicaSets that are not available, oldest first. Models cleanupUnhealthyReplicas (1.36). */
export function withoutUnhealthy(old: readonly ReplicaSet[], most: number): Resize[] {
  const resizes: Resize[] = [];
  let left = most;
  for (const rs of oldestFirst(old)) {
    if (left <= 0) break;
    const unhealthy = Math.min(left, sizeOf(rs) - availableOf(rs));
    if (sizeOf(rs) === 0 || unhealthy <= 0) continue;
    resizes.push({ rs, replicas: sizeOf(rs) - unhealthy });
    left -= unhealthy;
  }
  return resizes;
}

/** Then what is available beyond the minimum, oldest first; `old` as left by the step before. Models scaleDownOldReplicaSetsForRollingUpdate. */
export function scaledDown(deployment: Deployment, old: readonly ReplicaSet[], newRs: ReplicaSet): Resize[] {
  const minAvailable = wantedOf(deployment) - fenceposts(deployment).maxUnavailable;
  let left = totalAvailable([...old, newRs]) - minAvailable;
  const resizes: Resize[] = [];
  for (const rs of oldestFirst(old)) {
    if (left <= 0) break;
    if (sizeOf(rs) === 0) continue;
    const count = Math.min(sizeOf(rs), left);
    resizes.push({ rs, replicas: sizeOf(rs) - count });
    left -= count;
  }
  return resizes;
}
