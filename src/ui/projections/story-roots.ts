import type { Node } from '../../api/generated/types.ts';
import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { TraceRecord } from '../../trace/record.ts';

/** Resources whose writes are the cluster's own breathing: never steps of a story by themselves. */
const BACKGROUND: ReadonlySet<string> = new Set([
  'leases.coordination.k8s.io',
  'nodes',
  'endpoints',
  'csinodes.storage.k8s.io',
  'serviceaccounts',
]);

/** Verbs that change something. */
const WRITES: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** Events of either API group. */
export function isEventResource(resource: ResourceName): boolean {
  return resource === 'events' || resource === 'events.events.k8s.io';
}

/** Leases, node heartbeats, tokens, reviews: what goes on whether or not anything happens. */
export function isBackground(resource: ResourceName): boolean {
  return BACKGROUND.has(resource) || resource.includes('reviews.') || isEventResource(resource);
}

/** Whether a request wants to change something that is not the cluster's own breathing. */
export function isStoryWrite(verb: string, resource: ResourceName): boolean {
  return WRITES.has(verb) && !isBackground(resource);
}

/** What of a Node a reader would call an event: its conditions' values, its taints, whether it takes Pods. */
export function nodeFace(node: KubeObject | undefined): string {
  if (node === undefined) return '';
  const { spec, status } = node as Node;
  const conditions = (status?.conditions ?? []).map(({ type, status: value }) => `${type}=${value}`);
  const taints = (spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);
  return [...conditions, ...taints, String(spec?.unschedulable === true)].join(' ');
}

/** Namespaces of the cluster's own workings: what goes on there by itself is not what a story is about. */
const SYSTEM: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/**
 * Whether a record begins a story by itself, without a cause in one: an input, or a change of the world that no timer
 * of a resting cluster makes. `before` is the version that a write replaces.
 */
export function beginsStory(record: TraceRecord, before: KubeObject | undefined): boolean {
  switch (record.kind) {
    case 'input.command':
    case 'input.fault':
      return true;
    case 'process.exit':
    case 'backoff':
    case 'sched.preempt':
      return !SYSTEM.has(record.data.pod.namespace);
    case 'request.send':
      return isStoryWrite(record.data.verb, record.data.resource) && !SYSTEM.has(record.data.namespace);
    case 'object.put':
      if (record.data.resource === 'nodes')
        return before !== undefined && nodeFace(before) !== nodeFace(record.data.object);
      return !isBackground(record.data.resource) && !SYSTEM.has(record.data.namespace);
    case 'object.delete':
      return (
        record.data.resource === 'nodes' ||
        (!isBackground(record.data.resource) && !SYSTEM.has(record.data.namespace))
      );
    default:
      return false;
  }
}
