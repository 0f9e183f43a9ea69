import type { Namespace, Pod } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { claimNamesOf } from './claims.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';

/** Resources whose objects are known to stay when deleted. */
export const HELD = [
  'namespaces',
  'persistentvolumeclaims',
  'persistentvolumes',
  'configmaps',
  'secrets',
] as const;

/** Why an object that was deleted is still there; none for one that was not. */
export function deletingLinks(cluster: ClusterFacts, resource: string, object: KubeObject): readonly Link[] {
  const { deletionTimestamp, finalizers = [], name = '' } = object.metadata ?? {};
  if (deletionTimestamp === undefined) return [];
  const base = {
    stage: 'terminating',
    subject: refOf(resource, object),
    next: [`kubectl get ${resource} ${name} -o yaml`],
  } as const;
  if (resource === 'namespaces') return namespaceLinks(object as unknown as Namespace, base);
  const user = resource === 'persistentvolumeclaims' ? userOf(cluster, object) : undefined;
  if (user !== undefined)
    return [
      {
        ...base,
        cause: 'still-used',
        about: `${name} (${user.metadata.name})`,
        evidence: [
          { where: 'metadata.finalizers', says: finalizers.join(', ') },
          { where: `Pod ${user.metadata.name} spec.volumes`, says: name },
        ],
      },
    ];
  if (finalizers.length === 0) return [];
  const says = finalizers.join(', ');
  return [{ ...base, cause: 'finalizer', about: says, evidence: [{ where: 'metadata.finalizers', says }] }];
}

const userOf = (cluster: ClusterFacts, { metadata }: KubeObject): Pod | undefined =>
  listOf<Pod>(cluster, 'pods').find(
    (pod) =>
      pod.metadata.namespace === metadata?.namespace && claimNamesOf(pod).includes(metadata?.name ?? ''),
  );

/** What the namespace controller found that it may not or cannot delete. */
function namespaceLinks(
  { metadata, status }: Namespace,
  base: Pick<Link, 'stage' | 'subject' | 'next'>,
): readonly Link[] {
  const held = (status?.conditions ?? []).filter((condition) => condition.status === 'True');
  if (held.length === 0) return [];
  const evidence = held.map(({ type, message = '' }) => ({
    where: `status.conditions[${type}]`,
    says: message,
  }));
  const about = held.map(({ message = '' }) => message).join(' ');
  return [
    {
      ...base,
      cause: 'namespace-held',
      about,
      evidence,
      next: [`kubectl get all -n ${metadata.name}`, ...base.next],
    },
  ];
}
