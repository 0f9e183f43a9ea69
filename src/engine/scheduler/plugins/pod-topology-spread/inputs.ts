import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import type { Inputs } from '../../framework/plugin.ts';
import { type SpreadState, leastMatching } from './filtering.ts';
import type { SpreadScoreState } from './scoring.ts';

/** matching + self − least is the skew that is held against maxSkew, constraint by constraint. */
export function explainSkew(state: SpreadState, _pod: PodInfo, node: NodeInfo): Inputs {
  const inputs: Record<string, number | string> = {};
  for (const domain of state) {
    const { topologyKey, maxSkew } = domain.constraint;
    const value = node.labels[topologyKey] ?? '';
    inputs[`${topologyKey}.domain`] = value;
    inputs[`${topologyKey}.matching`] = domain.counts.get(value) ?? 0;
    inputs[`${topologyKey}.self`] = domain.matchesSelf ? 1 : 0;
    inputs[`${topologyKey}.least`] = leastMatching(domain);
    inputs[`${topologyKey}.maxSkew`] = maxSkew;
  }
  return inputs;
}

/** Σ matching × weight + maxSkew − 1, rounded, is the raw score. */
export function explainSpread(state: SpreadScoreState, _pod: PodInfo, node: NodeInfo): Inputs {
  const inputs: Record<string, number> = {};
  for (const { constraint, counts, weight } of state.domains) {
    const count = counts.get(node.labels[constraint.topologyKey] ?? '');
    if (count !== undefined) inputs[`${constraint.topologyKey}.matching`] = count;
    inputs[`${constraint.topologyKey}.weight`] = weight;
    inputs[`${constraint.topologyKey}.maxSkew`] = constraint.maxSkew;
  }
  return inputs;
}
