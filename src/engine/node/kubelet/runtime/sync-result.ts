import { goQuote } from '../../../../api/go-text.ts';
import type { StartFailure } from '../status/container-statuses.ts';
import type { SyncOutcome } from '../sync-outcome.ts';
import { aggregate } from '../volumes/payload.ts';

// Models pkg/kubelet/container/sync_result.go (1.36).

/** What became of one container's start; `retryAt` is virtual time, when its back-off ends. */
export interface StartResult {
  readonly container: string;
  readonly failure: StartFailure | undefined;
  readonly retryAt?: number;
}

/** Everything one runtime sync did. */
export class SyncResult {
  readonly starts: StartResult[] = [];
  /** Errors of other actions, as they print. */
  readonly errors: string[] = [];
  /** Whether anything was done at all: then the Pod is looked at again at once. */
  acted = false;

  /** Ok, or all errors in one, with the earliest end of a back-off. */
  outcome(): SyncOutcome {
    const texts = [...this.errors];
    let retryAt: number | undefined;
    for (const { container, failure, retryAt: at } of this.starts) {
      if (failure === undefined) continue;
      texts.push(
        `failed to "StartContainer" for "${container}" with ${failure.reason}: ${goQuote(failure.message)}`,
      );
      if (at !== undefined) retryAt = retryAt === undefined ? at : Math.min(retryAt, at);
    }
    if (texts.length === 0) return { kind: 'ok' };
    return { kind: 'error', message: aggregate(texts), ...(retryAt === undefined ? {} : { retryAt }) };
  }
}
