import { compareText } from '../../base/compare.ts';
import { entryOf } from './distill.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import type { Attempt } from './scheduler-attempts.ts';
import type { SchedulingStory } from './scheduler-story.ts';
import type { Clean } from './text.ts';
import { scrub } from './text.ts';

interface Load {
  readonly perNode: Map<string, number>;
  unscheduled: number;
  readonly messages: Set<string>;
}

/** The name that the Pods of one workload share: without hash, Pod number and ordinal. */
function workload(name: string): string {
  return name.replace(/-<hash\d+>/g, '').replace(/-<pod\d+>$|-<hash\d+>-<pod\d+>$|-\d+$/, '');
}

function loadsOf(story: SchedulingStory): Map<string, Load> {
  const loads = new Map<string, Load>();
  for (const [name, pod] of story.pods) {
    const load = entryOf(
      loads,
      workload(name),
      (): Load => ({ perNode: new Map(), unscheduled: 0, messages: new Set() }),
    );
    if (pod.deleted) continue;
    const node = story.picks.get(name);
    if (node === undefined) load.unscheduled += 1;
    else load.perNode.set(node, (load.perNode.get(node) ?? 0) + 1);
    for (const [, reason, message] of pod.events)
      if (reason === 'FailedScheduling') load.messages.add(message);
  }
  return loads;
}

/** Pods per node and workload, most first; by name only where the scenario says that names matter. */
export function distribution(
  story: SchedulingStory,
  attempts: readonly Attempt[],
  byName: boolean,
  clean: Clean,
): { readonly distribution: JsonObject; readonly example: Json } {
  const forms = [...loadsOf(story)].map(([name, load]) => {
    const perNode: Json = byName
      ? Object.fromEntries(load.perNode)
      : [...load.perNode.values()].sort((a, b) => b - a);
    return [
      name,
      { perNode, unscheduled: load.unscheduled, messages: [...load.messages].sort(compareText) },
    ] as const;
  });
  const seen = attempts.map(({ pod, at, entry, picked }) => ({
    pod,
    at,
    ...Object.fromEntries(entry),
    ...(picked === undefined ? {} : { picked }),
  }));
  return {
    distribution: Object.fromEntries(forms),
    example: { picks: Object.fromEntries(story.picks), attempts: scrub(seen, clean) },
  };
}
