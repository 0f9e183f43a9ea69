import { type Json, type JsonObject, asObject, isObject } from '../../../base/json.ts';
import { resourceByKind, splitApiVersion } from '../../../api/resources.ts';
import { type Unstructured, apiVersionOf, kindOf, nameOf, namespaceOf } from '../object.ts';

/** An object on its way through layers of kustomizations. */
export interface Part {
  readonly object: Unstructured;
  /** Names it has had, its own included: what refers to it may use any of them. */
  readonly names: readonly string[];
  /** A generated object whose name takes a hash of its contents in the end. */
  readonly hashed: boolean;
}

/** What ends a build: kubectl prints it as `error: …`. */
export class KustomizeError extends Error {
  override readonly name = 'KustomizeError';
}

export const renamed = (part: Part, name: string): Part => ({
  ...part,
  object: { ...part.object, metadata: { ...asObject(part.object['metadata']), name } },
  names: [...part.names, name],
});

/** `Deployment.v1.apps/web.[noNs]`. Models resid.ResId.String. */
export function idOf(object: Unstructured): string {
  const { group, version } = splitApiVersion(apiVersionOf(object));
  const namespace = namespaceOf(object);
  const kind = [kindOf(object), version === '' ? '[noVer]' : version, group === '' ? '[noGrp]' : group];
  return `${kind.join('.')}/${nameOf(object)}.${namespace === '' ? '[noNs]' : namespace}`;
}

/** Whether objects of this kind are in a namespace; kinds that are not known are. */
export function isNamespaced(object: Unstructured): boolean {
  return resourceByKind(apiVersionOf(object), kindOf(object))?.namespaced ?? true;
}

/**
 * The value with what stands at a path changed; `[]` behind a name goes into each item of a list. Mappings that are
 * missing on the way are made only when asked.
 */
export function changedAt(
  value: Json | undefined,
  path: string,
  change: (held: Json | undefined) => Json | undefined,
  create = false,
): Json | undefined {
  return changeParts(value, path.split('/'), change, create);
}

function changeParts(
  value: Json | undefined,
  [part, ...rest]: readonly string[],
  change: (held: Json | undefined) => Json | undefined,
  create: boolean,
): Json | undefined {
  if (part === undefined) return change(value);
  if (!isObject(value) && !(create && value === undefined)) return value;
  const object: JsonObject = isObject(value) ? value : {};
  const key = part.replace('[]', '');
  const held = object[key];
  if (held === undefined && !create) return value;
  if (!part.endsWith('[]')) return { ...object, [key]: changeParts(held, rest, change, create) };
  if (!Array.isArray(held)) return value;
  const items = (held as readonly Json[]).map((item) => changeParts(item, rest, change, create) ?? null);
  return { ...object, [key]: items };
}
