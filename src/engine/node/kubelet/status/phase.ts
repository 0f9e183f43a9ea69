import type {
  Container,
  ContainerStateTerminated,
  ContainerStatus,
  Pod,
} from '../../../../api/generated/types.ts';
import { initContainers, isSidecar, isStaticPod } from '../pod.ts';
import { restartsAfter } from '../runtime/restart-policy.ts';

// Models pkg/kubelet/kubelet_pods.go getPhase (1.36).

export type PodPhase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

interface Tally {
  failedInit: boolean;
  pendingInit: number;
  pendingSidecar: boolean;
  running: number;
  waiting: number;
  stopped: number;
  succeeded: number;
  restartable: number;
  unknown: number;
}

export interface PhaseInputs {
  readonly pod: Pod;
  /** Of init and regular containers. */
  readonly statuses: readonly ContainerStatus[];
  /** The Pod is on its way out for good. */
  readonly terminal: boolean;
  /** A regular container of the present sandbox has started. */
  readonly regularStarted: boolean;
}

/** The phase that the statuses mean. Pure. */
export function podPhase({ pod, statuses, terminal, regularStarted }: PhaseInputs): PodPhase {
  const byName = new Map(statuses.map((status) => [status.name, status]));
  const tally: Tally = {
    failedInit: false,
    pendingInit: 0,
    pendingSidecar: false,
    running: 0,
    waiting: 0,
    stopped: 0,
    succeeded: 0,
    restartable: 0,
    unknown: 0,
  };
  for (const container of initContainers(pod)) {
    if (isSidecar(container)) tallySidecar(tally, byName.get(container.name));
    else tallyInit(tally, pod, container, byName.get(container.name));
  }
  for (const container of pod.spec.containers)
    tallyRegular(tally, pod, container, byName.get(container.name));
  if (tally.failedInit) return 'Failed';
  if (tally.pendingInit > 0 || (tally.pendingSidecar && !regularStarted) || tally.waiting > 0)
    return 'Pending';
  if (tally.running > 0 && tally.unknown === 0) return 'Running';
  if (tally.running === 0 && tally.stopped > 0 && tally.unknown === 0) {
    const ended = tally.stopped === tally.succeeded ? 'Succeeded' : 'Failed';
    if (terminal && !isStaticPod(pod)) return ended;
    return tally.restartable > 0 ? 'Running' : ended;
  }
  return 'Pending';
}

/** How the instance before ended; one that RestartAllContainers took away counts as never run. */
function lastEnd(status: ContainerStatus | undefined): ContainerStateTerminated | undefined {
  const ended = status?.lastState?.terminated;
  return ended?.reason === 'RestartingAllContainers' ? undefined : ended;
}

function tallyInit(tally: Tally, pod: Pod, container: Container, status: ContainerStatus | undefined): void {
  const ended =
    status?.state?.terminated ?? (status?.state?.waiting === undefined ? undefined : lastEnd(status));
  if (ended === undefined) tally.pendingInit++;
  else if (ended.exitCode !== 0) {
    if (restartsAfter(container, pod, ended.exitCode)) tally.pendingInit++;
    else tally.failedInit = true;
  } else if (status?.state?.terminated === undefined) tally.pendingInit++;
}

function tallySidecar(tally: Tally, status: ContainerStatus | undefined): void {
  if (status?.state?.running !== undefined) {
    if (status.started !== true) tally.pendingSidecar = true;
    tally.running++;
  } else if (status?.state?.waiting !== undefined && lastEnd(status) === undefined) {
    tally.pendingSidecar = true;
    tally.waiting++;
  } else if (status === undefined) {
    tally.pendingSidecar = true;
    tally.unknown++;
  }
}

function tallyRegular(
  tally: Tally,
  pod: Pod,
  container: Container,
  status: ContainerStatus | undefined,
): void {
  const state = status?.state;
  if (state === undefined) {
    tally.unknown++;
  } else if (state.running !== undefined) {
    tally.running++;
  } else {
    const ended = state.terminated ?? lastEnd(status);
    if (ended === undefined) {
      tally.waiting++;
      return;
    }
    tally.stopped++;
    // Only a state that is terminated now counts as success: a restarting container is not done.
    if (state.terminated !== undefined && ended.exitCode === 0) tally.succeeded++;
    if (restartsAfter(container, pod, ended.exitCode)) tally.restartable++;
  }
}
