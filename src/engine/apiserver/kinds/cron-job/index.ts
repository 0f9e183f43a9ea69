import type { Draft } from '../../../../base/brand.ts';
import { invalid, notSupported, required } from '../../../../api/field-error.ts';
import type { CronJob, CronJobSpec } from '../../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../../api/label-selector.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { selectorForm } from '../common/internal/form.ts';
import { checkJobSpec, manyIndexesWarnings } from '../common/job-spec.ts';
import { defaultPodTemplate } from '../common/podspec/defaults.ts';
import { podSpecWarnings } from '../common/podspec/warnings.ts';
import { AGE, NAME, column, containerCells, orNone, wideColumn } from '../common/table.ts';
import {
  checkNotNegative,
  checkWord,
  type Errors,
  METADATA,
  semanticEqual,
  SPEC,
} from '../common/validate.ts';
import { nameWarnings } from '../common/workload.ts';
import { scheduleProblem } from './schedule.ts';
import { isTimeZone } from './time-zones.ts';

// Models pkg/apis/batch/validation ValidateCronJobCreate, pkg/registry/batch/cronjob and printCronJob (1.36).

const POLICIES: readonly string[] = ['Allow', 'Forbid', 'Replace'];
/** The Job's name has eleven characters more, and 63 is the most a label holds. */
const MAX_NAME = 52;
const JOB = SPEC.child('jobTemplate', 'spec');

function defaultCronJob(cronJob: Draft<CronJob>): void {
  cronJob.spec ??= {} as NonNullable<Draft<CronJob>['spec']>;
  const { spec } = cronJob;
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  spec.jobTemplate ??= {} as (typeof spec)['jobTemplate'];
  spec.jobTemplate.spec ??= {} as NonNullable<typeof spec.jobTemplate.spec>;
  defaultPodTemplate(spec.jobTemplate.spec);
}

function checkSchedule(errors: Errors, schedule: string | undefined): void {
  const at = SPEC.child('schedule');
  if (!schedule) return void errors.push(required(at));
  const problem = scheduleProblem(schedule);
  if (problem !== undefined) errors.push(invalid(at, schedule, problem));
  if (!schedule.includes('TZ')) return;
  errors.push(invalid(at, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
}

function checkTimeZone(errors: Errors, zone: string | undefined): void {
  if (zone === undefined) return;
  const at = SPEC.child('timeZone');
  if (zone === '') errors.push(invalid(at, zone, 'timeZone must be nil or non-empty string'));
  else if (zone.toLowerCase() === 'local') {
    const message = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    errors.push(invalid(at, zone, message));
  } else if (!isTimeZone(zone)) errors.push(invalid(at, zone, `unknown time zone ${zone}`));
}

function checkSpec(errors: Errors, spec: CronJobSpec): void {
  checkSchedule(errors, spec.schedule);
  checkNotNegative(errors, spec.startingDeadlineSeconds, SPEC.child('startingDeadlineSeconds'));
  checkTimeZone(errors, spec.timeZone);
  checkWord(errors, spec.concurrencyPolicy, SPEC.child('concurrencyPolicy'), POLICIES);
  const job = spec.jobTemplate?.spec ?? ({} as NonNullable<CronJobSpec['jobTemplate']['spec']>);
  checkJobSpec(errors, job, JOB);
  if (job.selector)
    errors.push(
      invalid(JOB.child('selector'), selectorForm(job.selector), '`selector` will be auto-generated'),
    );
  if (job.manualSelector) errors.push(notSupported(JOB.child('manualSelector'), true, ['nil', 'false']));
  checkNotNegative(errors, spec.successfulJobsHistoryLimit, SPEC.child('successfulJobsHistoryLimit'));
  checkNotNegative(errors, spec.failedJobsHistoryLimit, SPEC.child('failedJobsHistoryLimit'));
}

function validateUpdate({ spec }: CronJob): Errors {
  const errors: Errors = [];
  checkSpec(errors, spec ?? ({} as CronJobSpec));
  return errors;
}

function validateCreate(cronJob: CronJob): Errors {
  const errors = validateUpdate(cronJob);
  const { name } = cronJob.metadata;
  if (name.length > MAX_NAME)
    errors.push(invalid(METADATA.child('name'), name, `must be no more than ${MAX_NAME} characters`));
  return errors;
}

function templateWarnings({ spec }: CronJob): readonly string[] {
  const template = spec?.jobTemplate?.spec?.template;
  const many = manyIndexesWarnings(spec?.jobTemplate?.spec, JOB);
  return template?.spec
    ? [...many, ...podSpecWarnings(template.spec, template.metadata?.annotations, JOB.child('template'))]
    : many;
}

export const CRON_JOB = defineKind<CronJob>({
  resource: 'cronjobs.batch',
  kind: 'CronJob',
  apiVersion: 'batch/v1',
  namespaced: true,
  default: defaultCronJob,
  prepareForCreate: (cronJob) => {
    cronJob.status = {};
  },
  validateCreate,
  validateUpdate,
  warningsOnCreate: (cronJob) => [...nameWarnings(cronJob.metadata.name), ...templateWarnings(cronJob)],
  warningsOnUpdate: (cronJob, old) =>
    semanticEqual(cronJob.spec, old.spec) ? [] : templateWarnings(cronJob),
  generationOf: ({ spec }) => [spec],
  subresources: { status: {} },
  tableColumns: [
    NAME,
    column('Schedule'),
    column('Timezone'),
    column('Suspend', 'boolean'),
    column('Active', 'integer'),
    column('Last Schedule'),
    AGE,
    wideColumn('Containers'),
    wideColumn('Images'),
    wideColumn('Selector'),
  ],
  row: ({ metadata, spec, status }, { nowUs }) => [
    metadata.name,
    spec?.schedule ?? '',
    orNone(spec?.timeZone),
    spec?.suspend ? 'True' : 'False',
    status?.active?.length ?? 0,
    status?.lastScheduleTime ? ageOf(status.lastScheduleTime, nowUs) : '<none>',
    ageOf(metadata.creationTimestamp, nowUs),
    ...containerCells(spec?.jobTemplate?.spec?.template?.spec?.containers),
    formatLabelSelector(spec?.jobTemplate?.spec?.selector),
  ],
});
