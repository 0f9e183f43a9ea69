import { deepEqual } from '../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';

/** RFC 7386 applied. */
export function mergePatched(object: JsonObject, patch: JsonObject): JsonObject {
  const out: Record<string, Json> = { ...(object as Record<string, Json>) };
  for (const [key, value] of Object.entries(patch)) {
    const held = out[key];
    if (value === null || value === undefined) delete out[key];
    else if (isObject(value)) out[key] = mergePatched(isObject(held) ? held : {}, value);
    else out[key] = value;
  }
  return out;
}

/** The RFC 7386 patch from one object to another. Models jsonpatch.CreateMergePatch. */
export function mergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, Json> = {};
  for (const [key, wanted] of Object.entries(to)) {
    const present = from[key];
    if (wanted === undefined || deepEqual(present, wanted)) continue;
    patch[key] = isObject(present) && isObject(wanted) ? mergePatch(present, wanted) : wanted;
  }
  for (const key of Object.keys(from))
    if (from[key] !== undefined && to[key] === undefined) patch[key] = null;
  return patch;
}
