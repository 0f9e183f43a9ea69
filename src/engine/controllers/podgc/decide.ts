import type { Node, Pod } from '../../../api/generated/types.ts';
import { isPodReady, isPodTerminal } from '../../../api/pod.ts';
import { isDeleting } from '../common/objects.ts';

const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
/** Ended Pods that are kept at most. */
const TERMINATED_KEPT = 12_500;

/** A Pod that is to be removed, and the condition that says why. */
export interface Garbage {
  readonly pod: Pod;
  readonly condition?: { readonly reason: string; readonly message: string };
}

/** Ended Pods beyond what is kept: evicted ones first, then the oldest. Models gcTerminated. */
export function terminatedSurplus(pods: readonly Pod[]): Garbage[] {
  const ended = pods.filter(isPodTerminal);
  const surplus = ended.length - TERMINATED_KEPT;
  if (surplus <= 0) return [];
  const evicted = (pod: Pod): number => (pod.status?.reason === 'Evicted' ? 0 : 1);
  const made = ({ metadata }: Pod): string => `${metadata.creationTimestamp ?? ''}/${metadata.name}`;
  const order = ended.sort((a, b) => evicted(a) - evicted(b) || (made(a) < made(b) ? -1 : 1));
  return order.slice(0, surplus).map((pod) => ({ pod }));
}

/** Pods stuck in termination on nodes declared out of service. Models gcTerminating. */
export function stuckTerminating(pods: readonly Pod[], nodes: readonly Node[]): Garbage[] {
  const out = new Set(
    nodes
      .filter(
        (node) => !isNodeReady(node) && node.spec.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true,
      )
      .map(({ metadata }) => metadata.name),
  );
  return pods
    .filter((pod) => isDeleting(pod) && !isPodReady(pod) && out.has(pod.spec.nodeName ?? ''))
    .map((pod) => ({ pod }));
}

function isNodeReady({ status }: Node): boolean {
  return (
    status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ===
    true
  );
}

/** Pods of nodes that are gone. Models gcOrphaned. */
export function orphaned(pods: readonly Pod[], goneNodes: ReadonlySet<string>): Garbage[] {
  const condition = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };
  return pods.filter(({ spec }) => goneNodes.has(spec.nodeName ?? '')).map((pod) => ({ pod, condition }));
}

/** Deleted before they had a node. Models gcUnscheduledTerminating. */
export function unscheduledTerminating(pods: readonly Pod[]): Garbage[] {
  return pods.filter((pod) => isDeleting(pod) && (pod.spec.nodeName ?? '') === '').map((pod) => ({ pod }));
}
