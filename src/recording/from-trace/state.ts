import type { JsonObject } from '../../base/json.ts';
import { asObject, textOf } from '../../base/json.ts';
import { compareText } from '../../base/compare.ts';
import { SECOND } from '../../trace/ids.ts';
import type { RecordOf, TraceRecord } from '../../trace/record.ts';
import type { RecordedRow, WatchedChange } from '../format.ts';
import { RECORDED_NAMESPACE, plural, seconds } from './common.ts';

/** The cells that `kubectl get pods` prints of a Pod, NAME to AGE; the moment in microseconds of virtual time. */
export type PodRow = (pod: JsonObject, atUs: number) => readonly string[];

type StateRecord = RecordOf<'object.put'> | RecordOf<'object.delete'>;

/** The resources that the recorder lists at the end. */
export const FINAL_RESOURCES: readonly string[] = [
  'pods',
  'replicasets',
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'endpointslices',
  'persistentvolumeclaims',
];
const WATCHED: ReadonlySet<string> = new Set([...FINAL_RESOURCES, 'events']);

/** The API server's own Service is no part of a scenario. */
const isOwn = (resource: string, name: string): boolean =>
  resource === 'endpointslices' && name.startsWith('kubernetes');

/** An Event about something without a namespace lies in `default` here, and would not lie in a scenario's own namespace. */
function isForeignEvent(resource: string, object: JsonObject): boolean {
  return resource === 'events' && textOf(asObject(object['involvedObject'])['namespace']) === undefined;
}

function isRecorded({ data }: StateRecord): boolean {
  const resource = plural(data.resource);
  return (
    data.namespace === RECORDED_NAMESPACE &&
    !isOwn(resource, data.name) &&
    !isForeignEvent(resource, objectOf(data.object))
  );
}

const objectOf = (object: unknown): JsonObject => object as JsonObject;
const isState = (record: TraceRecord): record is StateRecord =>
  record.kind === 'object.put' || record.kind === 'object.delete';

/** What watches on the recorded resources of the namespace brought, in order. */
export function watchedChanges(records: readonly TraceRecord[]): WatchedChange[] {
  const out: WatchedChange[] = [];
  const living = new Set<string>();
  for (const record of records) {
    if (!isState(record)) continue;
    const resource = plural(record.data.resource);
    if (!WATCHED.has(resource) || !isRecorded(record)) continue;
    const key = `${resource}/${record.data.name}`;
    const isPut = record.kind === 'object.put';
    const type = isPut ? (living.has(key) ? 'MODIFIED' : 'ADDED') : 'DELETED';
    if (isPut) living.add(key);
    else living.delete(key);
    out.push({ at: seconds(record.at), resource, type, object: objectOf(record.data.object) });
  }
  return out;
}

/** The lines of `kubectl get pods -w`. */
export function podRows(watch: readonly WatchedChange[], podRow: PodRow): RecordedRow[] {
  const pods = watch.filter((change) => change.resource === 'pods');
  return pods.map(({ at, object }) => ({ at, line: podRow(object, at * SECOND).join('   ') }));
}

/** The objects that are there at the end, by resource and in order of their names. */
export function finalObjects(
  records: readonly TraceRecord[],
  resources: readonly string[],
): Readonly<Record<string, readonly JsonObject[]>> {
  const living = new Map<string, Map<string, JsonObject>>(resources.map((resource) => [resource, new Map()]));
  for (const record of records) {
    if (!isState(record)) continue;
    const resource = plural(record.data.resource);
    const objects = living.get(resource);
    if (objects === undefined || (resource !== 'nodes' && !isRecorded(record))) continue;
    if (record.kind === 'object.put') objects.set(record.data.name, objectOf(record.data.object));
    else objects.delete(record.data.name);
  }
  const inOrder = (objects: ReadonlyMap<string, JsonObject>): JsonObject[] =>
    [...objects].sort(([a], [b]) => compareText(a, b)).map(([, object]) => object);
  return Object.fromEntries([...living].map(([resource, objects]) => [resource, inOrder(objects)]));
}
