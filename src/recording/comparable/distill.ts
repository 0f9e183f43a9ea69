import type { Recording, RecordedCall, RecordedRequest, WatchedChange } from '../format.ts';
import type { ComparableCommand, EventRow, Golden, PodHistory } from './golden.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asList, asObject, isObject, sameJson, textOf } from '../../base/json.ts';
import { squeeze } from './json.ts';
import { metaOf, nameOf, namer } from './naming.ts';
import { conditionValue, podFields } from './pod-fields.ts';
import type { Clean } from './text.ts';
import { cells, scrub, squeezeOutput } from './text.ts';

/** Fields of objects that no two runs share. */
const VOLATILE: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
  'startTime',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'startedAt',
  'finishedAt',
  'containerID',
  'imageID',
  'podIP',
  'podIPs',
  'hostIP',
  'hostIPs',
  'lastHeartbeatTime',
  'firstTimestamp',
  'lastTimestamp',
  'eventTime',
  'completionTime',
  'clusterIP',
  'clusterIPs',
  'addresses',
  'kubectl.kubernetes.io/last-applied-configuration',
  'allocatedResources',
  'user',
  'observedGeneration',
  'ip',
  'ips',
]);
const UNCOUNTED_RESOURCES: ReadonlySet<string> = new Set(['leases', 'events', 'endpoints']);

interface GrowingPod {
  readonly fields: Map<string, Json[]>;
  readonly timing: Map<string, number[]>;
  deleted: boolean;
}

/** The value that the map has for the key, made when there is none. */
export function entryOf<V>(map: Map<string, V>, key: string, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function followPod(pod: GrowingPod, change: WatchedChange): void {
  if (change.type === 'DELETED') pod.deleted = true;
  for (const [path, value] of podFields(change.object)) {
    const seen = entryOf(pod.fields, path, () => []);
    if (value === null && seen.length === 0) continue;
    if (seen.length > 0 && seen[seen.length - 1] === value) continue;
    seen.push(value);
    entryOf(pod.timing, path, () => []).push(change.at);
  }
}

function eventRow(event: JsonObject, clean: Clean): EventRow {
  const source = textOf(event['reportingComponent']) ?? asObject(event['source'])['component'] ?? null;
  return [event['type'] ?? null, event['reason'] ?? null, source, clean(textOf(event['message']) ?? '')];
}

/** Python's name for what is absent, as it stands in the goldens' keys. */
const named = (value: Json | undefined): string =>
  value === undefined || value === null ? 'None' : String(value);

function followEvent(events: Map<string, EventRow[]>, event: JsonObject, clean: Clean): void {
  const about = asObject(event['involvedObject']);
  const rows = entryOf(events, clean(`${named(about['kind'])}/${named(about['name'])}`), () => []);
  const row = eventRow(event, clean);
  if (!rows.some((known) => sameJson(known, row))) rows.push(row);
}

function followConditions(seenOf: Map<string, string[]>, object: JsonObject): void {
  for (const item of asList(asObject(object['status'])['conditions'])) {
    if (!isObject(item) || !('type' in item)) continue;
    const seen = entryOf(seenOf, String(item['type']), () => []);
    const value = conditionValue(item);
    if (seen[seen.length - 1] !== value) seen.push(value);
  }
}

function foldRows(recording: Recording, clean: Clean): Golden['rows'] {
  const rows = new Map<string, string[]>();
  for (const row of recording.rows) {
    const [name, ...rest] = cells(clean(row.line));
    if (name === undefined || name === 'NAME' || rest.length < 4) continue;
    entryOf(rows, name, () => []).push(rest.slice(0, 3).join(' '));
  }
  return Object.fromEntries([...rows].map(([name, seen]) => [name, squeeze(seen)]));
}

function foldFinal(recording: Recording, clean: Clean): JsonObject {
  const final = new Map<string, Json>();
  for (const [resource, items] of Object.entries(recording.final ?? {})) {
    if (resource === 'events') continue;
    for (const item of items) {
      final.set(
        clean(`${resource}/${String(asObject(item['metadata'])['name'])}`),
        scrub(item, clean, VOLATILE),
      );
    }
  }
  return Object.fromEntries(final);
}

/** The kubelet of any node is `kubelet`; service accounts and system users go by their last name. */
function component(user: string): string {
  if (user.startsWith('system:node:')) return 'kubelet';
  return user.replace(/^system:serviceaccount:kube-system:/, '').replace(/^system:/, '');
}

function foldRequests(requests: readonly RecordedRequest[], clean: Clean): Golden['requests'] {
  const out = new Map<string, string[]>();
  for (const request of requests) {
    if (UNCOUNTED_RESOURCES.has(request.resource)) continue;
    const subresource = request.subresource ? `/${request.subresource}` : '';
    const name = request.name ? `/${clean(request.name)}` : '';
    entryOf(out, component(request.user), () => []).push(
      `${request.verb} ${request.resource}${subresource}${name} ${request.code}`,
    );
  }
  return Object.fromEntries(out);
}

function foldCalls(calls: readonly RecordedCall[], clean: Clean): Golden['cri'] {
  const out = new Map<string, string[]>();
  for (const call of calls) {
    const container = call.container ? ` ${call.container}` : '';
    const timeout = call.timeout === undefined ? '' : ` timeout=${named(call.timeout)}`;
    entryOf(out, clean(call.pod), () => []).push(`${call.call}${container}${timeout}`);
  }
  return Object.fromEntries(out);
}

/** Each command with its output as folded lines. */
export function foldCommands(recording: Recording, clean: Clean): ComparableCommand[] {
  return recording.commands.map((command) => ({
    argv: command.argv ?? null,
    fault: command.fault ?? null,
    exit: command.exit,
    stdout: squeezeOutput(clean(command.stdout ?? '')),
    stderr: squeezeOutput(clean(command.stderr ?? '')),
  }));
}

const fromMaps = <V>(maps: ReadonlyMap<string, ReadonlyMap<string, V>>): Record<string, Record<string, V>> =>
  Object.fromEntries([...maps].map(([key, map]) => [key, Object.fromEntries(map)]));

/** The comparable form of a recording of any area but the scheduler's: shared/conformance/distill.py, distill(). */
export function distill(recording: Recording): Golden {
  const clean = namer(recording);
  const pods = new Map<string, GrowingPod>();
  const events = new Map<string, EventRow[]>();
  const others = new Map<string, Map<string, string[]>>();
  for (const change of recording.watch) {
    const name = nameOf(metaOf(change));
    if (change.resource === 'pods') {
      followPod(
        entryOf(pods, clean(name), () => ({ fields: new Map(), timing: new Map(), deleted: false })),
        change,
      );
    } else if (change.resource === 'events') followEvent(events, asObject(change.object), clean);
    else
      followConditions(
        entryOf(others, clean(`${change.resource}/${name || 'None'}`), () => new Map()),
        asObject(change.object),
      );
  }
  const histories = [...pods].map(([name, pod]): [string, PodHistory] => [
    name,
    { fields: Object.fromEntries(pod.fields), timing: Object.fromEntries(pod.timing), deleted: pod.deleted },
  ]);
  return {
    name: recording.name,
    scenario: (recording.scenario ?? null) as unknown as Json,
    commands: foldCommands(recording, clean),
    pods: Object.fromEntries(histories),
    requests: foldRequests(recording.requests ?? [], clean),
    cri: foldCalls(recording.cri ?? [], clean),
    rows: foldRows(recording, clean),
    events: Object.fromEntries(events),
    conditions: fromMaps(others),
    final: foldFinal(recording, clean),
  };
}
