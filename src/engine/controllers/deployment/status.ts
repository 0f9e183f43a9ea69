import type {
  Deployment,
  DeploymentCondition,
  DeploymentStatus,
  ReplicaSet,
} from '../../../api/generated/types.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { conditionOf, sameStatus, withoutCondition, withoutZeros } from '../common/status.ts';
import { fenceposts, totalAvailable, totalSize, wantedOf } from './rolling.ts';

export const NEW_SET_AVAILABLE = 'NewReplicaSetAvailable';
export const TIMED_OUT = 'ProgressDeadlineExceeded';
export const PAUSED = 'DeploymentPaused';
const NO_DEADLINE = 2_147_483_647;
const SECOND_US = 1_000_000;

/** A condition as it is to be set. */
export interface Wanted {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

export function hasDeadline({ spec }: Deployment): boolean {
  return spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== NO_DEADLINE;
}

/**
 * The conditions with one set. One of equal status and reason stays as and where it is; another is dropped and
 * appended, keeping its transition time if its status stays. Models deploymentutil.SetDeploymentCondition (1.36).
 */
export function withCondition(
  conditions: readonly DeploymentCondition[],
  wanted: Wanted,
  nowUs: number,
): readonly DeploymentCondition[] {
  const standing = conditionOf(conditions, wanted.type);
  if (standing?.status === wanted.status && standing.reason === wanted.reason) return conditions;
  const now = formatTime(nowUs);
  const lastTransitionTime = standing?.status === wanted.status ? standing.lastTransitionTime : now;
  return [
    ...withoutCondition(conditions, wanted.type),
    { ...wanted, lastUpdateTime: now, lastTransitionTime },
  ];
}

/** Counts and availability. `all` includes the new ReplicaSet. Models pkg/controller/deployment calculateStatus (1.36). */
export function calculateStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newRs: ReplicaSet | undefined,
  nowUs: number,
): DeploymentStatus {
  const available = totalAvailable(all);
  const sum = (of: (rs: ReplicaSet) => number | undefined): number =>
    all.reduce((total, rs) => total + (of(rs) ?? 0), 0);
  const enough = available >= wantedOf(deployment) - fenceposts(deployment).maxUnavailable;
  const status: DeploymentStatus = {
    observedGeneration: deployment.metadata.generation,
    replicas: sum((rs) => rs.status?.replicas),
    updatedReplicas: newRs?.status?.replicas ?? 0,
    readyReplicas: sum((rs) => rs.status?.readyReplicas),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, totalSize(all) - available),
    terminatingReplicas: terminatingOf(all),
    collisionCount: deployment.status?.collisionCount,
    conditions: withCondition(deployment.status?.conditions ?? [], enough ? AVAILABLE : UNAVAILABLE, nowUs),
  };
  return withoutZeros(status, ['terminatingReplicas', 'collisionCount']);
}

/** The sum, or undefined while some ReplicaSet does not report it. */
function terminatingOf(all: readonly ReplicaSet[]): number | undefined {
  let total = 0;
  for (const { status } of all) {
    if (status?.terminatingReplicas === undefined) return undefined;
    total += status.terminatingReplicas;
  }
  return total;
}

const AVAILABLE: Wanted = {
  type: 'Available',
  status: 'True',
  reason: 'MinimumReplicasAvailable',
  message: 'Deployment has minimum availability.',
};
const UNAVAILABLE: Wanted = {
  type: 'Available',
  status: 'False',
  reason: 'MinimumReplicasUnavailable',
  message: 'Deployment does not have minimum availability.',
};

/** Models deploymentutil.DeploymentComplete. */
export function isComplete(deployment: Deployment, status: DeploymentStatus): boolean {
  const wanted = wantedOf(deployment);
  return (
    (status.updatedReplicas ?? 0) === wanted &&
    (status.replicas ?? 0) === wanted &&
    (status.availableReplicas ?? 0) === wanted &&
    (status.observedGeneration ?? 0) >= (deployment.metadata.generation ?? 0)
  );
}

/** Something grew or an old Pod went. Models DeploymentProgressing. */
export function isProgressing(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const oldPods = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus): number =>
    replicas - updatedReplicas;
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    oldPods(after) < oldPods(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  );
}

/** Models DeploymentTimedOut. */
export function isTimedOut(deployment: Deployment, status: DeploymentStatus, nowUs: number): boolean {
  const progressing = conditionOf(status.conditions, 'Progressing');
  if (!hasDeadline(deployment) || progressing === undefined || progressing.reason === NEW_SET_AVAILABLE)
    return false;
  if (progressing.reason === TIMED_OUT) return true;
  return deadlineUs(deployment, progressing) < nowUs;
}

function deadlineUs({ spec }: Deployment, { lastUpdateTime = '' }: DeploymentCondition): number {
  return (parseTime(lastUpdateTime) ?? 0) + (spec.progressDeadlineSeconds ?? 0) * SECOND_US;
}

/** The whole status of a rollout: counts, availability, progress, failures. Models syncRolloutStatus (1.36). */
export function rolloutStatus(
  deployment: Deployment,
  all: readonly ReplicaSet[],
  newRs: ReplicaSet | undefined,
  nowUs: number,
): DeploymentStatus {
  let status = calculateStatus(deployment, all, newRs, nowUs);
  const set = (conditions: readonly DeploymentCondition[]): void => {
    status = { ...status, conditions };
  };
  if (!hasDeadline(deployment)) set(withoutCondition(status.conditions, 'Progressing'));
  const standing = conditionOf(deployment.status?.conditions, 'Progressing');
  const finished =
    (status.replicas ?? 0) === (status.updatedReplicas ?? 0) && standing?.reason === NEW_SET_AVAILABLE;
  if (hasDeadline(deployment) && !finished) set(progressConditions({ deployment, status, newRs, nowUs }));
  const failure = failureOf(all, newRs);
  set(
    failure === undefined
      ? withoutCondition(status.conditions, 'ReplicaFailure')
      : withFailure(status.conditions ?? [], failure),
  );
  return withoutZeros(status, ['terminatingReplicas', 'collisionCount']);
}

interface Progress {
  readonly deployment: Deployment;
  readonly status: DeploymentStatus;
  readonly newRs: ReplicaSet | undefined;
  readonly nowUs: number;
}

function progressConditions({ deployment, status, newRs, nowUs }: Progress): readonly DeploymentCondition[] {
  const who =
    newRs === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newRs.metadata.name}"`;
  const conditions = status.conditions ?? [];
  const type = 'Progressing';
  if (isComplete(deployment, status)) {
    const message = `${who} has successfully progressed.`;
    return withCondition(conditions, { type, status: 'True', reason: NEW_SET_AVAILABLE, message }, nowUs);
  }
  if (isProgressing(deployment.status ?? {}, status)) {
    // Set anew even with the same reason: its time is what the deadline counts from.
    const standing = conditionOf(deployment.status?.conditions, type);
    const now = formatTime(nowUs);
    const lastTransitionTime = standing?.status === 'True' ? standing.lastTransitionTime : now;
    const message = `${who} is progressing.`;
    const fresh = {
      type,
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message,
      lastUpdateTime: now,
      lastTransitionTime,
    };
    return [...withoutCondition(conditions, type), fresh];
  }
  if (isTimedOut(deployment, status, nowUs)) {
    const message = `${who} has timed out progressing.`;
    return withCondition(conditions, { type, status: 'False', reason: TIMED_OUT, message }, nowUs);
  }
  return conditions;
}

/** The new ReplicaSet's failure, else another's. Models getReplicaFailures. */
function failureOf(
  all: readonly ReplicaSet[],
  newRs: ReplicaSet | undefined,
): DeploymentCondition | undefined {
  const sets = newRs === undefined ? all : [newRs, ...all];
  for (const rs of sets) {
    const found = conditionOf(rs.status?.conditions, 'ReplicaFailure');
    if (found !== undefined) return { ...found, lastUpdateTime: found.lastTransitionTime };
  }
  return undefined;
}

function withFailure(
  conditions: readonly DeploymentCondition[],
  failure: DeploymentCondition,
): readonly DeploymentCondition[] {
  const standing = conditionOf(conditions, failure.type);
  if (standing?.status === failure.status && standing.reason === failure.reason) return conditions;
  return [...withoutCondition(conditions, failure.type), failure];
}

/** µs until a rollout that stands still must be looked at again; 0 = soon; undefined = never. Models requeueStuckDeployment (1.36). */
export function recheckUs(
  deployment: Deployment,
  status: DeploymentStatus,
  nowUs: number,
): number | undefined {
  const progressing = conditionOf(deployment.status?.conditions, 'Progressing');
  if (!hasDeadline(deployment) || progressing === undefined) return undefined;
  if (isComplete(deployment, status) || progressing.reason === TIMED_OUT) return undefined;
  const left = deadlineUs(deployment, progressing) - nowUs;
  return left < SECOND_US ? 0 : left + SECOND_US;
}

/** Whether a write of `status` would change nothing. */
export function isStatusCurrent(deployment: Deployment, status: DeploymentStatus): boolean {
  return (
    sameStatus(deployment.status, status) &&
    deployment.status?.terminatingReplicas === status.terminatingReplicas
  );
}
