import type { Kernel, TaskHandle } from '../../kernel/kernel.ts';
import { Future, type Task, sleep, wait } from '../../kernel/task.ts';
import type { Seq } from '../../../trace/ids.ts';

/**
 * Runs `work` on request, with at least `minGapUs` from the end of a run to the start of the next.
 * Requests meanwhile are one. Models pkg/proxy/runner/bounded_frequency_runner.go (1.36).
 */
export class BoundedRunner {
  private readonly kernel: Kernel;
  private readonly work: () => Task;
  private readonly minGapUs: number;
  private requested = new Future();
  private cause: Seq | undefined;
  private running: TaskHandle<void> | undefined;

  constructor(kernel: Kernel, options: { readonly minGapUs: number; readonly work: () => Task }) {
    this.kernel = kernel;
    this.work = options.work;
    this.minGapUs = options.minGapUs;
  }

  start(): void {
    this.running ??= this.kernel.spawn(this.loop());
  }

  stop(): void {
    this.running?.cancel();
    this.running = undefined;
    this.requested = new Future();
    this.cause = undefined;
  }

  /** Asks for a run; what asked first is its cause. */
  run(): void {
    if (this.requested.settled) return;
    this.cause = this.kernel.cause;
    this.requested.resolve();
  }

  private *loop(): Task {
    for (;;) {
      yield* wait(this.requested);
      this.requested = new Future();
      this.kernel.setCause(this.cause ?? this.kernel.cause);
      yield* this.work();
      yield* sleep(this.minGapUs);
    }
  }
}
