import type { PersistentVolume, PersistentVolumeClaim } from '../../../api/generated/types.ts';
import { compileLabelSelector, selectorMatches } from '../../../api/label-selector.ts';
import { cmpQuantities } from '../../../api/quantity.ts';
import { isDeleting } from '../common/objects.ts';

// Models k8s.io/component-helpers/storage/volume and pkg/controller/volume/persistentvolume index.go (1.36).

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

export function classOfClaim({ metadata, spec }: PersistentVolumeClaim): string {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName ?? '';
}

/** Nobody has said a word about its class: the default one is given to it. */
export function lacksClass({ metadata, spec }: PersistentVolumeClaim): boolean {
  return metadata.annotations?.[CLASS_ANNOTATION] === undefined && spec.storageClassName === undefined;
}

export function classOfVolume({ metadata, spec }: PersistentVolume): string {
  return metadata.annotations?.[CLASS_ANNOTATION] ?? spec.storageClassName ?? '';
}

/** The volume's claimRef names this claim, by UID when it has one. Models IsVolumeBoundToClaim. */
export function isBoundTo(
  { spec: { claimRef } }: PersistentVolume,
  { metadata }: PersistentVolumeClaim,
): boolean {
  if (claimRef?.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata.uid;
}

export function storageOf(list: Readonly<Record<string, string>> | undefined): string {
  return list?.['storage'] ?? '0';
}

export function sameMode(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec.volumeMode ?? 'Filesystem') === (claim.spec.volumeMode ?? 'Filesystem');
}

function isLargeEnough(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return cmpQuantities(storageOf(volume.spec.capacity), storageOf(claim.spec.resources?.requests)) >= 0;
}

function hasModes(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (claim.spec.accessModes ?? []).every((mode) => volume.spec.accessModes?.includes(mode) === true);
}

function sameAttributes(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  return (volume.spec.volumeAttributesClassName ?? '') === (claim.spec.volumeAttributesClassName ?? '');
}

/**
 * The volume to bind a claim to: one reserved for it, else the smallest that will do among those with the fewest access
 * modes. A claim that waits for its first consumer gets a reserved one only. Models findByClaim and FindMatchingVolume.
 */
export function bestMatch(
  volumes: Iterable<PersistentVolume>,
  claim: PersistentVolumeClaim,
  waits: boolean,
): PersistentVolume | undefined {
  let best: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { claimRef } = volume.spec;
    if (claimRef !== undefined && !isBoundTo(volume, claim)) continue;
    if (
      !hasModes(volume, claim) ||
      !isLargeEnough(volume, claim) ||
      !sameMode(volume, claim) ||
      !sameAttributes(volume, claim)
    )
      continue;
    if (isDeleting(volume)) continue;
    if (claimRef !== undefined) return volume;
    if (waits || !isFree(volume, claim)) continue;
    if (best === undefined || comparePreference(volume, best) < 0) best = volume;
  }
  return best;
}

function isFree(volume: PersistentVolume, claim: PersistentVolumeClaim): boolean {
  if (volume.status?.phase !== 'Available' || classOfVolume(volume) !== classOfClaim(claim)) return false;
  const { selector } = claim.spec;
  return selector === undefined || selectorMatches(compileLabelSelector(selector), volume.metadata.labels);
}

function comparePreference(a: PersistentVolume, b: PersistentVolume): number {
  const modes = (a.spec.accessModes?.length ?? 0) - (b.spec.accessModes?.length ?? 0);
  return modes !== 0 ? modes : cmpQuantities(storageOf(a.spec.capacity), storageOf(b.spec.capacity));
}

/** Why a volume that a claim asks for by name will not do. Models checkVolumeSatisfyClaim. */
export function mismatch(volume: PersistentVolume, claim: PersistentVolumeClaim): string | undefined {
  if (!isLargeEnough(volume, claim)) return 'requested PV is too small';
  if (classOfClaim(claim) !== classOfVolume(volume)) return 'storageClassName does not match';
  if (!sameAttributes(volume, claim)) return 'volumeAttributesClassName does not match';
  if (!sameMode(volume, claim)) return 'incompatible volumeMode';
  return hasModes(volume, claim) ? undefined : 'incompatible accessMode';
}

/** How a volume is done away with: by its own deleter, by somebody outside, or not at all (a text says why). */
export function deleter(volume: PersistentVolume): 'external' | 'own' | { readonly error: string } {
  const provisioner = volume.metadata.annotations?.['pv.kubernetes.io/provisioned-by'];
  if (provisioner !== undefined && !provisioner.startsWith('kubernetes.io/')) return 'external';
  const path = volume.spec.hostPath?.path;
  if (path === undefined) {
    return {
      error: `error getting deleter volume plugin for volume ${JSON.stringify(volume.metadata.name)}: no deletable volume plugin matched`,
    };
  }
  return path.startsWith('/tmp/') && path.length > '/tmp/'.length
    ? 'own'
    : { error: `host_path deleter only supports /tmp/.+ but received provided ${path}` };
}

/** A claim's capacity is its volume's, unless it has been grown beyond what it was. */
export function boundCapacity(
  claim: PersistentVolumeClaim,
  volume: PersistentVolume,
): Readonly<Record<string, string>> {
  const standing = claim.status?.phase === 'Bound' ? claim.status.capacity : undefined;
  return standing ?? { storage: storageOf(volume.spec.capacity) };
}
