import { deepEqual } from '../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';

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
