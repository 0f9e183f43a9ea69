import type { Pod, PodCondition } from '../../../../api/generated/types.ts';
import { withPodCondition } from '../../../../api/pod.ts';
import { formatTime } from '../../../../api/time.ts';
import type { TaskHandle } from '../../../kernel/kernel.ts';
import { type Task, wait } from '../../../kernel/task.ts';
import type { PodInfo } from '../../cache/pod-info.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';

interface Running {
  /** `namespace/name` of the victim that is being deleted last. */
  lastVictim?: string;
}

/**
 * Evicts the victims beside the scheduling loop; until that is done the preemptor is kept out of the queue.
 * Models framework/preemption/executor.go prepareCandidateAsync (1.36).
 */
export class PreemptionExecutor {
  private readonly handle: SchedulerHandle;
  private readonly running = new Map<string, Running>();
  private readonly tasks = new Set<TaskHandle<void>>();

  constructor(handle: SchedulerHandle) {
    this.handle = handle;
  }

  /** Models IsPodRunningPreemption. */
  isRunning(uid: string): boolean {
    const running = this.running.get(uid);
    if (running === undefined) return false;
    if (running.lastVictim === undefined) return true;
    const [namespace = '', name = ''] = running.lastVictim.split('/');
    const victim = this.handle.pod(namespace, name);
    return victim !== undefined && victim.metadata.deletionTimestamp === undefined;
  }

  start(preemptor: Pod, node: string, victims: readonly PodInfo[]): void {
    const live = victims.filter(({ terminating }) => !terminating);
    if (live.length === 0) return;
    this.running.set(preemptor.metadata.uid, {});
    const task = this.handle.kernel.spawn(this.evict(preemptor, node, live));
    this.tasks.add(task);
    task.done.subscribe(() => this.tasks.delete(task));
  }

  private *evict(preemptor: Pod, node: string, victims: readonly PodInfo[]): Task {
    const { uid } = preemptor.metadata;
    let failed = !(yield* this.clearNominations(preemptor, node));
    const last = victims[victims.length - 1];
    const others = victims
      .slice(0, -1)
      .map((victim) => this.handle.kernel.spawn(this.preempt(preemptor, node, victim.pod)));
    let gone = true;
    for (const other of others) gone = (yield* wait(other.done)) && gone;
    if (gone && last !== undefined) {
      this.running.set(uid, { lastVictim: last.key });
      gone = yield* this.preempt(preemptor, node, last.pod);
    }
    failed ||= !gone;
    this.running.delete(uid);
    // Otherwise no event might ever wake it.
    if (failed) this.handle.activate(preemptor);
  }

  private *clearNominations(preemptor: Pod, node: string): Task<boolean> {
    let well = true;
    for (const { pod, priority } of this.handle.nominated.nominatedTo(node)) {
      if (priority >= (preemptor.spec.priority ?? 0) || (pod.status?.nominatedNodeName ?? '') === '')
        continue;
      const { namespace = '', name } = pod.metadata;
      const target = { resource: 'pods', subresource: 'status', namespace, name };
      const answer = yield* this.handle.client.patch(target, 'strategic', {
        status: { nominatedNodeName: null },
      });
      well &&= answer.ok;
    }
    return well;
  }

  /** False when the API server refused for another reason than that the victim is gone. Models PreemptPod. */
  private *preempt(preemptor: Pod, node: string, victim: Pod): Task<boolean> {
    const { namespace = '', name, generation } = victim.metadata;
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      ...(generation === undefined ? {} : { observedGeneration: generation }),
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: `${preemptor.spec.schedulerName ?? ''}: preempting to accommodate a higher priority pod`,
      lastTransitionTime: formatTime(this.handle.kernel.unixUs()),
    };
    if (withPodCondition(victim.status?.conditions, condition) !== victim.status?.conditions) {
      const target = { resource: 'pods', subresource: 'status', namespace, name };
      const patched = yield* this.handle.client.patch(target, 'strategic', {
        status: { conditions: [condition] },
      });
      if (!patched.ok) return patched.error.code === 404;
    }
    const deleted = yield* this.handle.client.delete('pods', { namespace, name });
    if (!deleted.ok) return deleted.error.code === 404;
    this.handle.events.event(victim, {
      related: preemptor,
      type: 'Normal',
      reason: 'Preempted',
      action: 'Preempting',
      note: `Preempted by pod ${preemptor.metadata.uid} on node ${node}`,
    });
    return true;
  }

  /** The scheduler died. */
  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.tasks.clear();
    this.running.clear();
  }
}
