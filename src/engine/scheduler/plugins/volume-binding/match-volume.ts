import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import { claimClass, volumeClass, volumeReaches } from '../common/claims.ts';

/** What a claim asks for. */
export function claimSize(claim: PersistentVolumeClaim): string {
  return claim.spec?.resources?.requests?.['storage'] ?? '0';
}

function volumeSize(volume: PersistentVolume): string {
  return volume.spec?.capacity?.['storage'] ?? '0';
}

function isLess(a: string, b: string): boolean {
  return cmpAmounts(amountOf(a), amountOf(b)) < 0;
}

/** Whether the volume's claimRef is this claim. Models component-helpers IsVolumeBoundToClaim. */
export function isBoundTo(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  const ref = volume.spec?.claimRef;
  if (ref === undefined || ref.name !== claim.metadata.name || ref.namespace !== claim.metadata.namespace)
    return false;
  return (ref.uid ?? '') === '' || ref.uid === claim.metadata.uid;
}

/**
 * The volume to bind: one made or kept for the claim, else the smallest that will do on this node.
 * Models component-helpers/storage/volume FindMatchingVolume (1.36) as the scheduler calls it.
 */
export function findMatchingVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  node: NodeInfo,
  taken: ReadonlySet<string>,
): PersistentVolume | undefined {
  let smallest: PersistentVolume | undefined;
  for (const volume of volumes) {
    if (taken.has(volume.metadata.name)) continue;
    const bound = isBoundTo(volume, claim);
    if (volume.spec?.claimRef !== undefined && !bound) continue;
    if (isLess(volumeSize(volume), claimSize(claim)) || modesDiffer(volume, claim)) continue;
    if (volume.metadata.deletionTimestamp !== undefined) continue;
    const reaches = volumeReaches(volume, node);
    if (bound) return reaches ? volume : undefined;
    if (!reaches || !isCandidate(volume, claim)) continue;
    if (smallest === undefined || isLess(volumeSize(volume), volumeSize(smallest))) smallest = volume;
  }
  return smallest;
}

function modesDiffer(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec?.volumeMode ?? 'Filesystem') !== (claim.spec?.volumeMode ?? 'Filesystem');
}

function isCandidate(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  if (volume.status?.phase !== 'Available') return false;
  const selector = claim.spec?.selector;
  if (selector !== undefined && !labelSelectorMatches(selector, volume.metadata.labels)) return false;
  if (volumeClass(volume) !== claimClass(claim)) return false;
  const offered = volume.spec?.accessModes ?? [];
  return (claim.spec?.accessModes ?? []).every((mode) => offered.includes(mode));
}
