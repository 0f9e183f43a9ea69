import type { DaemonSet, Event, Pod, ReplicaSet, Service, StatefulSet } from '../api/generated/types.ts';
import type { KubeObject } from '../api/object.ts';
import { isPodActive, isPodReady } from '../api/pod.ts';
import { selectorFromLabels, selectorMatches } from '../api/label-selector.ts';
import { findUntoleratedTaint, taintText } from '../api/toleration.ts';
import { type ClusterFacts, eventsAbout, listOf, nodesOf, ownedBy, refOf } from './cluster.ts';
import type { CauseId } from './verdict.ts';
import type { Link } from './link.ts';

type Counted = KubeObject & {
  readonly metadata: { readonly uid: string; readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly replicas?: number };
};

/** Why a workload's Pods, or some of them, are not even made: what the API server answered when its controller asked for them. */
export function creationLinks(cluster: ClusterFacts, resource: string, workload: Counted): readonly Link[] {
  const makers: readonly { readonly resource: string; readonly kind: string; readonly of: KubeObject }[] =
    resource === 'deployments.apps'
      ? ownedBy<ReplicaSet & KubeObject>(cluster, 'replicasets.apps', workload).map((of) => ({
          resource: 'replicasets.apps',
          kind: 'ReplicaSet',
          of,
        }))
      : [{ resource, kind: KINDS[resource] ?? '', of: workload }];
  for (const { resource: made, kind, of } of makers) {
    const ref = refOf(made, of);
    const failed = eventsAbout(cluster, kind, ref).findLast(({ reason }) => reason === 'FailedCreate');
    if (failed === undefined) continue;
    const there = ownedBy<Pod & KubeObject>(cluster, 'pods', of as never).filter(isPodActive).length;
    const wanted = wantedOf(of);
    if (there >= wanted) continue;
    const says = messageOf(failed);
    return [
      {
        stage: 'workload',
        cause: there === 0 ? 'pods-missing' : 'pods-fewer',
        about: there === 0 ? workload.metadata.name : `${workload.metadata.name}: ${there} of ${wanted}`,
        subject: refOf(resource, workload),
        evidence: [{ where: `${kind} spec.replicas`, says: String(wanted) }],
        next: [`kubectl describe ${kind.toLowerCase()} ${ref.name}`],
      },
      {
        stage: 'workload',
        cause: createCause(says),
        about: says,
        subject: ref,
        evidence: [
          { where: `Event FailedCreate (${kind} ${ref.name})`, says },
          ...broken(says).map((rule) => ({ where: 'Pod Security', says: rule })),
        ],
        next: [
          `kubectl describe ${kind.toLowerCase()} ${ref.name}`,
          'kubectl describe resourcequota,limitrange',
        ],
      },
    ];
  }
  return [];
}

/** How many Pods a maker wants at a time. */
function wantedOf(maker: KubeObject): number {
  const { replicas, parallelism, completions } = (maker as Partial<Sized>).spec ?? {};
  return replicas ?? Math.min(parallelism ?? 1, completions ?? Number.POSITIVE_INFINITY);
}

interface Sized {
  readonly spec: { readonly replicas?: number; readonly parallelism?: number; readonly completions?: number };
}

const KINDS: Readonly<Record<string, string>> = {
  'statefulsets.apps': 'StatefulSet',
  'daemonsets.apps': 'DaemonSet',
  'replicasets.apps': 'ReplicaSet',
  'jobs.batch': 'Job',
};

/** Without what is new in every try: the name of the Pod that was not made. */
const messageOf = ({ message = '' }: Event): string =>
  message
    .replace(/^\(combined from similar events\): /, '')
    .replace(/^Error creating: (?:pods "[^"]*" is forbidden: )?/, '');

/** The rules of a Pod Security refusal, each with the field to set. */
function broken(says: string): readonly string[] {
  const [, rules] = /^violates PodSecurity "[^"]+": (.*)$/.exec(says) ?? [];
  return rules?.split(/(?<=\)), /) ?? [];
}

function createCause(says: string): CauseId {
  if (/^failed quota: .*must specify/.test(says)) return 'quota-unstated';
  if (/quota/.test(says)) return 'quota';
  return /violates PodSecurity/.test(says) ? 'pod-security' : 'create-refused';
}

/** A StatefulSet that waits for a Pod of a revision nobody wants any more: it makes a better one only after this one is ready. */
export function oldRevisionLink(cluster: ClusterFacts, pod: Pod): Link | undefined {
  const revision = pod.metadata.labels?.['controller-revision-hash'];
  const set = listOf<StatefulSet>(cluster, 'statefulsets.apps').find((each) =>
    ownedBy<Pod & KubeObject>(cluster, 'pods', each as never).some(
      ({ metadata }) => metadata.uid === pod.metadata.uid,
    ),
  );
  const wanted = set?.status?.updateRevision;
  if (set === undefined || revision === undefined || wanted === undefined || wanted === revision)
    return undefined;
  if ((set.spec?.podManagementPolicy ?? 'OrderedReady') !== 'OrderedReady') return undefined;
  return {
    stage: 'workload',
    cause: 'old-revision',
    about: pod.metadata.name,
    subject: refOf('statefulsets.apps', set),
    evidence: [
      { where: `Pod ${pod.metadata.name} controller-revision-hash`, says: revision },
      { where: 'status.updateRevision', says: wanted },
    ],
    next: [`kubectl delete pod ${pod.metadata.name}`],
  };
}

/** Nodes a DaemonSet stays away from because of a taint that its Pods do not tolerate. */
export function daemonLinks(cluster: ClusterFacts, set: DaemonSet): readonly Link[] {
  const kept = nodesOf(cluster).flatMap((node) => {
    const taint = findUntoleratedTaint(
      node.spec?.taints,
      set.spec?.template.spec?.tolerations,
      ({ key, effect }) => effect !== 'PreferNoSchedule' && !key.startsWith('node.kubernetes.io/'),
    );
    return taint === undefined ? [] : [{ node, text: taintText(taint) }];
  });
  const first = kept[0];
  if (first === undefined) return [];
  return [
    {
      stage: 'workload',
      cause: 'daemon-taint',
      about: `${first.node.metadata.name}: ${first.text}`,
      subject: refOf('daemonsets.apps', set),
      evidence: kept.map(({ node, text }) => ({
        where: `Node ${node.metadata.name} spec.taints`,
        says: text,
      })),
      next: [`kubectl describe daemonset ${set.metadata.name}`, 'kubectl describe nodes'],
    },
  ];
}

/** Ready only when its peers can be found, which are found only when ready: a headless Service that tells of nobody yet. */
export function peersLink(cluster: ClusterFacts, pod: Pod): Link | undefined {
  const probe = pod.spec.containers.find(
    ({ readinessProbe }) => readinessProbe?.exec !== undefined,
  )?.readinessProbe;
  const words = probe?.exec?.command?.join(' ') ?? '';
  const service = listOf<Service>(cluster, 'services').find(
    ({ metadata, spec }) =>
      metadata.namespace === pod.metadata.namespace &&
      spec?.clusterIP === 'None' &&
      spec.publishNotReadyAddresses !== true &&
      words.includes(`.${metadata.name}`) &&
      selectorMatches(selectorFromLabels(spec.selector), pod.metadata.labels ?? {}),
  );
  if (service === undefined) return undefined;
  const peers = listOf<Pod>(cluster, 'pods').filter(({ metadata }) =>
    selectorMatches(selectorFromLabels(service.spec?.selector), metadata.labels ?? {}),
  );
  if (peers.some(isPodReady)) return undefined;
  return {
    stage: 'service',
    cause: 'peers-unpublished',
    about: service.metadata.name,
    subject: refOf('services', service),
    evidence: [
      { where: 'readinessProbe.exec', says: words },
      { where: `Service ${service.metadata.name} spec.publishNotReadyAddresses`, says: 'false' },
    ],
    next: [`kubectl get endpointslices -l kubernetes.io/service-name=${service.metadata.name}`],
  };
}
