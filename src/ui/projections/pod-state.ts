import type { ContainerStatus, Pod } from '../../api/generated/types.ts';
import { isPodReady } from '../../api/pod.ts';

/** How a Pod, or a container, stands: its shape in every view. */
export type Standing =
  | 'pending'
  | 'waiting'
  | 'running'
  | 'ready'
  | 'succeeded'
  | 'failed'
  | 'terminating'
  | 'unknown';

const BAD = new Set([
  'CrashLoopBackOff',
  'ImagePullBackOff',
  'ErrImagePull',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'InvalidImageName',
  'ErrImageNeverPull',
]);
const known = new WeakMap<Pod, Standing>();

/** One shape for a Pod: what a reader of STATUS would see first. Remembered by version. */
export function podStanding(pod: Pod): Standing {
  let standing = known.get(pod);
  if (standing === undefined) {
    standing = standingOf(pod);
    known.set(pod, standing);
  }
  return standing;
}

function standingOf(pod: Pod): Standing {
  const phase = pod.status?.phase;
  if (pod.metadata.deletionTimestamp !== undefined) return 'terminating';
  if (phase === 'Succeeded') return 'succeeded';
  if (phase === 'Failed') return 'failed';
  const statuses = [...(pod.status?.initContainerStatuses ?? []), ...(pod.status?.containerStatuses ?? [])];
  if (statuses.some(isBad)) return 'failed';
  if (phase === 'Running') return isPodReady(pod) ? 'ready' : 'running';
  return phase === 'Unknown' ? 'unknown' : 'pending';
}

function isBad({ state, lastState }: ContainerStatus): boolean {
  if (BAD.has(state?.waiting?.reason ?? '')) return true;
  const ended = state?.terminated;
  return ended !== undefined && ended.exitCode !== 0 && lastState?.terminated !== undefined;
}
