import type {
  CSINode,
  PersistentVolumeClaim,
  Pod,
  VolumeAttachment,
} from '../../../../api/generated/types.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { NODE_VOLUME_LIMITS } from '../../framework/names.ts';
import type { ClusterObjects } from '../../framework/objects.ts';
import { type Plugin, SKIP } from '../../framework/plugin.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { unschedulable } from '../../framework/status.ts';
import { ADD, DELETE, UPDATE } from '../../queue/cluster-event.ts';
import { claimClass } from '../common/claims.ts';

const REJECTION = unschedulable(NODE_VOLUME_LIMITS, 'node(s) exceed max volume count');

/** How many CSI volumes a node takes per driver. Models plugins/nodevolumelimits/csi.go (1.36), CSI volumes only. */
export function nodeVolumeLimits(): Plugin<Snapshot> {
  return {
    name: NODE_VOLUME_LIMITS,
    events: [
      { event: { resource: 'storage.k8s.io/CSINode', action: ADD } },
      {
        event: { resource: 'storage.k8s.io/CSINode', action: UPDATE },
        hint: (_pod, before, after) => limitsRaised(before as CSINode, after as CSINode),
      },
      {
        event: { resource: 'Pod', action: DELETE },
        hint: (_pod, before) => {
          const { spec } = before as Pod;
          if ((spec.nodeName ?? '') === '') return false;
          return (spec.volumes ?? []).some(
            (volume) => volume.persistentVolumeClaim !== undefined || volume.ephemeral !== undefined,
          );
        },
      },
      {
        event: { resource: 'PersistentVolumeClaim', action: ADD },
        hint: (pod, _before, after) => {
          const { namespace, name } = (after as PersistentVolumeClaim).metadata;
          return namespace === pod.namespace && pod.claims.includes(name);
        },
      },
      {
        event: { resource: 'storage.k8s.io/VolumeAttachment', action: DELETE },
        hint: (pod, before, _after, objects) => {
          const volume = (before as VolumeAttachment).spec.source.persistentVolumeName;
          return pod.claims.some((name) => objects.claim(pod.namespace, name)?.spec?.volumeName === volume);
        },
      },
    ],
    preFilter: (pod, snapshot) => (pod.claims.length === 0 ? SKIP : { outcome: 'run', state: snapshot }),
    filter(snapshot, pod, node) {
      for (const { attached, added, limit } of countsOf(snapshot.objects, pod, node)) {
        if (attached + added > limit) return REJECTION;
      }
      return undefined;
    },
    explainFilter(snapshot, pod, node) {
      const inputs: Record<string, number> = {};
      for (const { driver, attached, added, limit } of countsOf(snapshot.objects, pod, node)) {
        inputs[`${driver}.attached`] = attached;
        inputs[`${driver}.pod`] = added;
        inputs[`${driver}.limit`] = limit;
      }
      return inputs;
    },
  };
}

interface DriverCount {
  readonly driver: string;
  readonly attached: number;
  readonly added: number;
  readonly limit: number;
}

function limitsOf(csiNode: CSINode | undefined): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  for (const { name, allocatable } of csiNode?.spec.drivers ?? []) {
    if (allocatable?.count !== undefined) limits.set(name, allocatable.count);
  }
  return limits;
}

function limitsRaised(before: CSINode, after: CSINode): boolean {
  const former = limitsOf(before);
  for (const [driver, limit] of limitsOf(after)) if (limit > (former.get(driver) ?? limit)) return true;
  return false;
}

function countsOf(objects: ClusterObjects, pod: PodInfo, node: NodeInfo): DriverCount[] {
  const limits = limitsOf(objects.csiNode(node.name));
  if (limits.size === 0) return [];
  const wanted = volumesOf(objects, pod);
  if (wanted.size === 0) return [];
  const attached = new Map<string, string>();
  for (const other of node.pods)
    for (const [handle, driver] of volumesOf(objects, other)) attached.set(handle, driver);
  for (const { spec } of objects.attachmentsOf(node.name)) {
    const volume = spec.source.persistentVolumeName;
    const csi = volume === undefined ? undefined : objects.volume(volume)?.spec?.csi;
    if (csi !== undefined) attached.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
  }
  const counts: DriverCount[] = [];
  for (const [driver, limit] of limits) {
    let added = 0;
    let standing = 0;
    for (const [handle, of] of wanted) if (of === driver && !attached.has(handle)) added++;
    for (const of of attached.values()) if (of === driver) standing++;
    if (added > 0) counts.push({ driver, attached: standing, added, limit });
  }
  return counts;
}

/** A Pod's CSI volumes: unique name → driver. A claim without volume counts for its class's provisioner. */
function volumesOf(objects: ClusterObjects, pod: PodInfo): ReadonlyMap<string, string> {
  const volumes = new Map<string, string>();
  for (const name of pod.claims) {
    const claim = objects.claim(pod.namespace, name);
    if (claim === undefined) continue;
    const volume = objects.volume(claim.spec?.volumeName ?? '');
    if (volume !== undefined) {
      const csi = volume.spec?.csi;
      if (csi !== undefined) volumes.set(`${csi.driver}/${csi.volumeHandle}`, csi.driver);
      continue;
    }
    const provisioner = objects.storageClass(claimClass(claim))?.provisioner;
    if (provisioner !== undefined) volumes.set(`${provisioner}/${pod.namespace}/${name}`, provisioner);
  }
  return volumes;
}
