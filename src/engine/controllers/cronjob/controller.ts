import type { CronJob, Job } from '../../../api/generated/types.ts';
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
import { controlledBy, ownedInformer } from '../common/indexes.ts';
import { byName, keyOf } from '../common/objects.ts';
import { ownerOf } from '../common/owners.ts';
import { untilNextUs } from './missed.ts';
import { parseSchedule } from './schedule.ts';
import { CRON_JOBS, CronJobSync, JOBS } from './sync.ts';
import { zoneOf } from './time-zone.ts';

const WORKERS = 5;

/** Starts Jobs on a schedule. Models pkg/controller/cronjob (1.36). */
export function createCronJobController(context: ControllerContext): Controller {
  const cronJobs = context.informers.of<CronJob>(CRON_JOBS);
  const jobs = ownedInformer<Job>(context.informers, JOBS);
  const loop = new ControllerLoop(context, {
    name: 'cronjob',
    workers: WORKERS,
    waitFor: [CRON_JOBS, JOBS],
    sync: (key) => sync(context, { cronJobs, jobs }, key),
  });
  const wake = (cronJob: CronJob): void => loop.queue.add(keyOf(cronJob));
  cronJobs.on({
    added: wake,
    updated: (cronJob, old) => cronJobUpdated(context, loop, { cronJob, old }),
    deleted: wake,
  });
  const wakeOwner = (job: Job): void => {
    const owner = ownerOf(cronJobs, 'CronJob', job);
    if (owner !== undefined) wake(owner);
  };
  jobs.on({ added: wakeOwner, updated: wakeOwner, deleted: wakeOwner });
  return loop;
}

/** Another schedule moves the next look; anything else is looked at now. */
function cronJobUpdated(
  { kernel }: ControllerContext,
  { queue }: ControllerLoop,
  { cronJob, old }: { readonly cronJob: CronJob; readonly old: CronJob },
): void {
  const { schedule: text, timeZone } = cronJob.spec;
  if (text === old.spec.schedule && timeZone === old.spec.timeZone) return queue.add(keyOf(cronJob));
  const schedule = parseSchedule(text, zoneOf(timeZone));
  const next = schedule.ok ? untilNextUs(cronJob, schedule.value, kernel.unixUs()) : undefined;
  if (next !== undefined) queue.addAfter(keyOf(cronJob), next);
}

interface Caches {
  readonly cronJobs: Informer<CronJob>;
  readonly jobs: Informer<Job>;
}

function* sync(context: ControllerContext, { cronJobs, jobs }: Caches, key: string): Task<SyncResult> {
  const cronJob = cronJobs.getByKey(key);
  if (cronJob === undefined) return DONE;
  const own = controlledBy(jobs, cronJob.metadata.uid).sort(byName);
  const { error, againUs } = yield* new CronJobSync(context, cronJob, own).run();
  if (error !== undefined) return retry(error);
  return againUs === undefined ? DONE : after(againUs);
}
