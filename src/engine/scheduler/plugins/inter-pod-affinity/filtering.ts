import type { Labels } from '../../../../api/label-selector.ts';
import { type AffinityTerm, type TermSubject, termMatches } from '../../cache/affinity-term.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { INTER_POD_AFFINITY } from '../../framework/names.ts';
import type { PodOnNode } from '../../framework/plugin.ts';
import type { Snapshot } from '../../framework/snapshot.ts';
import { type Rejection, unresolvable, unschedulable } from '../../framework/status.ts';
import { matchesAll, withNamespaces } from './terms.ts';
import { TopologyCounts } from './topology-counts.ts';

const AFFINITY = unresolvable(INTER_POD_AFFINITY, "node(s) didn't match pod affinity rules");
const ANTI_AFFINITY = unschedulable(INTER_POD_AFFINITY, "node(s) didn't match pod anti-affinity rules");
const EXISTING = unschedulable(
  INTER_POD_AFFINITY,
  "node(s) didn't satisfy existing pods anti-affinity rules",
);

/** Models interpodaffinity/filtering.go preFilterState (1.36). */
export interface AffinityState {
  readonly affinity: readonly AffinityTerm[];
  readonly antiAffinity: readonly AffinityTerm[];
  /** Labels of the incoming Pod's namespace, for other Pods' namespace selectors. */
  readonly namespaceLabels: Labels;
  /** Pods that match all required affinity terms of the incoming Pod. */
  readonly affinityCounts: TopologyCounts;
  /** Pods that match a required anti-affinity term of the incoming Pod. */
  readonly antiAffinityCounts: TopologyCounts;
  /** Pods whose own required anti-affinity the incoming Pod matches. */
  readonly existingAntiAffinityCounts: TopologyCounts;
  /** Where the counts come from, for telling whom they count. */
  readonly snapshot: Snapshot;
}

export function prepareAffinity(pod: PodInfo, snapshot: Snapshot): AffinityState {
  const state: AffinityState = {
    affinity: withNamespaces(pod.requiredAffinity, snapshot.objects),
    antiAffinity: withNamespaces(pod.requiredAntiAffinity, snapshot.objects),
    namespaceLabels: snapshot.objects.namespaceLabels(pod.namespace),
    affinityCounts: new TopologyCounts(),
    antiAffinityCounts: new TopologyCounts(),
    existingAntiAffinityCounts: new TopologyCounts(),
    snapshot,
  };
  for (const node of snapshot.nodesWithRequiredAntiAffinity) {
    for (const other of node.podsWithRequiredAntiAffinity) countExisting(state, pod, { pod: other, node }, 1);
  }
  if (state.affinity.length === 0 && state.antiAffinity.length === 0) return state;
  for (const node of snapshot.nodes) {
    if (node.groups.size === 0) continue;
    for (const group of node.groups.values()) countOwn(state, group, node.labels, group.all);
  }
  return state;
}

/** Whether nothing of the Pod's or of others' keeps it off any node. */
export function isIdle(state: AffinityState): boolean {
  return (
    state.affinity.length === 0 && state.antiAffinity.length === 0 && state.existingAntiAffinityCounts.empty
  );
}

function countExisting(
  state: AffinityState,
  pod: PodInfo,
  { pod: other, node }: PodOnNode,
  amount: 1 | -1,
): void {
  for (const term of other.requiredAntiAffinity) {
    if (termMatches(term, pod, state.namespaceLabels)) {
      state.existingAntiAffinityCounts.add(term.topologyKey, node.labels, amount);
    }
  }
}

function countOwn(state: AffinityState, others: TermSubject, nodeLabels: Labels, amount: number): void {
  if (matchesAll(state.affinity, others)) {
    for (const { topologyKey } of state.affinity) state.affinityCounts.add(topologyKey, nodeLabels, amount);
  }
  for (const term of state.antiAffinity) {
    if (termMatches(term, others, undefined))
      state.antiAffinityCounts.add(term.topologyKey, nodeLabels, amount);
  }
}

/** A Pod comes to a node (1) or leaves it (-1). Models updateWithPod. */
export function updateAffinity(state: AffinityState, pod: PodInfo, change: PodOnNode, amount: 1 | -1): void {
  countExisting(state, pod, change, amount);
  countOwn(state, change.pod, change.node.labels, amount);
}

export function cloneAffinity(state: AffinityState): AffinityState {
  return {
    ...state,
    affinityCounts: state.affinityCounts.clone(),
    antiAffinityCounts: state.antiAffinityCounts.clone(),
    existingAntiAffinityCounts: state.existingAntiAffinityCounts.clone(),
  };
}

export function affinityRejection(
  state: AffinityState,
  pod: TermSubject,
  node: NodeInfo,
): Rejection | undefined {
  if (!satisfiesAffinity(state, pod, node)) return AFFINITY;
  if (!satisfiesAntiAffinity(state, node)) return ANTI_AFFINITY;
  return state.existingAntiAffinityCounts.touches(node.labels) ? EXISTING : undefined;
}

function satisfiesAffinity(state: AffinityState, pod: TermSubject, node: NodeInfo): boolean {
  let podsExist = true;
  for (const { topologyKey } of state.affinity) {
    const value = node.labels[topologyKey];
    if (value === undefined) return false;
    if (state.affinityCounts.get(topologyKey, value) <= 0) podsExist = false;
  }
  // The first of a series of Pods that want to be together may go anywhere.
  return podsExist || (state.affinityCounts.empty && matchesAll(state.affinity, pod));
}

function satisfiesAntiAffinity(state: AffinityState, node: NodeInfo): boolean {
  if (state.antiAffinityCounts.empty) return true;
  for (const { topologyKey } of state.antiAffinity) {
    const value = node.labels[topologyKey];
    if (value !== undefined && state.antiAffinityCounts.get(topologyKey, value) > 0) return false;
  }
  return true;
}
