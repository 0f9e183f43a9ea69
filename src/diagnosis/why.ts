import type { DaemonSet, Node, Pod, Service } from '../api/generated/types.ts';
import { type ClusterFacts, eventsAbout, isOwn, listOf, nodesOf, refOf, type SubjectRef } from './cluster.ts';
import { diagnose, diagnoseRestart } from './diagnose.ts';
import type { Known } from './facts.ts';
import { initWaitLink } from './init-waits.ts';
import type { Link } from './link.ts';
import { missingLink } from './missing.ts';
import { notReadyLink, rejectedLink } from './nodes.ts';
import { schedulingRoot } from './scheduling.ts';
import { serviceLinks } from './services.ts';
import { heldLinks } from './volumes.ts';
import { creationLinks, daemonLinks, oldRevisionLink, peersLink } from './workloads.ts';

/** The causes of a Pod's trouble, symptom first and root last; none when it is well. */
export function whyPod(cluster: ClusterFacts, pod: Pod): readonly Link[] {
  const verdict = diagnose(known(cluster, pod));
  if (verdict === undefined) return [];
  const first: Link = { ...verdict, subject: refOf('pods', pod) };
  return [first, ...deeper(cluster, pod, first)];
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
function deeper(cluster: ClusterFacts, pod: Pod, first: Link): readonly Link[] {
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
    case 'init-running':
      return initWaitLink(cluster, pod, first.about, (service) =>
        serviceLinks(cluster, service, (other) => whyPod(cluster, other)),
      );
    case 'rejected':
      return some(rejectedLink(pod, nodeOf(cluster, pod)));
    case 'readiness-failed':
      return some(peersLink(cluster, pod));
    default:
      return some(oldRevisionLink(cluster, pod));
  }
}

/** Resources whose controllers make Pods. */
const WORKLOADS = ['deployments.apps', 'statefulsets.apps', 'jobs.batch', 'replicasets.apps'] as const;

/** The causes behind what is wrong with one object, whatever its kind; none when nothing is, or nothing is known of the kind. */
export function why(cluster: ClusterFacts, { resource, namespace, name }: SubjectRef): readonly Link[] {
  const object = cluster
    .list(resource)
    .find(({ metadata }) => metadata?.name === name && (metadata.namespace ?? '') === namespace);
  if (object === undefined) return [];
  const ofPod = (pod: Pod): readonly Link[] => whyPod(cluster, pod);
  if (resource === 'pods') return ofPod(object as unknown as Pod);
  if (resource === 'services') return serviceLinks(cluster, object as unknown as Service, ofPod);
  if (resource === 'daemonsets.apps') return daemonLinks(cluster, object as unknown as DaemonSet);
  return creationLinks(cluster, resource, object as never);
}

/** A stop of one's own making: nobody needs to be told why. */
const NO_TROUBLE: ReadonlySet<string> = new Set(['grace']);

/** Whether a chain tells of something that went wrong. */
export function isTrouble(links: readonly Link[]): boolean {
  return links[0] !== undefined && !NO_TROUBLE.has(links[0].cause);
}

/**
 * The chain of what is most wrong in the user's own namespaces: a Pod that does not get on, else a workload without Pods,
 * else a Service that finds nobody, else a DaemonSet that stays away from nodes.
 */
export function whyCluster(cluster: ClusterFacts): readonly Link[] {
  for (const pod of listOf<Pod>(cluster, 'pods')) {
    const links = isOwn(pod) ? whyPod(cluster, pod) : [];
    if (isTrouble(links)) return links;
  }
  for (const resource of [...WORKLOADS, 'services', 'daemonsets.apps'] as const) {
    for (const object of cluster.list(resource)) {
      const links = isOwn(object) ? why(cluster, refOf(resource, object)) : [];
      if (links.length > 0) return links;
    }
  }
  return [];
}

/** Why a request came to nothing: the API server's own words, as kubectl printed them. */
export function whyRefused(printed: string): Link {
  const says = printed
    .trim()
    .replace(/^Error from server(?: \(\w+\))?: /, '')
    .replace(/^error: /, '');
  return {
    stage: 'request',
    cause: 'refused',
    about: says,
    subject: { resource: '', namespace: '', name: '' },
    evidence: [{ where: 'kubectl', says: printed.trim() }],
    next: [],
  };
}
