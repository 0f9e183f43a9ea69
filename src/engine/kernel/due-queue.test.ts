import { expect, it } from 'vitest';
import { randomStream } from '../../base/rng.ts';
import type { Due } from './due.ts';
import { DueQueue } from './due-queue.ts';

const nothing = (): void => undefined;

it('gives what is due in order of time, then of coming, but for what was cancelled', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = randomStream(seed, 'due-queue');
    const queue = new DueQueue();
    const waiting: Due[] = [];
    for (let step = 0; step < 500; step++) {
      const chance = random.int(10);
      if (chance < 5 || waiting.length === 0) {
        waiting.push(queue.add(random.int(50), nothing, undefined, chance === 0));
        waiting.sort((a, b) => a.at - b.at);
      } else if (chance < 8) waiting.splice(random.int(waiting.length), 1)[0]?.cancel();
      else expect(queue.pop()).toBe(waiting.shift());
      expect(queue.foreground).toBe(waiting.filter(({ background }) => !background).length);
    }
    for (const due of waiting) expect(queue.pop()).toBe(due);
    expect(queue.pop()).toBeUndefined();
  }
});

it('does not hold on to what was cancelled until its time', () => {
  const queue = new DueQueue();
  for (let index = 0; index < 10_000; index++) {
    queue.add(1_000_000 + index, nothing, undefined, false).cancel();
  }
  expect(queue.values().length).toBeLessThan(200);
  expect(queue.foreground).toBe(0);
});
