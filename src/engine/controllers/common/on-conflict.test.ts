import { expect, test } from 'vitest';
import { newConflict, newNotFound } from '../../../api/status.ts';
import { Kernel } from '../../kernel/kernel.ts';
import type { ApiError } from '../../machinery/client.ts';
import { DEFAULT_BACKOFF, DEFAULT_RETRY, onConflict } from './on-conflict.ts';

const CONFLICT = newConflict('pods', 'web', 'the object has been modified');

/** When each try was made, in ms, and what came of it. */
function play(
  pace: Parameters<typeof onConflict>[0],
  answers: readonly (ApiError | undefined)[],
): {
  readonly triedAtMs: readonly number[];
  readonly outcome: ApiError | undefined;
} {
  const kernel = new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });
  const triedAtMs: number[] = [];
  let outcome: ApiError | undefined;
  kernel.spawn(
    (function* run() {
      outcome = yield* onConflict(pace, function* write() {
        triedAtMs.push(kernel.now() / 1000);
        return answers[Math.min(triedAtMs.length, answers.length) - 1];
      });
    })(),
  );
  kernel.advance({});
  return { triedAtMs, outcome };
}

test('a write is tried again only while the object has changed, and no oftener than client-go does', () => {
  expect(play(DEFAULT_BACKOFF, [CONFLICT, undefined])).toEqual({
    triedAtMs: [0, 10],
    outcome: undefined,
  });
  expect(play(DEFAULT_BACKOFF, [CONFLICT])).toEqual({
    triedAtMs: [0, 10, 60, 310],
    outcome: CONFLICT,
  });
  expect(play(DEFAULT_RETRY, [CONFLICT]).triedAtMs).toEqual([0, 10, 20, 30, 40]);
  expect(play(DEFAULT_RETRY, [newNotFound('pods', 'web')]).triedAtMs).toEqual([0]);
});
