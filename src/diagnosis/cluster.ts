import type { Event, Node, Pod } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { isControlledBy } from '../api/owner.ts';

/** What the API tells about a cluster at one moment; of a real one just as well. */
export interface ClusterFacts {
  /** Every object of a resource: `pods`, `deployments.apps`. */
  list(resource: string): readonly KubeObject[];
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

/** The Events about one object, oldest first. */
export function eventsAbout(
  cluster: ClusterFacts,
  kind: string,
  { namespace, name }: SubjectRef,
): readonly Event[] {
  return listOf<Event>(cluster, 'events').filter(
    ({ involvedObject }) =>
      involvedObject.kind === kind &&
      involvedObject.name === name &&
      (involvedObject.namespace ?? '') === namespace,
  );
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
const SYSTEM: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

export const isOwn = ({ metadata }: Pick<KubeObject, 'metadata'>): boolean =>
  !SYSTEM.has(metadata?.namespace ?? '');
