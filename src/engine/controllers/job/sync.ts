import type { Job, JobStatus, Pod } from '../../../api/generated/types.ts';
import { isPodActive, isPodReady, isPodTerminal } from '../../../api/pod.ts';
import { formatTime } from '../../../api/time.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from '../common/controller.ts';
import { counted, isDeleting, refOf } from '../common/objects.ts';
import { inParallel, slowStart } from '../common/parallel.ts';
import { createPod, deletePod, isNamespaceTerminating, podFromTemplate } from '../common/pod-control.ts';
import { withoutZeros } from '../common/status.ts';
import { recordDecision } from '../common/step.ts';
import { type BackoffRecord, remainingUs, withEnded } from './backoff.ts';
import {
  type Counted,
  type Ending,
  type Tally,
  deadlineUs,
  endingOf,
  failedIndexes,
  isComplete,
  isSuspended,
  lastFailures,
  newCondition,
  newlyEnded,
  succeededIndexes,
  wantedActive,
  withJobCondition,
} from './decide.ts';
import { type Indexes, formatIndexes, unite } from './indexes.ts';
import {
  TRACKING,
  failuresBefore,
  finishedAt,
  generateNameFor,
  hasLimitPerIndex,
  indexOf,
  indexedTemplate,
  isFailed,
  isIndexed,
  isTracked,
  pendingIndexes,
  podsToRemove,
  replacesFailedOnly,
  trackedTemplate,
} from './pods.ts';
import { judgeFailure } from './policies.ts';

export const JOBS = 'jobs.batch';
const BURST = 500;
const MAX_UNCOUNTED = 500;
const COMPLETED = { type: 'SuccessCriteriaMet', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' } as const;

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

/** One sync of one Job. Models pkg/controller/job syncJob, manageJob and trackJobStatusAndRemoveFinalizers (1.36). */
export class JobSync {
  private readonly book: Book;
  private readonly pods: readonly Pod[];
  private job: Job;
  private active: number;
  private ready: number;
  private terminating: number;
  private succeeded = 0;
  private failed = 0;
  private before: Indexes = [];
  private done: Indexes = [];
  private failedIndexes: Indexes | undefined;
  private backoff: BackoffRecord;
  private delayed: ReadonlyMap<number, Pod> = new Map();
  private ending: Ending | undefined;

  constructor(book: Book, job: Job, pods: readonly Pod[]) {
    this.book = book;
    this.job = { ...job, status: { ...job.status, uncountedTerminatedPods: job.status?.uncountedTerminatedPods ?? {} } };
    this.pods = pods;
    const active = pods.filter(isPodActive);
    this.active = active.length;
    this.ready = active.filter(isPodReady).length;
    this.terminating = pods.filter((pod) => isDeleting(pod) && !isPodTerminal(pod)).length;
    this.backoff = book.backoff;
  }

  /** Answers what went wrong, if something did. */
  *run(): Task<string | undefined> {
    const activePods = this.pods.filter(isPodActive);
    this.count(activePods);
    let flush = false;
    let error: string | undefined;
    if (this.ending !== undefined) error = yield* this.deleteActive(activePods);
    else {
      const managed = this.book.satisfied && !isDeleting(this.job);
      if (managed) error = yield* this.manage(activePods);
      if (isComplete(this.job, this.active, this.succeeded)) this.ending = COMPLETED;
      else if (managed) flush = this.keepSuspended();
    }
    const { status = {} } = this.job;
    if (this.active !== (status.active ?? 0) || this.ready !== status.ready || this.terminating !== status.terminating) flush = true;
    this.setStatus({ active: this.active, ready: this.ready, terminating: this.terminating });
    const tracked = yield* this.track(flush);
    return tracked ?? error;
  }

  private now(): number {
    return this.book.context.kernel.unixUs();
  }

  private setStatus(changes: Partial<JobStatus>): void {
    this.job = { ...this.job, status: { ...this.job.status, ...changes } };
  }

  private note(name: string, text: string): void {
    recordDecision(this.book.context, this.job, { controller: 'job', name, resource: JOBS, note: text });
  }

  private tally(): Tally {
    return { job: this.job, pods: this.pods, settled: this.book.settled };
  }

  /** Counts what has ended and decides whether the Job has. */
  private count(activePods: readonly Pod[]): void {
    const { status = {} } = this.job;
    const uncounted = status.uncountedTerminatedPods ?? {};
    const ended = newlyEnded(this.tally());
    const countedFailures = ended.failed.filter((pod) => judgeFailure(this.job, pod).counts).length;
    this.succeeded = (status.succeeded ?? 0) + ended.succeeded.length + (uncounted.succeeded?.length ?? 0);
    this.failed = (status.failed ?? 0) + countedFailures + (uncounted.failed?.length ?? 0);
    if (status.startTime === undefined && !isSuspended(this.job)) this.setStatus({ startTime: formatTime(this.now()) });
    this.backoff = withEnded(this.backoff, ended.succeeded, ended.failed);
    if (isIndexed(this.job)) {
      const indexes = succeededIndexes(this.tally());
      this.before = indexes.before;
      this.done = indexes.now;
      this.succeeded = indexes.now.length;
      if (hasLimitPerIndex(this.job)) this.failedIndexes = failedIndexes(this.tally());
    }
    const figures: Counted = { failed: this.failed, succeededIndexes: this.done, failedIndexes: this.failedIndexes ?? [] };
    this.ending = endingOf(this.tally(), figures, this.now());
    if (this.failedIndexes !== undefined) this.delayed = lastFailures(this.tally(), activePods, unite(this.done, this.failedIndexes));
    const left = this.ending === undefined ? deadlineUs(this.job, this.now()) : undefined;
    if (left !== undefined) this.book.again(left);
  }

  /** The Job has ended: what still runs goes, and is counted once it is gone. */
  private *deleteActive(activePods: readonly Pod[]): Task<string | undefined> {
    const before = this.active;
    if (activePods.length > 0) this.note('delete', `${this.ending?.reason ?? 'ended'}: delete ${counted(activePods.length, 'active Pod')}`);
    const { context } = this.book;
    const job = this.job;
    const errors = yield* inParallel(context.kernel, activePods.map((pod) => deletePod(context, job, refOf(pod))));
    const refused = errors.filter((error) => error !== undefined && error.code !== 404);
    const deleted = activePods.length - refused.length;
    if (deleted !== before || !this.book.satisfied) this.ending = undefined;
    this.active -= deleted;
    this.terminating += deleted;
    this.ready -= activePods.filter(isPodReady).length;
    return refused[0]?.message;
  }

  /** Models manageJob. */
  private *manage(activePods: readonly Pod[]): Task<string | undefined> {
    const suspended = isSuspended(this.job);
    const wanted = suspended ? 0 : wantedActive(this.job, this.active, this.succeeded);
    const figures = `${counted(wanted, 'active Pod')} wanted, ${this.active} ${this.active === 1 ? 'is' : 'are'}`;
    const surplus = podsToRemove(this.job, activePods, Math.max(0, this.active - wanted)).slice(0, suspended ? undefined : BURST);
    if (surplus.length > 0) {
      this.note('delete', `${figures}: delete ${surplus.length}`);
      return yield* this.remove(surplus);
    }
    if (suspended) return undefined;
    const missing = wanted - this.active - (replacesFailedOnly(this.job) ? this.terminating : 0);
    if (missing <= 0) {
      this.note('nothing', figures);
      return undefined;
    }
    const wait = hasLimitPerIndex(this.job) ? 0 : remainingUs(this.backoff, this.now());
    if (wait > 0) return this.wait(figures, wait);
    if (!isIndexed(this.job)) return yield* this.create(Array.from({ length: Math.min(missing, BURST) }, () => undefined), figures);
    const pending = pendingIndexes(this.job, this.pods, unite(this.done, this.failedIndexes ?? []), Math.min(missing, BURST));
    const now = pending.filter((index) => this.indexWaitUs(index) === 0);
    if (now.length === 0 && pending.length > 0) return this.wait(figures, Math.min(...pending.map((index) => this.indexWaitUs(index))));
    return yield* this.create(now, figures);
  }

  private wait(figures: string, us: number): undefined {
    this.note('wait', `${figures}: back-off for ${Math.ceil(us / 1_000_000)} s more`);
    this.book.again(us);
    // Upstream reports none as active while it waits.
    this.active = 0;
    return undefined;
  }

  private indexWaitUs(index: number): number {
    const last = this.delayed.get(index);
    if (last === undefined) return 0;
    return remainingUs({ failures: failuresBefore(last).all + 1, lastFailureAt: finishedAt(last) }, this.now());
  }

  private *create(indexes: readonly (number | undefined)[], figures: string): Task<string | undefined> {
    this.note('create', `${figures}: create ${indexes.length}`);
    this.book.expect(indexes.length, []);
    const { context, wrote } = this.book;
    const { job, delayed } = this;
    const template = trackedTemplate(job);
    const result = yield* slowStart<ApiError>(context.kernel, indexes.length, function* make(place) {
      const index = indexes[place];
      const own = index === undefined ? template : indexedTemplate(job, template, index, delayed.get(index));
      const made = yield* createPod(context, job, podFromTemplate(own, job, generateNameFor(job, index)));
      if (made.ok) wrote('pods', made.value);
      return made.ok || isNamespaceTerminating(made.error) ? undefined : made.error;
    });
    this.active += result.successes;
    if (result.successes < indexes.length) this.book.creationsFailed(indexes.length - result.successes);
    return result.errors[0]?.message;
  }

  /** Takes the finalizer off and deletes, so that these Pods are counted as nothing. Models deleteJobPods. */
  private *remove(pods: readonly Pod[]): Task<string | undefined> {
    this.book.expect(0, pods);
    const { context } = this.book;
    const job = this.job;
    const remove = function* (pod: Pod): Task<ApiError | undefined> {
      if (isTracked(pod)) {
        const freed = yield* context.client.patch({ resource: 'pods', ...refOf(pod) }, 'strategic', FREE);
        if (!freed.ok) return freed.error;
      }
      return yield* deletePod(context, job, refOf(pod));
    };
    const errors = yield* inParallel(context.kernel, pods.map(remove));
    const refused: ApiError[] = [];
    for (const [place, error] of errors.entries()) {
      const pod = pods[place];
      if (error === undefined || pod === undefined) continue;
      this.book.deletionFailed(pod);
      if (error.code !== 404) refused.push(error);
    }
    const removed = pods.length - refused.length;
    this.active -= removed;
    this.terminating += removed;
    this.ready -= pods.filter(isPodReady).length;
    return refused[0]?.message;
  }

  /** Keeps the Suspended condition; answers whether it changed. */
  private keepSuspended(): boolean {
    const suspended = isSuspended(this.job);
    const [reason, message] = suspended ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed'];
    const now = formatTime(this.now());
    const standing = this.job.status?.conditions ?? [];
    const wanted = { type: 'Suspended', status: suspended ? 'True' : 'False', lastProbeTime: now, lastTransitionTime: now, reason, message };
    const conditions = withJobCondition(standing, wanted);
    if (conditions === standing) return false;
    this.book.context.recorder.event(this.job, 'Normal', suspended ? 'Suspended' : 'Resumed', message);
    this.setStatus({ conditions, startTime: suspended ? undefined : now });
    return true;
  }

  /** Counts ended Pods in two writes, their finalizers removed between them. Models trackJobStatusAndRemoveFinalizers. */
  private *track(needsFlush: boolean): Task<string | undefined> {
    const tracked = new Set(this.pods.filter((pod) => isTracked(pod) && !this.book.settled.has(pod.metadata.uid)).map(({ metadata }) => metadata.uid));
    let flush = this.countSettled(tracked) || needsFlush;
    const { free, changed, full } = this.countEnded();
    flush ||= changed;
    if (this.markIndexes()) flush = true;
    if (this.markInterim()) flush = true;
    if (flush) {
      const written = yield* this.write();
      if (!written.ok) return `tracking status: adding uncounted pods to status: ${written.error.message}`;
      this.book.keepBackoff(this.backoff);
      flush = false;
    }
    const freed = yield* this.freePods(free, tracked);
    if (this.countSettled(tracked)) flush = true;
    if (!freed.ok) {
      if (flush) yield* this.write();
      return `tracking status: ${freed.error}`;
    }
    const finished = !full && this.finish();
    if (!flush && !finished) return undefined;
    const written = yield* this.write();
    if (!written.ok) return `tracking status: removing uncounted pods from status: ${written.error.message}`;
    if (finished) this.tellFinished();
    return undefined;
  }

  /** Moves Pods without a finalizer from the uncounted to the counters; answers whether any moved. Models cleanUncountedPodsWithoutFinalizers. */
  private countSettled(tracked: ReadonlySet<string>): boolean {
    const { status = {} } = this.job;
    const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
    const left = { succeeded: succeeded.filter((uid) => tracked.has(uid)), failed: failed.filter((uid) => tracked.has(uid)) };
    const [more, fewer] = [succeeded.length - left.succeeded.length, failed.length - left.failed.length];
    if (more === 0 && fewer === 0) return false;
    this.setStatus({ succeeded: (status.succeeded ?? 0) + more, failed: (status.failed ?? 0) + fewer, uncountedTerminatedPods: left });
    return true;
  }

  private countEnded(): { readonly free: Pod[]; readonly changed: boolean; readonly full: boolean } {
    const { succeeded: standing = [], failed: lost = [] } = this.job.status?.uncountedTerminatedPods ?? {};
    const uncounted = { succeeded: [...standing], failed: [...lost] };
    const fresh: number[] = [];
    const free: Pod[] = [];
    let full = false;
    for (const pod of this.inOrder()) {
      const { uid } = pod.metadata;
      if (!isTracked(pod) || this.book.settled.has(uid) || !this.mayFree(pod)) continue;
      free.push(pod);
      const index = indexOf(this.job, pod);
      if (pod.status?.phase === 'Succeeded' && !lost.includes(uid)) {
        if (!isIndexed(this.job)) {
          if (!standing.includes(uid)) uncounted.succeeded.push(uid);
        } else if (index !== undefined && !this.before.includes(index)) fresh.push(index);
      } else if (this.countsAsFailed(pod) && !lost.includes(uid) && (!isIndexed(this.job) || index !== undefined)) {
        if (judgeFailure(this.job, pod).counts) uncounted.failed.push(uid);
      }
      full = fresh.length + uncounted.succeeded.length + uncounted.failed.length >= MAX_UNCOUNTED;
      if (full) break;
    }
    const changed = fresh.length > 0 || uncounted.succeeded.length > standing.length || uncounted.failed.length > lost.length;
    if (changed) this.setStatus({ uncountedTerminatedPods: uncounted });
    this.done = unite(this.done, fresh);
    return { free, changed, full };
  }

  private inOrder(): readonly Pod[] {
    if (!isIndexed(this.job)) return this.pods;
    return [...this.pods].sort((a, b) => (indexOf(this.job, a) ?? -1) - (indexOf(this.job, b) ?? -1));
  }

  /** Once a Job has failed everything that has not ended counts as failed. */
  private countsAsFailed(pod: Pod): boolean {
    return isFailed(this.job, pod) || (this.ending !== undefined && this.ending.type !== 'SuccessCriteriaMet');
  }

  /** Models canRemoveFinalizer. */
  private mayFree(pod: Pod): boolean {
    if (isDeleting(this.job) || this.ending !== undefined || pod.status?.phase === 'Succeeded') return true;
    if (!isFailed(this.job, pod)) return false;
    const index = indexOf(this.job, pod);
    return index === undefined || this.delayed.get(index)?.metadata.uid !== pod.metadata.uid;
  }

  private markIndexes(): boolean {
    if (!isIndexed(this.job)) return false;
    const completedIndexes = formatIndexes(this.done);
    const lost = this.failedIndexes === undefined ? undefined : formatIndexes(this.failedIndexes);
    const { status = {} } = this.job;
    this.setStatus({ succeeded: this.done.length, completedIndexes, ...(lost === undefined ? {} : { failedIndexes: lost }) });
    return completedIndexes !== (status.completedIndexes ?? '') || lost !== status.failedIndexes;
  }

  /** Writes the interim condition and turns the ending into the final one; answers whether a condition was added. */
  private markInterim(): boolean {
    const ending = this.ending;
    if (ending === undefined || ending.type === 'Failed' || ending.type === 'Complete') return false;
    this.ending = { ...ending, type: ending.type === 'FailureTarget' ? 'Failed' : 'Complete' };
    const standing = this.job.status?.conditions ?? [];
    if (ending.type === 'SuccessCriteriaMet' && standing.some(({ type, status }) => type === ending.type && status === 'True')) return false;
    this.setStatus({ conditions: [...standing, newCondition(ending, this.now())] });
    return true;
  }

  /** Takes the finalizer off Pods that are counted; those freed leave `tracked`. */
  private *freePods(pods: readonly Pod[], tracked: Set<string>): Task<Result<void, string>> {
    if (pods.length === 0) return ok();
    this.book.settle(pods);
    const { client, kernel } = this.book.context;
    const results = yield* inParallel(kernel, pods.map((pod) => client.patch({ resource: 'pods', ...refOf(pod) }, 'strategic', FREE)));
    let first: string | undefined;
    for (const [place, result] of results.entries()) {
      const pod = pods[place];
      if (pod === undefined) continue;
      if (!result.ok) this.book.unsettle(pod);
      if (result.ok || result.error.code === 404) tracked.delete(pod.metadata.uid);
      else first ??= result.error.message;
    }
    return first === undefined ? ok() : err(first);
  }

  /** Sets the final condition once everything is counted and gone. Models enactJobFinished. */
  private finish(): boolean {
    const ending = this.ending;
    const { uncountedTerminatedPods = {}, conditions = [] } = this.job.status ?? {};
    if (ending === undefined || (uncountedTerminatedPods.succeeded?.length ?? 0) + (uncountedTerminatedPods.failed?.length ?? 0) > 0) return false;
    if (this.terminating > 0) {
      this.note('wait', `${ending.reason}: ${counted(this.terminating, 'Pod')} still terminating`);
      return false;
    }
    const condition = newCondition(ending, this.now());
    this.setStatus({
      conditions: withJobCondition(conditions, condition),
      ...(ending.type === 'Complete' ? { completionTime: condition.lastTransitionTime } : {}),
    });
    return true;
  }

  private tellFinished(): void {
    const { recorder } = this.book.context;
    const ending = this.ending;
    if (ending === undefined) return;
    if (ending.type !== 'Complete') return recorder.event(this.job, 'Warning', ending.reason, ending.message);
    if ((this.job.status?.succeeded ?? 0) > (this.job.spec.completions ?? Number.POSITIVE_INFINITY)) {
      recorder.event(this.job, 'Warning', 'TooManySucceededPods', 'Too many succeeded pods running after completion count reached');
    }
    recorder.event(this.job, 'Normal', 'Completed', 'Job completed');
  }

  private *write(): Task<Result<Job, ApiError>> {
    const { succeeded = [], failed = [] } = this.job.status?.uncountedTerminatedPods ?? {};
    const status = withoutZeros({ ...this.job.status, uncountedTerminatedPods: withoutZeros({ succeeded, failed }) }, ['ready', 'terminating', 'failedIndexes']);
    const written = yield* this.book.context.client.updateStatus<Job>(JOBS, { ...this.job, status });
    if (!written.ok) return written;
    this.book.wrote(JOBS, written.value);
    this.job = written.value;
    return written;
  }
}

const FREE = { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING] } };

