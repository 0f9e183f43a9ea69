import type { Job, Pod } from '../../../api/generated/types.ts';
import { compileLabelSelector } from '../../../api/label-selector.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import type { Informer } from '../../machinery/informer.ts';
import { claimObjects } from '../common/claim.ts';
import { ConsistencyStore } from '../common/consistency.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerGroup,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { Expectations } from '../common/expectations.ts';
import { controlledBy, orphansIn, ownedInformer } from '../common/indexes.ts';
import { controllerRefOf, isDeleting, keyOf, refOf } from '../common/objects.ts';
import { ownerOf, selecting } from '../common/owners.ts';
import { type BackoffRecord, NO_FAILURES } from './backoff.ts';
import { deadlineUs, isFinished } from './decide.ts';
import { TRACKING, isTracked } from './pods.ts';
import { type Book, JOBS } from './state.ts';
import { JobSync } from './sync.ts';

const WORKERS = 5;
const SECOND_US = 1_000_000;
/** Changes of Pods are looked at together. */
const BATCH_US = SECOND_US;
const API_BACKOFF = { baseUs: SECOND_US, maxUs: 60 * SECOND_US };
const OUR_MANAGER = 'kubernetes.io/job-controller';

/** Runs Jobs to completion. Models pkg/controller/job (1.36). */
export function createJobController(context: ControllerContext): Controller {
  const { loop, strays } = new JobController(context);
  return new ControllerGroup('job', [loop, strays]);
}

class JobController {
  readonly loop: ControllerLoop;
  /** Tracked Pods that nothing counts any more. Models orphanQueue. */
  readonly strays: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly jobs: Informer<Job>;
  private readonly pods: Informer<Pod>;
  private readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  private readonly backoffs = new Map<string, BackoffRecord>();
  /** By Job the UIDs of Pods whose finalizer is on its way out. Models uidTrackingExpectations. */
  private readonly settled = new Map<string, Set<string>>();

  constructor(context: ControllerContext) {
    this.context = context;
    this.jobs = context.informers.of<Job>(JOBS);
    this.pods = ownedInformer<Pod>(context.informers, 'pods');
    this.expectations = new Expectations(context.kernel);
    this.consistency = new ConsistencyStore(context.informers);
    const waitFor = [JOBS, 'pods'];
    this.strays = new ControllerLoop(context, {
      name: 'job_orphan_pod',
      workers: 1,
      waitFor,
      delays: API_BACKOFF,
      sync: (key) => this.freeStray(key),
    });
    this.loop = new ControllerLoop(context, {
      name: 'job',
      workers: WORKERS,
      waitFor,
      delays: API_BACKOFF,
      sync: (key) => this.sync(key),
    });
    this.jobs.on({
      added: (job) => this.loop.queue.add(keyOf(job)),
      updated: (job, old) => this.jobUpdated(job, old),
      deleted: (job) => this.jobDeleted(job),
    });
    this.pods.on({
      added: (pod) => this.podAdded(pod),
      updated: (pod, old) => this.podUpdated(pod, old),
      deleted: (pod) => this.podDeleted(pod, true),
    });
  }

  private jobUpdated(job: Job, old: Job): void {
    const key = keyOf(job);
    if (job.metadata.generation === old.metadata.generation) this.loop.queue.addAfter(key, BATCH_US);
    else this.loop.queue.add(key);
    if (isFinished(job)) this.strayPods(job);
    const left = deadlineUs(job, this.context.kernel.unixUs());
    if (left !== undefined && job.spec.activeDeadlineSeconds !== old.spec.activeDeadlineSeconds)
      this.loop.queue.addAfter(key, left);
  }

  private jobDeleted(job: Job): void {
    this.loop.queue.add(keyOf(job));
    this.strayPods(job);
  }

  private strayPods(job: Job): void {
    for (const pod of controlledBy(this.pods, job.metadata.uid))
      if (isTracked(pod)) this.strays.queue.add(keyOf(pod));
  }

  private podAdded(pod: Pod): void {
    if (isDeleting(pod)) return this.podDeleted(pod, false);
    if (controllerRefOf(pod) === undefined) {
      if (isTracked(pod)) this.strays.queue.add(keyOf(pod));
      return this.wakeMatching(pod);
    }
    const owner = this.ownerOf(pod);
    if (owner === undefined) return;
    this.expectations.creationObserved(keyOf(owner));
    this.wake(owner);
  }

  private podUpdated(pod: Pod, old: Pod): void {
    if (isDeleting(pod)) return this.podDeleted(pod, false);
    const [before, after] = [controllerRefOf(old), controllerRefOf(pod)];
    if (before !== undefined && before.uid !== after?.uid) {
      const owner = this.ownerOf(old);
      if (owner !== undefined) this.wake(owner);
    }
    if (after !== undefined) {
      const owner = this.ownerOf(pod);
      if (owner === undefined) return;
      if (isTracked(old) && !isTracked(pod)) this.unsettle(keyOf(owner), pod);
      return this.wake(owner);
    }
    if (isTracked(pod)) this.strays.queue.add(keyOf(pod));
    if (before !== undefined || !deepEqual(pod.metadata.labels, old.metadata.labels)) this.wakeMatching(pod);
  }

  private podDeleted(pod: Pod, isGone: boolean): void {
    const owner = this.ownerOf(pod);
    if (owner === undefined || isFinished(owner)) {
      // Nobody counts it any more.
      if (isTracked(pod) && !isGone && controllerRefOf(pod)?.kind === 'Job')
        this.strays.queue.add(keyOf(pod));
      if (owner === undefined) return;
    }
    const key = keyOf(owner);
    this.expectations.deletionObserved(key, keyOf(pod));
    if (isGone || !isTracked(pod)) this.unsettle(key, pod);
    this.wake(owner);
  }

  private wake(job: Job): void {
    this.loop.queue.addAfter(keyOf(job), BATCH_US);
  }

  private wakeMatching(pod: Pod): void {
    for (const job of selecting(this.jobs, pod)) this.wake(job);
  }

  private ownerOf(pod: Pod): Job | undefined {
    return ownerOf(this.jobs, 'Job', pod);
  }

  private unsettle(key: string, pod: Pod): void {
    this.settled.get(key)?.delete(pod.metadata.uid);
  }

  private *sync(key: string): Task<SyncResult> {
    const lagging = yield* this.consistency.settled(key);
    if (lagging !== undefined) return retry(`${lagging} cache is stale`);
    const job = this.jobs.getByKey(key);
    if (job === undefined) {
      this.expectations.forget(key);
      this.consistency.forget(key);
      this.settled.delete(key);
      this.backoffs.delete(key);
      this.loop.queue.dropDelayed(key);
      return DONE;
    }
    if ((job.spec.managedBy ?? OUR_MANAGER) !== OUR_MANAGER) return DONE;
    if (isFinished(job)) {
      this.backoffs.delete(key);
      this.loop.queue.dropDelayed(key);
      return DONE;
    }
    const satisfied = this.expectations.satisfied(key);
    const candidates = [
      ...controlledBy(this.pods, job.metadata.uid),
      ...orphansIn(this.pods, job.metadata.namespace ?? ''),
    ];
    const pods = yield* claimObjects<Pod>(candidates, {
      client: this.context.client,
      ownerResource: JOBS,
      owner: job,
      selector: compileLabelSelector(job.spec.selector),
      resource: 'pods',
      finalizers: [TRACKING],
    });
    if (!pods.ok) return retry(pods.error);
    const error = yield* new JobSync(this.book(key, satisfied), job, pods.value).run();
    return error === undefined ? DONE : retry(error);
  }

  private book(key: string, satisfied: boolean): Book {
    return {
      context: this.context,
      satisfied,
      backoff: this.backoffs.get(key) ?? NO_FAILURES,
      settled: new Set(this.settled.get(key)),
      expect: (creations, deletions) => this.expectations.expect(key, creations, deletions.map(keyOf)),
      creationsFailed: (count) => this.expectations.creationObserved(key, count),
      deletionFailed: (pod) => this.expectations.deletionObserved(key, keyOf(pod)),
      wrote: (resource, object) => this.consistency.wroteFor(key, resource, object),
      settle: (pods) => {
        const uids = this.settled.get(key) ?? new Set<string>();
        for (const { metadata } of pods) uids.add(metadata.uid);
        this.settled.set(key, uids);
      },
      unsettle: (pod) => this.unsettle(key, pod),
      keepBackoff: (record) => this.backoffs.set(key, record),
      again: (us) => this.loop.queue.addAfter(key, us),
    };
  }

  /** A tracked Pod without a Job that counts it is let go. Models syncOrphanPod. */
  private *freeStray(key: string): Task<SyncResult> {
    const pod = this.pods.getByKey(key);
    if (pod === undefined || !isTracked(pod)) return DONE;
    const owner = this.ownerOf(pod);
    if (owner !== undefined && !isFinished(owner)) return DONE;
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': [TRACKING] } };
    const patched = yield* this.context.client.patch({ resource: 'pods', ...refOf(pod) }, 'strategic', patch);
    return patched.ok || patched.error.code === 404 ? DONE : retry(patched.error.message);
  }
}
