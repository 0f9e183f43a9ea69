import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  Namespace,
  Node,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
  StorageClass,
  VolumeAttachment,
} from '../../../api/generated/types.ts';
import type { Labels } from '../../../api/label-selector.ts';
import { isPodTerminal, metaKey } from '../../../api/pod.ts';
import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { type PodInfo, podInfoOf } from '../cache/pod-info.ts';
import { SchedulerCache } from '../cache/scheduler-cache.ts';
import type { NominatedPods } from '../framework/filter-run.ts';
import type { ClusterObjects, DeviceClass, ResourceClaim } from '../framework/objects.ts';
import type { Snapshot } from '../framework/snapshot.ts';
import { volumeClass } from '../plugins/common/claims.ts';

/** The objects of a moment, as far as scheduling looks at them. What is absent is none. */
export interface World {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly namespaces?: readonly Namespace[];
  readonly claims?: readonly PersistentVolumeClaim[];
  readonly volumes?: readonly PersistentVolume[];
  readonly classes?: readonly StorageClass[];
  readonly csiNodes?: readonly CSINode[];
  readonly csiDrivers?: readonly CSIDriver[];
  readonly capacities?: readonly CSIStorageCapacity[];
  readonly attachments?: readonly VolumeAttachment[];
  readonly services?: readonly Service[];
  readonly replicaSets?: readonly ReplicaSet[];
  readonly replicationControllers?: readonly ReplicationController[];
  readonly statefulSets?: readonly StatefulSet[];
  readonly budgets?: readonly PodDisruptionBudget[];
  readonly resourceClaims?: readonly ResourceClaim[];
  readonly deviceClasses?: readonly DeviceClass[];
}

type Named = { readonly metadata: { readonly namespace?: string; readonly name: string } };

function byKey<T extends Named>(objects: readonly T[] = []): ReadonlyMap<string, T> {
  return new Map(objects.map((object) => [metaKey(object.metadata.namespace, object.metadata.name), object]));
}

const NO_LABELS: Labels = {};

function objectsOf(world: World): ClusterObjects {
  const {
    volumes = [],
    capacities = [],
    attachments = [],
    services = [],
    budgets = [],
    namespaces = [],
  } = world;
  const namespaceMap = byKey(namespaces);
  const claims = byKey(world.claims);
  const volumeMap = byKey(volumes);
  const classes = byKey(world.classes);
  const csiNodes = byKey(world.csiNodes);
  const csiDrivers = byKey(world.csiDrivers);
  const replicaSets = byKey(world.replicaSets);
  const replicationControllers = byKey(world.replicationControllers);
  const statefulSets = byKey(world.statefulSets);
  const resourceClaims = byKey(world.resourceClaims);
  const deviceClasses = byKey(world.deviceClasses);
  return {
    namespaceLabels: (name) => namespaceMap.get(name)?.metadata.labels ?? NO_LABELS,
    namespaces: () =>
      namespaces.map(({ metadata }) => ({ name: metadata.name, labels: metadata.labels ?? NO_LABELS })),
    claim: (namespace, name) => claims.get(metaKey(namespace, name)),
    volume: (name) => volumeMap.get(name),
    volumesOfClass: (className) => volumes.filter((volume) => volumeClass(volume) === className),
    storageClass: (name) => classes.get(name),
    csiNode: (name) => csiNodes.get(name),
    csiDriver: (name) => csiDrivers.get(name),
    storageCapacities: () => capacities,
    attachmentsOf: (node) => attachments.filter(({ spec }) => spec.nodeName === node),
    services: (namespace) => services.filter(({ metadata }) => metadata.namespace === namespace),
    replicaSet: (namespace, name) => replicaSets.get(metaKey(namespace, name)),
    replicationController: (namespace, name) => replicationControllers.get(metaKey(namespace, name)),
    statefulSet: (namespace, name) => statefulSets.get(metaKey(namespace, name)),
    budgets: () => budgets,
    resourceClaim: (namespace, name) => resourceClaims.get(metaKey(namespace, name)),
    deviceClass: (name) => deviceClasses.get(name),
  };
}

/** What a scheduler would see of these objects; nodes are looked at in the order given, zone by zone in turn. */
export function snapshotOf(world: World): Snapshot {
  const cache = new SchedulerCache(objectsOf(world));
  for (const node of world.nodes) cache.putNode(node);
  for (const pod of world.pods) {
    if ((pod.spec.nodeName ?? '') !== '' && !isPodTerminal(pod)) cache.putPod(pod);
  }
  return cache;
}

/** Pods that wait for room they have been promised. */
export function nominatedIn({ pods }: World): NominatedPods {
  const byNode = new Map<string, PodInfo[]>();
  for (const pod of pods) {
    const node = pod.status?.nominatedNodeName ?? '';
    if (node === '' || (pod.spec.nodeName ?? '') !== '' || isPodTerminal(pod)) continue;
    const waiting = byNode.get(node);
    if (waiting === undefined) byNode.set(node, [podInfoOf(pod)]);
    else waiting.push(podInfoOf(pod));
  }
  return { nominatedTo: (node) => byNode.get(node) ?? [] };
}

/** The world from lists of objects by resource, as an MVCC index of a trace answers them. */
export function worldOf(list: (resource: ResourceName) => readonly KubeObject[]): World {
  const of = <T extends KubeObject>(resource: ResourceName): readonly T[] => list(resource) as readonly T[];
  return {
    nodes: of<Node>('nodes'),
    pods: of<Pod>('pods'),
    namespaces: of<Namespace>('namespaces'),
    claims: of<PersistentVolumeClaim>('persistentvolumeclaims'),
    volumes: of<PersistentVolume>('persistentvolumes'),
    classes: of<StorageClass>('storageclasses.storage.k8s.io'),
    csiNodes: of<CSINode>('csinodes.storage.k8s.io'),
    csiDrivers: of<CSIDriver>('csidrivers.storage.k8s.io'),
    capacities: of<CSIStorageCapacity>('csistoragecapacities.storage.k8s.io'),
    attachments: of<VolumeAttachment>('volumeattachments.storage.k8s.io'),
    services: of<Service>('services'),
    replicaSets: of<ReplicaSet>('replicasets.apps'),
    replicationControllers: of<ReplicationController>('replicationcontrollers'),
    statefulSets: of<StatefulSet>('statefulsets.apps'),
    budgets: of<PodDisruptionBudget>('poddisruptionbudgets.policy'),
    resourceClaims: list('resourceclaims.resource.k8s.io') as unknown as readonly ResourceClaim[],
    deviceClasses: list('deviceclasses.resource.k8s.io') as unknown as readonly DeviceClass[],
  };
}

/** A Pod on its own again: without node and nomination, as its first attempt sees it. */
export function unscheduled(pod: Pod): Pod {
  const { nodeName: _node, ...spec } = pod.spec;
  if (pod.status === undefined) return { ...pod, spec };
  const { nominatedNodeName: _nominated, ...status } = pod.status;
  return { ...pod, spec, status };
}
