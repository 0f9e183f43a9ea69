import { deepEqual } from '../../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../../base/json.ts';
import type { Pod, PodStatus } from '../../../../api/generated/types.ts';

// Models pkg/util/pod/pod.go PatchPodStatus and strategicpatch.CreateTwoWayMergePatch for PodStatus (1.36).

/** Lists of PodStatus that merge by a key; all others are replaced whole. */
const MERGE_KEYS: Readonly<Record<string, string>> = { conditions: 'type', podIPs: 'ip', hostIPs: 'ip' };

/** The strategic merge patch from one status to another, or undefined when there is no difference. */
export function statusPatch(
  pod: Pod,
  before: PodStatus | undefined,
  after: PodStatus,
): JsonObject | undefined {
  const diff = objectDiff((before ?? {}) as unknown as JsonObject, after as unknown as JsonObject);
  if (diff === undefined) return undefined;
  return { metadata: { uid: pod.metadata.uid ?? '' }, status: diff };
}

function objectDiff(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const out: Record<string, Json> = {};
  let differs = false;
  for (const key in before) {
    if (before[key] !== undefined && before[key] !== null && after[key] === undefined) {
      out[key] = null;
      differs = true;
    }
  }
  for (const key in after) {
    const value = after[key];
    const old = before[key];
    if (value === undefined || deepEqual(old, value)) continue;
    differs = true;
    const mergeKey = MERGE_KEYS[key];
    if (mergeKey !== undefined && Array.isArray(value))
      Object.assign(out, keyedListDiff(key, mergeKey, (old ?? []) as JsonObject[], value as JsonObject[]));
    else if (isObject(old) && isObject(value)) out[key] = objectDiff(old, value) ?? {};
    else out[key] = value;
  }
  return differs ? out : undefined;
}

function keyedListDiff(
  name: string,
  key: string,
  before: readonly JsonObject[],
  after: readonly JsonObject[],
): Record<string, Json> {
  const changes: JsonObject[] = [];
  for (const item of after) {
    const old = before.find((candidate) => candidate[key] === item[key]);
    if (old === undefined) changes.push(item);
    else {
      const diff = objectDiff(old, item);
      if (diff !== undefined) changes.push({ ...diff, [key]: item[key] });
    }
  }
  for (const item of before) {
    if (!after.some((candidate) => candidate[key] === item[key]))
      changes.push({ $patch: 'delete', [key]: item[key] });
  }
  const order = after.map((item) => ({ [key]: item[key] }));
  return { [`$setElementOrder/${name}`]: order, ...(changes.length > 0 ? { [name]: changes } : {}) };
}
