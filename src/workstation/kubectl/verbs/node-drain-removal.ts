import { formatGoDuration } from '../../../api/duration.ts';
import type { Pod } from '../../../api/generated/types.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type Task, sleep, wait } from '../../../engine/kernel/task.ts';
import { SECOND } from '../../../trace/ids.ts';
import {
  ApiFailure,
  CommandError,
  ErrorList,
  asCommandError,
  hasCause,
  hasReason,
  isNotFound,
} from '../errors.ts';
import type { Kube } from '../kube.ts';
import { uidOf } from '../object.ts';
import { PODS } from '../pods.ts';
import type { DryRun } from './dry-run.ts';

const RETRY_US = 5 * SECOND;

/** Until when drain waits, in the kernel's time, and for how long that is, in µs. */
interface Deadline {
  readonly end: number;
  readonly timeout: number;
}

function deadlineOf({ flags, kernel }: Kube): Deadline {
  const timeout = flags.durationUs('timeout');
  return { end: timeout > 0 ? kernel.now() + timeout : Number.POSITIVE_INFINITY, timeout };
}

/** Between two looks at what is still there. */
function* pause({ kernel }: Kube, end: number): Task {
  yield* sleep(Math.min(SECOND, Math.max(0, end - kernel.now())));
}

/** Below zero each Pod's own holds. */
function graceOf({ flags }: Kube): { readonly gracePeriodSeconds?: number } {
  const grace = flags.number('grace-period');
  return grace >= 0 ? { gracePeriodSeconds: grace } : {};
}

/** Deletes all Pods, then waits for them one by one; of a dry run they stay, and it waits all the same. Models Helper.deletePods. */
export function* deleteAll(kube: Kube, pods: readonly Pod[], dryRun: DryRun): Task {
  const { end } = deadlineOf(kube);
  const options = { ...graceOf(kube), ...(dryRun === 'server' ? { dryRun: true } : {}) };
  for (const { metadata } of pods) {
    try {
      yield* kube.api.delete(
        { resource: PODS, namespace: metadata.namespace ?? '', name: metadata.name },
        options,
      );
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  let left = pods;
  for (;;) {
    const there: Pod[] = [];
    for (const pod of left) {
      if (yield* isThere(kube, pod)) there.push(pod);
      else kube.out(`pod/${pod.metadata.name} deleted\n`);
    }
    if (there.length === 0) return;
    left = there;
    if (kube.kernel.now() >= end) throw new CommandError('context deadline exceeded');
    yield* pause(kube, end);
  }
}

/** Whether the Pod, not another of its name, is still there. */
function* isThere(kube: Kube, { metadata: { name, namespace = '', uid } }: Pod): Task<boolean> {
  try {
    return uidOf(yield* kube.api.get({ resource: PODS, namespace, name })) === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Evicts all Pods side by side. Models Helper.evictPods. */
export function* evictAll(kube: Kube, pods: readonly Pod[], dryRun: DryRun): Task {
  const deadline = deadlineOf(kube);
  const tasks = pods.map((pod) => kube.kernel.spawn(evict(kube, pod, { dryRun, ...deadline })));
  try {
    const errors: CommandError[] = [];
    for (const task of tasks) {
      const problem = yield* wait(task.done);
      if (problem !== undefined) errors.push(problem);
    }
    if (errors.length > 0) throw new ErrorList(errors);
  } finally {
    for (const task of tasks) task.cancel();
  }
}

interface Eviction extends Deadline {
  readonly dryRun: DryRun;
}

/** Why a Pod could not be evicted; undefined once it is gone. */
function* evict(kube: Kube, pod: Pod, { dryRun, end, timeout }: Eviction): Task<CommandError | undefined> {
  const { name, namespace = '' } = pod.metadata;
  const at = `pods/${goQuote(name)} -n ${goQuote(namespace)}`;
  const target = { resource: PODS, namespace, name };
  let current = pod;
  for (let tries = 0; ; tries++) {
    kube.out(`evicting pod ${namespace}/${name}${dryRun === 'server' ? ' (server dry run)' : ''}\n`);
    if (kube.kernel.now() >= end)
      return new CommandError(
        `error when evicting ${at}: global timeout reached: ${formatGoDuration(timeout)}`,
      );
    if (tries > 0) current = yield* asItIsNow(kube, target, pod);
    try {
      yield* requestEviction(kube, target, dryRun);
      break;
    } catch (error) {
      if (isNotFound(error)) return undefined;
      const message = asCommandError(error).message;
      const namespaceEnds = hasReason(error, 'Forbidden') && hasCause(error, 'NamespaceTerminating');
      // Its namespace takes it: from here on it is only waited for.
      if (namespaceEnds && current.metadata.deletionTimestamp !== undefined) break;
      if (!namespaceEnds && !hasReason(error, 'TooManyRequests'))
        return new CommandError(`error when evicting ${at}: ${message}`);
      const what = namespaceEnds
        ? `pod ${goQuote(name)} from terminating namespace ${goQuote(namespace)}`
        : at;
      kube.err(`error when evicting ${what} (will retry after 5s): ${message}\n`);
      yield* sleep(RETRY_US);
    }
  }
  if (dryRun === 'server') return undefined;
  return yield* waitGone(kube, pod, { dryRun, end, timeout });
}

type PodTarget = { readonly resource: typeof PODS; readonly namespace: string; readonly name: string };

/** The Pod before another try; what was known of it when it cannot be had. */
function* asItIsNow(kube: Kube, target: PodTarget, known: Pod): Task<Pod> {
  try {
    return (yield* kube.api.get(target)) as unknown as Pod;
  } catch (error) {
    if (error instanceof ApiFailure) return known;
    throw error;
  }
}

function* requestEviction(kube: Kube, target: PodTarget, dryRun: DryRun): Task {
  const { name, namespace } = target;
  const deleteOptions = { ...graceOf(kube), ...(dryRun === 'server' ? { dryRun: ['All'] } : {}) };
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace }, deleteOptions };
  yield* kube.api.create(target, body, dryRun === 'server' ? { dryRun: true } : {}, 'eviction');
}

function* waitGone(kube: Kube, pod: Pod, { end, timeout }: Eviction): Task<CommandError | undefined> {
  const { name, namespace = '' } = pod.metadata;
  for (;;) {
    try {
      if (!(yield* isThere(kube, pod))) break;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      return new CommandError(
        `error when waiting for pod ${goQuote(name)} in namespace ${goQuote(namespace)} to terminate: ${error.message}`,
      );
    }
    if (kube.kernel.now() >= end) {
      return new CommandError(
        `error when waiting for pod ${goQuote(name)} in namespace ${goQuote(namespace)} to terminate: global timeout reached: ${formatGoDuration(timeout)}`,
      );
    }
    yield* pause(kube, end);
  }
  kube.out(`pod/${name} evicted\n`);
  return undefined;
}
