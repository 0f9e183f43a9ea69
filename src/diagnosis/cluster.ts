import type { Event, Node, Pod } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { isControlledBy } from '../api/owner.ts';

/** What the API tells about a cluster at one moment; of a real one just as well. */
export interface ClusterFacts {
  /** Every object of a resource: `pods`, `deployments.apps`. */
  list(resource: string): readonly KubeObject[];
  /** The Events about one object, oldest first, where whoever knows the cluster has them at hand. */
  about?(kind: string, subject: SubjectRef): readonly Event[];
  /** What a container wrote last, as `kubectl logs` tells. */
  logs?(pod: Pod, container: string): string;
}

/** An object that a cause is about. */
export interface SubjectRef {
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

export const listOf = <T>(cluster: ClusterFacts, resource: string): readonly T[] =>
  cluster.list(resource) as unknown as readonly T[];

export function refOf(resource: string, { metadata }: Pick<KubeObject, 'metadata'>): SubjectRef {
  return { resource, namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' };
}

const eventKey = (kind: string, namespace: string, name: string): string => `${kind}|${namespace}|${name}`;

/** Events by what they are about, for each list that was asked: of many Pods each asks for its own. */
const byObject = new WeakMap<readonly Event[], ReadonlyMap<string, readonly Event[]>>();

function eventsByObject(events: readonly Event[]): ReadonlyMap<string, readonly Event[]> {
  const known = byObject.get(events);
  if (known !== undefined) return known;
  const made = new Map<string, Event[]>();
  for (const event of events) {
    const { kind = '', namespace = '', name = '' } = event.involvedObject;
    const key = eventKey(kind, namespace, name);
    const own = made.get(key);
    if (own === undefined) made.set(key, [event]);
    else own.push(event);
  }
  byObject.set(events, made);
  return made;
}

/** The Events about one object, oldest first. */
export function eventsAbout(cluster: ClusterFacts, kind: string, subject: SubjectRef): readonly Event[] {
  if (cluster.about !== undefined) return cluster.about(kind, subject);
  const { namespace, name } = subject;
  return eventsByObject(listOf<Event>(cluster, 'events')).get(eventKey(kind, namespace, name)) ?? [];
}

/** The objects of a resource that an owner controls. */
export function ownedBy<T extends KubeObject>(
  cluster: ClusterFacts,
  resource: string,
  owner: { readonly metadata: { readonly uid?: string; readonly name: string } },
): readonly T[] {
  return listOf<T>(cluster, resource).filter(({ metadata }) =>
    isControlledBy(metadata as Parameters<typeof isControlledBy>[0], owner as never),
  );
}

export const nodesOf = (cluster: ClusterFacts): readonly Node[] => listOf<Node>(cluster, 'nodes');

/** Namespaces of the cluster's own. */
const SYSTEM: ReadonlySet<string> = new Set([
  'kube-system',
  'kube-public',
  'kube-node-lease',
  'local-path-storage',
]);

export const isOwn = ({ metadata }: Pick<KubeObject, 'metadata'>): boolean =>
  !SYSTEM.has(metadata?.namespace ?? '');
