import { humanDuration } from '../../../../api/duration.ts';
import type { Job } from '../../../../api/generated/types.ts';
import { formatLabelSelector } from '../../../../api/label-selector.ts';
import { parseTime } from '../../../../api/time.ts';
import { defineKind } from '../common/define.ts';
import { ageOf } from '../common/duration.ts';
import { AGE, NAME, column, containerCells, wideColumn } from '../common/table.ts';
import { manyIndexesWarnings } from '../common/job-spec.ts';
import { SPEC } from '../common/validate.ts';
import { nameWarnings, templateWarnings, workloadUpdateWarnings } from '../common/workload.ts';
import type { TableCell } from '../kind.ts';
import { defaultJob, prepareJobForCreate } from './strategy.ts';
import { validateJob, validateJobStatus, validateJobUpdate } from './validate.ts';

const STATES: readonly string[] = ['Complete', 'Failed'];
const LATER_STATES: readonly string[] = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

/** Models printers.go getJobStatus…: what has happened comes before what is going on. */
function jobState({ metadata, status }: Job): string {
  const has = (type: string) =>
    status?.conditions?.some((c) => c.type === type && c.status === 'True') ?? false;
  const ended = STATES.find(has);
  if (ended !== undefined) return ended;
  if (metadata.deletionTimestamp) return 'Terminating';
  return LATER_STATES.find(has) ?? 'Running';
}

function completions({ spec, status }: Job): string {
  const done = status?.succeeded ?? 0;
  if (spec?.completions !== undefined) return `${done}/${spec.completions}`;
  const parallel = spec?.parallelism ?? 0;
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`;
}

function duration({ status }: Job, nowUs: number): string {
  const start = parseTime(status?.startTime ?? '');
  if (start === undefined) return '';
  return humanDuration((parseTime(status?.completionTime ?? '') ?? nowUs) - start);
}

function row(job: Job, nowUs: number): readonly TableCell[] {
  return [
    job.metadata.name,
    jobState(job),
    completions(job),
    duration(job, nowUs),
    ageOf(job.metadata.creationTimestamp, nowUs),
    ...containerCells(job.spec?.template?.spec?.containers),
    formatLabelSelector(job.spec?.selector),
  ];
}

const PODS_STAY =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

export const JOB = defineKind<Job>({
  resource: 'jobs.batch',
  kind: 'Job',
  apiVersion: 'batch/v1',
  namespaced: true,
  default: defaultJob,
  prepareForCreate: prepareJobForCreate,
  validateCreate: validateJob,
  validateUpdate: validateJobUpdate,
  warningsOnCreate: ({ metadata, spec }) => [
    ...nameWarnings(metadata.name),
    ...manyIndexesWarnings(spec, SPEC),
    ...templateWarnings(spec?.template),
  ],
  warningsOnUpdate: workloadUpdateWarnings,
  generationOf: ({ spec }) => [spec],
  defaultPropagation: 'Orphan',
  warningsOnDelete: (_, policy) => (policy === undefined ? [PODS_STAY] : []),
  subresources: { status: { validateUpdate: validateJobStatus } },
  selectableFields: { 'status.successful': ({ status }) => String(status?.succeeded ?? 0) },
  tableColumns: [
    NAME,
    column('Status'),
    column('Completions'),
    column('Duration'),
    AGE,
    wideColumn('Containers'),
    wideColumn('Images'),
    wideColumn('Selector'),
  ],
  row: (job, { nowUs }) => row(job, nowUs),
});
