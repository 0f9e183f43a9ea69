import type { Pod, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '../../../api/generated/types.ts';
import { isPodActive, isPodTerminal, podCondition } from '../../../api/pod.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { conditionOf, sameStatus, withoutCondition, withoutZeros } from '../common/status.ts';

const SECOND_US = 1_000_000;

/** What a ReplicaSet wants to know of one of its Pods. The same for as long as neither changes. */
export interface PodFacts {
  /** Neither ended nor being deleted. */
  readonly active: boolean;
  readonly terminating: boolean;
  readonly labeled: boolean;
  /** Unix µs since when it is ready. */
  readonly readySince: number | undefined;
}

/** Read off a Pod once. */
export function factsOf(rs: ReplicaSet, pod: Pod): PodFacts {
  const ready = podCondition(pod.status, 'Ready');
  const labels = Object.entries(rs.spec.template?.metadata?.labels ?? {});
  return {
    active: isPodActive(pod),
    terminating: pod.metadata.deletionTimestamp !== undefined && !isPodTerminal(pod),
    labeled: labels.every(([key, value]) => pod.metadata.labels?.[key] === value),
    readySince: ready?.status === 'True' ? (parseTime(ready.lastTransitionTime ?? '') ?? 0) : undefined,
  };
}

/** What one sync of a ReplicaSet found. */
export interface Found {
  /** The facts of its active Pods. */
  readonly active: readonly PodFacts[];
  readonly terminating: number;
  /** The first refusal of a creation or deletion, if this sync met one. */
  readonly failure?: string;
}

/** The status a ReplicaSet should have. Models pkg/controller/replicaset calculateStatus (1.36). */
export function calculateStatus(
  rs: ReplicaSet,
  { active, terminating, failure }: Found,
  nowUs: number,
): ReplicaSetStatus {
  const minReadyUs = (rs.spec.minReadySeconds ?? 0) * SECOND_US;
  let [fullyLabeledReplicas, readyReplicas, availableReplicas] = [0, 0, 0];
  for (const { labeled, readySince } of active) {
    if (labeled) fullyLabeledReplicas++;
    if (readySince === undefined) continue;
    readyReplicas++;
    if (minReadyUs === 0 || readySince + minReadyUs <= nowUs) availableReplicas++;
  }
  const status = {
    ...rs.status,
    replicas: active.length,
    fullyLabeledReplicas,
    readyReplicas,
    availableReplicas,
    terminatingReplicas: terminating,
    observedGeneration: rs.metadata.generation,
    conditions: failureConditions(rs, { active, terminating, failure }, nowUs),
  };
  return withoutZeros(status, ['replicas', 'terminatingReplicas']);
}

function failureConditions(
  rs: ReplicaSet,
  { active, failure }: Found,
  nowUs: number,
): readonly ReplicaSetCondition[] {
  const standing = rs.status?.conditions ?? [];
  if (failure === undefined) return withoutCondition(standing, 'ReplicaFailure');
  if (conditionOf(standing, 'ReplicaFailure') !== undefined) return standing;
  const difference = active.length - (rs.spec.replicas ?? 1);
  const reason = difference < 0 ? 'FailedCreate' : difference > 0 ? 'FailedDelete' : '';
  const condition = {
    type: 'ReplicaFailure',
    status: 'True',
    lastTransitionTime: formatTime(nowUs),
    reason,
    message: failure,
  };
  return [...standing, condition];
}

/** Whether a write of `status` would change nothing. */
export function isStatusCurrent(rs: ReplicaSet, status: ReplicaSetStatus): boolean {
  return sameStatus(rs.status, status) && rs.status?.terminatingReplicas === status.terminatingReplicas;
}

/** µs until the next ready Pod has been ready for minReadySeconds, or undefined. Models FindMinNextPodAvailabilityCheck. */
export function nextAvailabilityUs(
  active: readonly PodFacts[],
  minReadySeconds: number,
  nowUs: number,
): number | undefined {
  if (minReadySeconds === 0) return undefined;
  let least: number | undefined;
  for (const { readySince } of active) {
    const left = readySince === undefined ? 0 : readySince + minReadySeconds * SECOND_US - nowUs;
    if (left > 0 && (least === undefined || left < least)) least = left;
  }
  return least;
}
