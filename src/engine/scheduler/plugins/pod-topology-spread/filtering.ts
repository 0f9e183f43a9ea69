import { selectorMatches } from '../../../../api/label-selector.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { POD_TOPOLOGY_SPREAD } from '../../framework/names.ts';
import type { PodOnNode } from '../../framework/plugin.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { unresolvable, unschedulable } from '../../framework/status.ts';
import { type SpreadConstraint, countMatching, hasAllKeys, nodeCounts } from './constraints.ts';

const NOT_MATCHING = "node(s) didn't match pod topology spread constraints";
export const SKEWED = unschedulable(POD_TOPOLOGY_SPREAD, NOT_MATCHING);
export const LABEL_MISSING = unresolvable(POD_TOPOLOGY_SPREAD, `${NOT_MATCHING} (missing required label)`);

/** Matching Pods by domain, for one constraint. */
export interface DomainCounts {
  readonly constraint: SpreadConstraint;
  readonly counts: Map<string, number>;
  readonly matchesSelf: boolean;
  /** The smallest count; undefined while it must be looked for anew. */
  least: number | undefined;
}

export type SpreadState = readonly DomainCounts[];

/** Counts the matching Pods of every domain. Models podtopologyspread/filtering.go calPreFilterState (1.36). */
export function countDomains(
  pod: PodInfo,
  constraints: readonly SpreadConstraint[],
  snapshot: Snapshot,
): SpreadState {
  const state = constraints.map((constraint) => ({
    constraint,
    counts: new Map<string, number>(),
    matchesSelf: selectorMatches(constraint.selector, pod.labels),
    least: undefined,
  }));
  const several = constraints.length > 1;
  for (const node of snapshot.nodes) {
    if (several && !hasAllKeys(node.labels, constraints)) continue;
    for (const { constraint, counts } of state) {
      const value = node.labels[constraint.topologyKey];
      if (value === undefined || !nodeCounts(constraint, pod, node)) continue;
      const matching = countMatching(node, constraint.selector, pod.namespace);
      const known = counts.get(value);
      // Most nodes of a big cluster add nothing to a domain that is known already.
      if (known === undefined) counts.set(value, matching);
      else if (matching > 0) counts.set(value, known + matching);
    }
  }
  return state;
}

export function cloneSpread(state: SpreadState): SpreadState {
  return state.map((domain) => ({ ...domain, counts: new Map(domain.counts) }));
}

/** A Pod comes to a node (1) or leaves it (-1). Models updateWithPod. */
export function updateSpread(state: SpreadState, pod: PodInfo, change: PodOnNode, delta: 1 | -1): void {
  if (change.pod.namespace !== pod.namespace) return;
  const { labels } = change.node;
  if (!state.every(({ constraint }) => labels[constraint.topologyKey] !== undefined)) return;
  for (const domain of state) {
    const { constraint, counts } = domain;
    if (!selectorMatches(constraint.selector, change.pod.labels) || !nodeCounts(constraint, pod, change.node))
      continue;
    const value = labels[constraint.topologyKey] ?? '';
    counts.set(value, (counts.get(value) ?? 0) + delta);
    domain.least = undefined;
  }
}

/** The count every domain is held against: 0 while there are fewer than minDomains. Models minMatchNum. */
export function leastMatching(domain: DomainCounts): number {
  if (domain.counts.size < domain.constraint.minDomains) return 0;
  if (domain.least === undefined) {
    let least = Number.MAX_SAFE_INTEGER;
    for (const count of domain.counts.values()) if (count < least) least = count;
    domain.least = least;
  }
  return domain.least;
}

/** How uneven the domain of this value would be with the Pod in it. */
export function skewOf(domain: DomainCounts, value: string): number {
  return (domain.counts.get(value) ?? 0) + (domain.matchesSelf ? 1 : 0) - leastMatching(domain);
}
