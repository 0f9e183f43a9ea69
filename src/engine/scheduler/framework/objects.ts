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

interface Named {
  readonly metadata: {
    readonly namespace?: string;
    readonly name: string;
    readonly deletionTimestamp?: string;
  };
}
export type DeviceClass = Named;

interface DeviceSubRequest {
  readonly name: string;
  readonly deviceClassName?: string;
}

/** A claim of resource.k8s.io, as far as it is looked at. */
export interface ResourceClaim extends Named {
  readonly spec?: {
    readonly devices?: {
      readonly requests?: readonly {
        readonly name: string;
        readonly exactly?: { readonly deviceClassName?: string };
        readonly firstAvailable?: readonly DeviceSubRequest[];
      }[];
    };
  };
}

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
  resourceClaim(namespace: string, name: string): ResourceClaim | undefined;
  deviceClass(name: string): DeviceClass | undefined;
}
