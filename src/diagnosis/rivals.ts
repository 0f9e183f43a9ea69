import type { Deployment, Pod, ReplicaSet } from '../api/generated/types.ts';
import { labelSelectorMatches } from '../api/label-selector.ts';
import { controllerOf } from '../api/owner.ts';
import { type ClusterFacts, listOf, refOf } from './cluster.ts';
import type { Root } from './link.ts';

/** Pods it must not run beside are on every node; whether they are those it is to replace. */
export function rivalRoot(
  cluster: ClusterFacts,
  pod: Pod,
  base: Pick<Root, 'subject' | 'evidence' | 'next'>,
): Root {
  const rival = rivalOf(cluster, pod);
  return rival === undefined
    ? { ...base, cause: 'anti-affinity', about: pod.metadata.name }
    : {
        ...base,
        cause: 'update-deadlock',
        about: rival.metadata.name,
        subject: refOf('deployments.apps', rival),
        evidence: [...base.evidence, { where: 'spec.strategy', says: strategyText(rival) }],
      };
}

const strategyText = ({ spec }: Deployment): string => {
  const { maxSurge, maxUnavailable } = spec?.strategy?.rollingUpdate ?? {};
  return `maxSurge ${maxSurge ?? '25%'}, maxUnavailable ${maxUnavailable ?? '25%'}, replicas ${spec?.replicas ?? 1}`;
};

/** The Deployment whose own older Pods keep this one away while it may not take any of them down. */
function rivalOf(cluster: ClusterFacts, pod: Pod): Deployment | undefined {
  const set = listOf<ReplicaSet>(cluster, 'replicasets.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(pod.metadata)?.uid,
  );
  const deployment = listOf<Deployment>(cluster, 'deployments.apps').find(
    ({ metadata }) => metadata.uid === controllerOf(set?.metadata ?? {})?.uid,
  );
  if (set === undefined || deployment === undefined) return undefined;
  const terms = pod.spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const older = listOf<Pod>(cluster, 'pods').some(
    (other) =>
      other.spec.nodeName !== undefined &&
      controllerOf(other.metadata)?.uid !== set.metadata.uid &&
      terms.some(({ labelSelector }) => labelSelectorMatches(labelSelector, other.metadata.labels ?? {})) &&
      labelSelectorMatches(deployment.spec?.selector, other.metadata.labels ?? {}),
  );
  return older ? deployment : undefined;
}
