import { deepEqual } from '../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { type Shape, ruleOf } from './shape.ts';

// Models apimachinery pkg/util/strategicpatch/patch.go diffMaps and diffLists (1.36).

export interface DiffOptions {
  /** Nothing is said about keys that are gone. */
  readonly ignoreDeletions: boolean;
  /** Only keys that are gone count. */
  readonly ignoreChanges: boolean;
  /** Lists that merge say their order. */
  readonly setElementOrder: boolean;
  readonly retainKeys?: boolean;
}

export const DELETE_FROM = '$deleteFromPrimitiveList';
export const SET_ORDER = '$setElementOrder';
export const RETAIN_KEYS = '$retainKeys';
export const PATCH = '$patch';

type Patch = Record<string, Json>;

/** The patch that leads from one mapping to another. */
export function diffMaps(from: JsonObject, to: JsonObject, shape: Shape, options: DiffOptions): Patch {
  const patch: Patch = {};
  const retained: string[] = [];
  for (const [key, wanted] of Object.entries(to)) {
    if (wanted === undefined) continue;
    if (options.retainKeys === true && wanted !== null) retained.push(key);
    const present = from[key];
    if (present === undefined) {
      if (!options.ignoreChanges) patch[key] = wanted;
    } else diffValue(patch, key, { present, wanted, shape, options });
  }
  if (!options.ignoreDeletions) {
    for (const key of Object.keys(from))
      if (from[key] !== undefined && to[key] === undefined) patch[key] = null;
  }
  if (
    retained.length > 0 &&
    (Object.keys(patch).length > 0 || Object.keys(from).some((key) => to[key] === undefined))
  ) {
    patch[RETAIN_KEYS] = retained.sort();
  }
  return patch;
}

interface Pair {
  readonly present: Json;
  readonly wanted: Json;
  readonly shape: Shape;
  readonly options: DiffOptions;
}

function diffValue(patch: Patch, key: string, { present, wanted, shape, options }: Pair): void {
  if (isObject(present) && isObject(wanted)) {
    const rule = ruleOf(shape, key);
    if (rule.strategy === 'replace') {
      if (!options.ignoreChanges && !deepEqual(present, wanted)) patch[key] = wanted;
      return;
    }
    const inner = diffMaps(present, wanted, rule.shape, { ...options, retainKeys: rule.retainKeys });
    if (Object.keys(inner).length > 0) patch[key] = inner;
  } else if (Array.isArray(present) && Array.isArray(wanted)) {
    diffListField(patch, key, {
      present: present as readonly Json[],
      wanted: wanted as readonly Json[],
      shape,
      options,
    });
  } else if (!options.ignoreChanges && !deepEqual(present, wanted)) patch[key] = wanted;
}

interface ListPair {
  readonly present: readonly Json[];
  readonly wanted: readonly Json[];
  readonly shape: Shape;
  readonly options: DiffOptions;
}

function diffListField(patch: Patch, key: string, { present, wanted, shape, options }: ListPair): void {
  const rule = ruleOf(shape, key);
  if (rule.strategy !== 'merge') {
    if (!options.ignoreChanges && !deepEqual(present, wanted)) patch[key] = wanted;
    return;
  }
  const lists = { present, wanted, shape: rule.items, options: { ...options, retainKeys: rule.retainKeys } };
  const { added, removed, order } = diffLists(lists, rule.mergeKey);
  if (added.length > 0) patch[key] = added;
  if (removed.length > 0) patch[`${DELETE_FROM}/${key}`] = removed;
  if (order.length > 0) patch[`${SET_ORDER}/${key}`] = order;
}

interface ListDiff {
  readonly added: readonly Json[];
  readonly removed: readonly Json[];
  readonly order: readonly Json[];
}

const NO_DIFF: ListDiff = { added: [], removed: [], order: [] };

function diffLists(lists: ListPair, mergeKey: string): ListDiff {
  const { present, wanted, options } = lists;
  if (present.length === 0)
    return wanted.length === 0 || options.ignoreChanges ? NO_DIFF : { ...NO_DIFF, added: wanted };
  const first = present[0] ?? wanted[0];
  return isObject(first) ? diffObjectLists(lists, mergeKey) : diffScalarLists(lists);
}

function diffObjectLists({ present, wanted, shape, options }: ListPair, mergeKey: string): ListDiff {
  const added: Json[] = [];
  const removed: Json[] = [];
  const wantedItems = wanted as readonly JsonObject[];
  const presentItems = present as readonly JsonObject[];
  for (const item of wantedItems) {
    const held = presentItems.find((other) => deepEqual(other[mergeKey], item[mergeKey]));
    if (held === undefined) {
      if (!options.ignoreChanges) added.push(item);
      continue;
    }
    const inner = diffMaps(held, item, shape, options);
    if (Object.keys(inner).length > 0) added.push({ ...inner, [mergeKey]: item[mergeKey] ?? null });
  }
  if (!options.ignoreDeletions) {
    for (const item of presentItems) {
      if (!wantedItems.some((other) => deepEqual(other[mergeKey], item[mergeKey])))
        removed.push({ [PATCH]: 'delete', [mergeKey]: item[mergeKey] ?? null });
    }
  }
  const list = [...added, ...removed];
  const orderSame =
    present.length === wanted.length &&
    presentItems.every((item, at) => deepEqual(item[mergeKey], wantedItems[at]?.[mergeKey]));
  const says =
    options.setElementOrder &&
    ((!options.ignoreChanges && (list.length > 0 || !orderSame)) ||
      (!options.ignoreDeletions && list.length > 0));
  return {
    added: list,
    removed: [],
    order: says ? wantedItems.map((item) => ({ [mergeKey]: item[mergeKey] ?? null })) : [],
  };
}

function diffScalarLists({ present, wanted, options }: ListPair): ListDiff {
  const added = options.ignoreChanges ? [] : wanted.filter((item) => !present.includes(item));
  const removed = options.ignoreDeletions
    ? []
    : [...new Set(present.filter((item) => !wanted.includes(item)))];
  const says =
    options.setElementOrder &&
    ((!options.ignoreDeletions && removed.length > 0) ||
      (!options.ignoreChanges && !deepEqual(present, wanted)));
  return { added, removed, order: says ? wanted : [] };
}
