import type { Job, JobCondition, Pod } from '../../../api/generated/types.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { conditionOf } from '../common/status.ts';
import { type Indexes, parseIndexes, unite } from './indexes.ts';
import { judgeFailure, metSuccessPolicy } from './policies.ts';
import { failuresBefore, hasLimitPerIndex, indexOf, isFailed, isIndexed, isTracked } from './pods.ts';

/** What a Job ends with. */
export interface Ending {
  readonly type: 'FailureTarget' | 'Failed' | 'SuccessCriteriaMet' | 'Complete';
  readonly reason: string;
  readonly message: string;
}

/** What is known of a Job's Pods in one sync. */
export interface Tally {
  readonly job: Job;
  readonly pods: readonly Pod[];
  /** Pods whose finalizer is being removed: they are counted already. */
  readonly settled: ReadonlySet<string>;
}

const SECOND_US = 1_000_000;

export function isSuspended({ spec }: Job): boolean {
  return spec.suspend === true;
}

/** Ended, and nothing is done about it any more. Models IsJobFinished. */
export function isFinished({ status }: Job): boolean {
  return (
    status?.conditions?.some(
      ({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True',
    ) === true
  );
}

/** Ended Pods that are not counted yet. Models getNewFinishedPods (1.36). */
export function newlyEnded({ job, pods, settled }: Tally): {
  readonly succeeded: Pod[];
  readonly failed: Pod[];
} {
  const { succeeded = [], failed = [] } = job.status?.uncountedTerminatedPods ?? {};
  const valid = (pod: Pod, counted: readonly string[]): boolean =>
    isTracked(pod) &&
    !counted.includes(pod.metadata.uid) &&
    !settled.has(pod.metadata.uid) &&
    (!isIndexed(job) || indexOf(job, pod) !== undefined);
  return {
    succeeded: pods.filter((pod) => pod.status?.phase === 'Succeeded' && valid(pod, succeeded)),
    failed: pods.filter((pod) => isFailed(job, pod) && valid(pod, failed)),
  };
}

/** Indexes with a Pod that succeeded. Models calculateSucceededIndexes. */
export function succeededIndexes({ job, pods }: Tally): { readonly before: Indexes; readonly now: Indexes } {
  const before = parseIndexes(job.status?.completedIndexes, job.spec.completions ?? 0);
  const fresh = pods
    .filter((pod) => pod.status?.phase === 'Succeeded' && isTracked(pod))
    .flatMap((pod) => indexOf(job, pod) ?? []);
  return { before, now: unite(before, fresh) };
}

/** Indexes that have used up their failures. Models calculateFailedIndexes (1.36). */
export function failedIndexes({ job, pods }: Tally): Indexes {
  const before = parseIndexes(job.status?.failedIndexes, job.spec.completions ?? 0);
  const fresh = pods
    .filter((pod) => isTracked(pod) && isIndexFailed(job, pod))
    .flatMap((pod) => indexOf(job, pod) ?? []);
  return unite(before, fresh);
}

function isIndexFailed(job: Job, pod: Pod): boolean {
  if (!isFailed(job, pod)) return false;
  const { counts, action } = judgeFailure(job, pod);
  if (action === 'FailIndex') return true;
  return counts && failuresBefore(pod).counted >= (job.spec.backoffLimitPerIndex ?? 0);
}

/** By index the failed Pod that its successor takes the count over from. Models getPodsWithDelayedDeletionPerIndex (1.36). */
export function lastFailures(tally: Tally, active: readonly Pod[], done: Indexes): ReadonlyMap<number, Pod> {
  const { job, pods, settled } = tally;
  const excluded = new Set([...done, ...active.flatMap((pod) => indexOf(job, pod) ?? [])]);
  const last = new Map<number, Pod>();
  for (const pod of pods) {
    if (!isTracked(pod) || settled.has(pod.metadata.uid) || !isFailed(job, pod)) continue;
    const index = indexOf(job, pod);
    if (index === undefined || excluded.has(index)) continue;
    const known = last.get(index);
    if (known === undefined || failuresBefore(known).all <= failuresBefore(pod).all) last.set(index, pod);
  }
  return last;
}

export interface Counted {
  readonly failed: number;
  readonly succeededIndexes: Indexes;
  readonly failedIndexes: Indexes;
}

/** Whether and how the Job ends now; undefined while it goes on. Models the middle of syncJob (1.36). */
export function endingOf({ job, pods }: Tally, counted: Counted, nowUs: number): Ending | undefined {
  const met = conditionOf(job.status?.conditions, 'SuccessCriteriaMet');
  if (met?.status === 'True')
    return { type: 'SuccessCriteriaMet', reason: met.reason ?? '', message: met.message ?? '' };
  const target = conditionOf(job.status?.conditions, 'FailureTarget');
  if (target?.status === 'True')
    return { type: 'Failed', reason: target.reason ?? '', message: target.message ?? '' };
  return failureOf({ job, pods }, counted.failed, nowUs) ?? indexEnding(job, counted);
}

function failureOf(
  { job, pods }: Pick<Tally, 'job' | 'pods'>,
  failed: number,
  nowUs: number,
): Ending | undefined {
  const type = 'FailureTarget';
  for (const pod of job.spec.podFailurePolicy === undefined ? [] : pods) {
    const message = isFailed(job, pod) ? judgeFailure(job, pod).message : undefined;
    if (message !== undefined) return { type, reason: 'PodFailurePolicy', message };
  }
  if (failed > (job.spec.backoffLimit ?? 6) || isPastRestarts(job, pods)) {
    return { type, reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
  }
  const left = deadlineUs(job, nowUs);
  if (left !== undefined && left <= 0)
    return { type, reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
  return undefined;
}

function indexEnding(job: Job, counted: Counted): Ending | undefined {
  if (!isIndexed(job)) return undefined;
  const completions = job.spec.completions ?? 0;
  const failures = counted.failedIndexes.length;
  if (hasLimitPerIndex(job)) {
    const { maxFailedIndexes } = job.spec;
    if (maxFailedIndexes !== undefined && failures > maxFailedIndexes) {
      const message = 'Job has exceeded the specified maximal number of failed indexes';
      return { type: 'FailureTarget', reason: 'MaxFailedIndexesExceeded', message };
    }
    if (failures > 0 && failures + counted.succeededIndexes.length >= completions) {
      return { type: 'FailureTarget', reason: 'FailedIndexes', message: 'Job has failed indexes' };
    }
  }
  const message = metSuccessPolicy(job.spec.successPolicy, completions, counted.succeededIndexes);
  return message === undefined ? undefined : { type: 'SuccessCriteriaMet', reason: 'SuccessPolicy', message };
}

/** Restarts in place count against the limit for restartPolicy OnFailure. Models pastBackoffLimitOnFailure. */
function isPastRestarts(job: Job, pods: readonly Pod[]): boolean {
  if (job.spec.template.spec.restartPolicy !== 'OnFailure') return false;
  const limit = job.spec.backoffLimit ?? 6;
  let restarts = 0;
  for (const { status } of pods) {
    if (status?.phase !== 'Running' && status?.phase !== 'Pending') continue;
    for (const { restartCount } of [
      ...(status.initContainerStatuses ?? []),
      ...(status.containerStatuses ?? []),
    ])
      restarts += restartCount;
  }
  return limit === 0 ? restarts > 0 : restarts >= limit;
}

/** µs left of activeDeadlineSeconds; undefined without one or while suspended. */
export function deadlineUs(job: Job, nowUs: number): number | undefined {
  const { activeDeadlineSeconds } = job.spec;
  const start = job.status?.startTime;
  if (activeDeadlineSeconds === undefined || start === undefined || isSuspended(job)) return undefined;
  return (parseTime(start) ?? nowUs) + activeDeadlineSeconds * SECOND_US - nowUs;
}

/** How many Pods should be active. Models the beginning of manageJob. */
export function wantedActive(job: Job, active: number, succeeded: number): number {
  const parallelism = job.spec.parallelism ?? 1;
  if (job.spec.completions === undefined) return succeeded > 0 ? active : parallelism;
  return Math.max(0, Math.min(parallelism, job.spec.completions - succeeded));
}

/** Everything asked for has succeeded and nothing runs. */
export function isComplete(job: Job, active: number, succeeded: number): boolean {
  const { completions } = job.spec;
  return active === 0 && (completions === undefined ? succeeded > 0 : succeeded >= completions);
}

export function newCondition({ type, reason, message }: Ending, nowUs: number): JobCondition {
  const now = formatTime(nowUs);
  return { type, status: 'True', lastProbeTime: now, lastTransitionTime: now, reason, message };
}

/**
 * The conditions with one set, in its place when it is there; one that would be added as False is not. The same list
 * when nothing changes. Models ensureJobConditionStatus (1.36).
 */
export function withJobCondition(
  conditions: readonly JobCondition[],
  wanted: JobCondition,
): readonly JobCondition[] {
  const standing = conditionOf(conditions, wanted.type);
  if (standing === undefined) return wanted.status === 'False' ? conditions : [...conditions, wanted];
  if (
    standing.status === wanted.status &&
    standing.reason === wanted.reason &&
    standing.message === wanted.message
  )
    return conditions;
  return conditions.map((condition) => (condition === standing ? wanted : condition));
}
