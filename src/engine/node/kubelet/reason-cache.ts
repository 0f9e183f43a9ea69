import type { StartFailure } from './status/container-statuses.ts';
import type { StartResult } from './runtime/sync-result.ts';

/** Why containers could not be started at their last try. Models pkg/kubelet/reason_cache.go (1.36). */
export class ReasonCache {
  private readonly failures = new Map<string, StartFailure>();

  update(uid: string, starts: readonly StartResult[]): void {
    for (const { container, failure } of starts) {
      const key = `${uid}_${container}`;
      if (failure === undefined) this.failures.delete(key);
      else this.failures.set(key, failure);
    }
  }

  get(uid: string, container: string): StartFailure | undefined {
    return this.failures.get(`${uid}_${container}`);
  }

  forget(uid: string): void {
    for (const key of this.failures.keys()) if (key.startsWith(`${uid}_`)) this.failures.delete(key);
  }

  clear(): void {
    this.failures.clear();
  }
}
