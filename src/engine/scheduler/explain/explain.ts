import type { Pod, StorageClass } from '../../../api/generated/types.ts';
import { type PodInfo, podInfoOf } from '../cache/pod-info.ts';
import type { NodeInfo } from '../cache/node-info.ts';
import { buildProfile } from '../config/build-profile.ts';
import { DEFAULT_PROFILE } from '../config/configuration.ts';
import { findNodesThatFit } from '../framework/find-nodes.ts';
import { type FilterView, type NominatedPods, withNominated } from '../framework/filter-run.ts';
import type { Inputs } from '../framework/plugin.ts';
import { type PreFilterOutcome, type Profile, absentNodesRejection } from '../framework/profile.ts';
import { type ScoreTable, bestPlaces, scoreNodes } from '../framework/score-run.ts';
import type { Snapshot } from '../framework/snapshot.ts';
import type { Rejection } from '../framework/status.ts';

/** One filter's say about one node. */
export interface Verdict {
  readonly plugin: string;
  /** `skipped`: the Pod gives this plugin nothing to check. */
  readonly outcome: 'passed' | 'rejected' | 'skipped';
  readonly rejection?: Rejection;
  /** The first rejection is the one the event counts: after it the scheduler looks no further. */
  readonly counts: boolean;
  readonly inputs: Inputs;
}

/** One plugin's points for one node, with what they came of. */
export interface Points {
  readonly plugin: string;
  readonly weight: number;
  readonly raw: number;
  readonly normalized: number;
  readonly weighted: number;
  readonly inputs: Inputs;
}

export interface NodeExplanation {
  readonly node: string;
  readonly fits: boolean;
  readonly verdicts: readonly Verdict[];
  /** Only of nodes that fit, and only when more than one does. */
  readonly points: readonly Points[];
  readonly total: number | undefined;
}

export interface Explanation {
  /** PreFilter refused the Pod as a whole; then no node was looked at. */
  readonly refusal?: Rejection;
  readonly nodes: readonly NodeExplanation[];
  /** Nodes with the highest total, or the only one that fits. */
  readonly best: readonly string[];
  /** Plugins that gave no points because the Pod gives them nothing to go by. */
  readonly scoreSkipped: readonly string[];
}

const NO_NOMINATIONS: NominatedPods = { nominatedTo: () => [] };
const NO_INPUTS: Inputs = {};

export interface ExplainOptions {
  /** The default profile unless said. */
  readonly profile?: Profile;
  /** Pods that hold room on a node and are not there yet; none unless said (see `nominatedIn`). */
  readonly nominated?: NominatedPods;
  /** The storage class of claims that name none; none unless said. */
  readonly defaultClass?: StorageClass;
}

/** The default profile, deciding only. */
export function decidingProfile(): Profile {
  return buildProfile(DEFAULT_PROFILE, undefined);
}

/**
 * Re-runs every filter on every node (also past the first rejection) and every score, and tells the numbers they came of.
 * Pure: same Pod, same snapshot, same answer. The Pod itself must not be in the snapshot.
 */
export function explain(pod: Pod, snapshot: Snapshot, options: ExplainOptions = {}): Explanation {
  const { profile = decidingProfile(), nominated = NO_NOMINATIONS } = options;
  const info = podInfoOf(pod);
  const preFilter = profile.preFilter(info, snapshot);
  if (preFilter.rejection !== undefined) {
    return { refusal: preFilter.rejection, nodes: [], best: [], scoreSkipped: [] };
  }
  const rows = snapshot.nodes.map((node) => ({
    node,
    verdicts: verdictsOn(info, node, preFilter, { profile, nominated }),
  }));
  const fits = rows.filter(({ verdicts }) => verdicts.every(({ outcome }) => outcome !== 'rejected'));
  const feasible = fits.map(({ node }) => node);
  const placeOf = new Map(feasible.map((node, place) => [node, place]));
  const table = feasible.length > 1 ? scoreNodes(profile, info, snapshot, feasible) : undefined;
  const points = table === undefined ? [] : pointsOf(info, { profile, snapshot, feasible, table });
  const best = table === undefined ? feasible.map((_, place) => place) : bestPlaces(table.totals);
  return {
    nodes: rows.map(({ node, verdicts }) => {
      const place = placeOf.get(node);
      const score = place === undefined ? {} : { points: points[place], total: table?.totals[place] };
      return {
        node: node.name,
        fits: place !== undefined,
        verdicts,
        points: score.points ?? [],
        total: score.total,
      };
    }),
    best: best.map((place) => feasible[place]?.name ?? ''),
    scoreSkipped: table?.skipped ?? [],
  };
}

/** Whether the Pod fits anywhere, as fast as the scheduler itself finds out. */
export function fitsSomewhere(pod: Pod, snapshot: Snapshot, options: ExplainOptions = {}): boolean {
  if (snapshot.nodes.length === 0) return false;
  const { profile = decidingProfile(), nominated = NO_NOMINATIONS } = options;
  return (
    findNodesThatFit(podInfoOf(pod), { profile, snapshot, nominated, startIndex: 0 }).feasible.length > 0
  );
}

function verdictsOn(
  pod: PodInfo,
  node: NodeInfo,
  preFilter: PreFilterOutcome,
  { profile, nominated }: Required<Pick<ExplainOptions, 'profile' | 'nominated'>>,
): Verdict[] {
  const { run, nodeNames } = preFilter;
  if (nodeNames !== undefined && !nodeNames.has(node.name)) {
    const rejection = absentNodesRejection(preFilter.plugins);
    const [plugin = ''] = preFilter.plugins;
    return [{ plugin, outcome: 'rejected', rejection, counts: true, inputs: NO_INPUTS }];
  }
  const plain: FilterView = { run, node };
  const crowded = withNominated(plain, pod, nominated);
  // The Pod must fit with those that are coming, and without them.
  const views = crowded === undefined ? [plain] : [crowded, plain];
  let counted = false;
  return profile.points.filter.map((plugin) => {
    const told = views.map((view) => verdictOf(plugin.name, pod, view));
    const verdict = told.find(({ outcome }) => outcome === 'rejected') ?? verdictOf(plugin.name, pod, plain);
    const counts = verdict.outcome === 'rejected' && !counted;
    counted ||= counts;
    return { ...verdict, counts };
  });
}

function verdictOf(name: string, pod: PodInfo, { run, node }: FilterView): Omit<Verdict, 'counts'> {
  const place = run.plugins.findIndex((plugin) => plugin.name === name);
  const plugin = run.plugins[place];
  if (plugin === undefined) return { plugin: name, outcome: 'skipped', inputs: NO_INPUTS };
  const state = run.states[place];
  const rejection = plugin.filter(state, pod, node);
  const inputs = plugin.explainFilter?.(state, pod, node) ?? NO_INPUTS;
  return rejection === undefined
    ? { plugin: name, outcome: 'passed', inputs }
    : { plugin: name, outcome: 'rejected', rejection, inputs };
}

interface Scored {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly feasible: readonly NodeInfo[];
  readonly table: ScoreTable;
}

/** Points place by place of `feasible`. */
function pointsOf(
  pod: PodInfo,
  { profile, snapshot, feasible, table }: Scored,
): readonly (readonly Points[])[] {
  const inputsOf = new Map<string, (node: NodeInfo) => Inputs>();
  for (const { plugin } of profile.points.score) {
    const prepared = plugin.preScore?.(pod, snapshot, feasible);
    const state = prepared?.outcome === 'run' ? prepared.state : undefined;
    inputsOf.set(plugin.name, (node) => plugin.explainScore?.(state, pod, node) ?? NO_INPUTS);
  }
  return feasible.map((node, i) =>
    table.columns.map(({ plugin, weight, raw, normalized }): Points => {
      const score = normalized[i] ?? 0;
      const inputs = inputsOf.get(plugin)?.(node) ?? NO_INPUTS;
      return { plugin, weight, raw: raw[i] ?? 0, normalized: score, weighted: score * weight, inputs };
    }),
  );
}
