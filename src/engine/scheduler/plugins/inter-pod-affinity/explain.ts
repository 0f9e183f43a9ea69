import { type AffinityTerm, termMatches } from '../../cache/affinity-term.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import type { Inputs } from '../../framework/plugin.ts';
import type { AffinityState } from './filtering.ts';

/** Of very many Pods that keep one off, the first few say enough. */
const MOST_NAMED = 3;

/** What each required term finds in the node's domain: its value there, how many Pods, and who keeps this one off. */
export function explainAffinity(state: AffinityState, pod: PodInfo, node: NodeInfo): Inputs {
  const inputs: Record<string, number | string | readonly string[]> = {};
  for (const { topologyKey } of state.affinity) {
    const value = node.labels[topologyKey] ?? '';
    inputs[`affinity.${topologyKey}`] = value;
    inputs[`affinity.${topologyKey}.matching`] = state.affinityCounts.get(topologyKey, value);
  }
  for (const { topologyKey } of state.antiAffinity) {
    const value = node.labels[topologyKey] ?? '';
    inputs[`antiAffinity.${topologyKey}`] = value;
    inputs[`antiAffinity.${topologyKey}.matching`] = state.antiAffinityCounts.get(topologyKey, value);
    const repelling = state.antiAffinity.filter((term) => term.topologyKey === topologyKey);
    inputs[`antiAffinity.${topologyKey}.pods`] = podsNear(state, node, topologyKey, (other) =>
      repelling.some((term) => termMatches(term, other, undefined)),
    );
  }
  const wanting = existingTerms(state, pod, node);
  if (wanting.length > 0) inputs['existing.pods'] = wanting;
  return inputs;
}

const nameOf = ({ namespace, name }: PodInfo): string => `${namespace}/${name}`;

function podsNear(
  { snapshot }: AffinityState,
  node: NodeInfo,
  topologyKey: string,
  counts: (other: PodInfo) => boolean,
): readonly string[] {
  const value = node.labels[topologyKey];
  const found: string[] = [];
  if (value === undefined) return found;
  for (const near of snapshot.nodes) {
    if (near.labels[topologyKey] !== value) continue;
    for (const other of near.pods) {
      if (counts(other) && found.push(nameOf(other)) === MOST_NAMED) return found;
    }
  }
  return found;
}

/** Pods in the node's domains that want no Pod like this one near them. */
function existingTerms(state: AffinityState, pod: PodInfo, node: NodeInfo): readonly string[] {
  const shares = ({ topologyKey }: AffinityTerm, at: NodeInfo): boolean =>
    node.labels[topologyKey] !== undefined && at.labels[topologyKey] === node.labels[topologyKey];
  const found: string[] = [];
  for (const at of state.snapshot.nodesWithRequiredAntiAffinity) {
    for (const other of at.podsWithRequiredAntiAffinity) {
      const repels = other.requiredAntiAffinity.some(
        (term) => shares(term, at) && termMatches(term, pod, state.namespaceLabels),
      );
      if (repels && found.push(nameOf(other)) === MOST_NAMED) return found;
    }
  }
  return found;
}
