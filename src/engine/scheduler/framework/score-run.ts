import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import type { Profile } from './profile.ts';
import type { Snapshot } from './snapshot.ts';

/** One plugin's column: `raw[i]` and `normalized[i]` are those of the i-th node. */
export interface ScoreColumn {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: readonly number[];
  /** 0..100 */
  readonly normalized: readonly number[];
}

export interface ScoreTable {
  readonly columns: readonly ScoreColumn[];
  /** Σ normalised × weight, node by node. */
  readonly totals: readonly number[];
  /** Plugins whose PreScore answered Skip, by name. */
  readonly skipped: readonly string[];
}

/** PreScore, Score, NormalizeScore and weights over the nodes that fit. Models framework.go RunScorePlugins (1.36). */
export function scoreNodes(
  profile: Profile,
  pod: PodInfo,
  snapshot: Snapshot,
  nodes: readonly NodeInfo[],
): ScoreTable {
  const skipped = new Set<string>();
  const states = new Map<string, unknown>();
  for (const plugin of profile.points.preScore) {
    const result = plugin.preScore?.(pod, snapshot, nodes);
    if (result === undefined) continue;
    if (result.outcome === 'skip') skipped.add(plugin.name);
    else states.set(plugin.name, result.state);
  }
  const totals: number[] = nodes.map(() => 0);
  const columns: ScoreColumn[] = [];
  for (const { plugin, weight } of profile.points.score) {
    if (skipped.has(plugin.name) || plugin.score === undefined) continue;
    const state = states.get(plugin.name);
    const raw = nodes.map(() => 0);
    for (let i = 0; i < nodes.length; i++) raw[i] = plugin.score(state, pod, nodes[i] as NodeInfo);
    let normalized = raw;
    if (plugin.normalize !== undefined) {
      normalized = raw.slice();
      plugin.normalize(state, normalized, nodes);
    }
    for (let i = 0; i < nodes.length; i++) totals[i] = (totals[i] ?? 0) + (normalized[i] ?? 0) * weight;
    columns.push({ plugin: plugin.name, weight, raw, normalized });
  }
  return { columns, totals, skipped: [...skipped].sort() };
}

/** The places of the highest total. */
export function bestPlaces(totals: readonly number[]): number[] {
  let best = Number.NEGATIVE_INFINITY;
  let places: number[] = [];
  for (let i = 0; i < totals.length; i++) {
    const total = totals[i] ?? 0;
    if (total > best) {
      best = total;
      places = [i];
    } else if (total === best) places.push(i);
  }
  return places;
}
