import { type Json, type JsonObject, asList, asObject } from '../../../base/json.ts';
import { encodeBase64 } from '../../../base/base64.ts';
import { kindOf, nameOf } from '../object.ts';
import { contentHash } from '../verbs/create/append-hash.ts';
import { KustomizeError, type Part, renamed } from './part.ts';

export type ReadText = (path: string) => string;

/** `configMapGenerator:` and `secretGenerator:`, one entry, among the objects there are. */
export function generated(
  parts: readonly Part[],
  kind: 'ConfigMap' | 'Secret',
  {
    entry,
    options,
    read,
  }: { readonly entry: JsonObject; readonly options: JsonObject; readonly read: ReadText },
): readonly Part[] {
  const name = String(entry['name'] ?? '');
  const own = asObject(entry['options']);
  const data = dataOf(entry, read);
  const values = kind === 'Secret' ? mapped(data, encodeBase64) : Object.fromEntries(data);
  const metadata = {
    name,
    ...decoration('labels', options, own),
    ...decoration('annotations', options, own),
  };
  const immutable = own['immutable'] ?? options['immutable'];
  const object: JsonObject = {
    apiVersion: 'v1',
    kind,
    metadata: entry['namespace'] === undefined ? metadata : { ...metadata, namespace: entry['namespace'] },
    ...(data.size === 0 ? {} : { data: values }),
    ...(kind === 'Secret' ? { type: entry['type'] ?? 'Opaque' } : {}),
    ...(immutable === true ? { immutable } : {}),
  };
  const disabled = own['disableNameSuffixHash'] ?? options['disableNameSuffixHash'];
  const made: Part = { object, names: [name], hashed: disabled !== true };
  const behavior = String(entry['behavior'] ?? 'create');
  const at = parts.findIndex((part) => kindOf(part.object) === kind && part.names.includes(name));
  if (behavior === 'create') {
    if (at >= 0)
      throw new KustomizeError(
        `may not add resource with an already registered id: ${kind}.v1.[noGrp]/${name}.[noNs]`,
      );
    return [...parts, made];
  }
  const held = parts[at];
  if (held === undefined)
    throw new KustomizeError(
      `merging from generator: id resid.ResId{Gvk:resid.Gvk{Group:"", Version:"v1", Kind:"${kind}", isClusterScoped:false}, Name:"${name}", Namespace:""} does not exist; cannot merge or replace`,
    );
  return parts.map((part, index) => (index === at ? over(held, made, behavior === 'merge') : part));
}

function over(held: Part, made: Part, merge: boolean): Part {
  const before = asObject(held.object['metadata']);
  const after = asObject(made.object['metadata']);
  const both = (key: string): JsonObject => {
    const all = { ...asObject(before[key]), ...asObject(after[key]) };
    return Object.keys(all).length === 0 ? {} : { [key]: all };
  };
  const data = { ...(merge ? asObject(held.object['data']) : {}), ...asObject(made.object['data']) };
  return {
    ...held,
    object: {
      ...held.object,
      ...made.object,
      metadata: { ...before, ...both('labels'), ...both('annotations') },
      data,
    },
  };
}

function decoration(key: 'labels' | 'annotations', options: JsonObject, own: JsonObject): JsonObject {
  const all = { ...asObject(options[key]), ...asObject(own[key]) };
  return Object.keys(all).length === 0 ? {} : { [key]: all };
}

const mapped = (
  data: ReadonlyMap<string, string>,
  change: (text: string) => string,
): Record<string, string> => Object.fromEntries([...data].map(([key, value]) => [key, change(value)]));

function dataOf(entry: JsonObject, read: ReadText): Map<string, string> {
  const data = new Map<string, string>();
  const add = (key: string, value: string): void => {
    if (data.has(key))
      throw new KustomizeError(`cannot add key ${key}, another key by that name already exists`);
    data.set(key, value);
  };
  const texts = (key: string): string[] => asList(entry[key]).map(String);
  for (const file of [...texts('envs'), ...(entry['env'] === undefined ? [] : [String(entry['env'])])])
    for (const line of read(file).split('\n')) {
      const text = line.trimStart();
      const equals = text.indexOf('=');
      if (text === '' || text.startsWith('#')) continue;
      add(equals < 0 ? text : text.slice(0, equals), equals < 0 ? '' : text.slice(equals + 1));
    }
  for (const file of texts('files')) {
    const equals = file.indexOf('=');
    const path = file.slice(equals + 1);
    add(equals < 0 ? (path.split('/').at(-1) ?? '') : file.slice(0, equals), read(path));
  }
  for (const literal of texts('literals')) {
    const equals = literal.indexOf('=');
    if (equals < 0) throw new KustomizeError(`invalid literal source ${literal}, expected key=value`);
    add(literal.slice(0, equals), literal.slice(equals + 1).replace(/^(["'])(.*)\1$/s, '$2'));
  }
  return data;
}

/** What was generated, named by its contents. Models kustomize's hasher: the name itself does not count. */
export function withHash(part: Part): Part {
  if (!part.hashed) return part;
  const { object } = part;
  const kind = kindOf(object);
  const content: Record<string, Json> = { kind, name: '', data: object['data'] ?? '' };
  if (kind === 'Secret') content['type'] = object['type'] ?? '';
  return renamed(part, `${nameOf(object)}-${contentHash(content)}`);
}
