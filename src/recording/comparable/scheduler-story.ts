import type { JsonObject, Json } from '../../base/json.ts';
import { asList, asObject, holds, isObject, sameJson, textOf } from '../../base/json.ts';
import type { Recording, WatchedChange } from '../format.ts';
import { entryOf } from './distill.ts';
import { metaOf, nameOf, schedulerNameTable } from './naming.ts';
import type { Attempt } from './scheduler-attempts.ts';
import type { Clean } from './text.ts';
import { foldSchedulerText, remembering, scrub, wholeWord } from './text.ts';

/** The scheduling fields of a Pod's spec. */
const SPEC = [
  'schedulerName',
  'priorityClassName',
  'priority',
  'preemptionPolicy',
  'nodeSelector',
  'affinity',
  'tolerations',
  'topologySpreadConstraints',
  'schedulingGates',
  'runtimeClassName',
  'overhead',
  'resources',
  'terminationGracePeriodSeconds',
  'hostNetwork',
] as const;
const REASONS: ReadonlySet<string> = new Set([
  'Scheduled',
  'FailedScheduling',
  'Preempted',
  'TaintManagerEviction',
  'NominatedNode',
  'WaitForFirstConsumer',
  'FailedBinding',
  'ExternalProvisioning',
  'ProvisioningFailed',
  'FailedCreate',
  'NodeNotSchedulable',
  'NodeSchedulable',
  'SchedulerError',
  'Rejected',
]);

/** [type, reason, message] */
export type SchedulingEvent = readonly [type: Json, reason: string, message: string];
/** [at, change, reason, series count, end of the Event's name] */
type SeriesRow = readonly [at: number, change: string, reason: string, count: Json, identity: string];

/** What one Pod went through, as far as scheduling goes. */
export interface PodScheduling {
  node: Json;
  readonly scheduled: Json[];
  readonly nominated: Json[];
  events: SchedulingEvent[];
  deleted: boolean;
  spec: JsonObject;
  disruption: Json;
  qosClass: Json;
  counted?: { readonly eventObjects: readonly Json[]; readonly attemptCount: number };
}
interface PodTiming {
  readonly attempts: number[];
  readonly marks: Map<string, number>;
  readonly conditions: number[];
}
export interface SchedulingStory {
  readonly pods: Map<string, PodScheduling>;
  readonly timing: Map<string, PodTiming>;
  readonly events: Map<string, SchedulingEvent[]>;
  readonly series: Map<string, SeriesRow[]>;
  /** The node each Pod went to. */
  readonly picks: Map<string, string>;
}

/** Names for the scheduler area: ReplicaSets and their Pods get places, nodes keep their names. */
export function schedulerNamer(recording: Recording): Clean {
  const { names, hashes } = schedulerNameTable(recording.watch);
  const words = hashes.map(([value, alias]) => [wholeWord([value]), alias] as const);
  return remembering((raw) => {
    let text = raw.replaceAll(recording.namespace, 'default');
    for (const [name, alias] of names) text = text.replaceAll(name, () => alias);
    for (const [pattern, alias] of words) text = text.replace(pattern, () => alias);
    return foldSchedulerText(text);
  });
}

const newPod = (): PodScheduling => ({
  node: null,
  scheduled: [],
  nominated: [],
  events: [],
  deleted: false,
  spec: {},
  disruption: null,
  qosClass: null,
});
const newTiming = (): PodTiming => ({ attempts: [], marks: new Map(), conditions: [] });
export const lastOf = <T>(list: readonly T[]): T | undefined => list[list.length - 1];

function schedulingSpec(spec: JsonObject, clean: Clean): JsonObject {
  const kept = Object.fromEntries(SPEC.filter((key) => key in spec).map((key) => [key, spec[key] ?? null]));
  const containers = [...asList(spec['initContainers']), ...asList(spec['containers'])].map(asObject);
  const requests = containers.map(
    (container) => [String(container['name']), asObject(container['resources'])] as const,
  );
  return { ...asObject(scrub(kept, clean)), requests: Object.fromEntries(requests) };
}

function followConditions(pod: PodScheduling, timing: PodTiming, change: WatchedChange, clean: Clean): void {
  const status = asObject(asObject(change.object)['status']);
  for (const item of asList(status['conditions'])) {
    const condition = asObject(item);
    const [state, reason, message] = [
      condition['status'] ?? null,
      condition['reason'] ?? null,
      textOf(condition['message']),
    ];
    if (condition['type'] === 'PodScheduled') {
      const row = [state, reason, message === undefined ? null : clean(message)];
      if (pod.scheduled.length === 0 || !sameJson(lastOf(pod.scheduled), row)) {
        pod.scheduled.push(row);
        timing.conditions.push(change.at);
      }
    }
    if (condition['type'] === 'DisruptionTarget') pod.disruption = [state, reason, clean(message ?? '')];
  }
}

function followPod(
  story: SchedulingStory,
  change: WatchedChange,
  choice: ReadonlyMap<string, readonly string[]>,
  clean: Clean,
): void {
  const meta = metaOf(change);
  const name = clean(nameOf(meta));
  const pod = entryOf(story.pods, name, newPod);
  const timing = entryOf(story.timing, name, newTiming);
  const spec = asObject(asObject(change.object)['spec']);
  const status = asObject(asObject(change.object)['status']);
  if (!timing.marks.has('created')) timing.marks.set('created', change.at);
  if (change.type === 'DELETED') {
    pod.deleted = true;
    timing.marks.set('deleted', change.at);
  }
  if (holds(meta['deletionTimestamp']) && !timing.marks.has('deletionRequested'))
    timing.marks.set('deletionRequested', change.at);
  const node = textOf(spec['nodeName']);
  if (node !== undefined && pod.node === null) {
    timing.marks.set('scheduled', change.at);
    const tied = choice.get(nameOf(meta)) ?? [node];
    story.picks.set(name, node);
    pod.node = tied.length > 1 && tied.includes(node) ? { oneOf: tied } : node;
  }
  followConditions(pod, timing, change, clean);
  const nominated = status['nominatedNodeName'] ?? null;
  if (nominated !== (lastOf(pod.nominated) ?? null)) pod.nominated.push(nominated);
  pod.spec = schedulingSpec(spec, clean);
  pod.qosClass = status['qosClass'] ?? null;
}

function followEvent(story: SchedulingStory, change: WatchedChange, clean: Clean): void {
  const event = asObject(change.object);
  const reason = textOf(event['reason']);
  if (reason === undefined || !REASONS.has(reason)) return;
  const about = asObject(event['involvedObject']);
  const row: SchedulingEvent = [event['type'] ?? null, reason, clean(textOf(event['message']) ?? '')];
  const key = `${String(about['kind'] ?? 'None')}/${clean(textOf(about['name']) ?? '')}`;
  const rows = entryOf(story.events, key, () => []);
  if (!rows.some((known) => sameJson(known, row))) rows.push(row);
  const count = asObject(event['series'])['count'] ?? null;
  entryOf(story.series, key, () => []).push([
    change.at,
    change.type,
    reason,
    count,
    nameOf(metaOf(change)).slice(-6),
  ]);
}

function withoutNode([type, reason, message]: SchedulingEvent, node: string): SchedulingEvent {
  const tail = wholeWord([`to ${node}`]).source;
  return [type, reason, message.replace(new RegExp(`(?:${tail})$`, 'u'), 'to <node>')];
}

/** A tie makes the node's name in the Scheduled event arbitrary. */
function placeEvents(story: SchedulingStory): void {
  for (const [name, pod] of story.pods) {
    const picked = isObject(pod.node) ? story.picks.get(name) : undefined;
    const rows = story.events.get(`Pod/${name}`) ?? [];
    pod.events = picked === undefined ? rows : rows.map((row) => withoutNode(row, picked));
  }
}

function countAttempts(story: SchedulingStory): void {
  for (const [name, pod] of story.pods) {
    const objects = new Map<string, Json>();
    for (const [, , reason, count, identity] of story.series.get(`Pod/${name}`) ?? [])
      objects.set(identity, [reason, count]);
    pod.counted = {
      eventObjects: [...objects.values()],
      attemptCount: story.timing.get(name)?.attempts.length ?? 0,
    };
  }
}

/** Follows every Pod through the watch and the attempts. */
export function tellScheduling(
  recording: Recording,
  attempts: readonly Attempt[],
  clean: Clean,
): SchedulingStory {
  const story: SchedulingStory = {
    pods: new Map(),
    timing: new Map(),
    events: new Map(),
    series: new Map(),
    picks: new Map(),
  };
  const choice = new Map<string, readonly string[]>();
  for (const attempt of attempts) if (attempt.chosen !== undefined) choice.set(attempt.pod, attempt.chosen);
  for (const change of recording.watch) {
    if (change.resource === 'pods') followPod(story, change, choice, clean);
    else if (change.resource === 'events') followEvent(story, change, clean);
  }
  for (const attempt of attempts)
    entryOf(story.timing, clean(attempt.pod), newTiming).attempts.push(attempt.at);
  placeEvents(story);
  if (recording.scenario.countAttempts === true) countAttempts(story);
  return story;
}
