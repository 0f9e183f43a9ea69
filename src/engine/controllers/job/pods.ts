import type { Container, Job, Pod, PodTemplateSpec } from '../../../api/generated/types.ts';
import { isPodActive, podCondition } from '../../../api/pod.ts';
import { parseTime } from '../../../api/time.ts';
import { compareActivePods } from '../common/active-pods.ts';
import { isDeleting } from '../common/objects.ts';
import type { Indexes } from './indexes.ts';
import { judgeFailure } from './policies.ts';

export const TRACKING = 'batch.kubernetes.io/job-tracking';
const INDEX = 'batch.kubernetes.io/job-completion-index';
const FAILURE_COUNT = 'batch.kubernetes.io/job-index-failure-count';
const IGNORED_COUNT = 'batch.kubernetes.io/job-index-ignored-failure-count';
const INDEX_ENV = 'JOB_COMPLETION_INDEX';
const MAX_GENERATE_NAME = 58;

export function isIndexed(job: Job): boolean {
  return job.spec.completionMode === 'Indexed';
}

export function hasLimitPerIndex(job: Job): boolean {
  return job.spec.backoffLimitPerIndex !== undefined;
}

/** Terminating Pods are waited for before they are replaced. Models onlyReplaceFailedPods. */
export function replacesFailedOnly({ spec }: Job): boolean {
  return spec.podReplacementPolicy === 'Failed' || spec.podFailurePolicy !== undefined;
}

export function isTracked(pod: Pod): boolean {
  return pod.metadata.finalizers?.includes(TRACKING) === true;
}

/** The Pod's completion index, if it has one that the Job has. */
export function indexOf(job: Job, pod: Pod): number | undefined {
  const text = pod.metadata.annotations?.[INDEX];
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  return Number(text) < (job.spec.completions ?? 0) ? Number(text) : undefined;
}

/** A deleted Pod counts as failed too, unless only failed ones are replaced. Models isPodFailed (1.36). */
export function isFailed(job: Job, pod: Pod): boolean {
  if (pod.status?.phase === 'Failed') return true;
  if (replacesFailedOnly(job)) return false;
  return isDeleting(pod) && pod.status?.phase !== 'Succeeded';
}

function countIn(pod: Pod, annotation: string): number {
  const text = pod.metadata.annotations?.[annotation];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
}

/** Failures of the Pod's index before this one: those that count, and all. */
export function failuresBefore(pod: Pod): { readonly counted: number; readonly all: number } {
  const counted = countIn(pod, FAILURE_COUNT);
  return { counted, all: counted + countIn(pod, IGNORED_COUNT) };
}

/** Unix µs at which a Pod ended, as well as can be told. Models getFinishedTime (1.36). */
export function finishedAt(pod: Pod): number {
  const ends = (pod.status?.containerStatuses ?? []).map(({ state }) => state?.terminated?.finishedAt);
  if (ends.length > 0 && ends.every((end) => end !== undefined))
    return Math.max(...ends.map((end) => parseTime(end ?? '') ?? 0));
  const ready = podCondition(pod.status, 'Ready');
  const since =
    ready?.status === 'False' && ready.lastTransitionTime !== undefined
      ? parseTime(ready.lastTransitionTime)
      : undefined;
  if (since !== undefined) return since;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, creationTimestamp } = pod.metadata;
  if (deletionTimestamp !== undefined)
    return (parseTime(deletionTimestamp) ?? 0) - deletionGracePeriodSeconds * 1_000_000;
  return parseTime(creationTimestamp ?? '') ?? 0;
}

/** The template of a Job's Pods: with the finalizer that keeps a finished Pod until it is counted. */
export function trackedTemplate(job: Job): PodTemplateSpec {
  const { template } = job.spec;
  const standing = template.metadata?.finalizers ?? [];
  const finalizers = standing.includes(TRACKING) ? standing : [...standing, TRACKING];
  const spec = isIndexed(job) ? withIndexEnv(template) : template.spec;
  return { ...template, metadata: { ...template.metadata, finalizers }, spec };
}

function withIndexEnv({ spec }: PodTemplateSpec): PodTemplateSpec['spec'] {
  const fieldRef = { fieldPath: `metadata.labels['${INDEX}']` };
  const withEnv = (container: Container): Container =>
    container.env?.some(({ name }) => name === INDEX_ENV) === true
      ? container
      : { ...container, env: [...(container.env ?? []), { name: INDEX_ENV, valueFrom: { fieldRef } }] };
  return {
    ...spec,
    ...(spec.initContainers === undefined ? {} : { initContainers: spec.initContainers.map(withEnv) }),
    containers: spec.containers.map(withEnv),
  };
}

/** The template for one index; `replaced` is the failed Pod it follows. */
export function indexedTemplate(
  job: Job,
  template: PodTemplateSpec,
  index: number,
  replaced: Pod | undefined,
): PodTemplateSpec {
  const annotations = {
    ...template.metadata?.annotations,
    [INDEX]: String(index),
    ...(hasLimitPerIndex(job) ? failureCounts(job, replaced) : {}),
  };
  const labels = { ...template.metadata?.labels, [INDEX]: String(index) };
  return {
    ...template,
    metadata: { ...template.metadata, annotations, labels },
    spec: { ...template.spec, hostname: `${job.metadata.name}-${index}` },
  };
}

function failureCounts(job: Job, replaced: Pod | undefined): Readonly<Record<string, string>> {
  if (replaced === undefined) return { [FAILURE_COUNT]: '0' };
  const { counted, all } = failuresBefore(replaced);
  const counts = judgeFailure(job, replaced).counts;
  const ignored = all - counted + (counts ? 0 : 1);
  return {
    [FAILURE_COUNT]: String(counted + (counts ? 1 : 0)),
    ...(ignored > 0 ? { [IGNORED_COUNT]: String(ignored) } : {}),
  };
}

/** `task-3-`, cut so that the random end fits. Models podGenerateNameWithIndex. */
export function generateNameFor(job: Job, index: number | undefined): string {
  const { name } = job.metadata;
  if (index === undefined) return `${name}-`;
  const suffix = `-${index}-`;
  return name.slice(0, MAX_GENERATE_NAME - suffix.length) + suffix;
}

/** The lowest indexes that have neither a Pod nor an end. Models firstPendingIndexes (1.36). */
export function pendingIndexes(job: Job, pods: readonly Pod[], done: Indexes, count: number): number[] {
  const taken = new Set(done);
  for (const pod of pods) {
    const occupies =
      isPodActive(pod) ||
      (replacesFailedOnly(job) &&
        isDeleting(pod) &&
        !isFailed(job, pod) &&
        pod.status?.phase !== 'Succeeded');
    const index = occupies ? indexOf(job, pod) : undefined;
    if (index !== undefined) taken.add(index);
  }
  const pending: number[] = [];
  for (let index = 0; index < (job.spec.completions ?? 0) && pending.length < count; index++)
    if (!taken.has(index)) pending.push(index);
  return pending;
}

/** Active Pods that are to go: those without a proper index, doubles, then the least advanced. Models activePodsForRemoval (1.36). */
export function podsToRemove(job: Job, active: readonly Pod[], atLeast: number): Pod[] {
  const remove: Pod[] = [];
  let left: Pod[] = [...active];
  if (isIndexed(job)) {
    const best = new Map<number, Pod>();
    for (const pod of [...active].sort(compareActivePods)) {
      const index = indexOf(job, pod);
      if (index === undefined) remove.push(pod);
      else {
        const other = best.get(index);
        if (other !== undefined) remove.push(other);
        best.set(index, pod);
      }
    }
    left = [...best.values()];
  }
  if (remove.length < atLeast) remove.push(...left.sort(compareActivePods).slice(0, atLeast - remove.length));
  return remove;
}
