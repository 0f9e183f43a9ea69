import type { Job } from '../../../api/generated/types.ts';
import { parseTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerLoop,
  DONE,
  type SyncResult,
  after,
  retry,
} from '../common/controller.ts';
import { isDeleting, keyOf, refOf } from '../common/objects.ts';
import { recordDecision } from '../common/step.ts';

const JOBS = 'jobs.batch';
const WORKERS = 5;

/** Deletes finished Jobs once their time to live is over. Models pkg/controller/ttlafterfinished (1.36). */
export function createTtlAfterFinishedController(context: ControllerContext): Controller {
  const jobs = context.informers.of<Job>(JOBS);
  const loop = new ControllerLoop(context, {
    name: 'ttl_jobs_to_delete',
    workers: WORKERS,
    waitFor: [JOBS],
    sync: (key) => sync(context, jobs, key),
  });
  const wake = (job: Job): void => {
    if (!isDeleting(job) && expiryUs(job) !== undefined) loop.queue.add(keyOf(job));
  };
  jobs.on({ added: wake, updated: wake });
  return loop;
}

/** Unix µs at which a finished Job is to go; undefined while it is not finished or lives for ever. */
export function expiryUs({ spec, status }: Job): number | undefined {
  const end = status?.conditions?.find(
    (condition) =>
      (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  );
  if (end?.lastTransitionTime === undefined || spec.ttlSecondsAfterFinished === undefined) return undefined;
  return (parseTime(end.lastTransitionTime) ?? 0) + spec.ttlSecondsAfterFinished * 1_000_000;
}

function* sync(context: ControllerContext, jobs: Informer<Job>, key: string): Task<SyncResult> {
  const cached = jobs.getByKey(key);
  const left = cached === undefined ? undefined : leftUs(context, cached);
  if (cached === undefined || left === undefined) return DONE;
  if (left > 0) {
    recordDecision(context, cached, {
      controller: 'ttlafterfinished',
      name: 'wait',
      resource: JOBS,
      note: `finished: ${Math.ceil(left / 1_000_000)} s to live`,
    });
    return after(left);
  }
  // The cache may be old: the time to live may have been raised.
  const fresh = yield* context.client.get<Job>(JOBS, refOf(cached));
  if (!fresh.ok) return fresh.error.code === 404 ? DONE : retry(fresh.error.message);
  const freshLeft = leftUs(context, fresh.value);
  if (freshLeft === undefined) return DONE;
  if (freshLeft > 0) return after(freshLeft);
  recordDecision(context, cached, {
    controller: 'ttlafterfinished',
    name: 'delete',
    resource: JOBS,
    note: 'finished and out of time: delete',
  });
  const options = {
    propagationPolicy: 'Foreground',
    preconditions: { uid: fresh.value.metadata.uid },
  } as const;
  const deleted = yield* context.client.delete(JOBS, refOf(cached), options);
  return deleted.ok || deleted.error.code === 404 ? DONE : retry(deleted.error.message);
}

function leftUs(context: ControllerContext, job: Job): number | undefined {
  const expiry = expiryUs(job);
  return isDeleting(job) || expiry === undefined ? undefined : expiry - context.kernel.unixUs();
}
