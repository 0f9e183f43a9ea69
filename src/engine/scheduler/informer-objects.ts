import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  Namespace,
  PersistentVolume,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  ReplicaSet,
  ReplicationController,
  Service,
  StatefulSet,
  StorageClass,
  VolumeAttachment,
} from '../../api/generated/types.ts';
import type { Labels } from '../../api/label-selector.ts';
import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Client } from '../machinery/client.ts';
import { Informer } from '../machinery/informer.ts';
import type { ClusterObjects, DeviceClass, ResourceClaim } from './framework/objects.ts';
import { volumeClass } from './plugins/common/claims.ts';

const NO_LABELS: Labels = {};

/** Everything plugins look up besides Pods and nodes, kept by informers. */
export class InformerObjects implements ClusterObjects {
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly classes: Informer<StorageClass>;
  readonly csiNodes: Informer<CSINode>;
  readonly csiDrivers: Informer<CSIDriver>;
  readonly capacities: Informer<CSIStorageCapacity>;
  readonly attachments: Informer<VolumeAttachment>;
  readonly resourceClaims: Informer<ResourceClaim>;
  readonly deviceClasses: Informer<DeviceClass>;
  readonly all: Informer[] = [];
  private readonly namespaceInformer: Informer<Namespace>;
  private readonly serviceInformer: Informer<Service>;
  private readonly replicaSets: Informer<ReplicaSet>;
  private readonly replicationControllers: Informer<ReplicationController>;
  private readonly statefulSets: Informer<StatefulSet>;
  private readonly budgetInformer: Informer<PodDisruptionBudget>;

  constructor(kernel: Kernel, client: Client) {
    const informer = <T extends KubeObject>(resource: ResourceName): Informer<T> => {
      const made = new Informer<T>(kernel, client, resource);
      this.all.push(made as unknown as Informer);
      return made;
    };
    this.namespaceInformer = informer('namespaces');
    this.claims = informer('persistentvolumeclaims');
    this.volumes = informer('persistentvolumes');
    this.classes = informer('storageclasses.storage.k8s.io');
    this.csiNodes = informer('csinodes.storage.k8s.io');
    this.csiDrivers = informer('csidrivers.storage.k8s.io');
    this.capacities = informer('csistoragecapacities.storage.k8s.io');
    this.attachments = informer('volumeattachments.storage.k8s.io');
    this.serviceInformer = informer('services');
    this.replicaSets = informer('replicasets.apps');
    this.replicationControllers = informer('replicationcontrollers');
    this.statefulSets = informer('statefulsets.apps');
    this.budgetInformer = informer('poddisruptionbudgets.policy');
    this.resourceClaims = informer('resourceclaims.resource.k8s.io');
    this.deviceClasses = informer('deviceclasses.resource.k8s.io');
    this.volumes.addIndex('class', (volume) => [volumeClass(volume)]);
    this.attachments.addIndex('node', ({ spec }) => [spec.nodeName]);
    this.serviceInformer.addIndex('namespace', ({ metadata }) => [metadata.namespace ?? '']);
  }

  namespaceLabels(name: string): Labels {
    return this.namespaceInformer.getByKey(name)?.metadata.labels ?? NO_LABELS;
  }

  namespaces(): readonly { readonly name: string; readonly labels: Labels }[] {
    return this.namespaceInformer
      .list()
      .map(({ metadata }) => ({ name: metadata.name, labels: metadata.labels ?? NO_LABELS }));
  }

  claim(namespace: string, name: string): PersistentVolumeClaim | undefined {
    return this.claims.get({ namespace, name });
  }

  volume(name: string): PersistentVolume | undefined {
    return this.volumes.getByKey(name);
  }

  volumesOfClass(className: string): readonly PersistentVolume[] {
    return this.volumes.byIndex('class', className);
  }

  storageClass(name: string): StorageClass | undefined {
    return this.classes.getByKey(name);
  }

  csiNode(name: string): CSINode | undefined {
    return this.csiNodes.getByKey(name);
  }

  csiDriver(name: string): CSIDriver | undefined {
    return this.csiDrivers.getByKey(name);
  }

  storageCapacities(): readonly CSIStorageCapacity[] {
    return this.capacities.list();
  }

  attachmentsOf(node: string): readonly VolumeAttachment[] {
    return this.attachments.byIndex('node', node);
  }

  services(namespace: string): readonly Service[] {
    return this.serviceInformer.byIndex('namespace', namespace);
  }

  replicaSet(namespace: string, name: string): ReplicaSet | undefined {
    return this.replicaSets.get({ namespace, name });
  }

  replicationController(namespace: string, name: string): ReplicationController | undefined {
    return this.replicationControllers.get({ namespace, name });
  }

  statefulSet(namespace: string, name: string): StatefulSet | undefined {
    return this.statefulSets.get({ namespace, name });
  }

  budgets(): readonly PodDisruptionBudget[] {
    return this.budgetInformer.list();
  }

  resourceClaim(namespace: string, name: string): ResourceClaim | undefined {
    return this.resourceClaims.get({ namespace, name });
  }

  deviceClass(name: string): DeviceClass | undefined {
    return this.deviceClasses.getByKey(name);
  }
}
