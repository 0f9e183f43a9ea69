import type { Deployment, Node, Pod, ReplicaSet } from '../api/generated/types.ts';
import { controllerOf } from '../api/owner.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Link } from './link.ts';
import { notReadyLink } from './nodes.ts';

/** Who holds a volume that only one node may have at a time, and why it is not let go of. */
export function heldLinks(cluster: ClusterFacts, pod: Pod, message: string): readonly Link[] {
  if (!message.includes('Multi-Attach error')) return [];
  const claims = new Set(claimsOf(pod));
  const holder = listOf<Pod>(cluster, 'pods').find(
    (other) =>
      other.metadata.uid !== pod.metadata.uid &&
      other.metadata.namespace === pod.metadata.namespace &&
      (other.spec.nodeName ?? '') !== '' &&
      other.spec.nodeName !== pod.spec.nodeName &&
      claimsOf(other).some((claim) => claims.has(claim)),
  );
  if (holder === undefined) return [];
  const node = listOf<Node>(cluster, 'nodes').find(({ metadata }) => metadata.name === holder.spec.nodeName);
  const held: Link = {
    stage: 'volumes',
    cause: 'volume-held',
    about: `${holder.metadata.name} (${holder.spec.nodeName ?? ''})`,
    subject: refOf('pods', holder),
    evidence: [
      { where: `Pod ${holder.metadata.name} spec.nodeName`, says: holder.spec.nodeName ?? '' },
      { where: `Pod ${holder.metadata.name} claims`, says: claimsOf(holder).join(', ') },
    ],
    next: ['kubectl get volumeattachments', `kubectl describe pod ${holder.metadata.name}`],
  };
  const silent = node === undefined ? undefined : notReadyLink(node);
  if (silent !== undefined) return [held, silent];
  const deployment = deploymentOf(cluster, pod);
  return deployment !== undefined && deploymentOf(cluster, holder) === deployment
    ? [held, surge(deployment)]
    : [held];
}

/** The old Pod goes only when the new one is ready, and the new one needs what the old one holds. */
function surge(deployment: Deployment): Link {
  const strategy = deployment.spec?.strategy;
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  return {
    stage: 'workload',
    cause: 'update-holds-volume',
    about: deployment.metadata.name,
    subject: refOf('deployments.apps', deployment),
    evidence: [
      {
        where: 'spec.strategy',
        says: `${strategy?.type ?? 'RollingUpdate'}, maxSurge ${maxSurge ?? '25%'}, maxUnavailable ${maxUnavailable ?? '25%'}`,
      },
    ],
    next: [`kubectl rollout status deployment ${deployment.metadata.name}`],
  };
}

const claimsOf = ({ spec }: Pod): readonly string[] =>
  (spec.volumes ?? []).flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);

function deploymentOf(cluster: ClusterFacts, pod: Pod): Deployment | undefined {
  const set = listOf<ReplicaSet>(cluster, 'replicasets.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(pod.metadata)?.uid,
  );
  return listOf<Deployment>(cluster, 'deployments.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(set?.metadata ?? {})?.uid,
  );
}
