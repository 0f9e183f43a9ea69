import type { Pod, ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from '../../../api/generated/types.ts';
import { isPodAvailable, isPodReady, podCondition } from '../../../api/pod.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { conditionOf, sameStatus, withoutCondition, withoutZeros } from '../common/status.ts';

/** What one sync of a ReplicaSet found. */
export interface Found {
  /** Neither ended nor being deleted. */
  readonly active: readonly Pod[];
  readonly terminating: number;
  /** The first refusal of a creation or deletion, if this sync met one. */
  readonly failure?: string;
}

/** The status a ReplicaSet should have. Models pkg/controller/replicaset calculateStatus (1.36). */
export function calculateStatus(rs: ReplicaSet, { active, terminating, failure }: Found, nowUs: number): ReplicaSetStatus {
  const labels = Object.entries(rs.spec.template?.metadata?.labels ?? {});
  const minReadySeconds = rs.spec.minReadySeconds ?? 0;
  let [fullyLabeledReplicas, readyReplicas, availableReplicas] = [0, 0, 0];
  for (const pod of active) {
    if (labels.every(([key, value]) => pod.metadata.labels?.[key] === value)) fullyLabeledReplicas++;
    if (!isPodReady(pod)) continue;
    readyReplicas++;
    if (isPodAvailable(pod, minReadySeconds, nowUs)) availableReplicas++;
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

function failureConditions(rs: ReplicaSet, { active, failure }: Found, nowUs: number): readonly ReplicaSetCondition[] {
  const standing = rs.status?.conditions ?? [];
  if (failure === undefined) return withoutCondition(standing, 'ReplicaFailure');
  if (conditionOf(standing, 'ReplicaFailure') !== undefined) return standing;
  const difference = active.length - (rs.spec.replicas ?? 1);
  const reason = difference < 0 ? 'FailedCreate' : difference > 0 ? 'FailedDelete' : '';
  const condition = { type: 'ReplicaFailure', status: 'True', lastTransitionTime: formatTime(nowUs), reason, message: failure };
  return [...standing, condition];
}

/** Whether a write of `status` would change nothing. */
export function isStatusCurrent(rs: ReplicaSet, status: ReplicaSetStatus): boolean {
  return sameStatus(rs.status, status) && rs.status?.terminatingReplicas === status.terminatingReplicas;
}

/** µs until the next ready Pod has been ready for minReadySeconds, or undefined. Models FindMinNextPodAvailabilityCheck. */
export function nextAvailabilityUs(active: readonly Pod[], minReadySeconds: number, nowUs: number): number | undefined {
  if (minReadySeconds === 0) return undefined;
  let least: number | undefined;
  for (const pod of active) {
    const ready = podCondition(pod.status, 'Ready');
    if (ready?.status !== 'True' || ready.lastTransitionTime === undefined) continue;
    const left = (parseTime(ready.lastTransitionTime) ?? nowUs) + minReadySeconds * 1_000_000 - nowUs;
    if (left > 0 && (least === undefined || left < least)) least = left;
  }
  return least;
}
