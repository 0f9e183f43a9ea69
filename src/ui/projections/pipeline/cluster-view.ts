import type { Pod } from '../../../api/generated/types.ts';
import { amountMilliValue, amountValue, quantityMilliValue, quantityValue } from '../../../api/quantity.ts';
import { podRequests } from '../../../api/pod-resources.ts';
import { percent } from '../../../i18n/format.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { runFacts } from '../run-facts.ts';
import { podStanding, type Standing } from '../pod-state.ts';
import { stuckOf } from '../stuck.ts';
import { type NodeAt, nodesAt, summaryOf } from './cluster.ts';
import type { PipelineInput } from './drawing.ts';
import { subjectAt } from './subject.ts';
import type { NodeSummary, PodDot } from './view.ts';
import { workloadOf } from './workload.ts';
import { pipelineWords } from './words.ts';

/** A machine of the Cluster level. */
export interface ClusterTile extends NodeSummary {
  /** `CPU requests 38 %`. */
  readonly words: string;
}

/** Pods of one owner, told in a line. */
export interface Workload {
  readonly key: string;
  readonly name: string;
  readonly words: string;
  readonly bad: boolean;
  readonly pods: readonly PodDot[];
}

export interface ClusterView {
  readonly watches: string;
  readonly tiles: readonly ClusterTile[];
  readonly moreNodes: string;
  readonly workloads: readonly Workload[];
  /** The story's Pod, or the picked one. */
  readonly subject: ObjectRef | undefined;
  /** Pods that do not get on, by `namespace/name`. */
  readonly stuck: ReadonlySet<string>;
}

/** More machines than these are only counted. */
const MOST_TILES = 24;
const MOST_WORKLOADS = 8;
const SYSTEM = 'kube-system';

/** The whole cluster: machines as tiles of Pods, workloads as lines. */
export function clusterView(input: PipelineInput): ClusterView {
  const { trace, world, head, picked, lang } = input;
  const t = pipelineWords(lang);
  const nodes = nodesAt(trace, world, head.until);
  const shown = nodes.slice(0, MOST_TILES);
  const rest = nodes.slice(MOST_TILES);
  const stuck = new Set<string>();
  const pods = world.list('pods', head.until) as unknown as Pod[];
  for (const pod of pods)
    if (stuckOf({ trace, seq: head.until, timeUs: head.timeUs }, pod) !== undefined) stuck.add(keyOf(pod));
  return {
    watches: t('band.watches', { n: runFacts(trace).openWatches(head.until) }),
    tiles: shown.map((node) => ({
      ...summaryOf(node, trace, head.until),
      words: t('node.cpu', { share: percent(cpuShare(node)) }),
    })),
    moreNodes:
      rest.length === 0
        ? ''
        : t('cluster.more', {
            n: rest.length,
            pods: rest.reduce((sum, { pods: own }) => sum + own.length, 0),
          }),
    workloads: workloadsOf(pods, stuck, input),
    subject: subjectAt(trace, world, head.until, picked).ref,
    stuck,
  };
}

const keyOf = (pod: Pod): string => `${pod.metadata.namespace}/${pod.metadata.name}`;

/** Requested CPU of what may be requested. */
export function cpuShare(node: NodeAt): number {
  return share(node, 'cpu', quantityMilliValue, amountMilliValue);
}

/** Requested memory of what may be requested. */
export function memoryShare(node: NodeAt): number {
  return share(node, 'memory', quantityValue, amountValue);
}

const requests = new WeakMap<Pod, ReturnType<typeof podRequests>>();

/** What a version of a Pod asks for, added up once. */
function requestsOf(pod: Pod): ReturnType<typeof podRequests> {
  let known = requests.get(pod);
  if (known === undefined) {
    known = podRequests(pod);
    requests.set(pod, known);
  }
  return known;
}

type Amount = Parameters<typeof amountValue>[0];

function share(
  { node, own }: NodeAt,
  resource: string,
  read: (text: string) => number,
  value: (amount: Amount) => number,
): number {
  const all = node.status?.allocatable?.[resource];
  const of = all === undefined ? 0 : read(all);
  if (of === 0) return 0;
  let asked = 0;
  for (const pod of own) {
    if (pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed') continue;
    const amount = requestsOf(pod).get(resource);
    if (amount !== undefined) asked += value(amount);
  }
  return asked / of;
}

/** The row a Pod is told in: its workload's, one for the cluster's own Pods, one for those that nothing keeps. */
function ownerOf(pod: Pod): { readonly key: string; readonly name: string } {
  if (pod.metadata.namespace === SYSTEM) return { key: SYSTEM, name: SYSTEM };
  return workloadOf(pod) ?? { key: '', name: '' };
}

function workloadsOf(
  pods: readonly Pod[],
  stuck: ReadonlySet<string>,
  { lang, trace, head }: PipelineInput,
): readonly Workload[] {
  const t = pipelineWords(lang);
  const groups = new Map<string, { name: string; pods: Pod[] }>();
  for (const pod of pods) {
    const { key, name } = ownerOf(pod);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name, pods: [pod] });
    else group.pods.push(pod);
  }
  const rows = [...groups].map(([key, group]): Workload => {
    const standings = group.pods.map(podStanding);
    const bad = group.pods.find((pod) => stuck.has(keyOf(pod)));
    const at = bad === undefined ? undefined : stuckOf({ trace, seq: head.until, timeUs: head.timeUs }, bad);
    const words =
      bad === undefined || at === undefined
        ? countWords(standings, t)
        : bad.spec.nodeName === undefined
          ? t('cluster.stuck.alone', { reason: at.reason, pod: bad.metadata.name ?? '' })
          : t('cluster.stuck', { reason: at.reason, node: bad.spec.nodeName });
    const name = key === '' ? t('cluster.bare') : group.name;
    const dots = group.pods.map(
      (pod, place): PodDot => ({
        ref: { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' },
        standing: standings[place] as Standing,
      }),
    );
    return { key, name, words, bad: bad !== undefined, pods: dots };
  });
  // The learner's own first, what is stuck before what is well, the cluster's own last.
  rows.sort((a, b) => Number(a.key === SYSTEM) - Number(b.key === SYSTEM) || Number(b.bad) - Number(a.bad));
  return rows.slice(0, MOST_WORKLOADS);
}

function countWords(standings: readonly Standing[], t: ReturnType<typeof pipelineWords>): string {
  const succeeded = standings.filter((standing) => standing === 'succeeded').length;
  if (succeeded === standings.length) return t('cluster.succeeded', { n: succeeded });
  return t('cluster.ready', {
    ready: standings.filter((standing) => standing === 'ready').length,
    all: standings.length,
  });
}
