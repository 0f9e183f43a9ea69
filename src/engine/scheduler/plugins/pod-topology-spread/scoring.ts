import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { HOSTNAME_LABEL, MAX_NODE_SCORE } from '../../framework/names.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { type SpreadConstraint, countMatching, hasAllKeys, nodeCounts } from './constraints.ts';

interface WeightedDomain {
  readonly constraint: SpreadConstraint;
  /** Matching Pods by domain; of the hostname they are counted on the node itself. */
  readonly counts: Map<string, number>;
  readonly weight: number;
}

export interface SpreadScoreState {
  readonly domains: readonly WeightedDomain[];
  /** Nodes that lack a topology key: they score nothing. */
  readonly ignored: ReadonlySet<NodeInfo>;
}

/** Models podtopologyspread/scoring.go PreScore and initPreScoreState (1.36). */
export function prepareScores(
  pod: PodInfo,
  constraints: readonly SpreadConstraint[],
  nodes: {
    readonly snapshot: Snapshot;
    readonly filtered: readonly NodeInfo[];
    readonly requireAllTopologies: boolean;
  },
): SpreadScoreState {
  const { snapshot, filtered, requireAllTopologies } = nodes;
  const ignored = new Set<NodeInfo>();
  const domains = constraints.map((constraint) => ({
    constraint,
    counts: new Map<string, number>(),
    weight: 0,
  }));
  for (const node of filtered) {
    if (requireAllTopologies && !hasAllKeys(node.labels, constraints)) {
      ignored.add(node);
      continue;
    }
    for (const { constraint, counts } of domains) {
      if (constraint.topologyKey !== HOSTNAME_LABEL) counts.set(node.labels[constraint.topologyKey] ?? '', 0);
    }
  }
  for (const domain of domains) {
    const own = domain.constraint.topologyKey === HOSTNAME_LABEL;
    domain.weight = Math.log((own ? filtered.length - ignored.size : domain.counts.size) + 2);
  }
  for (const domain of domains) countPods(domain, pod, snapshot, requireAllTopologies ? constraints : []);
  return { domains, ignored };
}

function countPods(
  { constraint, counts }: WeightedDomain,
  pod: PodInfo,
  snapshot: Snapshot,
  needed: readonly SpreadConstraint[],
): void {
  if (constraint.topologyKey === HOSTNAME_LABEL) return;
  for (const node of snapshot.nodes) {
    const value = node.labels[constraint.topologyKey];
    // Nodes without the label share a domain that no score reads.
    const count = value === undefined ? undefined : counts.get(value);
    if (value === undefined || count === undefined) continue;
    if (!hasAllKeys(node.labels, needed) || !nodeCounts(constraint, pod, node)) continue;
    counts.set(value, count + countMatching(node, constraint.selector, pod.namespace));
  }
}

/** More Pods that match, a higher score: normalising turns it round. */
export function spreadScore(state: SpreadScoreState, pod: PodInfo, node: NodeInfo): number {
  if (state.ignored.has(node)) return 0;
  let score = 0;
  for (const { constraint, counts, weight } of state.domains) {
    const value = node.labels[constraint.topologyKey];
    if (value === undefined) continue;
    const count =
      constraint.topologyKey === HOSTNAME_LABEL
        ? countMatching(node, constraint.selector, pod.namespace)
        : (counts.get(value) ?? 0);
    score += count * weight + (constraint.maxSkew - 1);
  }
  return Math.round(score);
}

/** Models NormalizeScore. */
export function normalizeSpread(state: SpreadScoreState, scores: number[], nodes: readonly NodeInfo[]): void {
  let min = Number.MAX_SAFE_INTEGER;
  let max = 0;
  nodes.forEach((node, i) => {
    if (state.ignored.has(node)) return;
    min = Math.min(min, scores[i] ?? 0);
    max = Math.max(max, scores[i] ?? 0);
  });
  nodes.forEach((node, i) => {
    if (state.ignored.has(node)) scores[i] = 0;
    else if (max === 0) scores[i] = MAX_NODE_SCORE;
    else scores[i] = Math.trunc((MAX_NODE_SCORE * (max + min - (scores[i] ?? 0))) / max);
  });
}
