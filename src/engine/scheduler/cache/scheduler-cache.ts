import type { Node, Pod } from '../../../api/generated/types.ts';
import type { ClusterObjects } from '../framework/objects.ts';
import type { Snapshot } from '../framework/snapshot.ts';
import { type ImageState, ImageStates } from './image-states.ts';
import { NodeInfo } from './node-info.ts';
import { NodeOrder } from './node-order.ts';
import { type PodInfo, podInfoOf } from './pod-info.ts';

interface Place {
  readonly info: PodInfo;
  readonly node: string;
}

/**
 * Nodes with the Pods on them, assumed ones included, kept up to date change by change; a cycle reads it in place.
 * Models pkg/scheduler/backend/cache/cache.go (1.36), whose snapshot copies are not needed in one thread.
 */
export class SchedulerCache implements Snapshot {
  readonly objects: ClusterObjects;
  readonly nodesWithAffinity = new Set<NodeInfo>();
  readonly nodesWithRequiredAntiAffinity = new Set<NodeInfo>();
  private readonly infos = new Map<string, NodeInfo>();
  private readonly order = new NodeOrder();
  private readonly imageStates = new ImageStates();
  private readonly places = new Map<string, Place>();
  private readonly assumed = new Set<string>();
  private readonly claimUses = new Map<string, number>();
  private listed: readonly NodeInfo[] | undefined;

  constructor(objects: ClusterObjects) {
    this.objects = objects;
  }

  get nodes(): readonly NodeInfo[] {
    this.listed ??= this.order.list().flatMap((name) => this.infos.get(name) ?? []);
    return this.listed;
  }

  node(name: string): NodeInfo | undefined {
    const info = this.infos.get(name);
    return info?.known === true ? info : undefined;
  }

  image(name: string): ImageState | undefined {
    return this.imageStates.get(name);
  }

  claimInUse(key: string): boolean {
    return this.claimUses.has(key);
  }

  /** Adds a node or takes over its new version. */
  putNode(node: Node): void {
    const info = this.infoOf(node.metadata.name);
    if (!info.known || info.node.status?.images !== node.status?.images) {
      this.imageStates.remove(info.images);
      info.images = this.imageStates.add(node);
    }
    const known = info.known;
    info.setNode(node);
    if (this.order.put(node) || !known) this.listed = undefined;
    if (!known) this.index(info);
  }

  /** The node leaves the list at once; its Pods stay counted until they are gone. */
  removeNode(name: string): void {
    const info = this.infos.get(name);
    if (info === undefined) return;
    this.order.remove(name);
    this.listed = undefined;
    this.imageStates.remove(info.images);
    info.images = undefined;
    info.forgetNode();
    this.nodesWithAffinity.delete(info);
    this.nodesWithRequiredAntiAffinity.delete(info);
    if (info.pods.length === 0) this.infos.delete(name);
  }

  /** Counts the Pod on the node before the API server knows. */
  assume(pod: Pod): void {
    this.place(podInfoOf(pod), pod.spec.nodeName ?? '');
    this.assumed.add(pod.metadata.uid);
  }

  isAssumed(uid: string): boolean {
    return this.assumed.has(uid);
  }

  /** The assumed Pod with this UID, or one seen bound. */
  pod(uid: string): Pod | undefined {
    return this.places.get(uid)?.info.pod;
  }

  /** Takes an assumption back; false when there was none. */
  forget(uid: string): boolean {
    if (!this.assumed.delete(uid)) return false;
    this.unplace(uid);
    return true;
  }

  /** A bound Pod as the API server has it: new, confirmed, or changed. */
  putPod(pod: Pod): void {
    this.assumed.delete(pod.metadata.uid);
    this.place(podInfoOf(pod), pod.spec.nodeName ?? '');
  }

  removePod(uid: string): void {
    this.assumed.delete(uid);
    this.unplace(uid);
  }

  private infoOf(name: string): NodeInfo {
    let info = this.infos.get(name);
    if (info === undefined) {
      info = new NodeInfo(name);
      this.infos.set(name, info);
    }
    return info;
  }

  private place(info: PodInfo, node: string): void {
    this.unplace(info.uid);
    const target = this.infoOf(node);
    target.addPod(info);
    this.places.set(info.uid, { info, node });
    this.index(target);
    for (const claim of info.claims) {
      const key = `${info.namespace}/${claim}`;
      this.claimUses.set(key, (this.claimUses.get(key) ?? 0) + 1);
    }
  }

  private unplace(uid: string): void {
    const place = this.places.get(uid);
    if (place === undefined) return;
    this.places.delete(uid);
    for (const claim of place.info.claims) {
      const key = `${place.info.namespace}/${claim}`;
      const left = (this.claimUses.get(key) ?? 1) - 1;
      if (left === 0) this.claimUses.delete(key);
      else this.claimUses.set(key, left);
    }
    const info = this.infos.get(place.node);
    if (info === undefined) return;
    info.removePod(uid);
    this.index(info);
    if (!info.known && info.pods.length === 0) this.infos.delete(place.node);
  }

  private index(info: NodeInfo): void {
    if (info.podsWithAffinity.length > 0 && info.known) this.nodesWithAffinity.add(info);
    else this.nodesWithAffinity.delete(info);
    if (info.podsWithRequiredAntiAffinity.length > 0 && info.known)
      this.nodesWithRequiredAntiAffinity.add(info);
    else this.nodesWithRequiredAntiAffinity.delete(info);
  }
}
