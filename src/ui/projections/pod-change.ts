import type { Pod } from '../../api/generated/types.ts';
import type { KubeObject } from '../../api/object.ts';
import { isPodReady, podCondition } from '../../api/pod.ts';

/** What a new version of a Pod means to a reader; the first that holds. */
export type PodChange =
  | 'created'
  | 'terminating'
  | 'bound'
  | 'unschedulable'
  | 'ready'
  | 'unready'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'restarted'
  | 'sandboxed'
  | 'status'
  | 'spec';

const restarts = (pod: Pod): number =>
  (pod.status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
const holds = (pod: Pod, type: string): string | undefined => podCondition(pod.status, type)?.status;

/** Compares two versions of a Pod. */
export function podChange(before: KubeObject | undefined, after: KubeObject): PodChange {
  if (before === undefined) return 'created';
  const old = before as Pod;
  const now = after as Pod;
  if (old.metadata.deletionTimestamp === undefined && now.metadata.deletionTimestamp !== undefined)
    return 'terminating';
  if (old.spec.nodeName === undefined && now.spec.nodeName !== undefined) return 'bound';
  if (holds(now, 'PodScheduled') === 'False' && holds(old, 'PodScheduled') !== 'False')
    return 'unschedulable';
  return statusChange(old, now);
}

function statusChange(old: Pod, now: Pod): PodChange {
  const phase = now.status?.phase;
  if (phase !== old.status?.phase && (phase === 'Succeeded' || phase === 'Failed'))
    return phase === 'Failed' ? 'failed' : 'succeeded';
  if (isPodReady(now) !== isPodReady(old)) return isPodReady(now) ? 'ready' : 'unready';
  if (phase !== old.status?.phase && phase === 'Running') return 'running';
  if (restarts(now) > restarts(old)) return 'restarted';
  if (
    holds(now, 'PodReadyToStartContainers') === 'True' &&
    holds(old, 'PodReadyToStartContainers') !== 'True'
  )
    return 'sandboxed';
  return now.status === old.status || now.metadata.generation !== old.metadata.generation ? 'spec' : 'status';
}

/** Changes that are milestones of a Pod's life. */
const MILESTONES: ReadonlySet<PodChange> = new Set([
  'created',
  'terminating',
  'bound',
  'unschedulable',
  'ready',
  'unready',
  'running',
  'succeeded',
  'failed',
]);

/** Whether a change is one of the few that everybody tells about a Pod. */
export function isPodMilestone(change: PodChange): boolean {
  return MILESTONES.has(change);
}
