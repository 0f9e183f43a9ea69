import type { Pod } from '../../../../api/generated/types.ts';
import type { Kernel } from '../../../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, waitUpTo } from '../../../kernel/task.ts';
import { initContainers, isSidecar } from '../pod.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_termination_order.go (1.36).

/** Sidecars wait for the regular containers and for the sidecars declared after them. */
export class TerminationOrder {
  private readonly kernel: Kernel;
  private readonly ended = new Map<string, Future>();
  private readonly prerequisites = new Map<string, readonly string[]>();

  constructor(kernel: Kernel, pod: Pod, running: readonly string[]) {
    this.kernel = kernel;
    const sidecars = initContainers(pod)
      .filter(isSidecar)
      .map(({ name }) => name);
    const regular = pod.spec.containers.map(({ name }) => name);
    for (const name of [...regular, ...sidecars]) {
      const future = new Future();
      this.ended.set(name, future);
      if (!running.includes(name)) future.resolve();
    }
    for (const [index, name] of sidecars.entries())
      this.prerequisites.set(name, [...regular, ...sidecars.slice(index + 1, index + 2)]);
  }

  /** Waits until it is this container's turn, at most `graceSeconds`; answers whole seconds waited. */
  *waitForTurn(name: string, graceSeconds: number): Task<number> {
    const began = this.kernel.now();
    const limit = began + graceSeconds * 1_000_000;
    for (const before of this.prerequisites.get(name) ?? []) {
      const future = this.ended.get(before);
      if (future === undefined) continue;
      const answer = yield* waitUpTo(future, Math.max(0, limit - this.kernel.now()));
      if (answer === TIMED_OUT) break;
    }
    return Math.floor((this.kernel.now() - began) / 1_000_000);
  }

  terminated(name: string): void {
    this.ended.get(name)?.resolve();
  }
}
