import { compareText } from '../../base/compare.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asList, asObject, holds, sameJson } from '../../base/json.ts';
import type { Recording } from '../format.ts';
import { entryOf, foldCommands } from './distill.ts';
import type { SchedulerGolden } from './golden.ts';
import { nameOf } from './naming.ts';
import type { Attempt } from './scheduler-attempts.ts';
import { foldAttempts } from './scheduler-attempts.ts';
import { distribution } from './scheduler-distribution.ts';
import type { PodScheduling, SchedulingStory } from './scheduler-story.ts';
import { lastOf, schedulerNamer, tellScheduling } from './scheduler-story.ts';
import type { Clean } from './text.ts';
import { scrub } from './text.ts';

function podForm(pod: PodScheduling): JsonObject {
  const { counted, ...rest } = pod;
  return { ...rest, ...counted };
}

function attemptTable(attempts: readonly Attempt[], clean: Clean): SchedulerGolden['attempts'] {
  const table = new Map<string, Json[]>();
  for (const attempt of attempts) {
    const entry = scrub(Object.fromEntries(attempt.entry), clean);
    const rows = entryOf(table, clean(attempt.pod), () => []);
    if (rows.length === 0 || !sameJson(lastOf(rows), entry)) rows.push(entry);
  }
  return Object.fromEntries(table);
}

function taintText(item: Json): string {
  const taint = asObject(item);
  return `${String(taint['key'])}${holds(taint['value']) ? `=${String(taint['value'])}` : ''}:${String(taint['effect'])}`;
}

function nodeForms(nodes: readonly JsonObject[]): JsonObject {
  const forms = nodes.map((node) => {
    const spec = asObject(node['spec']);
    const taints = asList(spec['taints']).map(taintText).sort(compareText);
    return [
      nameOf(asObject(node['metadata'])),
      { unschedulable: holds(spec['unschedulable']), taints },
    ] as const;
  });
  return Object.fromEntries(forms);
}

function claimForms(claims: readonly JsonObject[]): JsonObject {
  const forms = claims.map((claim) => {
    const meta = asObject(claim['metadata']);
    const form = {
      phase: asObject(claim['status'])['phase'] ?? null,
      volume: asObject(claim['spec'])['volumeName'] ?? null,
      selectedNode: asObject(meta['annotations'])['volume.kubernetes.io/selected-node'] ?? null,
    };
    return [nameOf(meta), form] as const;
  });
  return Object.fromEntries(forms);
}

function timingForm(story: SchedulingStory): JsonObject {
  const pods = [...story.timing].map(([name, timing]) => {
    const conditions = timing.conditions.length > 0 ? { conditions: timing.conditions } : {};
    return [name, { attempts: timing.attempts, ...Object.fromEntries(timing.marks), ...conditions }] as const;
  });
  return { pods: Object.fromEntries(pods), events: Object.fromEntries(story.series) };
}

/** The comparable form of a scheduler recording: shared/conformance/distill_scheduler.py, golden(). */
export function distillScheduler(recording: Recording): SchedulerGolden {
  const clean = schedulerNamer(recording);
  const attempts = foldAttempts(recording.attempts ?? []);
  const story = tellScheduling(recording, attempts, clean);
  const commands = foldCommands(recording, clean)
    .filter((command) => !holds(command.fault))
    .map(({ argv, exit, stdout, stderr }) => ({ argv, exit, stdout, stderr }));
  const head = {
    name: recording.name,
    scenario: recording.scenario as unknown as Json,
    commands,
    otherEvents: Object.fromEntries([...story.events].filter(([key]) => !key.startsWith('Pod/'))),
    nodes: nodeForms(recording.final['nodes'] ?? []),
    claims: claimForms(recording.final['persistentvolumeclaims'] ?? []),
    timing: timingForm(story),
  };
  if (recording.scenario.compare === 'distribution') {
    return {
      ...head,
      pods: {},
      attempts: {},
      ...distribution(story, attempts, recording.scenario.compareNodes === true, clean),
    };
  }
  const pods = Object.fromEntries([...story.pods].map(([name, pod]) => [name, podForm(pod)]));
  return { ...head, pods, attempts: attemptTable(attempts, clean) };
}
