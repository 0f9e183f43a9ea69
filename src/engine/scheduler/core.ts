import type { Pod } from '../../api/generated/types.ts';
import type { Seq } from '../../trace/ids.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';
import type { Client } from '../machinery/client.ts';
import type { EventsV1Recorder } from '../machinery/events-v1-recorder.ts';
import type { SchedulerCache } from './cache/scheduler-cache.ts';
import type { Nominator } from './queue/nominator.ts';
import type { QueuedPod } from './queue/queued-pod.ts';
import type { SchedulingQueue } from './queue/scheduling-queue.ts';
import { refOf } from './records.ts';

export const NAME = 'kube-scheduler';

/** What the steps of an attempt share. */
export interface SchedulerCore {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly client: Client;
  readonly events: EventsV1Recorder;
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  /** The Pod as the informer has it. */
  latest(pod: Pod): Pod | undefined;
}

export function beginSpan({ kernel }: SchedulerCore, name: string, { info }: QueuedPod): Seq | undefined {
  if (!kernel.records(2)) return undefined;
  const subject = { resource: 'pods', ...refOf(info) };
  return kernel.record(NAME, 'span.begin', { track: NAME, name, level: 2, subject });
}

export function endSpan({ kernel }: SchedulerCore, begin: Seq | undefined, well: boolean): void {
  if (begin !== undefined) kernel.record(NAME, 'span.end', { begin, outcome: well ? 'ok' : 'error' });
}
