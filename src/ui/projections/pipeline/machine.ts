import type { Pod } from '../../../api/generated/types.ts';
import { shortImage, registryOf } from '../names.ts';
import { imageAt } from '../image-progress.ts';
import type { LayerFacts } from '../run-facts.ts';
import { type Stuck, stuckOf } from '../stuck.ts';
import { type NodeAt, summaryOf } from './cluster.ts';
import { loopIndex } from './loops.ts';
import { downCard, type Drawing, stateOf } from './drawing.ts';
import { downOf } from './outages.ts';
import { podOnNode, type RealPod, sandboxView } from './sandbox.ts';
import type { Card, CardState, ImageView, Machine, NodeTile } from './view.ts';

/** A machine as a tile beside the opened one. */
export function tileView(
  { trail, subject, trace, until }: Drawing,
  node: NodeAt,
  side: 'left' | 'right',
): NodeTile {
  const own = trail.has(`${side}.watch`);
  const bound = subject.pod?.spec.nodeName;
  return {
    ...summaryOf(node, trace, until),
    kubelet:
      downOf(trace, { component: 'kubelet', node: node.name }, until) !== undefined
        ? 'stopped'
        : own
          ? 'acted'
          : 'idle',
    unreached: !own && bound !== undefined && bound !== node.name,
  };
}

/** The opened machine, with the story's Pod in it. */
export function machineView(drawing: Drawing, node: NodeAt): Machine {
  const { trace, until, head, subject, t } = drawing;
  const pod =
    subject.last?.spec.nodeName === node.name || subject.node === node.name ? subject.last : undefined;
  const real =
    subject.ref === undefined || pod === undefined
      ? undefined
      : podOnNode(trace, subject.ref, node.name, until);
  const summary = summaryOf(node, trace, until);
  const stuck = pod === undefined ? undefined : stuckOf({ trace, seq: until, timeUs: head.timeUs }, pod);
  const image =
    pod === undefined || real === undefined ? undefined : imageView(drawing, pod, node, { real, stuck });
  const pulling = image?.state === 'pulling';
  const others = node.pods.filter(
    ({ ref }) => ref.name !== subject.ref?.name || ref.namespace !== subject.ref?.namespace,
  );
  return {
    ...summary,
    kubelet: downCard(drawing, 'kubelet', node.name) ?? kubeletCard(drawing, node, stuck),
    proxy: downCard(drawing, 'kube-proxy', node.name) ?? proxyCard(drawing, node.name),
    containerd: downCard(drawing, 'containerd', node.name) ?? containerdCard(drawing, node.name),
    image,
    registry: { host: registryOf(pod?.spec.containers[0]?.image ?? ''), state: pulling ? 'acted' : 'idle' },
    sandbox:
      pod === undefined || real === undefined
        ? undefined
        : sandboxView({ pod, real, stuck, imageThere: image?.state === 'present' }, t),
    bridge: {
      name: (real?.cni ?? real?.released)?.bridge ?? 'cni0',
      cidr: bridgeCidr((real?.cni ?? real?.released)?.cidr),
      released: real?.cni === undefined && real?.released !== undefined,
      off: summary.off,
      state: summary.off ? 'idle' : cniState(drawing, real),
    },
    others,
  };
}

/** The bridge's own address: the first of the Pod's network, as host-local gives it to the gateway. */
function bridgeCidr(cidr: string | undefined): string | undefined {
  const found = cidr === undefined ? null : /^(\d+\.\d+\.\d+)\.\d+\/(\d+)$/.exec(cidr);
  return found === null ? undefined : `${found[1]}.1/${found[2]}`;
}

function cniState({ trail }: Drawing, real: RealPod | undefined): CardState {
  return trail.has('cni') || real?.cni !== undefined ? 'acted' : 'idle';
}

function kubeletCard(drawing: Drawing, node: NodeAt, stuck: Stuck | undefined): Card {
  const { facts, until, head, subject, t } = drawing;
  const state = stateOf(drawing, 'kubelet', ['kubelet.request', 'kubelet.watch', 'cri']);
  const pod = subject.pod?.spec.nodeName === node.name ? subject.pod : undefined;
  const calls = facts.openCalls(node.name, until);
  const lit = calls.length > 0 && state === 'idle' ? 'acted' : state;
  if (pod?.metadata.deletionTimestamp !== undefined)
    return { state: lit, detail: t('kubelet.stopping', { pod: pod.metadata.name ?? '' }) };
  if (stuck?.untilUs !== undefined && stuck.untilUs > head.timeUs)
    return { state: lit, detail: t('kubelet.backoff') };
  const starting = pod !== undefined && pod.status?.phase === 'Pending' && heardOf(drawing);
  if (calls.length > 0 || starting) return { state: lit, detail: t('kubelet.sync') };
  const n = node.own.length;
  return { state: lit, detail: n === 0 ? t('kubelet.none') : t('kubelet.pods', { n }) };
}

/** Whether the Pod's own kubelet has been told of it. */
function heardOf({ trail }: Drawing): boolean {
  return trail.has('kubelet.watch') || trail.has('kubelet.request');
}

function proxyCard(drawing: Drawing, node: string): Card {
  const { trace, story, until, t, head } = drawing;
  const rules = loopIndex(trace, story).lastRules(node, until);
  const current = trace.find(head.seq);
  const acting = current?.kind === 'rule.sync' && current.data.node === node;
  const state = acting ? 'acting' : rules === undefined ? 'idle' : stateOf(drawing, 'proxy', ['proxy.watch']);
  return {
    state,
    detail: rules === undefined ? t('proxy.idle') : t('proxy.rules', { n: rules.data.changes }),
  };
}

function containerdCard(drawing: Drawing, node: string): Card {
  const { facts, until, t } = drawing;
  const open = facts.openCalls(node, until).at(-1)?.call;
  const state = open === undefined ? stateOf(drawing, 'runtime', ['cri', 'shim', 'data', 'cni']) : 'acted';
  return {
    state,
    detail:
      open?.kind === 'cri.call' ? t('containerd.call', { method: open.data.method }) : t('containerd.idle'),
  };
}

/** The layers of the image that matters: the one being pulled, else that of the first container. */
export function layersOf(
  { facts, until }: Pick<Drawing, 'facts' | 'until'>,
  pod: Pod,
  node: string,
): { readonly image: string; readonly layers: readonly LayerFacts[] } {
  const wanted = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map(({ image = '' }) => image);
  const open = facts
    .openCalls(node, until)
    .find(({ call }) => call.kind === 'cri.call' && call.data.method === 'PullImage')?.call;
  const pulled = open?.kind === 'cri.call' ? open.data.image : undefined;
  const mine =
    pulled !== undefined && wanted.some((image) => shortImage(image) === shortImage(pulled))
      ? pulled
      : undefined;
  const candidates = mine === undefined ? wanted : [mine];
  for (const image of candidates) {
    const layers = facts.layers(node, image);
    if (layers.length > 0) return { image, layers };
  }
  return { image: mine ?? wanted[0] ?? '', layers: [] };
}

function imageView(
  drawing: Drawing,
  pod: Pod,
  node: NodeAt,
  { real, stuck }: { readonly real: RealPod; readonly stuck: Stuck | undefined },
): ImageView {
  const { head } = drawing;
  const { image, layers } = layersOf(drawing, pod, node.name);
  const names = node.node.status?.images?.flatMap((each) => each.names ?? []) ?? [];
  const there =
    [...real.containers.values()].some(({ created }) => created) ||
    names.some((name) => shortImage(name) === shortImage(image));
  const progress = imageAt(layers, head.timeUs);
  const share = progress.size === 0 ? (there ? 1 : 0) : progress.bytes / progress.size;
  const done = there || (layers.length > 0 && share >= 1);
  const begun = layers.length > 0 && (layers[0]?.ats[0] ?? Number.POSITIVE_INFINITY) <= head.timeUs;
  const state =
    stuck?.place === 'image' ? 'failed' : done ? 'present' : begun && !real.off ? 'pulling' : 'absent';
  return { image: shortImage(image), state, shares: progress.shares, share: done ? 1 : share };
}
