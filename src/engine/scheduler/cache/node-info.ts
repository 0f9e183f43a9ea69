import type { Node } from '../../../api/generated/types.ts';
import type { Labels } from '../../../api/label-selector.ts';
import type { ImageState } from './image-states.ts';
import type { HostPort, PodInfo } from './pod-info.ts';
import { type Allocatable, type MutableResourceVector, accumulate, allocatableOf } from './resources.ts';

const NO_LABELS: Labels = {};
const NO_ROOM: Allocatable = { milliCpu: 0, memory: 0, ephemeralStorage: 0, pods: 0, scalars: undefined };

/** Pods of one namespace with the same labels: who counts Pods by label looks at each group once. */
export interface LabelGroup {
  readonly namespace: string;
  readonly labels: Labels;
  all: number;
  /** Those not being deleted. */
  live: number;
}

/** A node and the Pods counted on it, as numbers. Models pkg/scheduler/framework/types.go NodeInfo (1.36). */
export class NodeInfo {
  readonly name: string;
  labels: Labels = NO_LABELS;
  allocatable: Allocatable = NO_ROOM;
  readonly requested: MutableResourceVector = {
    milliCpu: 0,
    memory: 0,
    ephemeralStorage: 0,
    scalars: undefined,
  };
  nonZeroMilliCpu = 0;
  nonZeroMemory = 0;
  pods: PodInfo[] = [];
  podsWithAffinity: PodInfo[] = [];
  podsWithRequiredAntiAffinity: PodInfo[] = [];
  /** The Pods counted by their labels. */
  readonly groups = new Map<string, LabelGroup>();
  /** Ports in use; absent while nobody uses one. */
  ports: HostPort[] | undefined;
  images: ReadonlyMap<string, ImageState> | undefined;
  private object: Node | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Whether the Node object is known; without it only its Pods are. */
  get known(): boolean {
    return this.object !== undefined;
  }

  get node(): Node {
    if (this.object === undefined) throw new Error(`node ${this.name} has no object`);
    return this.object;
  }

  setNode(node: Node): void {
    const former = this.object;
    this.object = node;
    this.labels = node.metadata.labels ?? NO_LABELS;
    if (former?.status?.allocatable !== node.status?.allocatable || former === undefined)
      this.allocatable = allocatableOf(node);
  }

  /** The Node object is gone; what is left are its Pods. */
  forgetNode(): void {
    this.object = undefined;
  }

  addPod(pod: PodInfo): void {
    this.pods.push(pod);
    if (pod.hasAffinity) this.podsWithAffinity.push(pod);
    if (pod.requiredAntiAffinity.length > 0) this.podsWithRequiredAntiAffinity.push(pod);
    for (const port of pod.hostPorts) (this.ports ??= []).push(port);
    this.count(pod, 1);
    this.group(pod, 1);
  }

  /** Takes a Pod off; false when it is not here. */
  removePod(uid: string): boolean {
    const pod = takeOut(this.pods, uid);
    if (pod === undefined) return false;
    if (pod.hasAffinity) takeOut(this.podsWithAffinity, uid);
    if (pod.requiredAntiAffinity.length > 0) takeOut(this.podsWithRequiredAntiAffinity, uid);
    for (const port of pod.hostPorts) this.releasePort(port);
    this.count(pod, -1);
    this.group(pod, -1);
    return true;
  }

  /** A copy whose Pods may be taken away and put back without touching this one. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name);
    copy.object = this.object;
    copy.labels = this.labels;
    copy.allocatable = this.allocatable;
    accumulate(copy.requested, this.requested, 1);
    copy.nonZeroMilliCpu = this.nonZeroMilliCpu;
    copy.nonZeroMemory = this.nonZeroMemory;
    copy.pods = [...this.pods];
    copy.podsWithAffinity = [...this.podsWithAffinity];
    copy.podsWithRequiredAntiAffinity = [...this.podsWithRequiredAntiAffinity];
    for (const [key, group] of this.groups) copy.groups.set(key, { ...group });
    copy.ports = this.ports === undefined ? undefined : [...this.ports];
    copy.images = this.images;
    return copy;
  }

  private count(pod: PodInfo, sign: 1 | -1): void {
    accumulate(this.requested, pod.requests, sign);
    this.nonZeroMilliCpu += sign * pod.nonZeroMilliCpu;
    this.nonZeroMemory += sign * pod.nonZeroMemory;
  }

  private group({ labelKey, namespace, labels, terminating }: PodInfo, change: 1 | -1): void {
    let group = this.groups.get(labelKey);
    if (group === undefined) {
      group = { namespace, labels, all: 0, live: 0 };
      this.groups.set(labelKey, group);
    }
    group.all += change;
    if (!terminating) group.live += change;
    if (group.all === 0) this.groups.delete(labelKey);
  }

  private releasePort(port: HostPort): void {
    const at = this.ports?.findIndex(
      (used) => used.port === port.port && used.protocol === port.protocol && used.ip === port.ip,
    );
    if (at !== undefined && at >= 0) this.ports?.splice(at, 1);
    if (this.ports?.length === 0) this.ports = undefined;
  }
}

/** Removes the Pod with this UID; the last takes its place. */
function takeOut(pods: PodInfo[], uid: string): PodInfo | undefined {
  // Those that came last change most.
  let at = pods.length - 1;
  while (at >= 0 && pods[at]?.uid !== uid) at--;
  const found = pods[at];
  const last = pods.pop();
  if (found === undefined) {
    if (last !== undefined) pods.push(last);
    return undefined;
  }
  if (last !== undefined && last !== found) pods[at] = last;
  return found;
}
