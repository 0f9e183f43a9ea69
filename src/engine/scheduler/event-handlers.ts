import type { Node, Pod } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import type { Informer } from '../machinery/informer.ts';
import type { SchedulerCache } from './cache/scheduler-cache.ts';
import type { SchedulerInformers } from './informers.ts';
import {
  ADD,
  ASSIGNED_POD_ADD,
  ASSIGNED_POD_DELETE,
  type ClusterEvent,
  DELETE,
  type EventResource,
  UPDATE,
} from './queue/cluster-event.ts';
import { nodeChanges, podChanges } from './queue/object-changes.ts';
import type { SchedulingQueue } from './queue/scheduling-queue.ts';

export interface HandlerParts {
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  /** Whether one of the profiles has this scheduler name. */
  serves(schedulerName: string): boolean;
  /** Told after every change of Pods, nodes, claims and volumes. */
  changed(): void;
}

/** Feeds cache and queue from the informers. Models pkg/scheduler/eventhandlers.go (1.36). */
export class EventHandlers {
  private readonly cache: SchedulerCache;
  private readonly queue: SchedulingQueue;
  private readonly parts: HandlerParts;

  constructor(parts: HandlerParts) {
    this.parts = parts;
    this.cache = parts.cache;
    this.queue = parts.queue;
  }

  register({ pods, nodes, objects }: SchedulerInformers): void {
    nodes.on({
      added: (node) => this.addNode(node),
      updated: (node, old) => this.updateNode(node, old),
      deleted: (node) => this.deleteNode(node),
    });
    pods.on({
      added: (pod) => this.addPod(pod),
      updated: (pod, old) => this.updatePod(pod, old),
      deleted: (pod) => this.deletePod(pod),
    });
    this.forward(objects.claims, 'PersistentVolumeClaim');
    this.forward(objects.volumes, 'PersistentVolume');
    this.forward(objects.classes, 'storage.k8s.io/StorageClass');
    this.forward(objects.csiNodes, 'storage.k8s.io/CSINode');
    this.forward(objects.csiDrivers, 'storage.k8s.io/CSIDriver');
    this.forward(objects.capacities, 'storage.k8s.io/CSIStorageCapacity');
    this.forward(objects.attachments, 'storage.k8s.io/VolumeAttachment');
    this.forward(objects.resourceClaims, 'resource.k8s.io/ResourceClaim');
    this.forward(objects.deviceClasses, 'resource.k8s.io/DeviceClass');
  }

  /** Kinds that only wake waiting Pods. */
  private forward<T extends KubeObject>(informer: Informer<T>, resource: EventResource): void {
    const move = (action: number, before: T | undefined, after: T | undefined): void => {
      this.queue.move({ event: { resource, action }, before, after });
      this.parts.changed();
    };
    informer.on({
      added: (object) => move(ADD, undefined, object),
      updated: (object, old) => move(UPDATE, old, object),
      deleted: (object) => move(DELETE, object, undefined),
    });
  }

  private addNode(node: Node): void {
    this.cache.putNode(node);
    this.queue.move({ event: { resource: 'Node', action: ADD }, before: undefined, after: node });
    this.parts.changed();
  }

  private updateNode(node: Node, old: Node): void {
    this.cache.putNode(node);
    for (const event of nodeChanges(old, node)) this.queue.move({ event, before: old, after: node });
    this.parts.changed();
  }

  private deleteNode(node: Node): void {
    this.queue.move({ event: { resource: 'Node', action: DELETE }, before: node, after: undefined });
    this.cache.removeNode(node.metadata.name);
    this.parts.changed();
  }

  private responsibleFor(pod: Pod): boolean {
    return this.parts.serves(pod.spec.schedulerName ?? '');
  }

  private addPod(pod: Pod): void {
    if (isAssigned(pod)) this.addAssigned(pod);
    else if (this.responsibleFor(pod)) this.queue.add(pod);
  }

  private updatePod(pod: Pod, old: Pod): void {
    if (isAssigned(old)) this.updateAssigned(pod, old);
    else if (isAssigned(pod)) {
      this.addAssigned(pod);
      if (this.responsibleFor(old)) this.queue.delete(old);
    } else if (this.responsibleFor(old)) this.updateWaiting(pod, old);
    this.parts.changed();
  }

  private deletePod(pod: Pod): void {
    if (isAssigned(pod)) {
      this.cache.removePod(pod.metadata.uid);
      this.queue.move(podEvent(ASSIGNED_POD_DELETE, pod, undefined));
    } else if (this.responsibleFor(pod)) this.deleteWaiting(pod);
    this.parts.changed();
  }

  private addAssigned(pod: Pod): void {
    this.cache.putPod(pod);
    this.queue.move(podEvent(ASSIGNED_POD_ADD, undefined, pod));
  }

  private updateAssigned(pod: Pod, old: Pod): void {
    this.cache.putPod(pod);
    for (const event of podChanges(old, pod)) this.queue.move(podEvent(event, old, pod));
  }

  private updateWaiting(pod: Pod, old: Pod): void {
    if (this.cache.isAssumed(pod.metadata.uid)) {
      const begins =
        pod.metadata.deletionTimestamp !== undefined && old.metadata.deletionTimestamp === undefined;
      if (begins) this.dropAssumed(pod);
      return;
    }
    this.queue.update(old, pod);
    const nominated = old.status?.nominatedNodeName ?? '';
    // Who holds room on a node counts as being there for those that are not more important.
    if (nominated !== '' && nominated !== (pod.status?.nominatedNodeName ?? '')) this.releaseNomination(old);
  }

  private deleteWaiting(pod: Pod): void {
    this.queue.delete(pod);
    if (this.cache.isAssumed(pod.metadata.uid)) this.dropAssumed(pod);
    else if ((pod.status?.nominatedNodeName ?? '') !== '') this.releaseNomination(pod);
  }

  /** Models handleAssumedPodDeletion: its binding will fail, its room is free at once. */
  private dropAssumed(pod: Pod): void {
    const assumed = this.cache.pod(pod.metadata.uid);
    if (assumed === undefined) return;
    this.cache.forget(pod.metadata.uid);
    this.queue.move(podEvent(ASSIGNED_POD_DELETE, assumed, undefined));
  }

  private releaseNomination(pod: Pod): void {
    const priority = pod.spec.priority ?? 0;
    this.queue.move(podEvent(ASSIGNED_POD_DELETE, pod, undefined), (entry) => entry.priority <= priority);
  }
}

function isAssigned(pod: Pod): boolean {
  return (pod.spec.nodeName ?? '') !== '';
}

function podEvent(
  event: ClusterEvent,
  before: Pod | undefined,
  after: Pod | undefined,
): { event: ClusterEvent; before: Pod | undefined; after: Pod | undefined } {
  return { event, before, after };
}
