import { assert } from '../../../../../base/assert.ts';
import type { LabelSelector, LabelSelectorRequirement } from '../../../../../api/generated/types.ts';
import { STRUCTS } from './structs.ts';

type Json = Readonly<Record<string, unknown>>;

interface Field {
  /** Go's name; `.` = the struct stands in its parent. */
  readonly name: string;
  readonly json: string;
  readonly type: string;
}

/** `DNSPolicy` -> `dnsPolicy`, `OS` -> `os`, `HostIP` -> `hostIP`. */
function jsonName(name: string): string {
  const capitals = /^[A-Z]+/.exec(name)?.[0].length ?? 0;
  const lowered = capitals === name.length || capitals === 1 ? capitals : capitals - 1;
  return name.slice(0, lowered).toLowerCase() + name.slice(lowered);
}

function parseField(text: string): Field {
  const colon = text.indexOf(':');
  const [name = '', json = jsonName(name)] = text.slice(0, colon).split('/');
  return { name, json, type: text.slice(colon + 1) };
}

const lines = new Map(
  STRUCTS.trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line]),
);
const structs = new Map<string, readonly Field[]>();

function fieldsOf(struct: string): readonly Field[] {
  const known = structs.get(struct);
  if (known) return known;
  const line = lines.get(struct);
  assert(line !== undefined, `no such internal struct: ${struct}`);
  const fields = line.split(' ').slice(1).map(parseField);
  structs.set(struct, fields);
  return fields;
}

/** Go prints mappings sorted by key. */
function sorted(map: Json): Json {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const META_ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
];

function metaForm(metadata: Json | undefined): Json {
  const form: Record<string, unknown> = {};
  for (const name of META_ORDER) {
    const value = metadata?.[name];
    if (!value) continue;
    form[name] = name === 'labels' || name === 'annotations' ? sorted(value as Json) : value;
  }
  return form;
}

/** A LabelSelector as Go prints it; null for none. */
export function selectorForm(selector: LabelSelector | undefined | null): Json | null {
  if (!selector) return null;
  const { matchLabels, matchExpressions } = selector;
  return {
    ...(matchLabels && Object.keys(matchLabels).length > 0 ? { matchLabels: sorted(matchLabels) } : {}),
    ...(matchExpressions?.length ? { matchExpressions: matchExpressions.map(requirementForm) } : {}),
  };
}

function requirementForm({ key, operator, values }: LabelSelectorRequirement): Json {
  return { key, operator, ...(values?.length ? { values } : {}) };
}

/** Labels as Go prints them: sorted, null for none. */
export function labelsForm(labels: Json | undefined): Json | null {
  return labels && Object.keys(labels).length > 0 ? sorted(labels) : null;
}

const ZEROS: Readonly<Record<string, unknown>> = { s: '', i: 0, b: false, q: '0', x: 0, '*': null };

function valueForm(type: string, given: unknown, parent: Json): unknown {
  if (type in ZEROS) return given ?? ZEROS[type];
  const value = (given ?? {}) as Json;
  if (type.startsWith('=')) return internalForm(type.slice(1), value);
  if (given === undefined || given === null) return null;
  if (type.startsWith('[')) return listForm(type.slice(1, -1), given as readonly Json[]);
  if (type === '{}') return labelsForm(value);
  if (type === 'm') return selectorForm(value);
  // The internal security context holds what v1 has beside it in the spec.
  if (type.startsWith('^')) return internalForm(type.slice(1), { ...parent, ...value });
  return internalForm(type, value);
}

function listForm(item: string, list: readonly Json[]): unknown {
  if (list.length === 0) return null;
  return item === '' ? list : list.map((one) => internalForm(item, one));
}

/** A value of the API as the server's own struct: Go's field names and order, nothing left out. */
export function internalForm(struct: string, value: object): Json {
  const json = value as Json;
  const form: Record<string, unknown> = {};
  for (const { name, json: key, type } of fieldsOf(struct)) {
    if (type === 'meta') Object.assign(form, metaForm(json['metadata'] as Json | undefined));
    else if (type.startsWith('+')) Object.assign(form, internalForm(type.slice(1), json));
    else form[name] = valueForm(type, json[key], json);
  }
  return form;
}

/** The lines of the struct's JSON, indented by one blank a level: what a diff compares. */
export function internalLines(struct: string, value: object): readonly string[] {
  return JSON.stringify(internalForm(struct, value), null, 1).split('\n');
}
