import type { Container, Node } from '../../../api/generated/types.ts';
import { amountFromMilli, amountFromValue, formatAmount } from '../../../api/quantity.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import { podRequest } from '../plugins/common/resource-allocation.ts';
import { insufficientResources } from '../plugins/node-resources-fit/fits.ts';
import { type Edit, nodeEdit, podEdit } from './edits.ts';

const NOTHING_IGNORED = (): boolean => false;

/** `1500` thousandths of a CPU → `1500m`, bytes → `64Mi` where that is exact. */
function quantityOf(resource: string, value: number): string {
  if (resource === 'cpu') return formatAmount(amountFromMilli(value));
  if (resource === 'memory' || resource === 'ephemeral-storage')
    return formatAmount(amountFromValue(value, 'BinarySI'));
  return String(value);
}

/** Lower the Pod's request to what the node has left, or give the node as much as is missing. */
export function resourceEdits(pod: PodInfo, node: NodeInfo): Edit[] {
  const short = insufficientResources(pod.requests, node, NOTHING_IGNORED);
  // One edit mends one shortage; with more than one, none of them is enough.
  const [only] = short;
  if (only === undefined || short.length > 1) return [];
  const { resource, requested, used, capacity } = only;
  const edits: Edit[] = [raise(node.node, resource, { to: used + requested, capacity })];
  const left = capacity - used;
  const lowered = resource === 'pods' || left <= 0 ? undefined : lower(pod, resource, left);
  if (lowered !== undefined) edits.push(lowered);
  return edits;
}

function raise(node: Node, resource: string, { to, capacity }: { to: number; capacity: number }): Edit {
  const text = resource === 'pods' ? String(to) : quantityOf(resource, to);
  const allocatable = { ...node.status?.allocatable, [resource]: text };
  const values = { resource, from: node.status?.allocatable?.[resource] ?? '0', to: text };
  const cost = 3 + (to - capacity) / Math.max(to, 1);
  return nodeEdit(
    node,
    { kind: 'raise-allocatable', values, cost },
    { ...node, status: { ...node.status, allocatable } },
  );
}

/** Takes what is too much off the container that asks for most. */
function lower({ pod, ...info }: PodInfo, resource: string, left: number): Edit | undefined {
  const asked = podRequest({ pod, ...info }, resource, false);
  const plain =
    (pod.spec.initContainers?.length ?? 0) === 0 &&
    pod.spec.overhead === undefined &&
    pod.spec.resources === undefined;
  const single = pod.spec.containers.filter(({ resources }) => resources?.requests?.[resource] !== undefined);
  const [container] = single;
  // Sums over several containers have no single smallest edit.
  if (!plain || single.length !== 1 || container === undefined) return undefined;
  const to = quantityOf(resource, left);
  const containers = pod.spec.containers.map((item) =>
    item === container ? withRequest(item, resource, to) : item,
  );
  const from = container.resources?.requests?.[resource] ?? '0';
  const values = { resource, container: container.name, from, to };
  const cost = 1 + (asked - left) / Math.max(asked, 1);
  return podEdit(pod, { kind: 'lower-request', values, cost }, { ...pod, spec: { ...pod.spec, containers } });
}

function withRequest(container: Container, resource: string, quantity: string): Container {
  const requests = { ...container.resources?.requests, [resource]: quantity };
  return { ...container, resources: { ...container.resources, requests } };
}

/** Each less important Pod, or any other, whose going would make the room or free the port. */
export function deletionEdits(pod: PodInfo, node: NodeInfo): Edit[] {
  return node.pods.map((other) => {
    const importance = other.priority > pod.priority ? 3 : 0;
    const values = { pod: other.name, namespace: other.namespace, node: node.name };
    return podEdit(other.pod, { kind: 'delete-pod', values, cost: 4 + importance }, null);
  });
}
