import type { Container, ContainerStatus, Pod } from './generated/types.ts';
import { parseTime } from './time.ts';

// Models the walk of pkg/printers/internalversion/printers.go printPod (1.36).

/** What `kubectl get pods` makes of a Pod's status, ages apart. */
export interface PodSummary {
  readonly ready: number;
  /** App containers and sidecars. */
  readonly total: number;
  /** The STATUS column: `Running`, `Init:0/2`, `CrashLoopBackOff`, `Terminating` … */
  readonly status: string;
  readonly restarts: number;
  /** Unix µs of the latest end of an earlier run; 0 = none. */
  readonly lastRestartUs: number;
}

/** What the walk over the container statuses has found so far. */
interface Tally {
  reason: string;
  ready: number;
  restarts: number;
  /** Unix µs of the latest end of an earlier run; 0 = none. */
  lastRestart: number;
}

function isSidecar(container: Container | undefined): boolean {
  return container?.restartPolicy === 'Always';
}

function conditionTrue(pod: Pod, type: string): boolean {
  return pod.status?.conditions?.some((c) => c.type === type && c.status === 'True') ?? false;
}

function countRestarts(tally: { restarts: number; lastRestart: number }, status: ContainerStatus): void {
  tally.restarts += status.restartCount ?? 0;
  const finishedAt = status.lastState?.terminated?.finishedAt;
  if (finishedAt) tally.lastRestart = Math.max(tally.lastRestart, parseTime(finishedAt) ?? 0);
}

function endedWith(
  terminated: { exitCode: number; reason?: string; signal?: number },
  prefix: string,
): string {
  if (terminated.reason) return `${prefix}${terminated.reason}`;
  return terminated.signal
    ? `${prefix}Signal:${terminated.signal}`
    : `${prefix}ExitCode:${terminated.exitCode}`;
}

/** The STATUS that an init container gives the Pod; undefined when it no longer holds the Pod up. */
function initReason(status: ContainerStatus, sidecar: boolean, place: string): string | undefined {
  const { terminated, waiting } = status.state ?? {};
  if (terminated && (terminated.exitCode ?? 0) === 0) return undefined;
  if (sidecar && status.started === true) return undefined;
  if (terminated) return endedWith(terminated, 'Init:');
  if (waiting?.reason && waiting.reason !== 'PodInitializing') return `Init:${waiting.reason}`;
  return `Init:${place}`;
}

/** Walks the init containers up to the first that is not done. Returns the sidecars' restarts apart. */
function walkInits(
  pod: Pod,
  tally: Tally,
): { initializing: boolean; sidecars: { restarts: number; lastRestart: number } } {
  const specs = new Map(pod.spec.initContainers?.map((container) => [container.name, container]));
  const sidecars = { restarts: 0, lastRestart: 0 };
  for (const [index, status] of (pod.status?.initContainerStatuses ?? []).entries()) {
    const sidecar = isSidecar(specs.get(status.name));
    countRestarts(tally, status);
    if (sidecar) countRestarts(sidecars, status);
    const reason = initReason(status, sidecar, `${index}/${specs.size}`);
    if (reason !== undefined) {
      tally.reason = reason;
      return { initializing: true, sidecars };
    }
    if (sidecar && status.started === true && status.ready && status.state?.terminated?.exitCode !== 0)
      tally.ready += 1;
  }
  return { initializing: false, sidecars };
}

/** Walks the app containers from the last to the first, so that the first listed one has the last word. */
function walkContainers(pod: Pod, tally: Tally): void {
  let hasRunning = false;
  let errorReason = '';
  for (const status of [...(pod.status?.containerStatuses ?? [])].reverse()) {
    countRestarts(tally, status);
    const { waiting, terminated, running } = status.state ?? {};
    if (waiting?.reason) tally.reason = waiting.reason;
    else if (terminated) {
      tally.reason = endedWith(terminated, '');
      if (terminated.exitCode) errorReason = tally.reason;
    } else if (status.ready && running) {
      hasRunning = true;
      tally.ready += 1;
    }
  }
  if (tally.reason !== 'Completed') return;
  if (hasRunning && conditionTrue(pod, 'Ready')) tally.reason = 'Running';
  else if (errorReason !== '') tally.reason = errorReason;
  else if (hasRunning) tally.reason = 'NotReady';
}

function finalReason(pod: Pod, reason: string): string {
  if (!pod.metadata.deletionTimestamp) return reason;
  if (pod.status?.reason === 'NodeLost') return 'Unknown';
  const phase = pod.status?.phase;
  return phase === 'Succeeded' || phase === 'Failed' ? reason : 'Terminating';
}

function startingReason(pod: Pod): string {
  const gated = pod.status?.conditions?.some(
    (c) => c.type === 'PodScheduled' && c.reason === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : pod.status?.reason || pod.status?.phase || '';
}

/** Reads a Pod's status as kubectl prints it. */
export function podSummary(pod: Pod): PodSummary {
  const tally: Tally = { reason: startingReason(pod), ready: 0, restarts: 0, lastRestart: 0 };
  const { initializing, sidecars } = walkInits(pod, tally);
  if (!initializing || conditionTrue(pod, 'Initialized')) {
    tally.restarts = sidecars.restarts;
    tally.lastRestart = sidecars.lastRestart;
    walkContainers(pod, tally);
  }
  const total = (pod.spec.containers?.length ?? 0) + (pod.spec.initContainers?.filter(isSidecar).length ?? 0);
  return {
    ready: tally.ready,
    total,
    status: finalReason(pod, tally.reason),
    restarts: tally.restarts,
    lastRestartUs: tally.lastRestart,
  };
}
