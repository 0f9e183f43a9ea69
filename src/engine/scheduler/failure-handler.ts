import type { Pod, PodCondition } from '../../api/generated/types.ts';
import { withPodCondition } from '../../api/pod.ts';
import { formatTime } from '../../api/time.ts';
import { type Task, sleep } from '../kernel/task.ts';
import { podInfoOf } from './cache/pod-info.ts';
import type { SchedulerCore } from './core.ts';
import { truncateMessage } from './framework/fit-error.ts';
import { type Rejection, rejectionMessage } from './framework/status.ts';
import type { QueuedPod } from './queue/queued-pod.ts';
import type { Failure } from './schedule-pod.ts';

/** Back to a queue, an event, and the Pod's condition. Models schedule_one.go handleSchedulingFailure (1.36). */
export function* handleFailure(core: SchedulerCore, entry: QueuedPod, pod: Pod, failure: Failure): Task {
  entry.rejectors = failure.rejectors;
  const latest = core.latest(pod);
  const bound = (latest?.spec.nodeName ?? '') !== '';
  if (latest === undefined || latest.metadata.uid !== pod.metadata.uid || bound)
    core.queue.done(pod.metadata.uid);
  else {
    entry.info = podInfoOf(latest);
    core.queue.addUnschedulable(entry);
  }
  core.nominator.add(entry.info.pod, failure.nominatedNodeName);
  const note = truncateMessage(failure.message);
  core.events.event(pod, { type: 'Warning', reason: 'FailedScheduling', action: 'Scheduling', note });
  const condition: PodCondition = {
    type: 'PodScheduled',
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
    status: 'False',
    reason: failure.reason,
    message: failure.message,
    lastTransitionTime: formatTime(core.kernel.unixUs()),
  };
  const written = yield* patchStatus(core, pod, { condition, nominatedNodeName: failure.nominatedNodeName });
  // The write is back as a watch event before the loop tries again, so that a Pod that is still in trouble is not told twice.
  if (written) yield* sleep(core.settings.watchDeliveryUs);
}

/** Writes the condition and the nomination if they differ ('' takes a nomination back); whether it did. Models updatePod. */
export function* patchStatus(
  core: SchedulerCore,
  pod: Pod,
  change: { readonly condition?: PodCondition; readonly nominatedNodeName: string | undefined },
): Task<boolean> {
  const { status } = pod;
  const { condition, nominatedNodeName } = change;
  const renominates =
    nominatedNodeName !== undefined && nominatedNodeName !== (status?.nominatedNodeName ?? '');
  const written = condition === undefined ? undefined : changedCondition(pod, condition);
  if (!renominates && written === undefined) return false;
  const { namespace = '', name } = pod.metadata;
  yield* core.client.patch({ resource: 'pods', subresource: 'status', namespace, name }, 'strategic', {
    status: {
      ...(written === undefined ? {} : { conditions: [written] }),
      ...(renominates ? { nominatedNodeName: nominatedNodeName === '' ? null : nominatedNodeName } : {}),
    },
  });
  return true;
}

/** The condition as it would be written, or undefined when it stands there already. */
function changedCondition({ status }: Pod, condition: PodCondition): PodCondition | undefined {
  const conditions = withPodCondition(status?.conditions, condition);
  return conditions === status?.conditions
    ? undefined
    : conditions.find(({ type }) => type === condition.type);
}

/** A plugin's no after a node was chosen, as a failure of the attempt over that one node. */
export function failureOf(rejection: Rejection): Failure {
  const message = rejectionMessage(rejection);
  if (rejection.code === 'Error') {
    return { reason: 'SchedulerError', message, rejectors: new Set(), nominatedNodeName: '' };
  }
  return {
    reason: 'Unschedulable',
    message: `0/1 nodes are available: 1 ${message}.`,
    rejectors: new Set([rejection.plugin]),
    nominatedNodeName: '',
  };
}
