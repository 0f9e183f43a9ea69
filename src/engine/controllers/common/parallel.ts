import type { Kernel } from '../../kernel/kernel.ts';
import { type Task, wait } from '../../kernel/task.ts';

/** Runs tasks side by side; answers their results in order. When the caller is cancelled they are too. */
export function* inParallel<T>(kernel: Kernel, tasks: readonly Task<T>[]): Task<T[]> {
  const handles = tasks.map((task) => kernel.spawn(task));
  const results: T[] = [];
  try {
    for (const handle of handles) results.push(yield* wait(handle.done));
    return results;
  } finally {
    for (const handle of handles) handle.cancel();
  }
}

export interface SlowStartResult<E> {
  readonly successes: number;
  readonly errors: readonly E[];
}

/**
 * Calls `make(index)` `count` times in batches of 1, 2, 4 …, side by side within a batch; a batch with an error is the last.
 * A call answers its error, or undefined. Models pkg/controller slowStartBatch (1.36).
 */
export function* slowStart<E>(
  kernel: Kernel,
  count: number,
  make: (index: number) => Task<E | undefined>,
): Task<SlowStartResult<E>> {
  let successes = 0;
  for (let size = Math.min(count, 1), next = 0; size > 0; size = Math.min(2 * size, count - next)) {
    const batch = Array.from({ length: size }, (_, place) => make(next + place));
    next += size;
    const errors = (yield* inParallel(kernel, batch)).filter((error) => error !== undefined);
    successes += size - errors.length;
    if (errors.length > 0) return { successes, errors };
  }
  return { successes, errors: [] };
}
