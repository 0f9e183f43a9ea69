import type {
  CSIStorageCapacity,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from '../../../../api/generated/types.ts';
import { labelSelectorMatches } from '../../../../api/label-selector.ts';
import { amountOf, cmpAmounts } from '../../../../api/quantity.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import { type PodInfo, claimNameOf } from '../../cache/pod-info.ts';
import { SELECTED_NODE_ANNOTATION } from '../../framework/names.ts';
import { claimClass, isFullyBound, volumeReaches } from '../common/claims.ts';
import { claimNotFound } from '../common/claims.ts';
import type { VolumeObjects } from './assumed-objects.ts';
import { claimSize, findMatchingVolume } from './match-volume.ts';

const NOT_SUPPORTED_PROVISIONER = 'kubernetes.io/no-provisioner';

const NODE_CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
const BIND_CONFLICT = "node(s) didn't find available persistent volumes to bind";
const NOT_ENOUGH_SPACE = 'node(s) did not have enough free storage';
const VOLUME_MISSING = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

/** A Pod's claims by how far they are. Models volumebinding/binder.go PodVolumeClaims (1.36). */
export interface PodVolumeClaims {
  readonly bound: readonly PersistentVolumeClaim[];
  /** To be bound once the Pod has a node. */
  readonly delayed: readonly PersistentVolumeClaim[];
  /** Not bound although they should be: the Pod must wait. */
  readonly immediate: readonly PersistentVolumeClaim[];
}

/** What would be done for a Pod on a node. */
export interface PodVolumes {
  readonly bindings: readonly { readonly volume: PersistentVolume; readonly claim: PersistentVolumeClaim }[];
  readonly provisions: readonly PersistentVolumeClaim[];
}

/** Why the Pod's claims cannot be used at all, or undefined. Models volume_binding.go podHasPVCs. */
export function claimTrouble(pod: Pod, objects: VolumeObjects): string | undefined {
  const namespace = pod.metadata.namespace ?? '';
  for (const volume of pod.spec.volumes ?? []) {
    const name = claimNameOf(pod, volume);
    if (name === undefined) continue;
    const claim = objects.claim(namespace, name);
    const ephemeral = volume.ephemeral !== undefined;
    if (claim === undefined) {
      return ephemeral
        ? `waiting for ephemeral volume controller to create the persistentvolumeclaim "${name}"`
        : claimNotFound(name);
    }
    if (claim.status?.phase === 'Lost') {
      return `persistentvolumeclaim "${name}" bound to non-existent persistentvolume "${claim.spec?.volumeName ?? ''}"`;
    }
    if (claim.metadata.deletionTimestamp !== undefined)
      return `persistentvolumeclaim "${name}" is being deleted`;
    if (ephemeral && claim.metadata.ownerReferences?.some(({ uid }) => uid === pod.metadata.uid) !== true) {
      return `PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`;
    }
  }
  return undefined;
}

/** Models GetPodVolumeClaims. */
export function podVolumeClaims(pod: PodInfo, objects: VolumeObjects): PodVolumeClaims {
  const bound: PersistentVolumeClaim[] = [];
  const delayed: PersistentVolumeClaim[] = [];
  const immediate: PersistentVolumeClaim[] = [];
  for (const name of pod.claims) {
    const claim = objects.claim(pod.namespace, name);
    if (claim === undefined) continue;
    if (isFullyBound(claim)) bound.push(claim);
    else if (bindsLate(claim, objects) && (claim.spec?.volumeName ?? '') === '') delayed.push(claim);
    else immediate.push(claim);
  }
  return { bound, delayed, immediate };
}

function bindsLate(claim: PersistentVolumeClaim, objects: VolumeObjects): boolean {
  return objects.storageClass(claimClass(claim))?.volumeBindingMode === 'WaitForFirstConsumer';
}

/** Reasons against the node, or what would be bound and provisioned there. Models FindPodVolumes. */
export function findPodVolumes(
  claims: PodVolumeClaims,
  node: NodeInfo,
  objects: VolumeObjects,
): { readonly reasons: readonly string[]; readonly volumes: PodVolumes } {
  const bound = checkBound(claims.bound, node, objects);
  const delayed = checkDelayed(claims.delayed, node, objects);
  const reasons: string[] = [];
  if (!bound.reaches) reasons.push(NODE_CONFLICT);
  if (!delayed.satisfied) reasons.push(BIND_CONFLICT);
  if (!delayed.enoughSpace) reasons.push(NOT_ENOUGH_SPACE);
  if (!bound.exist) reasons.push(VOLUME_MISSING);
  return { reasons, volumes: delayed.volumes };
}

function checkBound(
  claims: readonly PersistentVolumeClaim[],
  node: NodeInfo,
  objects: VolumeObjects,
): { readonly reaches: boolean; readonly exist: boolean } {
  for (const claim of claims) {
    const volume = objects.volume(claim.spec?.volumeName ?? '');
    if (volume === undefined) return { reaches: true, exist: false };
    if (!volumeReaches(volume, node)) return { reaches: false, exist: true };
  }
  return { reaches: true, exist: true };
}

interface DelayedCheck {
  readonly satisfied: boolean;
  readonly enoughSpace: boolean;
  readonly volumes: PodVolumes;
}

function checkDelayed(
  claims: readonly PersistentVolumeClaim[],
  node: NodeInfo,
  objects: VolumeObjects,
): DelayedCheck {
  const none: PodVolumes = { bindings: [], provisions: [] };
  const toMatch: PersistentVolumeClaim[] = [];
  const toProvision: PersistentVolumeClaim[] = [];
  for (const claim of claims) {
    const selected = claim.metadata.annotations?.[SELECTED_NODE_ANNOTATION];
    if (selected === undefined) toMatch.push(claim);
    else if (selected === node.name) toProvision.push(claim);
    else return { satisfied: false, enoughSpace: true, volumes: none };
  }
  const { bindings, unmatched } = matchVolumes(toMatch, node, objects);
  const provisions = [...toProvision, ...unmatched];
  for (const claim of provisions) {
    const verdict = canProvision(claim, node, objects);
    if (verdict !== 'yes') {
      return { satisfied: verdict !== 'no', enoughSpace: verdict !== 'no space', volumes: none };
    }
  }
  return { satisfied: true, enoughSpace: true, volumes: { bindings, provisions } };
}

/** Smaller claims choose first. Models findMatchingVolumes. */
function matchVolumes(
  claims: readonly PersistentVolumeClaim[],
  node: NodeInfo,
  objects: VolumeObjects,
): {
  bindings: { volume: PersistentVolume; claim: PersistentVolumeClaim }[];
  unmatched: PersistentVolumeClaim[];
} {
  const bindings: { volume: PersistentVolume; claim: PersistentVolumeClaim }[] = [];
  const unmatched: PersistentVolumeClaim[] = [];
  const taken = new Set<string>();
  const bySize = [...claims].sort((a, b) => cmpAmounts(amountOf(claimSize(a)), amountOf(claimSize(b))));
  for (const claim of bySize) {
    const volume = findMatchingVolume(claim, objects.volumesOfClass(claimClass(claim)), node, taken);
    if (volume === undefined) unmatched.push(claim);
    else {
      taken.add(volume.metadata.name);
      bindings.push({ volume, claim });
    }
  }
  return { bindings, unmatched };
}

/** Models checkVolumeProvisions. */
function canProvision(
  claim: PersistentVolumeClaim,
  node: NodeInfo,
  objects: VolumeObjects,
): 'yes' | 'no' | 'no space' {
  const storageClass = objects.storageClass(claimClass(claim));
  if (storageClass === undefined) return 'no';
  const { provisioner } = storageClass;
  if (provisioner === '' || provisioner === NOT_SUPPORTED_PROVISIONER) return 'no';
  if (!allowsTopology(storageClass, node.node)) return 'no';
  return hasCapacity(claim, storageClass, node, objects) ? 'yes' : 'no space';
}

function allowsTopology({ allowedTopologies = [] }: StorageClass, node: Node): boolean {
  if (allowedTopologies.length === 0) return true;
  const labels = node.metadata.labels ?? {};
  return allowedTopologies.some(({ matchLabelExpressions = [] }) =>
    matchLabelExpressions.length === 0
      ? false
      : matchLabelExpressions.every(
          ({ key, values }) => values.includes(labels[key] ?? '') && labels[key] !== undefined,
        ),
  );
}

/** Only a driver that publishes its capacity is asked. Models hasEnoughCapacity. */
function hasCapacity(
  claim: PersistentVolumeClaim,
  storageClass: StorageClass,
  node: NodeInfo,
  objects: VolumeObjects,
): boolean {
  if (objects.csiDriver(storageClass.provisioner)?.spec.storageCapacity !== true) return true;
  const size = amountOf(claimSize(claim));
  return objects.storageCapacities().some((capacity: CSIStorageCapacity) => {
    if (capacity.storageClassName !== storageClass.metadata.name) return false;
    const limit = capacity.maximumVolumeSize ?? capacity.capacity;
    if (limit === undefined || cmpAmounts(amountOf(limit), size) < 0) return false;
    return capacity.nodeTopology !== undefined && labelSelectorMatches(capacity.nodeTopology, node.labels);
  });
}
