import type { Labels } from '../../../../api/label-selector.ts';
import { type WeightedAffinityTerm, termMatches } from '../../cache/affinity-term.ts';
import type { LabelGroup, NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import type { PluginArgs } from '../../config/args.ts';
import { MAX_NODE_SCORE } from '../../framework/names.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { withNamespaces } from './terms.ts';

/** Credits by topology key and value; an entry may be 0. */
export type TopologyScores = ReadonlyMap<string, ReadonlyMap<string, number>>;

interface Preferences {
  readonly pod: PodInfo;
  readonly affinity: readonly WeightedAffinityTerm[];
  readonly antiAffinity: readonly WeightedAffinityTerm[];
  readonly namespaceLabels: Labels;
  readonly hardWeight: number;
  readonly scores: Map<string, Map<string, number>>;
}

/**
 * What the incoming Pod's preferences, and those of the Pods there towards it, are worth in every domain.
 * Models interpodaffinity/scoring.go PreScore and processExistingPod (1.36).
 */
export function topologyScores(
  pod: PodInfo,
  snapshot: Snapshot,
  args: PluginArgs['interPodAffinity'],
): TopologyScores {
  const prefers = pod.preferredAffinity.length > 0 || pod.preferredAntiAffinity.length > 0;
  if (!prefers && args.ignorePreferredTermsOfExistingPods) return new Map();
  const preferences: Preferences = {
    pod,
    affinity: weightedWithNamespaces(pod.preferredAffinity, snapshot),
    antiAffinity: weightedWithNamespaces(pod.preferredAntiAffinity, snapshot),
    namespaceLabels: snapshot.objects.namespaceLabels(pod.namespace),
    hardWeight: args.hardPodAffinityWeight,
    scores: new Map(),
  };
  if (prefers) {
    for (const node of snapshot.nodes) {
      for (const group of node.groups.values()) creditOwn(preferences, group, node.labels);
    }
  }
  for (const node of snapshot.nodesWithAffinity) {
    for (const other of node.podsWithAffinity) creditTheirs(preferences, other, node.labels);
  }
  return preferences.scores;
}

function weightedWithNamespaces(
  terms: readonly WeightedAffinityTerm[],
  snapshot: Snapshot,
): readonly WeightedAffinityTerm[] {
  if (terms.length === 0) return terms;
  const merged = withNamespaces(
    terms.map(({ term }) => term),
    snapshot.objects,
  );
  return terms.map((weighted, i) => ({ ...weighted, term: merged[i] ?? weighted.term }));
}

/** What the incoming Pod thinks of Pods with the same labels. */
function creditOwn({ affinity, antiAffinity, scores }: Preferences, group: LabelGroup, labels: Labels): void {
  for (const { term, weight } of affinity) {
    if (termMatches(term, group, undefined)) add(scores, term.topologyKey, labels, weight * group.all);
  }
  for (const { term, weight } of antiAffinity) {
    if (termMatches(term, group, undefined)) add(scores, term.topologyKey, labels, -weight * group.all);
  }
}

/** What a Pod that is there thinks of the incoming one. */
function creditTheirs(
  { pod, scores, namespaceLabels, hardWeight }: Preferences,
  other: PodInfo,
  labels: Labels,
): void {
  if (hardWeight > 0) {
    for (const term of other.requiredAffinity) {
      if (termMatches(term, pod, namespaceLabels)) add(scores, term.topologyKey, labels, hardWeight);
    }
  }
  for (const { term, weight } of other.preferredAffinity) {
    if (termMatches(term, pod, namespaceLabels)) add(scores, term.topologyKey, labels, weight);
  }
  for (const { term, weight } of other.preferredAntiAffinity) {
    if (termMatches(term, pod, namespaceLabels)) add(scores, term.topologyKey, labels, -weight);
  }
}

function add(scores: Map<string, Map<string, number>>, key: string, labels: Labels, amount: number): void {
  const value = labels[key];
  if (value === undefined) return;
  const values = scores.get(key);
  if (values === undefined) scores.set(key, new Map([[value, amount]]));
  else values.set(value, (values.get(value) ?? 0) + amount);
}

export function affinityScore(scores: TopologyScores, node: NodeInfo): number {
  let sum = 0;
  for (const [key, values] of scores) {
    const value = node.labels[key];
    if (value !== undefined) sum += values.get(value) ?? 0;
  }
  return sum;
}

/** Models NormalizeScore. */
export function normalizeAffinity(scores: number[]): void {
  let min = Number.MAX_SAFE_INTEGER;
  let max = Number.MIN_SAFE_INTEGER;
  for (const score of scores) {
    if (score < min) min = score;
    if (score > max) max = score;
  }
  const difference = max - min;
  for (let i = 0; i < scores.length; i++) {
    scores[i] = difference > 0 ? Math.trunc(MAX_NODE_SCORE * (((scores[i] ?? 0) - min) / difference)) : 0;
  }
}
