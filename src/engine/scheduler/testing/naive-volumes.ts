import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../api/label-selector.ts';
import { nodeSelectorTermMatches } from '../../../api/node-selector.ts';
import { amountOf, amountValue } from '../../../api/quantity.ts';
import type { World } from '../explain/world.ts';

/** The volume filters of the second opinion: straight from the handbook, sections 8.9 to 8.11. */
export type VolumeFilter = (
  pod: Pod,
  node: Node,
  world: World,
) => { unresolvable?: boolean; reasons: string[] } | undefined;

const claimOf = (name: string, pod: Pod, world: World): PersistentVolumeClaim | undefined =>
  world.claims?.find(
    ({ metadata }) => metadata.name === name && metadata.namespace === pod.metadata.namespace,
  );
const claimNames = (pod: Pod): string[] =>
  (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
const claimsOf = (pod: Pod, world: World): PersistentVolumeClaim[] =>
  claimNames(pod).flatMap((name) => claimOf(name, pod, world) ?? []);
const volumeOf = (claim: PersistentVolumeClaim, world: World): PersistentVolume | undefined =>
  world.volumes?.find(({ metadata }) => metadata.name === claim.spec?.volumeName);
const podsOn = (node: Node, world: World): Pod[] =>
  world.pods.filter(({ spec }) => spec.nodeName === node.metadata.name);
const bytes = (quantity: string | undefined): number =>
  quantity === undefined ? 0 : amountValue(amountOf(quantity));

export const volumeRestrictions: VolumeFilter = (pod, node, world) => {
  const disks = (of: Pod) =>
    (of.spec.volumes ?? []).flatMap(({ gcePersistentDisk }) => gcePersistentDisk ?? []);
  const clash = podsOn(node, world).some((other) =>
    disks(other).some((theirs) =>
      disks(pod).some(
        (own) => own.pdName === theirs.pdName && !(own.readOnly === true && theirs.readOnly === true),
      ),
    ),
  );
  if (clash) return { reasons: ['node(s) had no available disk'] };
  const inUse = claimsOf(pod, world)
    .filter(({ spec }) => spec?.accessModes?.includes('ReadWriteOncePod') === true)
    .some(({ metadata }) =>
      world.pods.some(
        (other) =>
          other.metadata.namespace === metadata.namespace && claimNames(other).includes(metadata.name),
      ),
    );
  return inUse
    ? {
        reasons: [
          'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod',
        ],
      }
    : undefined;
};

/** The CSI volumes a Pod brings: by handle, or for a claim without a volume by the claim itself. */
function csiVolumes(pod: Pod, world: World): Map<string, string> {
  const found = new Map<string, string>();
  for (const claim of claimsOf(pod, world)) {
    if ((claim.spec?.volumeName ?? '') !== '') {
      const csi = volumeOf(claim, world)?.spec?.csi;
      if (csi !== undefined) found.set(`${csi.driver}|${csi.volumeHandle}`, csi.driver);
      continue;
    }
    const provisioner = world.classes?.find(
      ({ metadata }) => metadata.name === claim.spec?.storageClassName,
    )?.provisioner;
    if (provisioner !== undefined) found.set(`${provisioner}|claim ${claim.metadata.name}`, provisioner);
  }
  return found;
}

export const volumeLimits: VolumeFilter = (pod, node, world) => {
  const drivers =
    world.csiNodes?.find(({ metadata }) => metadata.name === node.metadata.name)?.spec.drivers ?? [];
  const attached = new Map(podsOn(node, world).flatMap((other) => [...csiVolumes(other, world)]));
  for (const { name, allocatable } of drivers) {
    const limit = allocatable?.count;
    if (limit === undefined) continue;
    const added = [...csiVolumes(pod, world)].filter(
      ([handle, driver]) => driver === name && !attached.has(handle),
    ).length;
    const there = [...attached.values()].filter((driver) => driver === name).length;
    if (added > 0 && there + added > limit) return { reasons: ['node(s) exceed max volume count'] };
  }
  return undefined;
};

function reaches(volume: PersistentVolume, node: Node): boolean {
  const required = volume.spec?.nodeAffinity?.required;
  return (
    required === undefined || required.nodeSelectorTerms.some((term) => nodeSelectorTermMatches(term, node))
  );
}

/** A claim whose volume is gone never gets here: PreFilter refuses the Pod. */
function reachesClaim(claim: PersistentVolumeClaim, node: Node, world: World): boolean {
  const volume = volumeOf(claim, world);
  return volume !== undefined && reaches(volume, node);
}

/** The smallest volume that would do for the claim on the node. */
function smallestFor(
  claim: PersistentVolumeClaim,
  node: Node,
  { volumes = [] }: World,
  taken: ReadonlySet<string>,
): PersistentVolume | undefined {
  const wanted = bytes(claim.spec?.resources?.requests?.['storage']);
  const size = (volume: PersistentVolume): number => bytes(volume.spec?.capacity?.['storage']);
  return volumes
    .filter(
      (volume) =>
        !taken.has(volume.metadata.name) &&
        volume.spec?.claimRef === undefined &&
        volume.status?.phase === 'Available' &&
        volume.spec?.storageClassName === claim.spec?.storageClassName &&
        size(volume) >= wanted &&
        (claim.spec?.accessModes ?? []).every((mode) => volume.spec?.accessModes?.includes(mode)) &&
        (claim.spec?.selector === undefined ||
          labelSelectorMatches(claim.spec.selector, volume.metadata.labels)) &&
        reaches(volume, node),
    )
    .toSorted((a, b) => size(a) - size(b))[0];
}

function provisionable(claim: PersistentVolumeClaim, node: Node, { classes = [] }: World): boolean {
  const found = classes.find(({ metadata }) => metadata.name === claim.spec?.storageClassName);
  if (found === undefined || found.provisioner === 'kubernetes.io/no-provisioner') return false;
  const terms = found.allowedTopologies ?? [];
  return (
    terms.length === 0 ||
    terms.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(node.metadata.labels?.[key] ?? '')),
    )
  );
}

/** Whether every claim that waits for its first consumer could be had on the node. */
function delayedFit(claims: readonly PersistentVolumeClaim[], node: Node, world: World): boolean {
  const chosen = (claim: PersistentVolumeClaim): string | undefined =>
    claim.metadata.annotations?.['volume.kubernetes.io/selected-node'];
  if (claims.some((claim) => chosen(claim) !== undefined && chosen(claim) !== node.metadata.name))
    return false;
  const taken = new Set<string>();
  const request = (claim: PersistentVolumeClaim): number =>
    bytes(claim.spec?.resources?.requests?.['storage']);
  const bySize = claims
    .filter((claim) => chosen(claim) === undefined)
    .toSorted((a, b) => request(a) - request(b));
  const unmatched = bySize.filter((claim) => {
    const volume = smallestFor(claim, node, world, taken);
    if (volume !== undefined) taken.add(volume.metadata.name);
    return volume === undefined;
  });
  return [...unmatched, ...claims.filter((claim) => chosen(claim) !== undefined)].every((claim) =>
    provisionable(claim, node, world),
  );
}

export const volumeBinding: VolumeFilter = (pod, node, world) => {
  const claims = claimsOf(pod, world);
  const bound = claims.filter(({ spec }) => (spec?.volumeName ?? '') !== '');
  const delayed = claims.filter(({ spec }) => (spec?.volumeName ?? '') === '');
  const reasons: string[] = [];
  if (bound.some((claim) => !reachesClaim(claim, node, world)))
    reasons.push("node(s) didn't match PersistentVolume's node affinity");
  if (!delayedFit(delayed, node, world))
    reasons.push("node(s) didn't find available persistent volumes to bind");
  return reasons.length === 0 ? undefined : { unresolvable: true, reasons };
};

const ZONE = 'topology.kubernetes.io/zone';

export const volumeZone: VolumeFilter = (pod, node, world) => {
  const zone = node.metadata.labels?.[ZONE];
  if (zone === undefined) return undefined;
  const elsewhere = claimsOf(pod, world).some((claim) => {
    const zones = volumeOf(claim, world)?.metadata.labels?.[ZONE];
    return zones !== undefined && !zones.split('__').includes(zone);
  });
  return elsewhere ? { unresolvable: true, reasons: ['node(s) had no available volume zone'] } : undefined;
};
