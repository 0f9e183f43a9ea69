import type { Kernel, Timer } from '../../kernel/kernel.ts';
import type { Grid } from './grid.ts';

/** Pods to look at again later; they come up at the sync loop's one-second tick. Models pkg/kubelet/util/queue (1.36). */
export class PodWorkQueue {
  private readonly kernel: Kernel;
  private readonly grid: () => Grid;
  private readonly ready: (uid: string) => void;
  private readonly timers = new Map<string, Timer>();

  constructor(kernel: Kernel, grid: () => Grid, ready: (uid: string) => void) {
    this.kernel = kernel;
    this.grid = grid;
    this.ready = ready;
  }

  /** Replaces what was planned for the Pod. `background`: a mere resync, which keeps no cluster from being quiet. */
  enqueue(uid: string, delayUs: number, background: boolean): void {
    this.forget(uid);
    const due = this.grid().from(this.kernel.now() + delayUs);
    const timer = this.kernel.at(
      due,
      () => {
        this.timers.delete(uid);
        this.ready(uid);
      },
      { background },
    );
    this.timers.set(uid, timer);
  }

  forget(uid: string): void {
    this.timers.get(uid)?.cancel();
    this.timers.delete(uid);
  }

  clear(): void {
    for (const timer of this.timers.values()) timer.cancel();
    this.timers.clear();
  }
}
