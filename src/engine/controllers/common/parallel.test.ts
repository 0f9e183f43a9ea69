import { expect, it } from 'vitest';
import { Kernel } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import { type SlowStartResult, slowStart } from './parallel.ts';

/** Plays a slow start whose call `failing` is refused; answers at which µs each call was made, and its result. */
function played(
  count: number,
  failing = -1,
): { readonly calls: number[]; readonly result: SlowStartResult<string> } {
  const kernel = new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });
  const calls: number[] = [];
  const make = function* (index: number): Task<string | undefined> {
    calls.push(kernel.now());
    yield* sleep(10);
    return index === failing ? 'refused' : undefined;
  };
  const task = kernel.spawn(slowStart(kernel, count, make));
  kernel.advance({});
  return { calls, result: task.done.value() };
}

it.each([
  [0, []],
  [1, [1]],
  [3, [1, 2]],
  [10, [1, 2, 4, 3]],
])('%i calls are made in batches of %j', (count, batches) => {
  const { calls, result } = played(count);
  const sizes = new Map<number, number>();
  for (const at of calls) sizes.set(at, (sizes.get(at) ?? 0) + 1);
  expect([...sizes.values()]).toEqual(batches);
  expect(result).toEqual({ successes: count, errors: [] });
});

it('a batch with an error is the last one, and is seen through', () => {
  const { calls, result } = played(500, 2);
  expect(calls.length).toBe(3);
  expect(result).toEqual({ successes: 2, errors: ['refused'] });
});
