import type { Job, Pod } from '../../../api/generated/types.ts';
import { isPodActive, isPodReady, isPodTerminal } from '../../../api/pod.ts';
import { formatTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import { counted, isDeleting, refOf } from '../common/objects.ts';
import { inParallel, slowStart } from '../common/parallel.ts';
import { createPod, deletePod, isNamespaceTerminating, podFromTemplate } from '../common/pod-control.ts';
import { remainingUs, withEnded } from './backoff.ts';
import {
  type Counted,
  type Tally,
  deadlineUs,
  endingOf,
  failedIndexes,
  isComplete,
  isSuspended,
  lastFailures,
  newlyEnded,
  succeededIndexes,
  wantedActive,
  withJobCondition,
} from './decide.ts';
import { unite } from './indexes.ts';
import {
  failuresBefore,
  finishedAt,
  generateNameFor,
  hasLimitPerIndex,
  indexedTemplate,
  isIndexed,
  isTracked,
  pendingIndexes,
  podsToRemove,
  replacesFailedOnly,
  trackedTemplate,
} from './pods.ts';
import { judgeFailure } from './policies.ts';
import { type Book, FREE, type JobState, note, setStatus } from './state.ts';
import { JobTracking } from './tracking.ts';

const BURST = 500;
const COMPLETED = {
  type: 'SuccessCriteriaMet',
  reason: 'CompletionsReached',
  message: 'Reached expected number of succeeded pods',
} as const;

/** One sync of one Job. Models pkg/controller/job syncJob, manageJob and trackJobStatusAndRemoveFinalizers (1.36). */
export class JobSync {
  private readonly book: Book;
  private readonly state: JobState;

  constructor(book: Book, job: Job, pods: readonly Pod[]) {
    this.book = book;
    const active = pods.filter(isPodActive);
    const uncountedTerminatedPods = job.status?.uncountedTerminatedPods ?? {};
    this.state = {
      job: { ...job, status: { ...job.status, uncountedTerminatedPods } },
      pods,
      active: active.length,
      ready: active.filter(isPodReady).length,
      terminating: pods.filter((pod) => isDeleting(pod) && !isPodTerminal(pod)).length,
      succeeded: 0,
      failed: 0,
      before: [],
      done: [],
      failedIndexes: undefined,
      backoff: book.backoff,
      delayed: new Map(),
      ending: undefined,
    };
  }

  /** Answers what went wrong, if something did. */
  *run(): Task<string | undefined> {
    const activePods = this.state.pods.filter(isPodActive);
    this.count(activePods);
    let flush = false;
    let error: string | undefined;
    if (this.state.ending !== undefined) error = yield* this.deleteActive(activePods);
    else {
      const managed = this.book.satisfied && !isDeleting(this.state.job);
      if (managed) error = yield* this.manage(activePods);
      if (isComplete(this.state.job, this.state.active, this.state.succeeded)) this.state.ending = COMPLETED;
      else if (managed) flush = this.keepSuspended();
    }
    const { status = {} } = this.state.job;
    if (
      this.state.active !== (status.active ?? 0) ||
      this.state.ready !== status.ready ||
      this.state.terminating !== status.terminating
    )
      flush = true;
    setStatus(this.state, {
      active: this.state.active,
      ready: this.state.ready,
      terminating: this.state.terminating,
    });
    const tracked = yield* new JobTracking(this.book, this.state).track(flush);
    return tracked ?? error;
  }

  private now(): number {
    return this.book.context.kernel.unixUs();
  }

  private tally(): Tally {
    return { job: this.state.job, pods: this.state.pods, settled: this.book.settled };
  }

  /** Counts what has ended and decides whether the Job has. */
  private count(activePods: readonly Pod[]): void {
    const { status = {} } = this.state.job;
    const uncounted = status.uncountedTerminatedPods ?? {};
    const ended = newlyEnded(this.tally());
    const countedFailures = ended.failed.filter((pod) => judgeFailure(this.state.job, pod).counts).length;
    this.state.succeeded =
      (status.succeeded ?? 0) + ended.succeeded.length + (uncounted.succeeded?.length ?? 0);
    this.state.failed = (status.failed ?? 0) + countedFailures + (uncounted.failed?.length ?? 0);
    if (status.startTime === undefined && !isSuspended(this.state.job))
      setStatus(this.state, { startTime: formatTime(this.now()) });
    this.state.backoff = withEnded(this.state.backoff, ended.succeeded, ended.failed);
    if (isIndexed(this.state.job)) {
      const indexes = succeededIndexes(this.tally());
      this.state.before = indexes.before;
      this.state.done = indexes.now;
      this.state.succeeded = indexes.now.length;
      if (hasLimitPerIndex(this.state.job)) this.state.failedIndexes = failedIndexes(this.tally());
    }
    const figures: Counted = {
      failed: this.state.failed,
      succeededIndexes: this.state.done,
      failedIndexes: this.state.failedIndexes ?? [],
    };
    this.state.ending = endingOf(this.tally(), figures, this.now());
    if (this.state.failedIndexes !== undefined)
      this.state.delayed = lastFailures(
        this.tally(),
        activePods,
        unite(this.state.done, this.state.failedIndexes),
      );
    const left = this.state.ending === undefined ? deadlineUs(this.state.job, this.now()) : undefined;
    if (left !== undefined) this.book.again(left);
  }

  /** The Job has ended: what still runs goes, and is counted once it is gone. */
  private *deleteActive(activePods: readonly Pod[]): Task<string | undefined> {
    const before = this.state.active;
    if (activePods.length > 0)
      note(
        this.book,
        this.state,
        'delete',
        `${this.state.ending?.reason ?? 'ended'}: delete ${counted(activePods.length, 'active Pod')}`,
      );
    const { context } = this.book;
    const job = this.state.job;
    const errors = yield* inParallel(
      context.kernel,
      activePods.map((pod) => deletePod(context, job, refOf(pod))),
    );
    const refused = errors.filter((error) => error !== undefined && error.code !== 404);
    const deleted = activePods.length - refused.length;
    if (deleted !== before || !this.book.satisfied) this.state.ending = undefined;
    this.state.active -= deleted;
    this.state.terminating += deleted;
    this.state.ready -= activePods.filter(isPodReady).length;
    return refused[0]?.message;
  }

  /** Models manageJob. */
  private *manage(activePods: readonly Pod[]): Task<string | undefined> {
    const suspended = isSuspended(this.state.job);
    const wanted = suspended ? 0 : wantedActive(this.state.job, this.state.active, this.state.succeeded);
    const figures = `${counted(wanted, 'active Pod')} wanted, ${this.state.active} ${this.state.active === 1 ? 'is' : 'are'}`;
    const surplus = podsToRemove(this.state.job, activePods, Math.max(0, this.state.active - wanted)).slice(
      0,
      suspended ? undefined : BURST,
    );
    if (surplus.length > 0) {
      note(this.book, this.state, 'delete', `${figures}: delete ${surplus.length}`);
      return yield* this.remove(surplus);
    }
    if (suspended) return undefined;
    const missing =
      wanted - this.state.active - (replacesFailedOnly(this.state.job) ? this.state.terminating : 0);
    if (missing <= 0) {
      note(this.book, this.state, 'nothing', figures);
      return undefined;
    }
    const wait = hasLimitPerIndex(this.state.job) ? 0 : remainingUs(this.state.backoff, this.now());
    if (wait > 0) return this.wait(figures, wait);
    if (!isIndexed(this.state.job))
      return yield* this.create(
        Array.from({ length: Math.min(missing, BURST) }, () => undefined),
        figures,
      );
    const pending = pendingIndexes(
      this.state.job,
      this.state.pods,
      unite(this.state.done, this.state.failedIndexes ?? []),
      Math.min(missing, BURST),
    );
    const now = pending.filter((index) => this.indexWaitUs(index) === 0);
    if (now.length === 0 && pending.length > 0)
      return this.wait(figures, Math.min(...pending.map((index) => this.indexWaitUs(index))));
    return yield* this.create(now, figures);
  }

  private wait(figures: string, us: number): undefined {
    note(this.book, this.state, 'wait', `${figures}: back-off for ${Math.ceil(us / 1_000_000)} s more`);
    this.book.again(us);
    // Upstream reports none as active while it waits.
    this.state.active = 0;
    return undefined;
  }

  private indexWaitUs(index: number): number {
    const last = this.state.delayed.get(index);
    if (last === undefined) return 0;
    return remainingUs(
      { failures: failuresBefore(last).all + 1, lastFailureAt: finishedAt(last) },
      this.now(),
    );
  }

  private *create(indexes: readonly (number | undefined)[], figures: string): Task<string | undefined> {
    note(this.book, this.state, 'create', `${figures}: create ${indexes.length}`);
    this.book.expect(indexes.length, []);
    const { context, wrote } = this.book;
    const { job, delayed } = this.state;
    const template = trackedTemplate(job);
    const result = yield* slowStart<ApiError>(context.kernel, indexes.length, function* make(place) {
      const index = indexes[place];
      const own = index === undefined ? template : indexedTemplate(job, template, index, delayed.get(index));
      const made = yield* createPod(context, job, podFromTemplate(own, job, generateNameFor(job, index)));
      if (made.ok) wrote('pods', made.value);
      return made.ok || isNamespaceTerminating(made.error) ? undefined : made.error;
    });
    this.state.active += result.successes;
    if (result.successes < indexes.length) this.book.creationsFailed(indexes.length - result.successes);
    return result.errors[0]?.message;
  }

  /** Takes the finalizer off and deletes, so that these Pods are counted as nothing. Models deleteJobPods. */
  private *remove(pods: readonly Pod[]): Task<string | undefined> {
    this.book.expect(0, pods);
    const { context } = this.book;
    const job = this.state.job;
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
    this.state.active -= removed;
    this.state.terminating += removed;
    this.state.ready -= pods.filter(isPodReady).length;
    return refused[0]?.message;
  }

  /** Keeps the Suspended condition; answers whether it changed. */
  private keepSuspended(): boolean {
    const suspended = isSuspended(this.state.job);
    const [reason, message] = suspended ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed'];
    const now = formatTime(this.now());
    const standing = this.state.job.status?.conditions ?? [];
    const wanted = {
      type: 'Suspended',
      status: suspended ? 'True' : 'False',
      lastProbeTime: now,
      lastTransitionTime: now,
      reason,
      message,
    };
    const conditions = withJobCondition(standing, wanted);
    if (conditions === standing) return false;
    this.book.context.recorder.event(this.state.job, 'Normal', suspended ? 'Suspended' : 'Resumed', message);
    setStatus(this.state, { conditions, startTime: suspended ? undefined : now });
    return true;
  }
}
