import type { Kernel, TaskHandle } from '../../kernel/kernel.ts';
import type { Task } from '../../kernel/task.ts';

/** Tasks that nobody else keeps: they end with the process, and with them what they wait for at the runtime. */
export class Tasks {
  private readonly kernel: Kernel;
  private readonly live = new Set<TaskHandle<unknown>>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  spawn<T>(task: Task<T>): TaskHandle<T> {
    const handle = this.kernel.spawn(task);
    if (handle.done.settled) return handle;
    this.live.add(handle);
    handle.done.subscribe(() => this.live.delete(handle));
    return handle;
  }

  stop(): void {
    for (const handle of [...this.live]) handle.cancel();
    this.live.clear();
  }
}
