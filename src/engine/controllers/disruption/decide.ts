import type {
  Condition,
  IntOrString,
  Pod,
  PodDisruptionBudget,
  PodDisruptionBudgetStatus,
} from '../../../api/generated/types.ts';
import { scaledValue } from '../../../api/int-or-string.ts';
import { isPodReady } from '../../../api/pod.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { conditionOf } from '../common/status.ts';
import { isDeleting } from '../common/objects.ts';

/** How long a Pod may take to be gone after it was evicted. */
export const DELETION_TIMEOUT_US = 120_000_000;

export interface Expected {
  readonly expected: number;
  readonly desired: number;
}

/** Whether the number of Pods expected comes from their controllers' scale. */
export function needsScale({ spec }: PodDisruptionBudget): boolean {
  return spec?.maxUnavailable !== undefined || typeof spec?.minAvailable === 'string';
}

/** Pods expected and healthy ones wanted; `total` is the sum of scales where one is needed, else the number of Pods. Models getExpectedPodCount (1.36). */
export function expectedPods({ spec }: PodDisruptionBudget, total: number): Expected {
  if (spec?.maxUnavailable !== undefined)
    return { expected: total, desired: Math.max(0, total - scaled(spec.maxUnavailable, total)) };
  return {
    expected: total,
    desired: spec?.minAvailable === undefined ? 0 : scaled(spec.minAvailable, total),
  };
}

function scaled(value: IntOrString, total: number): number {
  const result = scaledValue(value, total, true);
  return result.ok ? result.value : 0;
}

/** Pods on their way out by eviction, those that have not gone in time, and µs until the next of them is late. Models buildDisruptedPodMap. */
export function disrupted(
  pdb: PodDisruptionBudget,
  pods: readonly Pod[],
  nowUs: number,
): {
  readonly pending: Readonly<Record<string, string>>;
  readonly late: readonly Pod[];
  readonly recheckUs: number | undefined;
} {
  const pending: Record<string, string> = {};
  const late: Pod[] = [];
  let recheckUs: number | undefined;
  for (const pod of pods) {
    const since = pdb.status?.disruptedPods?.[pod.metadata.name];
    if (since === undefined || isDeleting(pod)) continue;
    const left = (parseTime(since) ?? 0) + DELETION_TIMEOUT_US - nowUs;
    if (left < 0) late.push(pod);
    else {
      pending[pod.metadata.name] = since;
      recheckUs = Math.min(recheckUs ?? left, left);
    }
  }
  return { pending, late, recheckUs };
}

/** Ready Pods that are not on their way out. Models countHealthyPods. */
export function healthyPods(pods: readonly Pod[], pending: Readonly<Record<string, string>>): number {
  return pods.filter((pod) => !isDeleting(pod) && pending[pod.metadata.name] === undefined && isPodReady(pod))
    .length;
}

/** The status with new counts. Models updatePdbStatus (1.36). */
export function budgetStatus(
  pdb: PodDisruptionBudget,
  { expected, desired }: Expected,
  { healthy, pending }: { readonly healthy: number; readonly pending: Readonly<Record<string, string>> },
  nowUs: number,
): PodDisruptionBudgetStatus {
  const allowed = expected <= 0 ? 0 : Math.max(0, healthy - desired);
  const [status, reason] =
    allowed > 0 ? (['True', 'SufficientPods'] as const) : (['False', 'InsufficientPods'] as const);
  return {
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    disruptionsAllowed: allowed,
    ...(Object.keys(pending).length === 0 ? {} : { disruptedPods: pending }),
    observedGeneration: pdb.metadata.generation,
    conditions: allowedCondition(pdb, { status, reason, message: '' }, nowUs),
  };
}

/** The status when it cannot be told how many Pods there should be: nothing may go. Models failSafe. */
export function failedStatus(
  pdb: PodDisruptionBudget,
  message: string,
  nowUs: number,
): PodDisruptionBudgetStatus {
  const { currentHealthy = 0, desiredHealthy = 0, expectedPods: expected = 0 } = pdb.status ?? {};
  const conditions = allowedCondition(pdb, { status: 'False', reason: 'SyncFailed', message }, nowUs);
  return {
    ...pdb.status,
    currentHealthy,
    desiredHealthy,
    expectedPods: expected,
    disruptionsAllowed: 0,
    conditions,
  };
}

function allowedCondition(
  pdb: PodDisruptionBudget,
  {
    status,
    reason,
    message,
  }: { readonly status: 'True' | 'False'; readonly reason: string; readonly message: string },
  nowUs: number,
): readonly Condition[] {
  const type = 'DisruptionAllowed';
  const standing = conditionOf(pdb.status?.conditions, type);
  const lastTransitionTime = standing?.status === status ? standing.lastTransitionTime : formatTime(nowUs);
  const wanted: Condition = {
    type,
    status,
    observedGeneration: pdb.metadata.generation,
    lastTransitionTime,
    reason,
    message,
  };
  const others = (pdb.status?.conditions ?? []).filter((condition) => condition.type !== type);
  return [...others, wanted];
}
