import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import type { NodeTrial, Plugin } from './plugin.ts';
import type { Rejection } from './status.ts';

/** The filters that take part in one cycle, each with the state its PreFilter made. */
export interface FilterRun {
  readonly plugins: readonly FilteringPlugin[];
  readonly states: readonly unknown[];
}

export type FilteringPlugin = Plugin & Required<Pick<Plugin, 'filter'>>;

export function canFilter(plugin: Plugin): plugin is FilteringPlugin {
  return plugin.filter !== undefined;
}

/** Pods that are nominated to a node and not on it yet. */
export interface NominatedPods {
  nominatedTo(node: string): readonly PodInfo[];
}

/** The first plugin's no, or undefined when the Pod fits. Models framework.go RunFilterPlugins (1.36). */
export function runFilters(run: FilterRun, pod: PodInfo, node: NodeInfo): Rejection | undefined {
  const { plugins, states } = run;
  for (let i = 0; i < plugins.length; i++) {
    const rejection = plugins[i]?.filter(states[i], pod, node);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}

/** A run whose states may change apart from the given one's. */
export function cloneRun(run: FilterRun): FilterRun {
  return {
    plugins: run.plugins,
    states: run.plugins.map((plugin, i) => plugin.cloneState?.(run.states[i]) ?? run.states[i]),
  };
}

/** Puts a Pod on a (cloned) node and tells the states. Models RunPreFilterExtensionAddPod. */
export function addPodTo(run: FilterRun, pod: PodInfo, added: PodInfo, node: NodeInfo): void {
  node.addPod(added);
  run.plugins.forEach((plugin, i) => plugin.addPod?.(run.states[i], pod, { pod: added, node }));
}

/** Takes a Pod off a (cloned) node and tells the states. Models RunPreFilterExtensionRemovePod. */
export function removePodFrom(run: FilterRun, pod: PodInfo, removed: PodInfo, node: NodeInfo): void {
  node.removePod(removed.uid);
  run.plugins.forEach((plugin, i) => plugin.removePod?.(run.states[i], pod, { pod: removed, node }));
}

/** A run on one node, as it is or as it would be. */
export interface FilterView {
  readonly run: FilterRun;
  readonly node: NodeInfo;
}

/** The node with the Pods of equal or higher priority that are nominated to it; undefined when there are none. */
export function withNominated(
  { run, node }: FilterView,
  pod: PodInfo,
  nominated: NominatedPods,
): FilterView | undefined {
  const waiting = nominated.nominatedTo(node.name);
  if (waiting.length === 0) return undefined;
  const ahead = waiting.filter((other) => other.priority >= pod.priority && other.uid !== pod.uid);
  if (ahead.length === 0) return undefined;
  const crowded = { run: cloneRun(run), node: node.clone() };
  for (const other of ahead) addPodTo(crowded.run, pod, other, crowded.node);
  return crowded;
}

/**
 * As runFilters, but Pods of equal or higher priority that are nominated to the node are counted first; the Pod must
 * fit with them and without them. Models framework.go RunFilterPluginsWithNominatedPods (1.36).
 */
export function runFiltersWithNominated(
  run: FilterRun,
  pod: PodInfo,
  node: NodeInfo,
  nominated: NominatedPods,
): Rejection | undefined {
  const crowded = withNominated({ run, node }, pod, nominated);
  const rejection = crowded === undefined ? undefined : runFilters(crowded.run, pod, crowded.node);
  return rejection ?? runFilters(run, pod, node);
}

/** A trial on a copy of the node, with states of its own. */
export function nodeTrial(
  pod: PodInfo,
  node: NodeInfo,
  filters: { readonly run: FilterRun; readonly nominated: NominatedPods },
): NodeTrial {
  const copy = node.clone();
  const run = cloneRun(filters.run);
  return {
    node: copy,
    addPod: (other) => addPodTo(run, pod, other, copy),
    removePod: (other) => removePodFrom(run, pod, other, copy),
    filter: () => runFiltersWithNominated(run, pod, copy, filters.nominated),
  };
}
