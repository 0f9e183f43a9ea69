import { expect, it } from 'vitest';
import { Kernel } from '../kernel/kernel.ts';
import { WorkQueue } from './workqueue.ts';

const kernelOf = (): Kernel => new Kernel({ seed: 1, epochUs: 0, sink: () => undefined });

/** When each of so many keys that failed once comes again, in ms. */
function again(queue: WorkQueue, keys: number): number[] {
  return Array.from({ length: keys }, (_, place) => {
    queue.addRateLimited(`k${place}`);
    return (queue.delayed().get(`k${place}`)?.at ?? 0) / 1000;
  });
}

it('holds a key back by its own failures, and every key once a hundred came at once', () => {
  const times = again(new WorkQueue(kernelOf(), 'q'), 103);
  expect(new Set(times.slice(0, 100))).toEqual(new Set([5]));
  expect(times.slice(100)).toEqual([100, 200, 300]);
});

it('holds back by key alone where it has delays of its own', () => {
  expect(new Set(again(new WorkQueue(kernelOf(), 'q', { baseUs: 1_000 }), 103))).toEqual(new Set([1]));
});

it('a key that fails again waits twice as long, until it is forgotten', () => {
  const queue = new WorkQueue(kernelOf(), 'q');
  const waits = [0, 1, 2].map(() => {
    queue.dropDelayed('a');
    return waitOf(queue);
  });
  queue.forget('a');
  queue.dropDelayed('a');
  expect([...waits, waitOf(queue)]).toEqual([5, 10, 20, 5]);
});

function waitOf(queue: WorkQueue): number {
  queue.addRateLimited('a');
  return (queue.delayed().get('a')?.at ?? 0) / 1000;
}
