import type { Node, Pod } from '../../../api/generated/types.ts';
import type { KubeObject } from '../../../api/object.ts';
import { podSummary } from '../../../api/pod-summary.ts';
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { podStanding, type Standing } from '../pod-state.ts';

/** An object in a word or two, as its row of `kubectl get` would have it, and its shape where it has one. */
export interface Brief {
  readonly text: string;
  readonly standing?: Standing;
}

/** A field of an object that says what it is about. */
export interface Fact {
  /** The field's own name. */
  readonly name: string;
  readonly value: string;
}

const valueAt = (object: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((at, key) => asObject(at)[key], object);

const textOf = (value: Json | undefined): string => (isScalar(value) ? String(value) : '');
const isScalar = (value: Json | undefined): value is string | number | boolean =>
  value !== undefined && value !== null && typeof value !== 'object';

const share = (object: JsonObject, of: string, all: string): string =>
  `${textOf(valueAt(object, of)) || '0'}/${textOf(valueAt(object, all)) || '0'}`;

const healthy = (object: JsonObject, of: string, all: string): Standing =>
  Number(valueAt(object, of) ?? 0) >= Number(valueAt(object, all) ?? 0) ? 'ready' : 'waiting';

const counted =
  (of: string, all: string) =>
  (object: JsonObject): Brief => ({ text: share(object, of, all), standing: healthy(object, of, all) });

const word =
  (path: string) =>
  (object: JsonObject): Brief => ({ text: textOf(valueAt(object, path)) });

function ofNode(object: JsonObject): Brief {
  const { spec, status } = object as unknown as Node;
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
  const cordoned = spec?.unschedulable === true ? ',SchedulingDisabled' : '';
  return { text: `${ready ? 'Ready' : 'NotReady'}${cordoned}`, standing: ready ? 'ready' : 'failed' };
}

const bound = (object: JsonObject): Brief => {
  const phase = textOf(valueAt(object, 'status.phase'));
  return { text: phase, standing: phase === 'Pending' || phase === 'Released' ? 'waiting' : 'ready' };
};

const entries = (object: JsonObject): Brief => ({
  text: Object.keys({ ...asObject(object['data']), ...asObject(object['binaryData']) }).join(', '),
});

function addresses(object: JsonObject): Brief {
  const all = asList(object['endpoints']);
  const ready = all.filter((each) => valueAt(each, 'conditions.ready') !== false).length;
  return {
    text: `${ready}/${all.length}`,
    standing: ready > 0 && ready === all.length ? 'ready' : 'waiting',
  };
}

const BRIEFS: Readonly<Record<string, (object: JsonObject) => Brief>> = {
  nodes: ofNode,
  'deployments.apps': counted('status.readyReplicas', 'spec.replicas'),
  'replicasets.apps': counted('status.readyReplicas', 'spec.replicas'),
  'statefulsets.apps': counted('status.readyReplicas', 'spec.replicas'),
  'daemonsets.apps': counted('status.numberReady', 'status.desiredNumberScheduled'),
  'jobs.batch': counted('status.succeeded', 'spec.completions'),
  persistentvolumeclaims: bound,
  persistentvolumes: bound,
  services: word('spec.clusterIP'),
  namespaces: word('status.phase'),
  configmaps: entries,
  secrets: entries,
  'endpointslices.discovery.k8s.io': addresses,
  'leases.coordination.k8s.io': word('spec.holderIdentity'),
  'priorityclasses.scheduling.k8s.io': word('value'),
  'storageclasses.storage.k8s.io': word('provisioner'),
};

/** What an object is, in short; '' where its kind has nothing short to say. */
export function briefOf(resource: string, object: KubeObject): Brief {
  if (resource !== 'pods') return BRIEFS[resource]?.(object as unknown as JsonObject) ?? { text: '' };
  const pod = object as unknown as Pod;
  return { text: podSummary(pod).status, standing: podStanding(pod) };
}

/** More of them would be the YAML. */
const MOST_FACTS = 14;
/** What the head and the conditions say already, or the machine alone reads. */
const UNTOLD: ReadonlySet<string> = new Set(['conditions', 'uid', 'providerID']);

/** An object's fields worth a row of their own: plain values and short lists of its spec and status. */
export function factsOf(object: KubeObject): readonly Fact[] {
  const facts: Fact[] = [];
  const whole = object as unknown as JsonObject;
  for (const part of ['spec', 'status'] as const)
    for (const [name, value] of Object.entries(asObject(whole[part]))) {
      if (UNTOLD.has(name)) continue;
      const text = shortText(value);
      if (text !== '') facts.push({ name: `${part}.${name}`, value: text });
    }
  return facts.slice(0, MOST_FACTS);
}

const MOST_CHARS = 90;

/** A value in one line, or '' when it takes more than one. */
function shortText(value: Json | undefined): string {
  if (isScalar(value)) return String(value);
  if (Array.isArray(value)) return listText(value);
  if (!isObject(value)) return '';
  const pairs = Object.entries(value);
  const own = pairs.every(([, each]) => isScalar(each));
  const text = own ? pairs.map(([key, each]) => `${key}=${String(each)}`).join(', ') : '';
  return text.length > MOST_CHARS ? '' : text;
}

function listText(list: readonly Json[]): string {
  const text = list.map((each) => shortText(each)).join('; ');
  return text.length > MOST_CHARS || list.some((each) => shortText(each) === '') ? '' : text;
}
