import type { Deployment, ReplicaSet } from '../../../api/generated/types.ts';
import { byAge } from '../common/objects.ts';
import { desiredOf, maxOf } from './revisions.ts';
import {
  type Resize,
  activeSets,
  availableOf,
  fenceposts,
  isRolling,
  sizeOf,
  totalSize,
  wantedOf,
} from './rolling.ts';

/** Sizes of a Deployment whose number of Pods was changed. Models pkg/controller/deployment scale (1.36). */
export function scaleSets(
  deployment: Deployment,
  newRs: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): Resize[] {
  const wanted = wantedOf(deployment);
  const only = activeOrLatest(newRs, old);
  if (only === 'none') return [];
  if (only !== undefined) return sizeOf(only) === wanted ? [] : [{ rs: only, replicas: wanted }];
  if (isSaturated(deployment, newRs)) return activeSets(old).map((rs) => ({ rs, replicas: 0 }));
  return isRolling(deployment)
    ? inProportion(deployment, activeSets(newRs === undefined ? old : [...old, newRs]))
    : [];
}

/** The one ReplicaSet with Pods, else the latest; undefined when several have Pods. Models FindActiveOrLatest. */
function activeOrLatest(
  newRs: ReplicaSet | undefined,
  old: readonly ReplicaSet[],
): ReplicaSet | 'none' | undefined {
  if (newRs === undefined && old.length === 0) return 'none';
  const youngestFirst = [...old].sort(byAge).reverse();
  const active = activeSets(newRs === undefined ? youngestFirst : [...youngestFirst, newRs]);
  if (active.length === 0) return newRs ?? youngestFirst[0];
  return active.length === 1 ? active[0] : undefined;
}

function isSaturated(deployment: Deployment, rs: ReplicaSet | undefined): boolean {
  if (rs === undefined) return false;
  const wanted = wantedOf(deployment);
  return sizeOf(rs) === wanted && desiredOf(rs) === wanted && availableOf(rs) === wanted;
}

/** Shares what is to be added or taken by size; the largest takes what is left over. */
function inProportion(deployment: Deployment, active: readonly ReplicaSet[]): Resize[] {
  const wanted = wantedOf(deployment);
  const allowed = wanted > 0 ? wanted + fenceposts(deployment).maxSurge : 0;
  const toAdd = allowed - totalSize(active);
  const newerFirst = toAdd > 0;
  const sets = [...active].sort((a, b) => sizeOf(b) - sizeOf(a) || (newerFirst ? byAge(b, a) : byAge(a, b)));
  let added = 0;
  const sizes = sets.map((rs) => {
    const share = shareOf(rs, deployment, { toAdd, added });
    added += share;
    return sizeOf(rs) + share;
  });
  if (sizes.length > 0 && toAdd !== 0) sizes[0] = Math.max(0, (sizes[0] ?? 0) + toAdd - added);
  return sets.map((rs, place) => ({ rs, replicas: sizes[place] ?? 0 }));
}

/** Models deploymentutil.GetReplicaSetProportion. */
function shareOf(
  rs: ReplicaSet,
  deployment: Deployment,
  { toAdd, added }: { readonly toAdd: number; readonly added: number },
): number {
  if (sizeOf(rs) === 0 || toAdd === 0 || toAdd === added) return 0;
  const fraction = fractionOf(rs, deployment);
  const left = toAdd - added;
  return toAdd > 0 ? Math.min(fraction, left) : Math.max(fraction, left);
}

function fractionOf(rs: ReplicaSet, deployment: Deployment): number {
  const wanted = wantedOf(deployment);
  if (wanted === 0) return -sizeOf(rs);
  const before = maxOf(rs) || deployment.status?.replicas || 1;
  const size = (sizeOf(rs) * (wanted + fenceposts(deployment).maxSurge)) / before;
  return Math.round(size) - sizeOf(rs);
}
