import { type Resource, joinApiVersion, splitApiVersion } from '../../api/resources.ts';
import { type Json, type JsonObject, asObject, isObject } from '../../base/json.ts';

/** An object as it came over the wire or from a file. Models unstructured.Unstructured. */
export type Unstructured = JsonObject;

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

function textAt(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

export const metaOf = (object: Unstructured): JsonObject => asObject(object['metadata']);
export const nameOf = (object: Unstructured): string => textAt(metaOf(object)['name']);
export const namespaceOf = (object: Unstructured): string => textAt(metaOf(object)['namespace']);
export const uidOf = (object: Unstructured): string => textAt(metaOf(object)['uid']);
export const kindOf = (object: Unstructured): string => textAt(object['kind']);
export const apiVersionOf = (object: Unstructured): string => textAt(object['apiVersion']);

export function annotationsOf(object: Unstructured): Readonly<Record<string, string>> {
  return asObject(metaOf(object)['annotations']) as Readonly<Record<string, string>>;
}

export function labelsOf(object: Unstructured): Readonly<Record<string, string>> {
  return asObject(metaOf(object)['labels']) as Readonly<Record<string, string>>;
}

/** The value at a path of field names; undefined where one is missing. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let here = value;
  for (const name of path) {
    if (!isObject(here)) return undefined;
    here = here[name];
  }
  return here;
}

/** A copy in which the value at `path` is `value` (undefined removes it). Mappings on the way are made. */
export function withAt(object: JsonObject, path: readonly string[], value: Json | undefined): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  if (rest.length > 0) return { ...object, [name]: withAt(asObject(object[name]), rest, value) };
  if (value !== undefined) return { ...object, [name]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

/** `deployment.apps/web`: how kubectl names an object it did something to. Models printers.NamePrinter. */
export function objectWord(object: Unstructured): string {
  const { group } = splitApiVersion(apiVersionOf(object));
  const kind = kindOf(object).toLowerCase();
  return `${group === '' ? kind : `${kind}.${group}`}/${nameOf(object)}`;
}

/** `deployment.apps`. */
export function kindWord(resource: Resource): string {
  const kind = resource.kind.toLowerCase();
  return resource.group === '' ? kind : `${kind}.${resource.group}`;
}

/** `Resource: "apps/v1, Resource=deployments", GroupVersionKind: …`. Models resource.Info.String. */
export function describeInfo(resource: Resource, namespace: string, name: string): string {
  const version =
    resource.group === '' ? `/${resource.version}` : joinApiVersion(resource.group, resource.version);
  return (
    `Resource: "${version}, Resource=${resource.resource}", GroupVersionKind: "${version}, Kind=${resource.kind}"\n` +
    `Name: "${name}", Namespace: "${namespace}"`
  );
}
