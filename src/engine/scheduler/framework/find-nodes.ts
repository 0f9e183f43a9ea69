import type { NodeInfo } from '../cache/node-info.ts';
import type { PodInfo } from '../cache/pod-info.ts';
import { type FilterRun, type NominatedPods, runFiltersWithNominated } from './filter-run.ts';
import { NodeStatuses } from './node-statuses.ts';
import { type PreFilterOutcome, type Profile, absentNodesRejection } from './profile.ts';
import type { Snapshot } from './snapshot.ts';
import type { Rejection } from './status.ts';

const MIN_FEASIBLE_NODES = 100;
const MIN_FEASIBLE_PERCENTAGE = 5;

/** How many nodes that fit are enough. Models schedule_one.go numFeasibleNodesToFind (1.36). */
export function numFeasibleNodesToFind(allNodes: number, configuredPercentage = 0): number {
  if (allNodes < MIN_FEASIBLE_NODES) return allNodes;
  const percentage =
    configuredPercentage === 0
      ? Math.max(50 - Math.floor(allNodes / 125), MIN_FEASIBLE_PERCENTAGE)
      : configuredPercentage;
  return Math.max(Math.floor((allNodes * percentage) / 100), MIN_FEASIBLE_NODES);
}

/** What the filters found. */
export interface FoundNodes {
  readonly feasible: readonly NodeInfo[];
  /** Nodes in the order they were looked at. */
  readonly order: readonly NodeInfo[];
  readonly statuses: NodeStatuses;
  /** Plugins that rejected a node, narrowed the nodes down or refused the Pod. */
  readonly plugins: ReadonlySet<string>;
  readonly preFilter: PreFilterOutcome;
  /** The filters could not be run to the end. */
  readonly error?: Rejection;
  /** How far the start index moves on. */
  readonly processed: number;
}

export interface FindOptions {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly nominated: NominatedPods;
  /** Where in the node list to begin. */
  readonly startIndex: number;
}

/** PreFilter, the nominated node first, then Filter on as many nodes as needed. Models findNodesThatFitPod (1.36). */
export function findNodesThatFit(pod: PodInfo, options: FindOptions): FoundNodes {
  const { profile, snapshot } = options;
  const preFilter = profile.preFilter(pod, snapshot);
  const statuses = new NodeStatuses();
  const plugins = new Set(preFilter.plugins);
  if (preFilter.rejection !== undefined) {
    statuses.absent = preFilter.rejection;
    const error = preFilter.rejection.code === 'Error' ? { error: preFilter.rejection } : {};
    return { feasible: [], order: [], statuses, plugins, preFilter, processed: 0, ...error };
  }
  const search: Search = { pod, run: preFilter.run, statuses, plugins, ...options };
  const nominated = pod.pod.status?.nominatedNodeName ?? '';
  const nominatedNode = nominated === '' ? undefined : snapshot.node(nominated);
  if (nominatedNode !== undefined) {
    const found = passFilters(search, [nominatedNode]);
    if (found.feasible.length > 0) return { ...found, statuses, plugins, preFilter, processed: 0 };
  }
  let nodes = snapshot.nodes;
  if (preFilter.nodeNames !== undefined) {
    nodes = [...preFilter.nodeNames].flatMap((name) => snapshot.node(name) ?? []);
    statuses.absent = absentNodesRejection(preFilter.plugins);
  }
  const found = passFilters(search, nodes);
  return {
    ...found,
    statuses,
    plugins,
    preFilter,
    processed: found.feasible.length + statuses.explicit.size,
  };
}

interface Search extends FindOptions {
  readonly pod: PodInfo;
  readonly run: FilterRun;
  readonly statuses: NodeStatuses;
  readonly plugins: Set<string>;
}

function passFilters(
  search: Search,
  nodes: readonly NodeInfo[],
): { feasible: readonly NodeInfo[]; order: readonly NodeInfo[]; error?: Rejection } {
  const { pod, run, nominated, profile, statuses, plugins } = search;
  const enough =
    profile.points.score.length === 0
      ? 1
      : numFeasibleNodesToFind(nodes.length, profile.percentageOfNodesToScore);
  const feasible: NodeInfo[] = [];
  const order: NodeInfo[] = [];
  for (let i = 0; i < nodes.length && feasible.length < enough; i++) {
    const node = nodes[(search.startIndex + i) % nodes.length] as NodeInfo;
    order.push(node);
    const rejection = runFiltersWithNominated(run, pod, node, nominated);
    if (rejection === undefined) feasible.push(node);
    else if (rejection.code === 'Error') return { feasible, order, error: rejection };
    else {
      statuses.set(node.name, rejection);
      plugins.add(rejection.plugin);
    }
  }
  return { feasible, order };
}
