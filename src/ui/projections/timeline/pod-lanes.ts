import type { ContainerStatus, Pod } from '../../../api/generated/types.ts';
import type { PodVersion } from '../pod-story/subject.ts';

/** How a bar of the Pod's own lanes looks: the state's hue and fill. */
export type BarState =
  | 'pending'
  | 'waiting'
  | 'running'
  | 'ready'
  | 'succeeded'
  | 'failed'
  | 'terminating'
  | 'unknown';

export interface StateBar {
  readonly seq: number;
  readonly fromSeq: number;
  readonly from: number;
  /** Absent: it lasts to the end of the run. */
  readonly to?: number;
  readonly state: BarState;
  readonly label: string;
}

/** A condition that changed. */
export interface ConditionFlag {
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
}

/** The Pod's lanes: its phase, its conditions' changes, its containers' states. */
export interface PodLanes {
  readonly phase: readonly StateBar[];
  readonly conditions: readonly ConditionFlag[];
  readonly containers: readonly { readonly name: string; readonly bars: readonly StateBar[] }[];
}

/** Builds the lanes from a Pod's versions; `timeOf` gives the time of a record. */
export function podLanes(versions: readonly PodVersion[], timeOf: (seq: number) => number): PodLanes {
  const names = new Set<string>();
  for (const { pod } of versions) for (const name of containerNames(pod)) names.add(name);
  return {
    phase: barsOf(versions, timeOf, phaseOf),
    conditions: flagsOf(versions, timeOf),
    containers: [...names].map((name) => ({
      name,
      bars: barsOf(versions, timeOf, (pod) => containerState(pod, name)),
    })),
  };
}

interface Look {
  readonly state: BarState;
  readonly label: string;
}

/** Joins versions that look the same into one bar. */
function barsOf(
  versions: readonly PodVersion[],
  timeOf: (seq: number) => number,
  look: (pod: Pod) => Look | undefined,
): StateBar[] {
  const bars: { seq: number; fromSeq: number; from: number; to?: number; state: BarState; label: string }[] =
    [];
  for (const { seq, pod } of versions) {
    const now = pod === undefined ? undefined : look(pod);
    const last = bars[bars.length - 1];
    const open = last?.to === undefined ? last : undefined;
    if (open !== undefined && open.state === now?.state && open.label === now.label) continue;
    if (open !== undefined) open.to = timeOf(seq);
    if (now !== undefined) bars.push({ seq, fromSeq: seq, from: timeOf(seq), ...now });
  }
  return bars;
}

function phaseOf(pod: Pod): Look {
  const phase = pod.status?.phase ?? 'Pending';
  if (pod.metadata.deletionTimestamp !== undefined && phase !== 'Succeeded' && phase !== 'Failed') {
    return { state: 'terminating', label: 'Terminating' };
  }
  switch (phase) {
    case 'Running':
      return isReady(pod)
        ? { state: 'ready', label: 'Running, Ready' }
        : { state: 'running', label: 'Running' };
    case 'Succeeded':
      return { state: 'succeeded', label: phase };
    case 'Failed':
      return { state: 'failed', label: pod.status?.reason ?? phase };
    case 'Pending':
      return { state: 'pending', label: phase };
    default:
      return { state: 'unknown', label: phase };
  }
}

function isReady(pod: Pod): boolean {
  return pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
}

function containerNames(pod: Pod | undefined): string[] {
  if (pod === undefined) return [];
  return [
    ...(pod.spec.initContainers ?? []),
    ...pod.spec.containers,
    ...(pod.spec.ephemeralContainers ?? []),
  ].map(({ name }) => name);
}

function containerState(pod: Pod, name: string): Look | undefined {
  const {
    initContainerStatuses = [],
    containerStatuses = [],
    ephemeralContainerStatuses = [],
  } = pod.status ?? {};
  const status = [...initContainerStatuses, ...containerStatuses, ...ephemeralContainerStatuses].find(
    (each) => each.name === name,
  );
  return status === undefined ? undefined : lookOf(status);
}

function lookOf({ state, ready, restartCount }: ContainerStatus): Look | undefined {
  const again = restartCount > 0 ? ` ×${restartCount}` : '';
  if (state?.running !== undefined) return { state: ready ? 'ready' : 'running', label: `Running${again}` };
  if (state?.terminated !== undefined) {
    const { exitCode, reason = '' } = state.terminated;
    return {
      state: exitCode === 0 ? 'succeeded' : 'failed',
      label: `${reason === '' ? 'Terminated' : reason} (${exitCode})`,
    };
  }
  const reason = state?.waiting?.reason ?? '';
  return { state: 'waiting', label: reason === '' ? 'Waiting' : `Waiting: ${reason}` };
}

function flagsOf(versions: readonly PodVersion[], timeOf: (seq: number) => number): ConditionFlag[] {
  const flags: ConditionFlag[] = [];
  const standing = new Map<string, string>();
  for (const { seq, pod } of versions) {
    for (const { type, status } of pod?.status?.conditions ?? []) {
      const before = standing.get(type);
      standing.set(type, status);
      // A condition that starts out False says nothing new: it is the default.
      if (before === status || (before === undefined && status !== 'True')) continue;
      flags.push({ seq, at: timeOf(seq), type, status: status as ConditionFlag['status'] });
    }
  }
  return flags;
}
