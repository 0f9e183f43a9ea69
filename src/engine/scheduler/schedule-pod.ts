import type { Random } from '../../base/rng.ts';
import type { PodInfo } from './cache/pod-info.ts';
import { fitErrorMessage } from './framework/fit-error.ts';
import { type FoundNodes, findNodesThatFit } from './framework/find-nodes.ts';
import { type NominatedPods, nodeTrial } from './framework/filter-run.ts';
import type { FailedAttempt, PostFilterResult, PreemptionStudy } from './framework/plugin.ts';
import type { Profile } from './framework/profile.ts';
import { bestPlaces, scoreNodes } from './framework/score-run.ts';
import type { Snapshot } from './framework/snapshot.ts';
import { rejectionMessage } from './framework/status.ts';
import { type SchedulerRecords, refusal } from './records.ts';

const NO_NODES = 'no nodes available to schedule pods';

/** How one attempt ended, before anything is done about it. */
export type Attempt =
  | {
      readonly outcome: 'fits';
      readonly node: string;
      readonly found: FoundNodes;
      readonly processed: number;
    }
  | ({ readonly outcome: 'failed'; readonly processed: number } & Failure);

export interface Failure {
  /** PodScheduled's reason. */
  readonly reason: 'Unschedulable' | 'SchedulerError';
  readonly message: string;
  /** The plugins that will be asked when something changes; none after an error. */
  readonly rejectors: ReadonlySet<string>;
  /** What becomes of status.nominatedNodeName: undefined leaves it. */
  readonly nominatedNodeName: string | undefined;
}

export interface AttemptOptions {
  readonly profile: Profile;
  readonly snapshot: Snapshot;
  readonly nominated: NominatedPods;
  readonly startIndex: number;
  readonly records: SchedulerRecords;
  /** Settles ties: on a real cluster the order in which threads finish does. */
  readonly random: Random;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Filters, scores and picks. Models schedule_one.go schedulePod and schedulingCycle up to assume (1.36). */
export function attemptPod(pod: PodInfo, options: AttemptOptions): Attempt {
  const { snapshot, records } = options;
  if (snapshot.nodes.length === 0) {
    records.noNodes(pod);
    const failure: Failure = {
      reason: 'Unschedulable',
      message: NO_NODES,
      rejectors: NOBODY,
      nominatedNodeName: '',
    };
    return { outcome: 'failed', processed: 0, ...failure };
  }
  const found = findNodesThatFit(pod, options);
  records.filtered(pod, found, snapshot.nodes);
  const { processed } = found;
  if (found.error !== undefined) {
    const message = rejectionMessage(found.error);
    return {
      outcome: 'failed',
      processed,
      reason: 'SchedulerError',
      message,
      rejectors: NOBODY,
      nominatedNodeName: '',
    };
  }
  if (found.feasible.length === 0)
    return { outcome: 'failed', processed, ...unschedulable(pod, found, options) };
  return { outcome: 'fits', node: pick(pod, found, options), found, processed };
}

function pick(
  pod: PodInfo,
  found: FoundNodes,
  { profile, snapshot, records, random }: AttemptOptions,
): string {
  const { feasible } = found;
  const only = feasible[0];
  if (only !== undefined && feasible.length === 1) {
    records.picked(pod, only.name);
    return only.name;
  }
  const table = scoreNodes(profile, pod, snapshot, feasible);
  const names = feasible.map(({ name }) => name);
  const best = bestPlaces(table.totals);
  const place = best.length === 1 ? (best[0] ?? 0) : random.pick(best);
  records.scored(pod, names, table);
  const node = names[place] ?? '';
  records.picked(pod, node, { names, table, best });
  return node;
}

function unschedulable(pod: PodInfo, found: FoundNodes, options: AttemptOptions): Failure {
  const { snapshot, nominated, profile, records } = options;
  const attempt: FailedAttempt = {
    pod,
    snapshot,
    statuses: found.statuses,
    tryOn: (node) => nodeTrial(pod, node, { run: found.preFilter.run, nominated }),
    reached: (plugin) => found.preFilter.reached.has(plugin),
  };
  const preFilterMessage = refusal(found);
  const base = { statuses: found.statuses, ...(preFilterMessage === undefined ? {} : { preFilterMessage }) };
  const after = runPostFilters(profile, attempt);
  const message = fitErrorMessage(snapshot.nodes.length, { ...base, postFilterMessage: after.message });
  if (after.preemption !== undefined) records.preempted(pod, after.preemption, after.message);
  const { nominatedNodeName } = after;
  return { reason: 'Unschedulable', message, rejectors: found.plugins, nominatedNodeName };
}

interface AfterFilters {
  readonly message: string;
  readonly nominatedNodeName: string | undefined;
  readonly preemption: PreemptionStudy | undefined;
}

/** Models framework.go RunPostFilterPlugins (1.36). */
function runPostFilters({ points }: Profile, attempt: FailedAttempt): AfterFilters {
  // Without any PostFilter plugin a nomination is taken back.
  let nominatedNodeName: string | undefined = points.postFilter.length === 0 ? '' : undefined;
  let preemption: PreemptionStudy | undefined;
  const messages: string[] = [];
  for (const plugin of points.postFilter) {
    const result: PostFilterResult | undefined = plugin.postFilter?.(attempt);
    if (result === undefined) continue;
    preemption = result.preemption ?? preemption;
    if (result.outcome === 'success')
      return { message: '', nominatedNodeName: result.nominatedNodeName, preemption };
    if (result.outcome === 'error')
      return { message: result.message, nominatedNodeName: undefined, preemption };
    nominatedNodeName = result.nominatedNodeName ?? nominatedNodeName;
    if (result.message !== '') messages.push(result.message);
  }
  return { message: messages.join(', '), nominatedNodeName, preemption };
}
