import { type Result, err, ok } from '../../base/result.ts';
import { goValue } from '../go-text.ts';
import { deepEqual } from '../../base/deep.ts';
import { type Mapping, isMapping } from '../../base/mapping.ts';
import {
  DIRECTIVE,
  type PatchFailure,
  type PatchField,
  badPatchType,
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
    else return err(badPatchType(directive, item));
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
  const wanted = order.map(keyOf);
  const standing = serverOrder.map(keyOf);
  const placed = list.map((item): Placed => {
    const key = keyOf(item);
    return { item, wanted: placeOf(wanted, key), standing: placeOf(standing, key) };
  });
  const patched = placed.filter((each) => each.wanted >= 0).sort((a, b) => a.wanted - b.wanted);
  const server = placed.filter((each) => each.wanted < 0).sort((a, b) => a.standing - b.standing);
  return merged(server, patched).map(({ item }) => item);
}

/** An item, and where the patch and the server have it: -1 for nowhere. */
interface Placed {
  readonly item: unknown;
  readonly wanted: number;
  readonly standing: number;
}

const placeOf = (keys: readonly unknown[], wanted: unknown): number =>
  keys.findIndex((key) => deepEqual(key, wanted));

function merged(server: readonly Placed[], patched: readonly Placed[]): readonly Placed[] {
  if (server.length === 0) return patched;
  const result: Placed[] = [];
  let i = 0;
  let j = 0;
  while (i < server.length || j < patched.length) {
    const [own, other] = [server[i], patched[j]];
    if (other === undefined || (own !== undefined && own.standing >= 0 && own.standing < other.standing)) {
      result.push(own as Placed);
      i++;
    } else {
      result.push(other);
      j++;
    }
  }
  return result;
}
