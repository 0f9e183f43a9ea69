import type { NodeRejection } from '../../../trace/kinds/scheduler.ts';
import type { NodeAnswer, PluginInputs, SchedulingAnswer } from '../../../trace/scheduling-question.ts';
import { type Attempt, nodesOf } from './attempts.ts';

/** Filters of the default profile in the order they run. Models apis/config/v1/default_plugins.go (1.36). */
const FILTERS = [
  'NodeUnschedulable',
  'NodeName',
  'TaintToleration',
  'NodeAffinity',
  'NodePorts',
  'NodeResourcesFit',
  'VolumeRestrictions',
  'NodeVolumeLimits',
  'VolumeBinding',
  'VolumeZone',
  'PodTopologySpread',
  'InterPodAffinity',
] as const;

/** So many fallen nodes leave the picked one in sight below them. */
const FEW_FALLEN = 8;

/** `skipped`: the Pod gives the plugin nothing to check. */
export interface FilterCell {
  readonly plugin: string;
  readonly outcome: 'passed' | 'skipped' | 'rejected' | 'unreached';
  readonly inputs: PluginInputs;
}

export interface ScoreCell {
  readonly plugin: string;
  readonly raw: number;
  readonly normalized: number;
  readonly weight: number;
  readonly weighted: number;
  readonly inputs: PluginInputs;
}

export interface XrayRow {
  readonly node: string;
  readonly standing: 'picked' | 'feasible' | 'rejected';
  readonly rejection?: NodeRejection;
  readonly filters: readonly FilterCell[];
  readonly scores: readonly ScoreCell[];
  readonly total: number | undefined;
  /** What the plugin that rejected the node looked at, or the resources it has: from running it again. */
  readonly answer: NodeAnswer | undefined;
}

export interface XrayTable {
  readonly filters: readonly string[];
  /** Filters that had nothing to check on any node. */
  readonly idle: readonly string[];
  readonly scores: readonly { readonly plugin: string; readonly weight: number }[];
  /** Score plugins that the Pod gave nothing to go by. */
  readonly skipped: readonly string[];
  /**
   * As long as they are few, those that fell stand above the rest, the farther they came the lower: what falls leads
   * down to what wins. Of many, the picked node comes first, then by total, then the fallen.
   */
  readonly rows: readonly XrayRow[];
  /** The highest total there is, for bars. */
  readonly most: number;
  readonly tie: readonly string[];
  /** Nodes of a big cluster that were looked at and are not told. */
  readonly omitted: number;
}

const NO_INPUTS: PluginInputs = {};

/** An attempt as a table of nodes × plugins; `answer` adds which filters had nothing to check, and their numbers. */
export function xrayTable(attempt: Attempt, answer: SchedulingAnswer | undefined): XrayTable {
  const byNode = new Map(answer?.nodes.map((node) => [node.node, node]));
  const { filter, score, pick } = attempt;
  const filters = filterNames(attempt, answer);
  const columns = Object.entries(score?.data.plugins ?? {});
  const rows = nodesOf(attempt).map((node) => rowOf(attempt, node, { filters, answer: byNode.get(node) }));
  const fallenFirst = rows.filter(({ standing }) => standing === 'rejected').length <= FEW_FALLEN;
  rows.sort(
    (a, b) =>
      rank(a, fallenFirst) - rank(b, fallenFirst) ||
      (b.total ?? 0) - (a.total ?? 0) ||
      (fallenFirst ? reached(a) - reached(b) : reached(b) - reached(a)),
  );
  return {
    filters,
    idle: filters.filter((_, place) =>
      rows.every(({ filters: cells }) => ['skipped', 'unreached'].includes(cells[place]?.outcome ?? '')),
    ),
    scores: columns.map(([plugin, { weight }]) => ({ plugin, weight })),
    skipped: score?.data.skipped ?? [],
    rows,
    most: Math.max(0, ...rows.map(({ total }) => total ?? 0)),
    tie: pick?.data.tie ?? [],
    omitted: filter.data.omitted ?? 0,
  };
}

/** The default order, with plugins a profile adds that rejected something. */
function filterNames({ filter }: Attempt, answer: SchedulingAnswer | undefined): readonly string[] {
  const ran = answer?.nodes.find(({ filters }) => filters.length > 1)?.filters.map(({ plugin }) => plugin);
  const names: readonly string[] = ran ?? FILTERS;
  const others = filter.data.plugins.filter((plugin) => !names.includes(plugin));
  return [...names, ...others];
}

interface RowContext {
  readonly filters: readonly string[];
  readonly answer: NodeAnswer | undefined;
}

function rowOf({ filter, score, pick }: Attempt, node: string, { filters, answer }: RowContext): XrayRow {
  const rejection = filter.data.rejected[node];
  const scores = Object.entries(score?.data.plugins ?? {}).flatMap(
    ([plugin, { raw, normalized, weight }]): ScoreCell[] => {
      const points = normalized[node];
      if (points === undefined) return [];
      const inputs = answer?.points.find((cell) => cell.plugin === plugin)?.inputs ?? NO_INPUTS;
      return [{ plugin, raw: raw[node] ?? 0, normalized: points, weight, weighted: points * weight, inputs }];
    },
  );
  const base = {
    node,
    filters: filterCells(filters, rejection, answer),
    scores,
    total: pick?.data.totals[node],
    answer,
  };
  if (rejection !== undefined) return { ...base, standing: 'rejected', rejection };
  return { ...base, standing: pick?.data.node === node ? 'picked' : 'feasible' };
}

function filterCells(
  names: readonly string[],
  rejection: NodeRejection | undefined,
  answer: NodeAnswer | undefined,
): FilterCell[] {
  const fell = rejection === undefined ? names.length : names.indexOf(rejection.plugin);
  return names.map((plugin, place): FilterCell => {
    const known = answer?.filters.find((cell) => cell.plugin === plugin);
    const inputs = known?.inputs ?? NO_INPUTS;
    if (place === fell) return { plugin, outcome: 'rejected', inputs };
    if (place > fell) return { plugin, outcome: 'unreached', inputs };
    return { plugin, outcome: known?.outcome === 'skipped' ? 'skipped' : 'passed', inputs };
  });
}

function rank({ standing }: XrayRow, fallenFirst: boolean): number {
  if (standing === 'rejected') return fallenFirst ? -1 : 2;
  return standing === 'picked' ? 0 : 1;
}

function reached({ filters }: XrayRow): number {
  return filters.findIndex(({ outcome }) => outcome === 'rejected');
}
