import type { Pod } from '../../../api/generated/types.ts';
import { finishedAt } from './pods.ts';

const SECOND_US = 1_000_000;
const FIRST_US = 10 * SECOND_US;
const MOST_US = 600 * SECOND_US;

/** Failures since the last success, and when the last one was (Unix µs). */
export interface BackoffRecord {
  readonly failures: number;
  readonly lastFailureAt: number | undefined;
}

export const NO_FAILURES: BackoffRecord = { failures: 0, lastFailureAt: undefined };

/** The record with newly ended Pods. Models backoffRecord newBackoffRecord (1.36). */
export function withEnded(
  record: BackoffRecord,
  succeeded: readonly Pod[],
  failed: readonly Pod[],
): BackoffRecord {
  const failures = failed.map(finishedAt).sort((a, b) => a - b);
  const last = failures[failures.length - 1];
  if (succeeded.length === 0) {
    if (last === undefined) return record;
    return { failures: record.failures + failures.length, lastFailureAt: last };
  }
  const success = Math.max(...succeeded.map(finishedAt));
  const later = failures.filter((at) => at >= success);
  return later.length === 0 ? NO_FAILURES : { failures: later.length, lastFailureAt: last };
}

/** µs until the next Pod may be made: 10 s after the first failure, doubling to 10 min. Models getRemainingTime. */
export function remainingUs({ failures, lastFailureAt }: BackoffRecord, nowUs: number): number {
  if (failures === 0 || lastFailureAt === undefined) return 0;
  const wait = Math.min(FIRST_US * 2 ** (failures - 1), MOST_US);
  return Math.max(0, lastFailureAt + wait - nowUs);
}
