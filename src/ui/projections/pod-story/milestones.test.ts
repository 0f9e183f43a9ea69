import { expect, it } from 'vitest';
import { Trace } from '../../../trace/trace.ts';
import { WorldIndex } from '../../../trace/world.ts';
import { firstPod } from '../testing/first-pod.ts';
import { podStory } from './milestones.ts';
import { podRecords } from './pod-records.ts';

it('a Pod’s creation counts from the command it came from', () => {
  const [trace, world] = [new Trace(), new WorldIndex()];
  for (const record of firstPod().records) {
    trace.append(record);
    world.add(record);
  }
  const story = podStory(trace, world, podRecords(trace), { namespace: 'default', name: 'nginx' });
  const command = trace.all().find(({ kind }) => kind === 'input.command');
  expect(story.askedAt).toBe(command?.at);
  expect(story.creation[0]?.at).toBeGreaterThan(command?.at ?? 0);
});
