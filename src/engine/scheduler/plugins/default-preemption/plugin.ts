import { podInfoOf } from '../../cache/pod-info.ts';
import type { PluginArgs } from '../../config/args.ts';
import type { SchedulerHandle } from '../../framework/handle.ts';
import { DEFAULT_PREEMPTION } from '../../framework/names.ts';
import type { FailedAttempt, Plugin, PostFilterResult } from '../../framework/plugin.ts';
import { unresolvable } from '../../framework/status.ts';
import { ASSIGNED_POD_DELETE } from '../../queue/cluster-event.ts';
import { PreemptionExecutor } from './executor.ts';
import { hopelessMessage, ineligible, studyPreemption } from './study.ts';

const WAITING = unresolvable(DEFAULT_PREEMPTION, 'waiting for the preemption for this pod to be finished');

/** A Pod that fits nowhere may take the place of less important ones. Models plugins/defaultpreemption (1.36). */
export function defaultPreemption(
  args: PluginArgs['defaultPreemption'],
  handle: SchedulerHandle | undefined,
): Plugin {
  const executor = handle === undefined ? undefined : new PreemptionExecutor(handle);
  const offsetOf = (nodes: number): number =>
    handle?.kernel.random('kube-scheduler/preemption').int(nodes) ?? 0;
  return {
    name: DEFAULT_PREEMPTION,
    // It never decides by itself when to try again: the plugins whose rejection the eviction ends do.
    events: [{ event: ASSIGNED_POD_DELETE, hint: () => false }],
    preEnqueue: (pod) => (executor?.isRunning(pod.metadata.uid) === true ? WAITING : undefined),
    postFilter(attempt) {
      const latest = latestVersion(attempt, handle);
      return latest === undefined
        ? { outcome: 'error', message: `preemption: pod "${attempt.pod.name}" not found` }
        : preempt(latest, args, { executor, offsetOf });
    },
    stop: () => executor?.stop(),
  };
}

function latestVersion(
  attempt: FailedAttempt,
  handle: SchedulerHandle | undefined,
): FailedAttempt | undefined {
  if (handle === undefined) return attempt;
  const pod = handle.pod(attempt.pod.namespace, attempt.pod.name);
  return pod === undefined ? undefined : { ...attempt, pod: podInfoOf(pod) };
}

interface Means {
  readonly executor: PreemptionExecutor | undefined;
  readonly offsetOf: (nodes: number) => number;
}

/** Models framework/preemption/preemption.go Preempt (1.36). */
function preempt(
  attempt: FailedAttempt,
  args: PluginArgs['defaultPreemption'],
  means: Means,
): PostFilterResult {
  const why = ineligible(attempt);
  if (why !== undefined) return { outcome: 'unschedulable', message: `preemption: ${why}` };
  const study = studyPreemption(attempt, args, means.offsetOf);
  const { picked } = study;
  const chosen = picked === undefined ? undefined : study.candidates.get(picked);
  if (picked === undefined || chosen === undefined) {
    const message = `preemption: ${hopelessMessage(attempt, study)}`;
    return { outcome: 'unschedulable', nominatedNodeName: '', message, preemption: study };
  }
  means.executor?.start(attempt.pod.pod, picked, chosen.victims);
  return { outcome: 'success', nominatedNodeName: picked, message: '', preemption: study };
}
