import type { Kernel } from '../../../kernel/kernel.ts';
import { Future, type Task, wait } from '../../../kernel/task.ts';
import { type RuntimePodStatus, emptyRuntimeStatus } from '../runtime/types.ts';

// Models pkg/kubelet/container/cache.go (1.36). The time of the last full relist is a function of the clock.

interface Entry {
  readonly status: RuntimePodStatus;
  /** When the look at the runtime began that this came from. */
  readonly observedAt: number;
}

/** What PLEG last saw of each Pod. */
export class PodCache {
  private readonly entries = new Map<string, Entry>();
  private readonly waiters = new Map<string, Future>();
  private readonly kernel: Kernel;
  /** When the last full relist began: everything is at least as fresh as that. */
  lastRelistAt: () => number = () => Number.NEGATIVE_INFINITY;
  /** Asks for a look at this Pod at the next tick. */
  want: (uid: string) => void = () => undefined;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  get(uid: string): RuntimePodStatus | undefined {
    return this.entries.get(uid)?.status;
  }

  set(uid: string, status: RuntimePodStatus, observedAt: number): void {
    this.entries.set(uid, { status, observedAt });
    this.wake(uid);
  }

  uids(): string[] {
    return [...this.entries.keys()];
  }

  delete(uid: string): void {
    this.entries.delete(uid);
    this.wake(uid);
  }

  clear(): void {
    this.entries.clear();
    this.waiters.clear();
  }

  /** The Pod's status from a look that began after `minTime`; waits for one. Models GetNewerThan. */
  *getNewerThan(uid: string, minTime: number): Task<RuntimePodStatus> {
    for (;;) {
      const entry = this.entries.get(uid);
      if (entry !== undefined && entry.observedAt > minTime) return entry.status;
      if (this.lastRelistAt() > minTime) return entry?.status ?? emptyRuntimeStatus(uid, '', '');
      let waiter = this.waiters.get(uid);
      if (waiter === undefined) {
        waiter = new Future();
        this.waiters.set(uid, waiter);
      }
      this.want(uid);
      yield* wait(waiter);
    }
  }

  private wake(uid: string): void {
    const waiter = this.waiters.get(uid);
    if (waiter === undefined) return;
    this.waiters.delete(uid);
    const cause = this.kernel.cause;
    waiter.resolve();
    this.kernel.setCause(cause);
  }
}
