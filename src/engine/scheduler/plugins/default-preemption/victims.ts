import type { PodDisruptionBudget } from '../../../../api/generated/types.ts';
import { compileLabelSelector, selectorMatches } from '../../../../api/label-selector.ts';
import type { NodeInfo } from '../../cache/node-info.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import { DEFAULT_PREEMPTION } from '../../framework/names.ts';
import type { FailedAttempt } from '../../framework/plugin.ts';
import { type Rejection, failure, unresolvable } from '../../framework/status.ts';

const NO_VICTIMS = unresolvable(DEFAULT_PREEMPTION, 'No preemption victims found for incoming pod');

/** Who would have to leave a node. */
export interface Victims {
  /** Most important first. */
  readonly victims: readonly PodInfo[];
  readonly pdbViolations: number;
}

/** Models schedutil.MoreImportantPod: higher priority, then longer running. */
export function moreImportant(a: PodInfo, b: PodInfo): number {
  if (a.priority !== b.priority) return b.priority - a.priority;
  const [started, later] = [startTime(a), startTime(b)];
  return started < later ? -1 : started > later ? 1 : 0;
}

/** RFC 3339 in UTC, so text order is time order; a Pod that has not started counts as now. */
export function startTime({ pod }: PodInfo): string {
  return pod.status?.startTime ?? '\uffff';
}

/**
 * The fewest and least important Pods without which the incoming one fits on the node, or why there are none.
 * Models defaultpreemption SelectVictimsOnNode (1.36).
 */
export function selectVictims(
  attempt: FailedAttempt,
  node: NodeInfo,
  budgets: readonly PodDisruptionBudget[],
): Victims | Rejection {
  const { pod } = attempt;
  const potential = node.pods.filter(({ priority }) => priority < pod.priority);
  if (potential.length === 0) return NO_VICTIMS;
  const trial = attempt.tryOn(node);
  for (const victim of potential) trial.removePod(victim);
  const without = trial.filter();
  if (without !== undefined) return without;
  const victims: PodInfo[] = [];
  const { violating, others } = splitByBudget(potential.sort(moreImportant), budgets);
  let pdbViolations = 0;
  const reprieve = (candidate: PodInfo): boolean => {
    trial.addPod(candidate);
    if (trial.filter() === undefined) return true;
    trial.removePod(candidate);
    victims.push(candidate);
    return false;
  };
  for (const candidate of violating) if (!reprieve(candidate)) pdbViolations++;
  for (const candidate of others) reprieve(candidate);
  if (violating.length > 0 && others.length > 0) victims.sort(moreImportant);
  if (victims.length === 0)
    return failure(DEFAULT_PREEMPTION, `expected at least one victim pod on node "${node.name}"`);
  return { victims, pdbViolations };
}

/** Those whose eviction would break a budget, taking one after the other from it. Models filterPodsWithPDBViolation. */
export function splitByBudget(
  pods: readonly PodInfo[],
  budgets: readonly PodDisruptionBudget[],
): { readonly violating: readonly PodInfo[]; readonly others: readonly PodInfo[] } {
  const left = budgets.map(({ status }) => status?.disruptionsAllowed ?? 0);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const pod of pods) {
    let violates = false;
    budgets.forEach((budget, i) => {
      if (!guards(budget, pod)) return;
      // A Pod whose disruption is under way has been taken from the budget before.
      if (budget.status?.disruptedPods?.[pod.name] !== undefined) return;
      left[i] = (left[i] ?? 0) - 1;
      if ((left[i] ?? 0) < 0) violates = true;
    });
    (violates ? violating : others).push(pod);
  }
  return { violating, others };
}

function guards(budget: PodDisruptionBudget, pod: PodInfo): boolean {
  if (budget.metadata.namespace !== pod.namespace || Object.keys(pod.labels).length === 0) return false;
  const selector = compileLabelSelector(budget.spec?.selector);
  return !selector.nothing && selector.requirements.length > 0 && selectorMatches(selector, pod.labels);
}
