import type { Pod } from '../../../api/generated/types.ts';
import { type PodInfo, podInfoOf } from '../cache/pod-info.ts';
import type { NominatedPods } from '../framework/filter-run.ts';

const NOBODY: readonly PodInfo[] = [];

/** Pods that are to run on a node once there is room. Models pkg/scheduler/backend/queue/nominator.go (1.36). */
export class Nominator implements NominatedPods {
  private readonly byNode = new Map<string, PodInfo[]>();
  private readonly nodeOf = new Map<string, string>();
  /** The Pod as the informer has it: one that is gone or bound is not nominated. */
  private readonly latest: (pod: Pod) => Pod | undefined;

  constructor(latest: (pod: Pod) => Pod | undefined) {
    this.latest = latest;
  }

  nominatedTo(node: string): readonly PodInfo[] {
    return this.byNode.get(node) ?? NOBODY;
  }

  /** Nominates to `node` ('' takes it back), or to what the Pod's status says when `node` is undefined. */
  add(pod: Pod, node: string | undefined): void {
    const { uid } = pod.metadata;
    this.remove(uid);
    const wanted = node ?? pod.status?.nominatedNodeName ?? '';
    if (wanted === '') return;
    const latest = this.latest(pod);
    if (latest === undefined || (latest.spec.nodeName ?? '') !== '') return;
    this.nodeOf.set(uid, wanted);
    const standing = this.byNode.get(wanted);
    if (standing === undefined) this.byNode.set(wanted, [podInfoOf(pod)]);
    else standing.push(podInfoOf(pod));
  }

  /** Takes over a new version; a nomination the API server has not heard of yet stays. */
  update(before: Pod | undefined, after: Pod): void {
    const named = (pod: Pod | undefined): string => pod?.status?.nominatedNodeName ?? '';
    const unwritten = named(before) === '' && named(after) === '';
    this.add(after, unwritten ? this.nodeOf.get(after.metadata.uid) : undefined);
  }

  remove(uid: string): void {
    const node = this.nodeOf.get(uid);
    if (node === undefined) return;
    this.nodeOf.delete(uid);
    const left = (this.byNode.get(node) ?? []).filter((pod) => pod.uid !== uid);
    if (left.length === 0) this.byNode.delete(node);
    else this.byNode.set(node, left);
  }
}
