import type { Pod } from '../../../api/generated/types.ts';
import { allContainers } from '../../../api/pod.ts';
import { quantityValue } from '../../../api/quantity.ts';
import { binaryBytes, percent } from '../../../i18n/format.ts';
import type { ObjectRef } from '../../../api/object.ts';
import { imageAt } from '../image-progress.ts';
import { shortImage } from '../names.ts';
import { podStanding, type Standing } from '../pod-state.ts';
import { type RunFacts, runFacts } from '../run-facts.ts';
import { stuckOf } from '../stuck.ts';
import { cpuShare, memoryShare } from './cluster-view.ts';
import { type NodeAt, nodesAt, summaryOf } from './cluster.ts';
import type { PipelineInput } from './drawing.ts';
import { podOnNode } from './sandbox.ts';
import { subjectAt } from './subject.ts';
import type { BoxState, NodeSummary } from './view.ts';
import { pipelineWords } from './words.ts';

export interface ImageRow {
  readonly image: string;
  /** Its last part, which tells it from the others here. */
  readonly short: string;
  /** 0 to 1. */
  readonly share: number;
  readonly pulling: boolean;
}

export interface PodCard {
  readonly ref: ObjectRef;
  readonly standing: Standing;
  readonly stuck: boolean;
  readonly subject: boolean;
  readonly pause: boolean;
  readonly containers: readonly { readonly name: string; readonly state: BoxState }[];
  readonly ip: string | undefined;
}

/** One machine, whole. */
export interface NodeView extends NodeSummary {
  readonly capacity: string;
  readonly images: readonly ImageRow[];
  readonly moreImages: number;
  readonly volumes: readonly string[];
  readonly cpu: { readonly share: number; readonly words: string };
  readonly memory: { readonly share: number; readonly words: string };
  readonly cards: readonly PodCard[];
  readonly more: number;
  readonly bridge: string;
  readonly veths: string;
  readonly others: readonly string[];
  /** The runtime call that is open. */
  readonly call: string | undefined;
}

const MOST_CARDS = 12;
const MOST_IMAGES = 4;
const MOST_VOLUMES = 3;

/** The machine the reader has opened, or the story's; undefined while there is none. */
export function nodeView(input: PipelineInput): NodeView | undefined {
  const { trace, world, head, picked, focusNode, lang } = input;
  const t = pipelineWords(lang);
  const nodes = nodesAt(trace, world, head.until);
  const subject = subjectAt(trace, world, head.until, picked);
  const workers = nodes.filter(({ controlPlane }) => !controlPlane);
  const wanted = focusNode ?? subject.node;
  const node =
    nodes.find(({ name }) => name === wanted) ?? workers[Math.min(1, workers.length - 1)] ?? nodes[0];
  if (node === undefined) return undefined;
  const facts = runFacts(trace);
  const rows = imagesOf(node, facts, head.timeUs);
  const cards = node.own.map((pod) => cardOf(input, pod, subject.ref));
  // The story's Pod stands first, then in order of coming.
  cards.sort((a, b) => Number(b.subject) - Number(a.subject));
  const shown = cards.slice(0, cards.length > MOST_CARDS ? MOST_CARDS - 1 : MOST_CARDS);
  const wired = cards.filter(({ ip }) => ip !== undefined).length;
  const { cpu = '0', memory = '0' } = (node.node.status?.capacity ?? {}) as {
    readonly cpu?: string;
    readonly memory?: string;
  };
  const summary = summaryOf(node, trace, head.until);
  const call = facts.openCalls(node.name, head.until).at(-1)?.call;
  return {
    ...summary,
    capacity: t('node.capacity', { cpu, memory: binaryBytes(quantityValue(memory)) }),
    images: rows.slice(0, MOST_IMAGES),
    moreImages: Math.max(0, rows.length - MOST_IMAGES),
    volumes: volumesOf(node.own),
    cpu: { share: cpuShare(node), words: percent(cpuShare(node)) },
    memory: { share: memoryShare(node), words: percent(memoryShare(node)) },
    cards: shown,
    more: cards.length - shown.length,
    bridge: t('nodeView.bridge', { bridge: 'cni0' }),
    veths: t('nodeView.veths', { n: wired, cidr: node.node.spec?.podCIDR ?? '' }),
    others: nodes.map(({ name }) => name).filter((name) => name !== node.name),
    call: call?.kind === 'cri.call' && !summary.off ? call.data.method : undefined,
  };
}

const lastPart = (image: string): string => image.slice(image.lastIndexOf('/') + 1);

/** Images being pulled first, then those that the node says it has. */
function imagesOf({ name, node, own }: NodeAt, facts: RunFacts, timeUs: number): readonly ImageRow[] {
  const rows = new Map<string, ImageRow>();
  for (const pod of own)
    for (const { container } of allContainers(pod.spec)) {
      const image = shortImage(container.image ?? '');
      const layers = facts.layers(name, image);
      const begun = (layers[0]?.ats[0] ?? Number.POSITIVE_INFINITY) <= timeUs;
      if (layers.length === 0 || !begun) continue;
      const { bytes, size } = imageAt(layers, timeUs);
      const share = size === 0 ? 1 : bytes / size;
      if (share < 1) rows.set(image, { image, short: lastPart(image), share, pulling: true });
    }
  for (const { names = [] } of node.status?.images ?? []) {
    const named = names.find((each) => !each.includes('@')) ?? names[0];
    if (named === undefined) continue;
    const image = shortImage(named);
    if (!rows.has(image)) rows.set(image, { image, short: lastPart(image), share: 1, pulling: false });
  }
  return [...rows.values()].sort((a, b) => Number(b.pulling) - Number(a.pulling));
}

/** Names of the volumes that Pods here mount; those every Pod has once. */
function volumesOf(pods: readonly Pod[]): readonly string[] {
  const names = new Set<string>();
  for (const { spec } of pods)
    for (const { name } of spec.volumes ?? [])
      names.add(name.replace(/^kube-api-access-\w+$/, 'kube-api-access'));
  return [...names].slice(0, MOST_VOLUMES);
}

function cardOf(input: PipelineInput, pod: Pod, subject: ObjectRef | undefined): PodCard {
  const { trace, head } = input;
  const ref = { namespace: pod.metadata.namespace ?? '', name: pod.metadata.name ?? '' };
  const real = podOnNode(trace, ref, pod.spec.nodeName, head.until);
  const stuck = stuckOf({ trace, seq: head.until, timeUs: head.timeUs }, pod) !== undefined;
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  const containers = allContainers(pod.spec).map(({ container }) => {
    const { name } = container;
    const has = real.containers.get(name);
    const status = statuses.find((each) => each.name === name);
    const runs =
      has?.pid !== undefined || (has === undefined && !real.off && status?.state?.running !== undefined);
    const ended = real.off ? undefined : (has?.exit?.code ?? status?.state?.terminated?.exitCode);
    const state: BoxState = runs
      ? pod.metadata.deletionTimestamp !== undefined
        ? 'terminating'
        : status?.ready === true
          ? 'ready'
          : 'running'
      : ended !== undefined
        ? ended === 0
          ? 'succeeded'
          : 'failed'
        : has?.created === true
          ? 'created'
          : 'ghost';
    return { name, state };
  });
  return {
    ref,
    standing: podStanding(pod),
    stuck,
    subject: subject?.name === ref.name && subject.namespace === ref.namespace,
    pause: real.pausePid !== undefined && !real.pauseGone,
    containers,
    ip: pod.spec.hostNetwork === true || real.off ? undefined : (real.cni?.ip ?? pod.status?.podIP),
  };
}
