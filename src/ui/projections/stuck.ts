import type { ContainerStatus, Pod } from '../../api/generated/types.ts';
import { podCondition } from '../../api/pod.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { Trace } from '../../trace/trace.ts';
import { followed } from './follow.ts';
import { countBySeq } from './sorted.ts';

/** Where a Pod does not get on, and what it waits for. Declared by its status, never by elapsed time alone. */
export interface Stuck {
  readonly place: 'scheduler' | 'sandbox' | 'volume' | 'image' | 'container';
  /** Kubernetes' own word: CrashLoopBackOff, Unschedulable. */
  readonly reason: string;
  readonly container?: string;
  /** Virtual time of the next try. */
  readonly untilUs?: number;
}

/** Back-offs of every Pod, by Pod and container. */
class BackOffs {
  private readonly of = new Map<string, RecordOf<'backoff'>[]>();

  add(record: TraceRecord): void {
    if (record.kind !== 'backoff') return;
    const { pod, container } = record.data;
    const key = `${pod.namespace}/${pod.name}/${container}`;
    const known = this.of.get(key);
    if (known === undefined) this.of.set(key, [record]);
    else known.push(record);
  }

  last(pod: Pod, container: string, seq: number): RecordOf<'backoff'> | undefined {
    const known = this.of.get(`${pod.metadata.namespace}/${pod.metadata.name}/${container}`) ?? [];
    return known[countBySeq(known, seq) - 1];
  }
}

const backOffs = followed(() => new BackOffs());

const IMAGE = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'RegistryUnavailable',
]);
const CONTAINER = new Set([
  'CrashLoopBackOff',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
  'PostStartHookError',
]);

/** Where the Pod is stuck at `seq`, if it is. */
export function stuckOf(
  { trace, seq, timeUs }: { readonly trace: Trace; readonly seq: number; readonly timeUs: number },
  pod: Pod,
): Stuck | undefined {
  const scheduled = podCondition(pod.status, 'PodScheduled');
  if (pod.spec.nodeName === undefined && scheduled?.status === 'False')
    return { place: 'scheduler', reason: scheduled.reason ?? 'Unschedulable' };
  for (const status of [
    ...(pod.status?.initContainerStatuses ?? []),
    ...(pod.status?.containerStatuses ?? []),
  ]) {
    const found = containerStuck(status, backOffs(trace).last(pod, status.name, seq), timeUs);
    if (found !== undefined) return found;
  }
  return undefined;
}

function containerStuck(
  status: ContainerStatus,
  backoff: RecordOf<'backoff'> | undefined,
  timeUs: number,
): Stuck | undefined {
  const { name: container, state } = status;
  const waiting = state?.waiting?.reason ?? '';
  const pending = backoff !== undefined && backoff.data.untilUs > timeUs && backoff.at <= timeUs;
  const until = pending ? { untilUs: backoff.data.untilUs } : {};
  if (IMAGE.has(waiting)) return { place: 'image', reason: waiting, container, ...until };
  if (CONTAINER.has(waiting)) return { place: 'container', reason: waiting, container, ...until };
  // The API keeps `terminated` for the whole delay: the back-off's own record tells.
  if (pending && state?.running === undefined)
    return {
      place: backoff.data.why === 'crash' ? 'container' : backoff.data.why === 'image' ? 'image' : 'volume',
      reason: 'BackOff',
      container,
      ...until,
    };
  return undefined;
}
