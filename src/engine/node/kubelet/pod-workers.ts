import type { Pod, PodStatus } from '../../../api/generated/types.ts';
import type { Seq } from '../../../trace/ids.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { Future, type Task } from '../../kernel/task.ts';
import { type KubeletDeps, podEvent } from './deps.ts';
import { effectiveGracePeriod } from './grace-period.ts';
import type { PodCache } from './pleg/cache.ts';
import { formatPod, isStaticPod, isTerminalPhase, podUid } from './pod.ts';
import type { RuntimePodStatus } from './runtime/types.ts';
import { NETWORK_NOT_READY, type SyncOutcome } from './sync-outcome.ts';
import type { PodWorkQueue } from './work-queue.ts';

// Models pkg/kubelet/pod_workers.go (1.36): one worker per Pod, sync → terminating → terminated → finished.

export type UpdateType = 'create' | 'update' | 'sync' | 'kill';

export interface KillOptions {
  /** The kubelet evicts the Pod: its status becomes what `status` makes of it. */
  readonly evict?: boolean;
  readonly graceOverride?: number;
  readonly status?: (status: PodStatus) => PodStatus;
  /** Settles when the containers are down. */
  readonly completed?: Future;
}

export interface PodUpdate {
  readonly type: UpdateType;
  readonly pod: Pod;
  readonly kill?: KillOptions;
  /** Found in the runtime, in no source: there is only its status. */
  readonly orphan?: RuntimePodStatus;
}

/** What the workers do; the kubelet gives it. `cancelled` settles when the Pod has to go. */
export interface PodSyncer {
  syncPod(pod: Pod, type: UpdateType, status: RuntimePodStatus, cancelled: Future): Task<SyncOutcome>;
  syncTerminatingPod(
    pod: Pod,
    status: RuntimePodStatus,
    grace: number,
    change: (status: PodStatus) => PodStatus,
  ): Task<SyncOutcome>;
  syncTerminatedPod(pod: Pod, status: RuntimePodStatus): Task<SyncOutcome>;
  syncTerminatingOrphan(pod: Pod, status: RuntimePodStatus): Task<SyncOutcome>;
}

type Work = 'sync' | 'terminating' | 'terminated';

interface WorkerState {
  readonly uid: string;
  readonly fullName: string;
  pending: PodUpdate | undefined;
  pendingCause: Seq | undefined;
  active: PodUpdate | undefined;
  task: TaskHandle<void> | undefined;
  cancelled: Future;
  startedAt: number | undefined;
  terminatingAt: number | undefined;
  terminatedAt: number | undefined;
  finished: boolean;
  grace: number;
  deleted: boolean;
  evicted: boolean;
  restartRequested: boolean;
  lastSyncAt: number;
  readonly statusChanges: ((status: PodStatus) => PodStatus)[];
  readonly notify: Future[];
}

const BACK_OFF_US = 10_000_000;
const TRANSIENT_US = 1_000_000;
const MAX_BACK_OFF_US = 60_000_000;
const JITTER = 0.5;

export class PodWorkers {
  private readonly states = new Map<string, WorkerState>();
  private readonly deps: KubeletDeps;
  private readonly cache: PodCache;
  private readonly queue: PodWorkQueue;
  private readonly syncer: PodSyncer;
  /** Static Pods by full name: the one that runs. */
  private readonly startedStatic = new Map<string, string>();
  /** Whether all Pods of all sources have been seen: before that an unknown one is only not known yet. */
  private synced = false;

  constructor(deps: KubeletDeps, cache: PodCache, queue: PodWorkQueue, syncer: PodSyncer) {
    this.deps = deps;
    this.cache = cache;
    this.queue = queue;
    this.syncer = syncer;
  }

  stop(): void {
    for (const state of this.states.values()) state.task?.cancel();
    this.states.clear();
    this.startedStatic.clear();
    this.queue.clear();
  }

  knows(uid: string): boolean {
    return this.states.has(uid);
  }

  isTerminationRequested(uid: string): boolean {
    return this.states.get(uid)?.terminatingAt !== undefined;
  }

  /** False once the containers are known to be down. */
  couldHaveRunningContainers(uid: string): boolean {
    const state = this.states.get(uid);
    return state !== undefined && state.terminatedAt === undefined;
  }

  /** Whether containers of the Pod may be started or kept. Models ShouldPodContainersBeTerminating, inverted. */
  mayRun(uid: string): boolean {
    return this.states.get(uid)?.terminatingAt === undefined;
  }

  /** Whether nothing of the Pod is left to do on the node. Models ShouldPodBeFinished. */
  isFinished(uid: string): boolean {
    const state = this.states.get(uid);
    return state === undefined ? this.synced : state.finished;
  }

  isTerminated(uid: string): boolean {
    return this.states.get(uid)?.terminatedAt !== undefined;
  }

  /** Whether old content may be dropped: the Pod is in no source, or it is over and deleted or evicted. */
  mayRemoveContent(uid: string): boolean {
    const state = this.states.get(uid);
    if (state === undefined) return this.synced;
    return state.evicted || (state.deleted && state.terminatedAt !== undefined);
  }

  uids(): Iterable<string> {
    return this.states.keys();
  }

  /** Whether a Pod of that name still has something to end. */
  unfinished(namespace: string, name: string): boolean {
    for (const { finished, active } of this.states.values()) {
      if (!finished && active?.pod.metadata.name === name && active.pod.metadata.namespace === namespace)
        return true;
    }
    return false;
  }

  /** Forgets finished Pods that are in no source any more; answers static Pods to be started again. */
  prune(wanted: ReadonlySet<string>): string[] {
    this.synced = true;
    const restart: string[] = [];
    for (const state of [...this.states.values()]) {
      if (!state.finished) continue;
      if (wanted.has(state.uid) && !state.restartRequested) continue;
      if (state.restartRequested) restart.push(state.uid);
      this.states.delete(state.uid);
      this.queue.forget(state.uid);
      if (this.startedStatic.get(state.fullName) === state.uid) this.startedStatic.delete(state.fullName);
    }
    return restart;
  }

  /** Tells a Pod's worker that something about it has changed. Models UpdatePod. */
  update(update: PodUpdate): void {
    const uid = podUid(update.pod);
    let state = this.states.get(uid);
    const known = state !== undefined;
    if (state === undefined) {
      state = this.newState(uid, formatPod(update.pod));
      this.states.set(uid, state);
      if (isTerminalPhase(update.pod.status?.phase) && this.nothingRuns(uid)) this.knownTerminal(state);
    }
    if (known && state.terminatingAt !== undefined && update.type === 'create') {
      state.restartRequested = true;
      return;
    }
    if (state.finished) return update.kill?.completed?.resolve();
    const became = this.maybeTerminate(state, update);
    const shortened = state.terminatingAt !== undefined && this.takeKill(state, update);
    state.pending = update;
    state.pendingCause = this.deps.kernel.cause;
    if (state.task === undefined) this.startWork(state);
    if (became || shortened) state.cancelled.resolve();
  }

  private newState(uid: string, fullName: string): WorkerState {
    return {
      uid,
      fullName,
      pending: undefined,
      pendingCause: undefined,
      active: undefined,
      task: undefined,
      cancelled: new Future(),
      startedAt: undefined,
      terminatingAt: undefined,
      terminatedAt: undefined,
      finished: false,
      grace: 0,
      deleted: false,
      evicted: false,
      restartRequested: false,
      lastSyncAt: Number.NEGATIVE_INFINITY,
      statusChanges: [],
      notify: [],
    };
  }

  private nothingRuns(uid: string): boolean {
    const status = this.cache.get(uid);
    if (status === undefined) return true;
    return (
      status.containers.every(({ state }) => state === 'exited') &&
      status.sandboxes.every(({ state }) => state !== 'READY')
    );
  }

  /** A Pod that was over before a restart of the kubelet, or was refused, is over now: what is left is to see it off. */
  private knownTerminal(state: WorkerState): void {
    const now = this.deps.kernel.now();
    Object.assign(state, { terminatingAt: now, terminatedAt: now });
  }

  private maybeTerminate(state: WorkerState, { pod, type, kill, orphan }: PodUpdate): boolean {
    if (state.terminatingAt !== undefined) {
      if (pod.metadata.deletionTimestamp !== undefined) state.deleted = true;
      return false;
    }
    const deleted = orphan !== undefined || pod.metadata.deletionTimestamp !== undefined;
    if (!deleted && !isTerminalPhase(pod.status?.phase) && type !== 'kill') return false;
    if (deleted || (type === 'kill' && kill?.evict !== true)) state.deleted = true;
    if (kill?.evict === true) state.evicted = true;
    state.terminatingAt = this.deps.kernel.now();
    return true;
  }

  /** Notes the grace period and who waits; answers whether the grace period became shorter. */
  private takeKill(state: WorkerState, { pod, kill }: PodUpdate): boolean {
    if (state.terminatedAt !== undefined) {
      kill?.completed?.resolve();
      return false;
    }
    if (kill?.completed !== undefined) state.notify.push(kill.completed);
    if (kill?.status !== undefined) state.statusChanges.push(kill.status);
    const before = state.grace;
    state.grace = effectiveGracePeriod(before, pod, kill?.graceOverride);
    return before !== 0 && before !== state.grace;
  }

  private startWork(state: WorkerState): void {
    const { kernel } = this.deps;
    kernel.setCause(state.pendingCause);
    state.task = kernel.spawn(this.loop(state), { background: false });
  }

  private *loop(state: WorkerState): Task {
    const { kernel } = this.deps;
    while (state.pending !== undefined && !state.finished) {
      const update = state.pending;
      if (!this.mayStart(state, update.pod)) break;
      state.pending = undefined;
      state.active = update;
      state.startedAt ??= kernel.now();
      if (state.cancelled.settled) state.cancelled = new Future();
      kernel.setCause(state.pendingCause);
      const work = workOf(state);
      const outcome = yield* this.work(state, work, update);
      state.lastSyncAt = kernel.now();
      this.complete(state, work, update, outcome);
    }
    state.task = undefined;
  }

  /** A static Pod waits until the one before it of the same name is gone. */
  private mayStart(state: WorkerState, pod: Pod): boolean {
    if (!isStaticPod(pod) || state.startedAt !== undefined) return true;
    const key = `${pod.metadata.namespace}/${pod.metadata.name}`;
    const other = this.startedStatic.get(key);
    if (other !== undefined && other !== state.uid && this.states.get(other)?.finished === false) {
      this.queue.enqueue(state.uid, TRANSIENT_US, false);
      return false;
    }
    this.startedStatic.set(key, state.uid);
    return true;
  }

  private *work(state: WorkerState, work: Work, update: PodUpdate): Task<SyncOutcome> {
    if (update.orphan !== undefined)
      return yield* this.syncer.syncTerminatingOrphan(update.pod, update.orphan);
    const status = yield* this.cache.getNewerThan(state.uid, state.lastSyncAt);
    switch (work) {
      case 'terminated':
        return yield* this.syncer.syncTerminatedPod(update.pod, status);
      case 'terminating': {
        const change = (given: PodStatus): PodStatus =>
          state.statusChanges.reduce((sofar, edit) => edit(sofar), given);
        const grace = effectiveGracePeriod(state.grace, update.pod, undefined);
        return yield* this.syncer.syncTerminatingPod(update.pod, status, grace, change);
      }
      case 'sync':
        // The Pod may have been asked to go while we waited for its status; then the update queued meanwhile does it.
        return yield* this.syncer.syncPod(update.pod, update.type, status, state.cancelled);
    }
  }

  private complete(state: WorkerState, work: Work, update: PodUpdate, outcome: SyncOutcome): void {
    const { kernel, config } = this.deps;
    if (outcome.kind === 'cancelled') return;
    if (outcome.kind === 'error') return this.retryLater(state, outcome.message, outcome.retryAt);
    if (update.orphan !== undefined) return this.finish(state);
    if (work === 'terminated') return this.finish(state);
    if (work === 'terminating') {
      state.terminatedAt = kernel.now();
      for (const future of state.notify.splice(0)) future.resolve();
      state.pending ??= { type: 'sync', pod: update.pod };
      return;
    }
    if (outcome.kind === 'terminal') {
      state.terminatingAt ??= kernel.now();
      state.grace = effectiveGracePeriod(state.grace, update.pod, undefined);
      state.pending ??= { type: 'sync', pod: update.pod };
      return;
    }
    this.queue.enqueue(state.uid, this.jitter(config.syncFrequencyUs), true);
  }

  private retryLater(state: WorkerState, message: string, retryAt: number | undefined): void {
    const { kernel } = this.deps;
    let delay = BACK_OFF_US;
    if (message.includes(NETWORK_NOT_READY)) delay = TRANSIENT_US;
    else if (retryAt !== undefined) delay = Math.min(Math.max(retryAt - kernel.now(), 0), MAX_BACK_OFF_US);
    kernel.record(this.deps.actor, 'log.component', {
      component: this.deps.actor,
      severity: 'E',
      text: `"Error syncing pod, skipping" err="${message}" pod="${state.fullName}"`,
    });
    this.queue.enqueue(state.uid, this.jitter(delay), false);
  }

  private jitter(us: number): number {
    return us + this.deps.kernel.random(`pod-worker/${this.deps.nodeName}`).next() * JITTER * us;
  }

  private finish(state: WorkerState): void {
    state.finished = true;
    state.terminatedAt ??= this.deps.kernel.now();
    state.pending = undefined;
    this.queue.forget(state.uid);
    for (const future of state.notify.splice(0)) future.resolve();
  }

  /** The latest version of a Pod whose worker runs, for what comes up again by itself. */
  lastPod(uid: string): Pod | undefined {
    return this.states.get(uid)?.active?.pod;
  }

  /** Kills a Pod and waits until its containers are down, or 1.5 × grace (10 s at least). Models killPodNow. */
  *killNow(pod: Pod, kill: Omit<KillOptions, 'completed'>): Task<boolean> {
    const { kernel } = this.deps;
    const completed = new Future();
    const grace = kill.graceOverride ?? pod.spec.terminationGracePeriodSeconds ?? 0;
    this.update({ type: 'kill', pod, kill: { ...kill, completed } });
    const timer = kernel.after(Math.max(grace * 1.5, 10) * 1_000_000, () => completed.resolve());
    let inTime = true;
    if (!completed.settled) yield { op: 'wait', future: completed, timeoutUs: undefined };
    inTime = this.states.get(podUid(pod))?.terminatedAt !== undefined;
    timer.cancel();
    if (!inTime) {
      const message = 'Container runtime did not kill the pod within specified grace period.';
      podEvent(this.deps, pod, ['Warning', 'ExceededGracePeriod'], message);
    }
    return inTime;
  }
}

function workOf(state: WorkerState): Work {
  if (state.terminatedAt !== undefined) return 'terminated';
  return state.terminatingAt !== undefined ? 'terminating' : 'sync';
}
