import type { ContainerStatus, Pod } from '../../../../api/generated/types.ts';
import { initContainers, isSidecar, isStaticPod } from '../pod.ts';
import { restartsAfter } from '../runtime/restart-policy.ts';

// Models pkg/kubelet/kubelet_pods.go getPhase (1.36).

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

interface InitTally {
  pending: number;
  failed: boolean;
  pendingSidecar: boolean;
}

interface RegularTally {
  running: number;
  waiting: number;
  stopped: number;
  succeeded: number;
  restartable: number;
  unknown: number;
}

/** The phase that the statuses of init and regular containers mean. `terminal`: the Pod is on its way out for good. */
export function podPhase(pod: Pod, statuses: readonly ContainerStatus[], terminal: boolean): PodPhase {
  const byName = new Map(statuses.map((status) => [status.name, status]));
  const init = tallyInit(pod, byName);
  if (init.failed) return 'Failed';
  const regular = tallyRegular(pod, byName);
  const nothingRan = regular.running === 0 && regular.stopped === 0;
  if (init.pending > 0 || (init.pendingSidecar && nothingRan) || regular.waiting > 0) return 'Pending';
  if (regular.running > 0 && regular.unknown === 0) return 'Running';
  if (regular.running === 0 && regular.stopped > 0 && regular.unknown === 0) {
    const ended = regular.stopped === regular.succeeded ? 'Succeeded' : 'Failed';
    if (terminal && !isStaticPod(pod)) return ended;
    return regular.restartable > 0 ? 'Running' : ended;
  }
  return 'Pending';
}

function tallyInit(pod: Pod, byName: ReadonlyMap<string, ContainerStatus>): InitTally {
  const tally: InitTally = { pending: 0, failed: false, pendingSidecar: false };
  for (const container of initContainers(pod)) {
    const status = byName.get(container.name);
    if (isSidecar(container)) {
      const neverRan = status?.state?.waiting !== undefined && status.lastState?.terminated === undefined;
      const starting = status?.state?.running !== undefined && status.started !== true;
      if (status === undefined || neverRan || starting) tally.pendingSidecar = true;
      continue;
    }
    const ended = status?.state?.terminated ?? (status?.state?.waiting === undefined ? undefined : status.lastState?.terminated);
    if (ended === undefined) tally.pending++;
    else if (ended.exitCode !== 0) {
      if (restartsAfter(container, pod, ended.exitCode)) tally.pending++;
      else tally.failed = true;
    }
  }
  return tally;
}

function tallyRegular(pod: Pod, byName: ReadonlyMap<string, ContainerStatus>): RegularTally {
  const tally: RegularTally = { running: 0, waiting: 0, stopped: 0, succeeded: 0, restartable: 0, unknown: 0 };
  for (const container of pod.spec.containers) {
    const status = byName.get(container.name);
    const state = status?.state;
    if (state === undefined) tally.unknown++;
    else if (state.running !== undefined) tally.running++;
    else {
      const ended = state.terminated ?? status?.lastState?.terminated;
      if (ended === undefined) tally.waiting++;
      else {
        tally.stopped++;
        // Only a state that is terminated now counts as success; a restarting container is not done.
        if (state.terminated !== undefined && ended.exitCode === 0) tally.succeeded++;
        if (restartsAfter(container, pod, ended.exitCode)) tally.restartable++;
      }
    }
  }
  return tally;
}
