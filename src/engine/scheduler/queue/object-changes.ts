import { deepEqual } from '../../../base/deep.ts';
import type { Node, Pod } from '../../../api/generated/types.ts';
import { podInfoOf } from '../cache/pod-info.ts';
import type { ResourceVector } from '../cache/resources.ts';
import {
  type ClusterEvent,
  UPDATE,
  UPDATE_NODE_ALLOCATABLE,
  UPDATE_NODE_ANNOTATION,
  UPDATE_NODE_CONDITION,
  UPDATE_NODE_LABEL,
  UPDATE_NODE_TAINT,
  UPDATE_POD_LABEL,
  UPDATE_POD_SCALE_DOWN,
  UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
  UPDATE_POD_TOLERATION,
} from './cluster-event.ts';

/** What an update of a Pod means for waiting Pods. Models framework/events.go PodSchedulingPropertiesChange (1.36). */
export function podChanges(before: Pod, after: Pod): readonly ClusterEvent[] {
  const resource = (after.spec.nodeName ?? '') === '' ? 'UnschedulablePod' : 'AssignedPod';
  const actions: number[] = [];
  if (!deepEqual(before.metadata.labels ?? {}, after.metadata.labels ?? {})) actions.push(UPDATE_POD_LABEL);
  if (asksForLess(podInfoOf(before).requests, podInfoOf(after).requests)) actions.push(UPDATE_POD_SCALE_DOWN);
  const gates = (pod: Pod): number => pod.spec.schedulingGates?.length ?? 0;
  if (gates(before) > 0 && gates(after) === 0) actions.push(UPDATE_POD_SCHEDULING_GATES_ELIMINATED);
  const tolerations = (pod: Pod): number => pod.spec.tolerations?.length ?? 0;
  if (tolerations(before) !== tolerations(after)) actions.push(UPDATE_POD_TOLERATION);
  return (actions.length === 0 ? [UPDATE] : actions).map((action) => ({ resource, action }));
}

function asksForLess(before: ResourceVector, after: ResourceVector): boolean {
  if (before === after) return false;
  if (before.milliCpu > after.milliCpu || before.memory > after.memory) return true;
  if (before.ephemeralStorage > after.ephemeralStorage) return true;
  for (const [name, value] of before.scalars ?? []) if (value > (after.scalars?.get(name) ?? 0)) return true;
  return false;
}

/** What an update of a node means, one event per changed aspect, in upstream's order. Models NodeSchedulingPropertiesChange. */
export function nodeChanges(before: Node, after: Node): readonly ClusterEvent[] {
  const actions: number[] = [];
  if (before.spec.unschedulable === true && after.spec.unschedulable !== true)
    actions.push(UPDATE_NODE_TAINT);
  if (!deepEqual(before.status?.allocatable ?? {}, after.status?.allocatable ?? {}))
    actions.push(UPDATE_NODE_ALLOCATABLE);
  if (!deepEqual(before.metadata.labels ?? {}, after.metadata.labels ?? {})) actions.push(UPDATE_NODE_LABEL);
  if (!deepEqual(before.spec.taints ?? [], after.spec.taints ?? [])) actions.push(UPDATE_NODE_TAINT);
  if (!deepEqual(conditionStatuses(before), conditionStatuses(after))) actions.push(UPDATE_NODE_CONDITION);
  if (!deepEqual(before.metadata.annotations ?? {}, after.metadata.annotations ?? {}))
    actions.push(UPDATE_NODE_ANNOTATION);
  return actions.map((action) => ({ resource: 'Node', action }));
}

function conditionStatuses(node: Node): Readonly<Record<string, string>> {
  return Object.fromEntries((node.status?.conditions ?? []).map(({ type, status }) => [type, status]));
}
