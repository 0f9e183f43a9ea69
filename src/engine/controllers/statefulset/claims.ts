import type { PersistentVolumeClaim, Pod, StatefulSet } from '../../../api/generated/types.ts';
import type { OwnerReferenceLike } from '../../../api/object.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { deepEqual } from '../../../base/deep.ts';
import { ordinalOf, startOf, wantedOf } from './identity.ts';

/** The owners a claim should have under the set's retention policy. Models updateClaimOwnerRefForSetAndPod (1.36). */
export function claimOwners(
  set: StatefulSet,
  pod: Pod,
  claim: PersistentVolumeClaim,
): readonly OwnerReferenceLike[] {
  const { whenDeleted = 'Retain', whenScaled = 'Retain' } =
    set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const ordinal = ordinalOf(set, pod);
  const isCondemned = ordinal < startOf(set) || ordinal >= startOf(set) + wantedOf(set);
  const byPod = whenScaled === 'Delete' && isCondemned;
  const bySet = whenDeleted === 'Delete' && !byPod;
  const others = (claim.metadata.ownerReferences ?? []).filter(
    ({ uid }) => uid !== set.metadata.uid && uid !== pod.metadata.uid,
  );
  const owned: OwnerReferenceLike[] = [...others];
  if (bySet) owned.push(newControllerRef(set));
  if (byPod) owned.push(newControllerRef(pod));
  return owned;
}

export function ownersMatch(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): boolean {
  return deepEqual(claimOwners(set, pod, claim), claim.metadata.ownerReferences ?? []);
}

/** Whether claims are ever deleted with their set or Pod. */
export function deletesClaims(set: StatefulSet): boolean {
  const { whenDeleted, whenScaled } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  return whenDeleted === 'Delete' || whenScaled === 'Delete';
}
