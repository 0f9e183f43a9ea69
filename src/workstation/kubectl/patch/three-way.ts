import { deepEqual } from '../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { DELETE_FROM, PATCH, SET_ORDER, diffMaps } from './diff.ts';
import { type Shape, ruleOf } from './shape.ts';

/**
 * What apply sends: changes from the live object to the manifest, and removals of what the last manifest had.
 * Models strategicpatch.CreateThreeWayMergePatch (1.36).
 */
export function threeWayMergePatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
  shape: Shape,
): JsonObject {
  const changes = diffMaps(current, modified, shape, {
    ignoreDeletions: true,
    ignoreChanges: false,
    setElementOrder: true,
  });
  const deletions = diffMaps(original, modified, shape, {
    ignoreDeletions: false,
    ignoreChanges: true,
    setElementOrder: true,
  });
  return mergePatches(deletions, changes, shape);
}

/** Two patches as one. Models mergeMap with directives kept. */
function mergePatches(first: JsonObject, second: JsonObject, shape: Shape): JsonObject {
  const out: Record<string, Json> = { ...(first as Record<string, Json>) };
  for (const [key, value] of Object.entries(second)) {
    if (value === undefined) continue;
    const held = out[key];
    if (held === undefined || key.startsWith(`${SET_ORDER}/`) || key.startsWith(`${DELETE_FROM}/`))
      out[key] = value;
    else if (isObject(held) && isObject(value))
      out[key] = mergePatches(held, value, ruleOf(shape, key).shape);
    else if (Array.isArray(held) && Array.isArray(value))
      out[key] = mergeLists(held as readonly Json[], value as readonly Json[], shape, key);
    else out[key] = value;
  }
  return out;
}

function mergeLists(
  first: readonly Json[],
  second: readonly Json[],
  shape: Shape,
  key: string,
): readonly Json[] {
  const { strategy, mergeKey, items } = ruleOf(shape, key);
  if (strategy !== 'merge') return second;
  if (mergeKey === '') return [...first, ...second.filter((item) => !first.includes(item))];
  const rest = [...(first as readonly JsonObject[])];
  const merged = (second as readonly JsonObject[]).map((item) => {
    const at = rest.findIndex(
      (other) => other[PATCH] === undefined && deepEqual(other[mergeKey], item[mergeKey]),
    );
    return at < 0 ? item : mergePatches(rest.splice(at, 1)[0] as JsonObject, item, items);
  });
  return [...merged, ...rest];
}

/** The same by RFC 7386, for kinds without a schema. Models jsonmergepatch.CreateThreeWayJSONMergePatch. */
export function threeWayJsonPatch(
  original: JsonObject,
  modified: JsonObject,
  current: JsonObject,
): JsonObject {
  return mergeJson(deletionsOf(original, modified), additionsOf(current, modified));
}

function additionsOf(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, Json> = {};
  for (const [key, wanted] of Object.entries(to)) {
    const present = from[key];
    if (wanted === undefined || wanted === null) continue;
    if (isObject(present) && isObject(wanted)) {
      const inner = additionsOf(present, wanted);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!deepEqual(present, wanted)) patch[key] = wanted;
  }
  return patch;
}

function deletionsOf(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, Json> = {};
  for (const [key, present] of Object.entries(from)) {
    const wanted = to[key];
    if (wanted === undefined) patch[key] = null;
    else if (isObject(present) && isObject(wanted)) {
      const inner = deletionsOf(present, wanted);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    }
  }
  return patch;
}

function mergeJson(first: JsonObject, second: JsonObject): JsonObject {
  const out: Record<string, Json> = { ...(first as Record<string, Json>) };
  for (const [key, value] of Object.entries(second)) {
    const held = out[key];
    if (value !== undefined) out[key] = isObject(held) && isObject(value) ? mergeJson(held, value) : value;
  }
  return out;
}

/** The patch from one object to another, as kubectl label, set or edit make it. Models CreateTwoWayMergePatch. */
export function twoWayMergePatch(original: JsonObject, modified: JsonObject, shape: Shape): JsonObject {
  return diffMaps(original, modified, shape, {
    ignoreDeletions: false,
    ignoreChanges: false,
    setElementOrder: true,
  });
}
