import { type GoField, layoutOf, parseLayouts } from '../../../../api/go-dump.ts';
import { type Json, type JsonObject, isObject } from '../../../../base/json.ts';
import { type Unstructured, kindOf } from '../../object.ts';
import { KIND_LAYOUTS } from './layouts.ts';

let kinds: ReadonlyMap<string, readonly GoField[]> | undefined;

function fieldsOf(type: string): readonly GoField[] | undefined {
  kinds ??= parseLayouts(KIND_LAYOUTS);
  return kinds.get(type) ?? layoutOf(type);
}

/** Structs that write themselves as one word; nothing stands for one that is not there. */
const WORDS: ReadonlySet<string> = new Set(['Time', 'time.Time', 'resource.Quantity']);
/** Maps are written in the order of their keys. */
const MAP = /^(?:map\[|ResourceList$)/;
const ZERO: Readonly<Record<string, Json>> = { '!int32': 0, '!int64': 0, '!string': '', '!bool': false };

/**
 * An object as encoding/json writes it once it has been read into kubectl's own type: keys in the order of the struct's
 * fields, and what is no pointer even when it is empty. Of a kind without layout, the object itself.
 */
export function asStruct(object: Unstructured): Unstructured {
  return fieldsOf(kindOf(object)) === undefined ? object : (shaped(kindOf(object), object) as Unstructured);
}

function shaped(type: string, value: Json): Json {
  const bare = type.replace(/^[*!]/, '');
  if (bare.startsWith('[]'))
    return Array.isArray(value)
      ? (value as readonly Json[]).map((item) => shaped(bare.slice(2), item))
      : value;
  if (isObject(value) && MAP.test(bare))
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  const fields = WORDS.has(bare) ? undefined : fieldsOf(bare);
  return fields === undefined || !isObject(value) ? value : struct(fields, value);
}

function struct(fields: readonly GoField[], value: JsonObject): JsonObject {
  const out: Record<string, Json> = {};
  for (const { key, type } of fields.flatMap(flat)) {
    const held = value[key];
    if (held !== undefined) out[key] = shaped(type, held);
    else if (ZERO[type] !== undefined) out[key] = ZERO[type];
    else if (!WORDS.has(type) && fieldsOf(type) !== undefined) out[key] = shaped(type, {});
  }
  for (const [key, rest] of Object.entries(value)) if (!(key in out) && rest !== undefined) out[key] = rest;
  return out;
}

/** An embedded struct's fields stand in the same object. */
function flat(field: GoField): readonly GoField[] {
  return field.key === '' ? (fieldsOf(field.type) ?? []).flatMap(flat) : [field];
}
