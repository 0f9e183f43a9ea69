import type { Job, JobStatus, Pod } from '../../../api/generated/types.ts';
import { type Result } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from '../common/controller.ts';
import { withoutZeros } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import type { BackoffRecord } from './backoff.ts';
import type { Ending } from './decide.ts';
import type { Indexes } from './indexes.ts';
import { TRACKING } from './pods.ts';

export const JOBS = 'jobs.batch';
/** Takes the tracking finalizer off a Pod. */
export const FREE = { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING] } };

/** What the sync of one Job needs of its controller. */
export interface Book {
  readonly context: ControllerContext;
  /** Whether earlier creations and deletions have been seen. */
  readonly satisfied: boolean;
  readonly backoff: BackoffRecord;
  /** UIDs of Pods whose finalizer is being removed. */
  readonly settled: ReadonlySet<string>;
  expect(creations: number, deletions: readonly Pod[]): void;
  creationsFailed(count: number): void;
  deletionFailed(pod: Pod): void;
  wrote(resource: string, object: Job | Pod): void;
  /** Finalizers are about to be removed; `undone` takes one back. */
  settle(pods: readonly Pod[]): void;
  unsettle(pod: Pod): void;
  keepBackoff(record: BackoffRecord): void;
  again(us: number): void;
}

/** What one sync of a Job knows and changes as it goes. */
export interface JobState {
  /** As read, with the status as it will be written. */
  job: Job;
  readonly pods: readonly Pod[];
  active: number;
  ready: number;
  terminating: number;
  succeeded: number;
  failed: number;
  /** Indexes that had succeeded before this sync, and those that have now. */
  before: Indexes;
  done: Indexes;
  failedIndexes: Indexes | undefined;
  backoff: BackoffRecord;
  /** By index the failed Pod whose count its successor takes over. */
  delayed: ReadonlyMap<number, Pod>;
  ending: Ending | undefined;
}

export function setStatus(state: JobState, changes: Partial<JobStatus>): void {
  state.job = { ...state.job, status: { ...state.job.status, ...changes } };
}

export function note({ context }: Book, { job }: JobState, name: string, text: string): void {
  recordDecision(context, job, { controller: 'job', name, resource: JOBS, note: text });
}

/** Writes the status; the state goes on from the answer. */
export function* writeStatus(book: Book, state: JobState): Task<Result<Job, ApiError>> {
  const { succeeded = [], failed = [] } = state.job.status?.uncountedTerminatedPods ?? {};
  const wanted = { ...state.job.status, uncountedTerminatedPods: withoutZeros({ succeeded, failed }) };
  const status = withoutZeros(wanted, ['ready', 'terminating', 'failedIndexes']);
  const written = yield* book.context.client.updateStatus<Job>(JOBS, { ...state.job, status });
  if (!written.ok) return written;
  book.wrote(JOBS, written.value);
  state.job = written.value;
  return written;
}
