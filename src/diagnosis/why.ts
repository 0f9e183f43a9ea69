import type {
  CronJob,
  DaemonSet,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  Node,
  Pod,
  Service,
} from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { controllerOf } from '../api/owner.ts';
import { pausedLink, unplacedLink, unseenLink } from './actors.ts';
import { type ClusterFacts, eventsAbout, isOwn, listOf, nodesOf, refOf, type SubjectRef } from './cluster.ts';
import { diagnose, diagnoseCalls, diagnoseRestart } from './diagnose.ts';
import { drainLinks } from './draining.ts';
import { droppedLink } from './dropped.ts';
import type { Known } from './facts.ts';
import { HELD, deletingLinks } from './deleting.ts';
import { askedLinks } from './asked.ts';
import type { Link } from './link.ts';
import { ingressLinks } from './ingress.ts';
import { autoscalerLinks, cronLinks, jobLinks } from './loops.ts';
import { loginMissing, missingLink } from './missing.ts';
import { notReadyLink, rejectedLink } from './nodes.ts';
import { schedulingRoot } from './scheduling.ts';
import { refusedLink, serviceLinks } from './services.ts';
import { heldLinks } from './volumes.ts';
import { webhookLinks } from './webhooks.ts';
import { creationLinks, daemonLinks, oldRevisionLink, peersLink } from './workloads.ts';

/** The causes of a Pod's trouble, symptom first and root last; none when it is well. */
export function whyPod(cluster: ClusterFacts, pod: Pod): readonly Link[] {
  return whyPodOf(cluster, pod, []);
}

/** `asking` are the Pods on the way here: two that wait for each other would go round in a circle. */
function whyPodOf(cluster: ClusterFacts, pod: Pod, asking: readonly Pod[]): readonly Link[] {
  const verdict = diagnose(known(cluster, pod));
  if (verdict === undefined) return wellLinks(cluster, pod);
  const first: Link = { ...verdict, subject: refOf('pods', pod) };
  return [first, ...deeper(cluster, pod, first, [...asking, pod])];
}

/** What Pods suffer that seem well: no scheduler looks at one, or a policy drops what one calls. */
function wellLinks(cluster: ClusterFacts, pod: Pod): readonly Link[] {
  const unplaced = unplacedLink(cluster, pod);
  if (unplaced !== undefined) return [unplaced];
  const call = diagnoseCalls(known(cluster, pod));
  const dropped = call === undefined ? undefined : droppedLink(cluster, pod, call.about);
  // Only what is certain: the line may be old, and the program silent since it has been answered.
  return call === undefined || dropped === undefined
    ? []
    : [{ ...call, subject: refOf('pods', pod) }, dropped];
}

/** What ended a Pod's container before it was started again: it may be well now, and still have been in trouble. */
export function whyRestarted(
  cluster: ClusterFacts,
  { resource, namespace, name }: SubjectRef,
): readonly Link[] {
  if (resource !== 'pods') return [];
  const pod = listOf<Pod>(cluster, 'pods').find(
    ({ metadata }) => metadata.name === name && metadata.namespace === namespace,
  );
  const verdict = pod === undefined ? undefined : diagnoseRestart(known(cluster, pod));
  return pod === undefined || verdict === undefined ? [] : [{ ...verdict, subject: refOf('pods', pod) }];
}

function known(cluster: ClusterFacts, pod: Pod): Known {
  const node = nodeOf(cluster, pod);
  const { logs } = cluster;
  return {
    pod,
    events: eventsAbout(cluster, 'Pod', refOf('pods', pod)),
    ...(node === undefined ? {} : { node }),
    ...(logs === undefined ? {} : { logs: (container: string) => logs.call(cluster, pod, container) }),
  };
}

const some = (link: Link | undefined): readonly Link[] => (link === undefined ? [] : [link]);

const nodeOf = (cluster: ClusterFacts, { spec }: Pod): Node | undefined =>
  nodesOf(cluster).find(({ metadata }) => metadata.name === spec.nodeName);

/** What lies behind a Pod's own trouble, where the rest of the cluster tells. */
function deeper(cluster: ClusterFacts, pod: Pod, first: Link, asking: readonly Pod[]): readonly Link[] {
  switch (first.cause) {
    case 'unschedulable': {
      const root = schedulingRoot(cluster, pod, first.about);
      if (root === undefined) return [];
      const node = nodesOf(cluster).find(({ metadata }) => metadata.name === root.subject.name);
      const behind = root.cause === 'taint' && node !== undefined ? notReadyLink(node) : undefined;
      return [{ stage: 'scheduling', ...root }, ...some(behind)];
    }
    case 'volume-missing': {
      const held = heldLinks(cluster, pod, first.about);
      return held.length > 0 ? held : some(missingLink(cluster, pod, first.about));
    }
    case 'config-missing':
      return some(missingLink(cluster, pod, first.about));
    case 'repository-denied':
      return some(loginMissing(cluster, pod));
    case 'name-unresolved':
    case 'init-running':
    case 'peer-silent': {
      const asked = askedLinks(cluster, pod, first.about, ofService(cluster, asking));
      return asked.length > 0 ? asked : some(droppedLink(cluster, pod, first.about));
    }
    case 'peer-refuses':
      return askedLinks(cluster, pod, first.about, (service) => {
        const links = ofService(cluster, asking)(service);
        return links.length > 0 ? links : [refusedLink(service)];
      });
    case 'rejected':
      return some(rejectedLink(pod, nodeOf(cluster, pod)));
    case 'readiness-failed': {
      const peers = peersLink(cluster, pod);
      return peers === undefined ? callLinks(cluster, pod, asking) : [peers];
    }
    default:
      return some(oldRevisionLink(cluster, pod));
  }
}

/** A program that is not ready writes on, about its probe too: so many of its lines are looked at for a call that failed. */
const RECENT_LINES = 12;

/** What a program that is not ready calls in vain, and what lies behind that. */
function callLinks(cluster: ClusterFacts, pod: Pod, asking: readonly Pod[]): readonly Link[] {
  const call = diagnoseCalls(known(cluster, pod), RECENT_LINES);
  if (call === undefined) return [];
  const link: Link = { ...call, subject: refOf('pods', pod) };
  return [link, ...deeper(cluster, pod, link, asking)];
}

const ofService =
  (cluster: ClusterFacts, asking: readonly Pod[]) =>
  (service: Service): readonly Link[] =>
    serviceLinks(cluster, service, (other) =>
      asking.includes(other) ? [circleLink(asking, other)] : whyPodOf(cluster, other, asking),
    );

/** Each waits for the next, and the last for the first: none will ever be ready. */
function circleLink(asking: readonly Pod[], first: Pod): Link {
  const names = [...asking.slice(asking.indexOf(first)), first].map(({ metadata }) => metadata.name);
  const about = names.join(' → ');
  return {
    stage: 'init',
    cause: 'circle',
    about,
    subject: refOf('pods', first),
    evidence: [{ where: 'initContainers', says: about }],
    next: [`kubectl describe pod ${first.metadata.name}`],
  };
}

/** The causes behind what is wrong with one object, whatever its kind; none when nothing is, or nothing is known of the kind. */
export function why(cluster: ClusterFacts, { resource, namespace, name }: SubjectRef): readonly Link[] {
  const object = cluster
    .list(resource)
    .find(({ metadata }) => metadata?.name === name && (metadata.namespace ?? '') === namespace);
  if (object === undefined) return [];
  return KINDS[resource]?.(cluster, object, resource) ?? deletingLinks(cluster, resource, object);
}

type Explain = (cluster: ClusterFacts, object: KubeObject, resource: string) => readonly Link[];

const ofKind =
  <T>(explain: (cluster: ClusterFacts, object: T) => readonly Link[]): Explain =>
  (cluster, object) =>
    explain(cluster, object as unknown as T);

const ofMaker: Explain = (cluster, object, resource) => {
  const links = creationLinks(cluster, resource, object as never);
  return [...links, ...webhookLinks(cluster, links.at(-1)?.about ?? '', ofService(cluster, []))];
};

/** What is asked of each kind; of any other, only why it is still there. */
const KINDS: Readonly<Record<string, Explain>> = {
  pods: ofKind<Pod>(whyPod),
  'deployments.apps': (cluster, object, resource) => {
    const deployment = object as unknown as Deployment;
    const first = unseenLink(cluster, deployment) ?? pausedLink(cluster, deployment);
    return first === undefined ? ofMaker(cluster, object, resource) : [first];
  },
  'statefulsets.apps': ofMaker,
  'replicasets.apps': ofMaker,
  'jobs.batch': (cluster, object, resource) => {
    const links = jobLinks(cluster, object as unknown as Job, (pod) => whyPod(cluster, pod));
    return links.length > 0 ? links : ofMaker(cluster, object, resource);
  },
  services: ofKind<Service>((cluster, service) => ofService(cluster, [])(service)),
  'daemonsets.apps': ofKind<DaemonSet>(daemonLinks),
  'horizontalpodautoscalers.autoscaling': ofKind<HorizontalPodAutoscaler>((cluster, scaler) =>
    autoscalerLinks(cluster, scaler, ofService(cluster, [])),
  ),
  'cronjobs.batch': ofKind<CronJob>(cronLinks),
  'ingresses.networking.k8s.io': ofKind<Ingress>((cluster, ingress) =>
    ingressLinks(cluster, ingress, ofService(cluster, [])),
  ),
  nodes: ofKind<Node>((cluster, node) => {
    const notReady = notReadyLink(node);
    return notReady === undefined ? drainLinks(cluster, node, (pod) => whyPod(cluster, pod)) : [notReady];
  }),
};

/** One's own doing: nobody needs to be told why. */
const NO_TROUBLE: ReadonlySet<string> = new Set(['grace', 'paused', 'suspended']);

/** Whether a chain tells of something that went wrong. */
export function isTrouble(links: readonly Link[]): boolean {
  return links[0] !== undefined && !NO_TROUBLE.has(links[0].cause);
}

/** What is looked at for trouble after the Pods, most telling first. */
const ORDER = [
  'deployments.apps',
  'statefulsets.apps',
  'jobs.batch',
  'replicasets.apps',
  'services',
  'daemonsets.apps',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'ingresses.networking.k8s.io',
  ...HELD,
  'nodes',
] as const;

/**
 * The chain of what is most wrong in the user's own namespaces: a Pod that does not get on, else a workload without Pods,
 * else a Service that finds nobody, and so on.
 */
export function whyCluster(cluster: ClusterFacts): readonly Link[] {
  const complete = completeJobs(cluster);
  for (const pod of listOf<Pod>(cluster, 'pods')) {
    // A Job that has succeeded in the end has got over the failures of its Pods.
    const over = complete.has(controllerOf(pod.metadata)?.uid ?? '');
    const links = isOwn(pod) && !over ? whyPod(cluster, pod) : [];
    if (isTrouble(links)) return links;
  }
  for (const resource of ORDER) {
    for (const object of cluster.list(resource)) {
      const links = isOwn(object) ? why(cluster, refOf(resource, object)) : [];
      if (isTrouble(links)) return links;
    }
  }
  return [];
}

const completeJobs = (cluster: ClusterFacts): ReadonlySet<string> =>
  new Set(
    listOf<Job>(cluster, 'jobs.batch')
      .filter(({ status }) =>
        status?.conditions?.some(({ type, status: is }) => type === 'Complete' && is === 'True'),
      )
      .map(({ metadata }) => metadata.uid ?? ''),
  );

/** Why a request came to nothing: the API server's own words, as kubectl printed them, and what lies behind. */
export function whyRefused(cluster: ClusterFacts, printed: string): readonly Link[] {
  const says = printed
    .trim()
    .replace(/^Error from server(?: \(\w+\))?: /, '')
    .replace(/^error: /, '');
  const refused: Link = {
    stage: 'request',
    cause: 'refused',
    about: says,
    subject: { resource: '', namespace: '', name: '' },
    evidence: [{ where: 'kubectl', says: printed.trim() }],
    next: [],
  };
  return [refused, ...webhookLinks(cluster, says, ofService(cluster, []))];
}
