/** A value as JSON has it; what files and API objects are made of. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** The value of a text; undefined for one that is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const NOTHING: JsonObject = {};

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one for anything else. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : NOTHING;
}

/** The list, or an empty one for anything else. */
export function asList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** The text when there is some; empty text counts as none. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Present and not empty, zero, false or null. */
export function holds(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** The object with each key and value mapped; of two keys that become one the later wins. `__proto__` is a key like any. */
export function mapObject(
  value: JsonObject,
  key: (text: string) => string,
  map: (item: Json) => Json,
): JsonObject {
  const out = new Map<string, Json>();
  for (const [name, item] of Object.entries(value)) if (item !== undefined) out.set(key(name), map(item));
  return Object.fromEntries(out);
}

/** The object without the named keys. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)));
}

/** Deep equality of JSON values; the order of keys is nothing. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, place) => sameJson(item as Json, b[place] as Json));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}
