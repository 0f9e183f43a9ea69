import { type Result, err, ok } from '../../../base/result.ts';
import { goValue } from '../../../api/go-text.ts';
import { deepEqual } from '../registry/draft.ts';
import {
  DIRECTIVE,
  type Mapping,
  type PatchFailure,
  type PatchField,
  isMapping,
  withoutDirectives,
} from './strategic-terms.ts';

/** The list of a $setElementOrder directive: merge keys or primitives. */
export type Order = readonly unknown[];

/** How a list is merged: its field, and what merges two of its items. */
interface ListMerge {
  readonly field: PatchField;
  readonly mergeItem: (original: Mapping, patch: Mapping) => Result<Mapping, PatchFailure>;
}

/** Merges a list by its merge key, or as a set of primitives. Models mergeSlice. */
export function mergeList(
  original: readonly unknown[],
  patch: readonly unknown[],
  how: ListMerge,
): Result<readonly unknown[], PatchFailure> {
  const { field } = how;
  const first = patch[0] ?? original[0];
  if (!isMapping(first)) {
    const merged = [...original];
    for (const item of patch) if (!merged.includes(item)) merged.push(item);
    return ok(reorder(merged, patch, original, ''));
  }
  if (field.mergeKey === '') return err({ code: 500, message: 'cannot merge lists without merge key' });
  const special = takeSpecial(original, patch as readonly Mapping[], field.mergeKey);
  if (!special.ok) return special;
  const { kept, changes, replaced } = special.value;
  if (replaced) return ok(changes.map(withoutDirectives));
  const merged = mergeItems(kept, changes, how);
  return merged.ok ? ok(reorder(merged.value, changes, original, field.mergeKey)) : merged;
}

interface Special {
  readonly kept: readonly unknown[];
  readonly changes: readonly Mapping[];
  readonly replaced: boolean;
}

/** Carries out `$patch` of list items. Models mergeSliceWithSpecialElements. */
function takeSpecial(
  original: readonly unknown[],
  patch: readonly Mapping[],
  mergeKey: string,
): Result<Special, PatchFailure> {
  let kept = original;
  let replaced = false;
  const changes: Mapping[] = [];
  for (const item of patch) {
    const directive = isMapping(item) ? item[DIRECTIVE] : undefined;
    if (directive === undefined) changes.push(item);
    else if (directive === 'replace') replaced = true;
    else if (directive === 'delete') {
      const value = item[mergeKey];
      if (value === undefined) return err(noMergeKey(item, mergeKey));
      kept = kept.filter((other) => !(isMapping(other) && deepEqual(other[mergeKey], value)));
    } else if (directive === 'merge')
      return err({ code: 500, message: 'merging lists cannot yet be specified in the patch' });
    else return err({ code: 500, message: `unknown patch type found: ${String(directive)}` });
  }
  return ok({ kept, changes, replaced });
}

function noMergeKey(item: Mapping, mergeKey: string): PatchFailure {
  return {
    code: 500,
    message: `map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`,
  };
}

function mergeItems(
  original: readonly unknown[],
  changes: readonly Mapping[],
  { field, mergeItem }: ListMerge,
): Result<unknown[], PatchFailure> {
  const result = [...original];
  for (const change of changes) {
    const value = isMapping(change) ? change[field.mergeKey] : undefined;
    if (value === undefined) return err(noMergeKey(change, field.mergeKey));
    const at = result.findIndex((item) => isMapping(item) && deepEqual(item[field.mergeKey], value));
    if (at < 0) {
      result.push(withoutDirectives(change));
      continue;
    }
    const merged = mergeItem(result[at] as Mapping, change);
    if (!merged.ok) return merged;
    result[at] = merged.value;
  }
  return ok(result);
}

/**
 * The patch's items in the patch's order and the server's own in the server's order, merged so that neither order is
 * broken. Models normalizeElementOrder.
 */
export function reorder(
  list: readonly unknown[],
  order: Order,
  serverOrder: readonly unknown[],
  mergeKey: string,
): readonly unknown[] {
  const keyOf = (item: unknown): unknown => (isMapping(item) ? item[mergeKey] : item);
  const place = (keys: readonly unknown[], item: unknown): number =>
    keys.findIndex((key) => deepEqual(key, keyOf(item)));
  const wanted = order.map(keyOf);
  const standing = serverOrder.map(keyOf);
  const byPlace = (keys: readonly unknown[]) => (a: unknown, b: unknown) => place(keys, a) - place(keys, b);
  const patched = list.filter((item) => place(wanted, item) >= 0).sort(byPlace(wanted));
  const server = list.filter((item) => place(wanted, item) < 0).sort(byPlace(standing));
  const result: unknown[] = [];
  let i = 0;
  let j = 0;
  while (i < server.length || j < patched.length) {
    if (i >= server.length) result.push(patched[j++]);
    else if (j >= patched.length) result.push(server[i++]);
    else {
      const left = place(standing, server[i]);
      const right = place(standing, patched[j]);
      if (left >= 0 && right >= 0 && left < right) result.push(server[i++]);
      else result.push(patched[j++]);
    }
  }
  return result;
}
