import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  PersistentVolume,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
  StorageClass,
  VolumeAttachment,
} from '../../../api/generated/types.ts';
import type { Labels } from '../../../api/label-selector.ts';

/** What plugins ask about besides nodes and Pods. Behind it stand informers, or the objects of a moment of the trace. */
export interface ClusterObjects {
  /** A namespace's labels; none when it is not known. */
  namespaceLabels(name: string): Labels;
  namespaces(): readonly { readonly name: string; readonly labels: Labels }[];
  claim(namespace: string, name: string): PersistentVolumeClaim | undefined;
  volume(name: string): PersistentVolume | undefined;
  /** Volumes of a storage class, '' being those without one. */
  volumesOfClass(className: string): readonly PersistentVolume[];
  storageClass(name: string): StorageClass | undefined;
  csiNode(name: string): CSINode | undefined;
  csiDriver(name: string): CSIDriver | undefined;
  storageCapacities(): readonly CSIStorageCapacity[];
  attachmentsOf(node: string): readonly VolumeAttachment[];
  services(namespace: string): readonly Service[];
  replicaSet(namespace: string, name: string): ReplicaSet | undefined;
  replicationController(namespace: string, name: string): ReplicationController | undefined;
  statefulSet(namespace: string, name: string): StatefulSet | undefined;
  budgets(): readonly PodDisruptionBudget[];
}
