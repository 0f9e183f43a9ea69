import type { PersistentVolume, PersistentVolumeClaim } from '../../../../api/generated/types.ts';
import type { Labels } from '../../../../api/label-selector.ts';
import { nodeSelectorTermMatches } from '../../../../api/node-selector.ts';
import type { Node } from '../../../../api/generated/types.ts';
import { BETA_CLASS_ANNOTATION, BIND_COMPLETED_ANNOTATION } from '../../framework/names.ts';

/** The class a claim asks for, '' for none. Models component-helpers GetPersistentVolumeClaimClass. */
export function claimClass(claim: PersistentVolumeClaim): string {
  return claim.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? claim.spec?.storageClassName ?? '';
}

export function volumeClass(volume: PersistentVolume): string {
  return volume.metadata.annotations?.[BETA_CLASS_ANNOTATION] ?? volume.spec?.storageClassName ?? '';
}

/** Bound, and the controller says that it is done. Models binder.go isPVCFullyBound. */
export function isFullyBound(claim: PersistentVolumeClaim): boolean {
  return (
    (claim.spec?.volumeName ?? '') !== '' &&
    claim.metadata.annotations?.[BIND_COMPLETED_ANNOTATION] !== undefined
  );
}

/** Whether the volume may be used from the node. Models component-helpers CheckNodeAffinity. */
export function volumeReaches(
  volume: PersistentVolume,
  node: { readonly name: string; readonly labels: Labels },
): boolean {
  const required = volume.spec?.nodeAffinity?.required;
  if (required === undefined) return true;
  // Only labels and the name are looked at.
  const asNode = { metadata: { name: node.name, labels: node.labels } } as Node;
  return required.nodeSelectorTerms.some((term) => nodeSelectorTermMatches(term, asNode));
}

/** What a lister says of a claim that is not there. */
export function claimNotFound(name: string): string {
  return `persistentvolumeclaim "${name}" not found`;
}
