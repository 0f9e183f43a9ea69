import type { Node, Pod } from '../../../../api/generated/types.ts';
import { podInfoOf } from '../../cache/pod-info.ts';
import type { PluginArgs } from '../../config/args.ts';
import { INTER_POD_AFFINITY } from '../../framework/names.ts';
import { type Plugin, type QueueingHint, SKIP } from '../../framework/plugin.ts';
import { ADD, DELETE, UPDATE_NODE_LABEL, UPDATE_POD_LABEL } from '../../queue/cluster-event.ts';
import {
  type AffinityState,
  affinityRejection,
  cloneAffinity,
  isIdle,
  prepareAffinity,
  updateAffinity,
} from './filtering.ts';
import { explainAffinity } from './explain.ts';
import { type TopologyScores, affinityScore, normalizeAffinity, topologyScores } from './scoring.ts';
import { matchesAll, matchesAny } from './terms.ts';

/** Pods that want to be with others, or apart from them. Models plugins/interpodaffinity (1.36). */
export function interPodAffinity(
  args: PluginArgs['interPodAffinity'],
): Plugin<AffinityState, TopologyScores> {
  return {
    name: INTER_POD_AFFINITY,
    events: [
      { event: { resource: 'Pod', action: ADD | UPDATE_POD_LABEL | DELETE }, hint: podChangeMayHelp },
      { event: { resource: 'Node', action: ADD | UPDATE_NODE_LABEL }, hint: nodeChangeMayHelp },
    ],
    preFilter(pod, snapshot) {
      const state = prepareAffinity(pod, snapshot);
      return isIdle(state) ? SKIP : { outcome: 'run', state };
    },
    cloneState: cloneAffinity,
    addPod: (state, pod, change) => updateAffinity(state, pod, change, 1),
    removePod: (state, pod, change) => updateAffinity(state, pod, change, -1),
    filter: affinityRejection,
    explainFilter: explainAffinity,
    preScore(pod, snapshot) {
      const scores = topologyScores(pod, snapshot, args);
      return scores.size === 0 ? SKIP : { outcome: 'run', state: scores };
    },
    score: (scores, _pod, node) => affinityScore(scores, node),
    normalize: (_state, scores) => normalizeAffinity(scores),
  };
}

/** Models isSchedulableAfterPodChange. */
const podChangeMayHelp: QueueingHint = (pod, before, after, objects) => {
  const former = before as Pod | undefined;
  const now = after as Pod | undefined;
  const unbound = (other: Pod | undefined): boolean =>
    other !== undefined && (other.spec.nodeName ?? '') === '';
  if (unbound(former) || unbound(now)) return false;
  const attracts = (other: Pod): boolean =>
    matchesAll(
      pod.requiredAffinity,
      podInfoOf(other),
      objects.namespaceLabels(other.metadata.namespace ?? ''),
    );
  const repels = (other: Pod): boolean => {
    const info = podInfoOf(other);
    const theirs = objects.namespaceLabels(info.namespace);
    const own = objects.namespaceLabels(pod.namespace);
    return (
      matchesAny(pod.requiredAntiAffinity, info, theirs) || matchesAny(info.requiredAntiAffinity, pod, own)
    );
  };
  if (former !== undefined && now !== undefined) {
    return (!attracts(former) && attracts(now)) || (repels(former) && !repels(now));
  }
  if (now !== undefined) return attracts(now);
  return former !== undefined && repels(former);
};

/** Models isSchedulableAfterNodeChange. */
const nodeChangeMayHelp: QueueingHint = (pod, before, after) => {
  const former = (before as Node | undefined)?.metadata.labels ?? {};
  const now = (after as Node).metadata.labels ?? {};
  for (const { topologyKey } of pod.requiredAffinity) {
    if (now[topologyKey] !== undefined && now[topologyKey] !== former[topologyKey]) return true;
  }
  for (const { topologyKey } of pod.requiredAntiAffinity) {
    if (before === undefined) return true;
    if (former[topologyKey] !== undefined && now[topologyKey] !== former[topologyKey]) return true;
  }
  return false;
};
