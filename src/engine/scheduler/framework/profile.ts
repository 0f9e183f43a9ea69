import { compareText } from '../../../base/compare.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import { type FilterRun, type FilteringPlugin, canFilter } from './filter-run.ts';
import type { Plugin } from './plugin.ts';
import type { Snapshot } from './snapshot.ts';
import { type Rejection, unresolvable } from './status.ts';

export const EXTENSION_POINTS = [
  'preEnqueue',
  'preFilter',
  'filter',
  'postFilter',
  'preScore',
  'score',
  'reserve',
  'preBind',
  'bind',
] as const;
export type ExtensionPoint = (typeof EXTENSION_POINTS)[number];

export interface WeightedPlugin {
  readonly plugin: Plugin;
  readonly weight: number;
}

/** Which plugins run where, in order. */
export type PluginsByPoint = Readonly<Record<Exclude<ExtensionPoint, 'score'>, readonly Plugin[]>> & {
  readonly score: readonly WeightedPlugin[];
};

/** What all PreFilter plugins together said. */
export interface PreFilterOutcome {
  readonly rejection?: Rejection;
  /** Only these nodes are looked at. */
  readonly nodeNames?: ReadonlySet<string>;
  /** Plugins that narrowed the nodes down, or refused. */
  readonly plugins: ReadonlySet<string>;
  readonly states: ReadonlyMap<string, unknown>;
  readonly reached: ReadonlySet<string>;
  readonly run: FilterRun;
}

/** One scheduler name with its plugins. Models pkg/scheduler/framework/runtime/framework.go (1.36). */
export class Profile {
  readonly schedulerName: string;
  /** 0 = by the number of nodes. */
  readonly percentageOfNodesToScore: number;
  readonly points: PluginsByPoint;
  private readonly filters: readonly FilteringPlugin[];

  constructor(schedulerName: string, points: PluginsByPoint, percentageOfNodesToScore = 0) {
    this.schedulerName = schedulerName;
    this.points = points;
    this.percentageOfNodesToScore = percentageOfNodesToScore;
    this.filters = points.filter.filter(canFilter);
  }

  /** Every plugin that is enabled anywhere, each once. */
  plugins(): ReadonlySet<Plugin> {
    const all = new Set<Plugin>();
    for (const point of EXTENSION_POINTS) {
      if (point === 'score') for (const { plugin } of this.points.score) all.add(plugin);
      else for (const plugin of this.points[point]) all.add(plugin);
    }
    return all;
  }

  /** Models RunPreFilterPlugins. */
  preFilter(pod: PodInfo, snapshot: Snapshot): PreFilterOutcome {
    const skipped = new Set<string>();
    const states = new Map<string, unknown>();
    const reached = new Set<string>();
    const narrowing = new Set<string>();
    let nodeNames: ReadonlySet<string> | undefined;
    let rejected: Rejection | undefined;
    const ended = (rejection: Rejection | undefined, plugins: ReadonlySet<string>): PreFilterOutcome => ({
      ...(rejection === undefined ? {} : { rejection }),
      ...(nodeNames === undefined ? {} : { nodeNames }),
      plugins,
      states,
      reached,
      run: this.filterRun(skipped, states),
    });
    for (const plugin of this.points.preFilter) {
      const result = plugin.preFilter?.(pod, snapshot);
      reached.add(plugin.name);
      if (result === undefined) continue;
      if (result.outcome === 'skip') skipped.add(plugin.name);
      else if (result.outcome === 'rejected') {
        if (result.rejection.code !== 'Unschedulable') return ended(result.rejection, new Set([plugin.name]));
        rejected = result.rejection;
      } else {
        states.set(plugin.name, result.state);
        if (result.nodeNames === undefined) continue;
        narrowing.add(plugin.name);
        nodeNames = intersection(nodeNames, result.nodeNames);
        if (nodeNames.size === 0) return ended(unresolvable('', emptyIntersection(narrowing)), narrowing);
      }
    }
    return ended(rejected, rejected === undefined ? narrowing : new Set([rejected.plugin]));
  }

  private filterRun(skipped: ReadonlySet<string>, states: ReadonlyMap<string, unknown>): FilterRun {
    const plugins = skipped.size === 0 ? this.filters : this.filters.filter(({ name }) => !skipped.has(name));
    return { plugins, states: plugins.map(({ name }) => states.get(name)) };
  }
}

function intersection(a: ReadonlySet<string> | undefined, b: ReadonlySet<string>): ReadonlySet<string> {
  return a === undefined ? b : new Set([...a].filter((name) => b.has(name)));
}

function emptyIntersection(plugins: ReadonlySet<string>): string {
  const names = [...plugins].sort(compareText);
  return names.length === 1
    ? `node(s) didn't satisfy plugin ${names[0] ?? ''}`
    : `node(s) didn't satisfy plugin(s) [${names.join(' ')}] simultaneously`;
}

/** The text of the status that nodes outside PreFilter's set carry. */
export function absentNodesRejection(plugins: ReadonlySet<string>): Rejection {
  return unresolvable('', `node(s) didn't satisfy plugin(s) [${[...plugins].sort(compareText).join(' ')}]`);
}
