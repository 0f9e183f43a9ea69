import type { Pod } from '../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import { counted, isDeleting, refOf } from '../common/objects.ts';
import { inParallel } from '../common/parallel.ts';
import { newCondition, withJobCondition } from './decide.ts';
import { formatIndexes, unite } from './indexes.ts';
import { indexOf, isFailed, isIndexed, isTracked } from './pods.ts';
import { judgeFailure } from './policies.ts';
import { type Book, FREE, type JobState, note, setStatus, writeStatus } from './state.ts';

const MAX_UNCOUNTED = 500;

/** Counts a Job's ended Pods, and ends the Job once all are. Models pkg/controller/job trackJobStatusAndRemoveFinalizers (1.36). */
export class JobTracking {
  private readonly book: Book;
  private readonly state: JobState;

  constructor(book: Book, state: JobState) {
    this.book = book;
    this.state = state;
  }

  private now(): number {
    return this.book.context.kernel.unixUs();
  }

  /** Counts ended Pods in two writes, their finalizers removed between them. Models trackJobStatusAndRemoveFinalizers. */
  *track(needsFlush: boolean): Task<string | undefined> {
    const tracked = new Set(
      this.state.pods
        .filter((pod) => isTracked(pod) && !this.book.settled.has(pod.metadata.uid))
        .map(({ metadata }) => metadata.uid),
    );
    let flush = this.countSettled(tracked) || needsFlush;
    const { free, changed, full } = this.countEnded();
    flush ||= changed;
    if (this.markIndexes()) flush = true;
    if (this.markInterim()) flush = true;
    if (flush) {
      const written = yield* writeStatus(this.book, this.state);
      if (!written.ok) return `tracking status: adding uncounted pods to status: ${written.error.message}`;
      this.book.keepBackoff(this.state.backoff);
      flush = false;
    }
    const freed = yield* this.freePods(free, tracked);
    if (this.countSettled(tracked)) flush = true;
    if (!freed.ok) {
      if (flush) yield* writeStatus(this.book, this.state);
      return `tracking status: ${freed.error}`;
    }
    const finished = !full && this.finish();
    if (!flush && !finished) return undefined;
    const written = yield* writeStatus(this.book, this.state);
    if (!written.ok) return `tracking status: removing uncounted pods from status: ${written.error.message}`;
    if (finished) this.tellFinished();
    return undefined;
  }

  /** Moves Pods without a finalizer from the uncounted to the counters; answers whether any moved. Models cleanUncountedPodsWithoutFinalizers. */
  private countSettled(tracked: ReadonlySet<string>): boolean {
    const { status = {} } = this.state.job;
    const { succeeded = [], failed = [] } = status.uncountedTerminatedPods ?? {};
    const left = {
      succeeded: succeeded.filter((uid) => tracked.has(uid)),
      failed: failed.filter((uid) => tracked.has(uid)),
    };
    const [more, fewer] = [succeeded.length - left.succeeded.length, failed.length - left.failed.length];
    if (more === 0 && fewer === 0) return false;
    setStatus(this.state, {
      succeeded: (status.succeeded ?? 0) + more,
      failed: (status.failed ?? 0) + fewer,
      uncountedTerminatedPods: left,
    });
    return true;
  }

  private countEnded(): { readonly free: Pod[]; readonly changed: boolean; readonly full: boolean } {
    const { succeeded: standing = [], failed: lost = [] } =
      this.state.job.status?.uncountedTerminatedPods ?? {};
    const uncounted = { succeeded: [...standing], failed: [...lost] };
    const fresh: number[] = [];
    const free: Pod[] = [];
    let full = false;
    for (const pod of this.inOrder()) {
      const { uid } = pod.metadata;
      if (!isTracked(pod) || this.book.settled.has(uid) || !this.mayFree(pod)) continue;
      free.push(pod);
      const index = indexOf(this.state.job, pod);
      if (pod.status?.phase === 'Succeeded' && !lost.includes(uid)) {
        if (!isIndexed(this.state.job)) {
          if (!standing.includes(uid)) uncounted.succeeded.push(uid);
        } else if (index !== undefined && !this.state.before.includes(index)) fresh.push(index);
      } else if (
        this.countsAsFailed(pod) &&
        !lost.includes(uid) &&
        (!isIndexed(this.state.job) || index !== undefined)
      ) {
        if (judgeFailure(this.state.job, pod).counts) uncounted.failed.push(uid);
      }
      full = fresh.length + uncounted.succeeded.length + uncounted.failed.length >= MAX_UNCOUNTED;
      if (full) break;
    }
    const changed =
      fresh.length > 0 ||
      uncounted.succeeded.length > standing.length ||
      uncounted.failed.length > lost.length;
    if (changed) setStatus(this.state, { uncountedTerminatedPods: uncounted });
    this.state.done = unite(this.state.done, fresh);
    return { free, changed, full };
  }

  private inOrder(): readonly Pod[] {
    if (!isIndexed(this.state.job)) return this.state.pods;
    return [...this.state.pods].sort(
      (a, b) => (indexOf(this.state.job, a) ?? -1) - (indexOf(this.state.job, b) ?? -1),
    );
  }

  /** Once a Job has failed everything that has not ended counts as failed. */
  private countsAsFailed(pod: Pod): boolean {
    return (
      isFailed(this.state.job, pod) ||
      (this.state.ending !== undefined && this.state.ending.type !== 'SuccessCriteriaMet')
    );
  }

  /** Models canRemoveFinalizer. */
  private mayFree(pod: Pod): boolean {
    if (isDeleting(this.state.job) || this.state.ending !== undefined || pod.status?.phase === 'Succeeded')
      return true;
    if (!isFailed(this.state.job, pod)) return false;
    const index = indexOf(this.state.job, pod);
    return index === undefined || this.state.delayed.get(index)?.metadata.uid !== pod.metadata.uid;
  }

  private markIndexes(): boolean {
    if (!isIndexed(this.state.job)) return false;
    const completedIndexes = formatIndexes(this.state.done);
    const lost = this.state.failedIndexes === undefined ? undefined : formatIndexes(this.state.failedIndexes);
    const { status = {} } = this.state.job;
    setStatus(this.state, {
      succeeded: this.state.done.length,
      completedIndexes,
      ...(lost === undefined ? {} : { failedIndexes: lost }),
    });
    return completedIndexes !== (status.completedIndexes ?? '') || lost !== status.failedIndexes;
  }

  /** Writes the interim condition and turns the ending into the final one; answers whether a condition was added. */
  private markInterim(): boolean {
    const ending = this.state.ending;
    if (ending === undefined || ending.type === 'Failed' || ending.type === 'Complete') return false;
    this.state.ending = { ...ending, type: ending.type === 'FailureTarget' ? 'Failed' : 'Complete' };
    const standing = this.state.job.status?.conditions ?? [];
    if (
      ending.type === 'SuccessCriteriaMet' &&
      standing.some(({ type, status }) => type === ending.type && status === 'True')
    )
      return false;
    setStatus(this.state, { conditions: [...standing, newCondition(ending, this.now())] });
    return true;
  }

  /** Takes the finalizer off Pods that are counted; those freed leave `tracked`. */
  private *freePods(pods: readonly Pod[], tracked: Set<string>): Task<Result<void, string>> {
    if (pods.length === 0) return ok();
    this.book.settle(pods);
    const { client, kernel } = this.book.context;
    const results = yield* inParallel(
      kernel,
      pods.map((pod) => client.patch({ resource: 'pods', ...refOf(pod) }, 'strategic', FREE)),
    );
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
    const ending = this.state.ending;
    const { uncountedTerminatedPods = {}, conditions = [] } = this.state.job.status ?? {};
    if (
      ending === undefined ||
      (uncountedTerminatedPods.succeeded?.length ?? 0) + (uncountedTerminatedPods.failed?.length ?? 0) > 0
    )
      return false;
    if (this.state.terminating > 0) {
      note(
        this.book,
        this.state,
        'wait',
        `${ending.reason}: ${counted(this.state.terminating, 'Pod')} still terminating`,
      );
      return false;
    }
    const condition = newCondition(ending, this.now());
    setStatus(this.state, {
      conditions: withJobCondition(conditions, condition),
      ...(ending.type === 'Complete' ? { completionTime: condition.lastTransitionTime } : {}),
    });
    return true;
  }

  private tellFinished(): void {
    const { recorder } = this.book.context;
    const ending = this.state.ending;
    if (ending === undefined) return;
    if (ending.type !== 'Complete')
      return recorder.event(this.state.job, 'Warning', ending.reason, ending.message);
    if (
      (this.state.job.status?.succeeded ?? 0) > (this.state.job.spec.completions ?? Number.POSITIVE_INFINITY)
    ) {
      recorder.event(
        this.state.job,
        'Warning',
        'TooManySucceededPods',
        'Too many succeeded pods running after completion count reached',
      );
    }
    recorder.event(this.state.job, 'Normal', 'Completed', 'Job completed');
  }
}
