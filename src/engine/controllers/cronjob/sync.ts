import type { CronJob, CronJobStatus, Job, ObjectReference } from '../../../api/generated/types.ts';
import { goQuote } from '../../../api/go-text.ts';
import { isControlledBy, newControllerRef } from '../../../api/owner.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from '../common/controller.ts';
import { isDeleting, refOf } from '../common/objects.ts';
import { withoutZeros } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { dueTime, untilNextUs } from './missed.ts';
import { type Schedule, parseSchedule } from './schedule.ts';
import { type Zone, offsetText, zoneOf } from './time-zone.ts';

export const CRON_JOBS = 'cronjobs.batch';
export const JOBS = 'jobs.batch';
const SCHEDULED = 'batch.kubernetes.io/cronjob-scheduled-timestamp';
const MINUTE_US = 60_000_000;

/** How a sync ended: what went wrong, or when to look again. */
export interface Outcome {
  readonly error?: string;
  readonly againUs?: number;
}

/** How a Job ended, if it has. */
export function endOf({ status }: Job): 'Complete' | 'Failed' | undefined {
  const end = status?.conditions?.find(
    (condition) =>
      (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  );
  return end?.type as 'Complete' | 'Failed' | undefined;
}

/** One sync of one CronJob. Models pkg/controller/cronjob cronjob_controllerv2.go (1.36). */
export class CronJobSync {
  private readonly context: ControllerContext;
  private readonly jobs: readonly Job[];
  private cronJob: CronJob;
  private changed = false;

  constructor(context: ControllerContext, cronJob: CronJob, jobs: readonly Job[]) {
    this.context = context;
    this.cronJob = cronJob;
    this.jobs = jobs;
  }

  *run(): Task<Outcome> {
    yield* this.cleanUp();
    const outcome = yield* this.sync();
    if (!this.changed) return outcome;
    const { status = {} } = this.cronJob;
    const written = yield* this.context.client.updateStatus<CronJob>(CRON_JOBS, {
      ...this.cronJob,
      status: withoutZeros(status),
    });
    return written.ok ? outcome : { error: written.error.message };
  }

  private event(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.context.recorder.event(this.cronJob, type, reason, message);
  }

  private note(name: string, note: string): void {
    recordDecision(this.context, this.cronJob, { controller: 'cronjob', name, resource: CRON_JOBS, note });
  }

  private get active(): readonly ObjectReference[] {
    return this.cronJob.status?.active ?? [];
  }

  private setStatus(changes: Partial<CronJobStatus>): void {
    this.cronJob = { ...this.cronJob, status: { ...this.cronJob.status, ...changes } };
    this.changed = true;
  }

  private dropActive(uid: string | undefined): void {
    this.setStatus({ active: this.active.filter((reference) => reference.uid !== uid) });
  }

  /** Finished Jobs beyond the history limits go, oldest first. Models cleanupFinishedJobs. */
  private *cleanUp(): Task {
    const { failedJobsHistoryLimit, successfulJobsHistoryLimit } = this.cronJob.spec;
    const limits = [
      ['Complete', successfulJobsHistoryLimit],
      ['Failed', failedJobsHistoryLimit],
    ] as const;
    for (const [end, limit] of limits) {
      if (limit === undefined) continue;
      const ended = this.jobs.filter((job) => endOf(job) === end);
      const start = ({ status, metadata }: Job): string => `${status?.startTime ?? '~'}/${metadata.name}`;
      const oldestFirst = ended.sort((a, b) => (start(a) < start(b) ? -1 : 1));
      for (const job of oldestFirst.slice(0, Math.max(0, ended.length - limit))) yield* this.deleteJob(job);
    }
  }

  private *deleteJob(job: Job): Task<boolean> {
    const deleted = yield* this.context.client.delete(JOBS, refOf(job), { propagationPolicy: 'Background' });
    if (!deleted.ok && deleted.error.code !== 404) {
      this.event('Warning', 'FailedDelete', `Deleted job: ${deleted.error.message}`);
      return false;
    }
    this.dropActive(job.metadata.uid);
    this.event('Normal', 'SuccessfulDelete', `Deleted job ${job.metadata.name}`);
    return true;
  }

  private *sync(): Task<Outcome> {
    const error = yield* this.followJobs();
    if (error !== undefined) return { error: error.message };
    const { timeZone, suspend, schedule: text } = this.cronJob.spec;
    if (isDeleting(this.cronJob)) return {};
    const zone = zoneOf(timeZone);
    if (zone === undefined) {
      this.event(
        'Warning',
        'UnknownTimeZone',
        `invalid timeZone: ${goQuote(timeZone ?? '')}: unknown time zone ${timeZone}`,
      );
      return {};
    }
    if (suspend === true) {
      this.note('nothing', 'suspended');
      return {};
    }
    const schedule = parseSchedule(text, zone);
    if (!schedule.ok) {
      this.event(
        'Warning',
        'UnparseableSchedule',
        `unparseable schedule: ${goQuote(text)} : ${schedule.error}`,
      );
      return {};
    }
    const due = dueTime(this.cronJob, schedule.value, this.context.kernel.unixUs());
    if (!due.ok) {
      this.event('Warning', 'InvalidSchedule', `invalid schedule: ${text} : ${due.error}`);
      return {};
    }
    if (due.value.many) {
      const message =
        'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
      this.event('Warning', 'TooManyMissedTimes', message);
    }
    return yield* this.start(schedule.value, due.value.time, zone);
  }

  private next(schedule: Schedule): Outcome {
    const againUs = untilNextUs(this.cronJob, schedule, this.context.kernel.unixUs());
    return againUs === undefined ? {} : { againUs };
  }

  /** Starts the Job that is due, if its turn has not come already and the policy lets it. */
  private *start(schedule: Schedule, time: number | undefined, zone: Zone): Task<Outcome> {
    if (time === undefined) {
      this.note('wait', 'no run is due');
      return this.next(schedule);
    }
    const name = `${this.cronJob.metadata.name}-${Math.floor(time / MINUTE_US)}`;
    const last = this.cronJob.status?.lastScheduleTime;
    if (
      this.active.some((reference) => reference.name === name) ||
      (last !== undefined && parseTime(last) === time)
    ) {
      this.note('wait', `${name} was started already`);
      return this.next(schedule);
    }
    const { concurrencyPolicy } = this.cronJob.spec;
    if (concurrencyPolicy === 'Forbid' && this.active.length > 0) {
      this.event(
        'Normal',
        'JobAlreadyActive',
        'Not starting job because prior execution is running and concurrency policy is Forbid',
      );
      this.note('wait', `${name} is due, ${this.active.length} still active and Forbid: skip`);
      return this.next(schedule);
    }
    if (concurrencyPolicy === 'Replace') {
      const error = yield* this.replaceActive();
      if (error !== undefined) return { error };
    }
    return yield* this.create(schedule, { name, time, offsetUs: zone(time) });
  }

  private *replaceActive(): Task<string | undefined> {
    for (const { namespace = '', name = '' } of this.active) {
      const job = yield* this.context.client.get<Job>(JOBS, { namespace, name });
      if (!job.ok) {
        this.event('Warning', 'FailedGet', `Get job: ${job.error.message}`);
        return job.error.message;
      }
      if (!(yield* this.deleteJob(job.value))) return `could not replace job ${namespace}/${name}`;
    }
    return undefined;
  }

  private *create(
    schedule: Schedule,
    { name, time, offsetUs }: { readonly name: string; readonly time: number; readonly offsetUs: number },
  ): Task<Outcome> {
    this.note('create', `a run is due: create ${name}`);
    const { jobTemplate } = this.cronJob.spec;
    const stamp = formatTime(time + offsetUs).slice(0, -1) + offsetText(offsetUs);
    const metadata = {
      name,
      namespace: this.cronJob.metadata.namespace,
      ...(jobTemplate.metadata?.labels === undefined ? {} : { labels: jobTemplate.metadata.labels }),
      annotations: { ...jobTemplate.metadata?.annotations, [SCHEDULED]: stamp },
      ownerReferences: [newControllerRef(this.cronJob)],
    };
    const draft = { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobTemplate.spec } as unknown as Job;
    const made = yield* this.context.client.create<Job>(JOBS, draft);
    const job = made.ok ? made.value : yield* this.standing(draft, made.error);
    if (job === undefined) return {};
    if (typeof job === 'string') return { error: job };
    if (made.ok) this.event('Normal', 'SuccessfulCreate', `Created job ${name}`);
    const { uid, resourceVersion } = job.metadata;
    const reference = {
      kind: 'Job',
      namespace: job.metadata.namespace,
      name,
      uid,
      apiVersion: 'batch/v1',
      resourceVersion,
    };
    this.setStatus({ active: [...this.active, reference], lastScheduleTime: formatTime(time) });
    return this.next(schedule);
  }

  /** The Job of that name when it is this CronJob's and forgotten; undefined when it is none of ours; a text when creating failed. */
  private *standing(draft: Job, error: ApiError): Task<Job | string | undefined> {
    if (error.reason !== 'AlreadyExists') {
      this.event('Warning', 'FailedCreate', `Error creating job: ${error.message}`);
      return error.message;
    }
    const found = yield* this.context.client.get<Job>(JOBS, refOf(draft));
    if (!found.ok) return found.error.message;
    const isOurs = isControlledBy(found.value.metadata, this.cronJob);
    return isOurs && !this.active.some(({ uid }) => uid === found.value.metadata.uid)
      ? found.value
      : undefined;
  }

  /** Brings the list of active Jobs up to date. */
  private *followJobs(): Task<ApiError | undefined> {
    for (const job of this.jobs) {
      const end = endOf(job);
      const isActive = this.active.some(({ uid }) => uid === job.metadata.uid);
      if (!isActive && end === undefined) {
        const fresh = yield* this.context.client.get<CronJob>(CRON_JOBS, refOf(this.cronJob));
        if (!fresh.ok) return fresh.error;
        if (fresh.value.status?.active?.some(({ uid }) => uid === job.metadata.uid) === true)
          this.cronJob = fresh.value;
        else
          this.event(
            'Warning',
            'UnexpectedJob',
            `Saw a job that the controller did not create or forgot: ${job.metadata.name}`,
          );
      } else if (isActive && end !== undefined) {
        this.dropActive(job.metadata.uid);
        this.event('Normal', 'SawCompletedJob', `Saw completed job: ${job.metadata.name}, condition: ${end}`);
      } else if (end === 'Complete') {
        const { completionTime } = job.status ?? {};
        const { lastSuccessfulTime = '' } = this.cronJob.status ?? {};
        if (completionTime !== undefined && completionTime > lastSuccessfulTime)
          this.setStatus({ lastSuccessfulTime: completionTime });
      }
    }
    return yield* this.dropMissing();
  }

  private *dropMissing(): Task<ApiError | undefined> {
    const known = new Set(this.jobs.map(({ metadata }) => metadata.uid));
    for (const { uid = '', namespace = '', name = '' } of this.active) {
      if (known.has(uid)) continue;
      const found = yield* this.context.client.get<Job>(JOBS, { namespace, name });
      if (found.ok) continue;
      if (found.error.code !== 404) return found.error;
      this.event('Normal', 'MissingJob', `Active job went missing: ${name}`);
      this.dropActive(uid);
    }
    return undefined;
  }
}
