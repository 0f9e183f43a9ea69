import type { Deployment, Lease, Pod } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { podCondition } from '../api/pod.ts';
import { claimNames } from '../api/resource-claim.ts';
import { parseTime } from '../api/time.ts';
import { type ClusterFacts, eventsAbout, listOf, ownedBy, refOf } from './cluster.ts';
import type { Link } from './link.ts';
import type { Verdict } from './verdict.ts';

const DEFAULT_SCHEDULER = 'default-scheduler';
/** What a leader may be late with its lease before another would take over: leaderElection.leaseDuration. */
const LEASE_US = 15_000_000;

/** A Pod that no scheduler has said anything about: nobody answers to the name it gives, or the one who does is down. */
export function unplacedLink(cluster: ClusterFacts, pod: Pod): Link | undefined {
  const placed = (pod.spec.nodeName ?? '') !== '' || podCondition(pod.status, 'PodScheduled') !== undefined;
  if (placed || pod.metadata.deletionTimestamp !== undefined) return undefined;
  const subject = refOf('pods', pod);
  const name = pod.spec.schedulerName ?? DEFAULT_SCHEDULER;
  const base = { stage: 'scheduling', subject } as const;
  const held = deviceClaimLink(cluster, pod);
  if (held !== undefined) return held;
  const heard = eventsAbout(cluster, 'Pod', subject).some(({ reason }) => reason === 'FailedScheduling');
  if (name !== DEFAULT_SCHEDULER)
    return heard
      ? undefined
      : {
          ...base,
          cause: 'scheduler-unknown',
          about: name,
          evidence: [
            { where: 'spec.schedulerName', says: name },
            { where: 'status.conditions[PodScheduled]', says: '∅' },
          ],
          next: ['kubectl get pods -n kube-system', `kubectl get pod ${pod.metadata.name} -o yaml`],
        };
  const silence = silenceOf(cluster, 'kube-scheduler');
  return silence === undefined ? undefined : { ...base, cause: 'scheduler-silent', ...silence };
}

/** A Pod that the scheduler does not try, and says nothing of, before the devices' claims that it names exist. */
function deviceClaimLink(cluster: ClusterFacts, pod: Pod): Link | undefined {
  const { namespace = '' } = pod.metadata;
  const there = cluster
    .list('resourceclaims.resource.k8s.io')
    .filter(({ metadata }) => metadata?.namespace === namespace)
    .map(({ metadata }) => metadata?.name ?? '');
  const names = claimNames(pod);
  const absent = pod.spec.resourceClaims?.find((_, place) => !there.includes(names[place] ?? ''));
  if (absent === undefined) return undefined;
  return {
    stage: 'scheduling',
    cause: 'device-claim-absent',
    about: absent.resourceClaimName ?? `${absent.name} (${absent.resourceClaimTemplateName ?? ''})`,
    subject: refOf('pods', pod),
    evidence: [
      { where: `resourceclaims -n ${namespace}`, says: there.length === 0 ? '∅' : there.join(', ') },
      { where: 'status.conditions[PodScheduled]', says: '∅' },
    ],
    next: [
      'kubectl get resourceclaims,resourceclaimtemplates',
      `kubectl get pod ${pod.metadata.name} -o yaml`,
    ],
  };
}

/** A Deployment whose controller has not looked at it, because no controller works. */
export function unseenLink(cluster: ClusterFacts, deployment: Deployment): Link | undefined {
  const seen = deployment.status?.observedGeneration ?? 0;
  if (seen >= (deployment.metadata.generation ?? 0)) return undefined;
  const silence = silenceOf(cluster, 'kube-controller-manager');
  return silence === undefined
    ? undefined
    : {
        stage: 'workload',
        cause: 'controllers-silent',
        subject: refOf('deployments.apps', deployment),
        ...silence,
      };
}

/** Whether a leader's lease is older than what others have written since, and what says so. */
function silenceOf(
  cluster: ClusterFacts,
  leader: string,
): Pick<Verdict, 'about' | 'evidence' | 'next' | 'unknown'> | undefined {
  const leases = listOf<Lease>(cluster, 'leases.coordination.k8s.io');
  const own = leases.find(({ metadata }) => metadata.namespace === 'kube-system' && metadata.name === leader);
  if (own === undefined) return undefined;
  const renewed = renewedUs(own);
  const newest = Math.max(...leases.map(renewedUs));
  if (newest - renewed <= LEASE_US) return undefined;
  return {
    about: leader,
    evidence: [{ where: `Lease kube-system/${leader} spec.renewTime`, says: own.spec?.renewTime ?? '∅' }],
    unknown: 'node',
    next: [`kubectl get lease ${leader} -n kube-system -o yaml`, 'kubectl get pods -n kube-system'],
  };
}

const renewedUs = ({ spec }: Lease): number => parseTime(spec?.renewTime ?? '') ?? 0;

/** A Deployment that was changed while its rollout is paused. */
export function pausedLink(cluster: ClusterFacts, deployment: Deployment): Link | undefined {
  const { replicas = 1, paused } = deployment.spec ?? {};
  const updated = deployment.status?.updatedReplicas ?? 0;
  const sets = ownedBy<KubeObject>(cluster, 'replicasets.apps', deployment);
  if (paused !== true || (updated >= replicas && sets.length > 0)) return undefined;
  return {
    stage: 'workload',
    cause: 'paused',
    about: deployment.metadata.name,
    subject: refOf('deployments.apps', deployment),
    evidence: [
      { where: 'spec.paused', says: 'true' },
      { where: 'status.updatedReplicas', says: `${updated} of ${replicas}` },
    ],
    next: [`kubectl rollout resume deployment ${deployment.metadata.name}`],
  };
}
