import { expect, it } from 'vitest';
import { playheadOf } from '../playhead.ts';
import { firstPod } from '../testing/first-pod.ts';
import { runOf } from '../testing/builder.ts';
import { ageAt } from './age.ts';

it('an age goes on between two records', () => {
  const { trace, story } = runOf(firstPod().records);
  const steps = story.steps(1);
  const place = steps.findIndex(
    (seq, at) => trace.at(steps[at + 1] ?? seq).at > trace.at(seq).at + 1_000_000,
  );
  const seq = steps[place] ?? 0;
  const from = trace.at(seq).at;
  const gap = trace.at(steps[place + 1] ?? 0).at - from;
  const age = (fraction: number): number =>
    ageAt(from, playheadOf(trace, story, { seq, fraction, level: 1 }));
  expect(age(0)).toBe(0);
  expect(Math.abs(age(0.5) - gap / 2)).toBeLessThanOrEqual(100_000);
  expect(age(0.5) % 100_000).toBe(0);
  expect(ageAt(from + gap, playheadOf(trace, story, { seq, fraction: 0.5, level: 1 }))).toBe(0);
});
