import { type Task, sleep } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';

/** How often a refused write is tried, and the waits in between: the first in µs, each `factor` times the one before. */
interface Pace {
  readonly tries: number;
  readonly firstUs: number;
  readonly factor: number;
}

/** client-go's retry.DefaultRetry, for what few clients write. */
export const DEFAULT_RETRY: Pace = { tries: 5, firstUs: 10_000, factor: 1 };
/** client-go's retry.DefaultBackoff, for what others write too. */
export const DEFAULT_BACKOFF: Pace = { tries: 4, firstUs: 10_000, factor: 5 };

/**
 * Calls `write` again while it is refused because the object has changed; it reads the object anew itself. Answers the
 * last refusal. Models k8s.io/client-go/util/retry RetryOnConflict (1.36), without its jitter.
 */
export function* onConflict(
  { tries, firstUs, factor }: Pace,
  write: () => Task<ApiError | undefined>,
): Task<ApiError | undefined> {
  for (let tried = 1, us = firstUs; ; tried++, us *= factor) {
    const error = yield* write();
    if (error?.reason !== 'Conflict' || tried >= tries) return error;
    yield* sleep(us);
  }
}
