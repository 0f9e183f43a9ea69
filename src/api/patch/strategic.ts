import { type Mapping, isMapping } from '../../base/mapping.ts';
import { own, setOwn } from '../../base/own.ts';
import { type FieldSchema, type StructSchema, structSchema } from '../schema.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { type Order, mergeList, reorder } from './strategic-list.ts';
import {
  DELETE_FROM,
  DIRECTIVE,
  type PatchFailure,
  type PatchField,
  RETAIN_KEYS,
  SET_ORDER,
  badPatchType,
  isDirective,
  withoutDirectives,
} from './strategic-terms.ts';

// Models apimachinery/pkg/util/strategicpatch/patch.go (1.36): StrategicMergeMapPatch on the server's side.

const PLAIN: PatchField = { strategy: '', mergeKey: '', struct: undefined };

/** Patches a mapping; the original is not changed and what stays is shared. */
export function mergeMapping(
  original: Mapping,
  patch: Mapping,
  struct: StructSchema | undefined,
): Result<Mapping, PatchFailure> {
  const directive = patch[DIRECTIVE];
  if (directive === 'replace') return ok(withoutDirectives(patch) as Mapping);
  if (directive === 'delete') return ok({});
  if (directive !== undefined) return err(badPatchType(directive, patch));
  const result = retainKeys(original, patch);
  if (!result.ok) return result;
  const ordered = orderLists(result.value, patch, struct);
  if (!ordered.ok) return ordered;
  for (const key in patch) {
    if (isDirective(key) || ordered.value.has(key)) continue;
    const merged = mergeField(result.value, key, patch[key], fieldOf(struct, key));
    if (merged !== undefined) return err(merged);
  }
  return deleteFromLists(result.value, patch);
}

/** What the schema says of one field. */
export function fieldOf(struct: StructSchema | undefined, key: string): PatchField {
  const field = struct?.fields.get(key);
  return field === undefined ? PLAIN : patchField(field);
}

const patchFields = new WeakMap<FieldSchema, PatchField>();

function patchField(field: FieldSchema): PatchField {
  const known = patchFields.get(field);
  if (known !== undefined) return known;
  const inner =
    field.type.kind === 'list'
      ? field.type.items
      : field.type.kind === 'map'
        ? field.type.values
        : field.type;
  const strategies = field.patchStrategies;
  const made: PatchField = {
    strategy: strategies.includes('merge') ? 'merge' : strategies.includes('replace') ? 'replace' : '',
    mergeKey: field.patchMergeKey ?? '',
    struct: inner.kind === 'struct' && field.type.kind !== 'map' ? structSchema(inner.name) : undefined,
  };
  patchFields.set(field, made);
  return made;
}

/** Drops the fields that $retainKeys does not name; answers a copy of the original. */
function retainKeys(original: Mapping, patch: Mapping): Result<Mapping, PatchFailure> {
  const retained = patch[RETAIN_KEYS];
  if (retained === undefined) return ok({ ...original });
  if (!Array.isArray(retained)) return err({ code: 400, message: 'invalid patch format of retainKeys' });
  for (const key of Object.keys(patch)) {
    if (!isDirective(key) && patch[key] !== null && !retained.includes(key))
      return err({ code: 400, message: 'invalid patch format of retainKeys' });
  }
  const result: Mapping = {};
  for (const key of Object.keys(original)) if (retained.includes(key)) setOwn(result, key, original[key]);
  return ok(result);
}

const NOTHING: ReadonlySet<string> = new Set();

/** Carries out $setElementOrder: merges and orders those lists; answers the fields that are done. */
function orderLists(
  result: Mapping,
  patch: Mapping,
  struct: StructSchema | undefined,
): Result<ReadonlySet<string>, PatchFailure> {
  let done: Set<string> | undefined;
  for (const key in patch) {
    if (!key.startsWith(SET_ORDER)) continue;
    const order = patch[key];
    if (!Array.isArray(order))
      return err({ code: 400, message: 'invalid patch format of setElementOrder list' });
    const name = key.slice(SET_ORDER.length);
    (done ??= new Set()).add(name);
    const field = fieldOf(struct, name);
    const original = asList(own(result, name));
    const changed = asList(own(patch, name));
    if (original === undefined && changed === undefined) {
      if (patch[name] === null) delete result[name];
      continue;
    }
    const merged = mergeOrdered(original, changed, { field, order: order as Order });
    if (!merged.ok) return merged;
    setOwn(result, name, merged.value);
  }
  return ok(done ?? NOTHING);
}

function mergeOrdered(
  original: readonly unknown[] | undefined,
  changed: readonly unknown[] | undefined,
  { field, order }: { readonly field: PatchField; readonly order: Order },
): Result<readonly unknown[], PatchFailure> {
  let list = original ?? [];
  if (changed !== undefined) {
    const merged =
      original === undefined
        ? ok(withoutDirectives(changed) as unknown[])
        : mergeList(original, changed, { field, mergeItem: itemMerger(field) });
    if (!merged.ok) return merged;
    list = merged.value;
  }
  return ok(reorder(list, order, original ?? [], field.mergeKey));
}

function itemMerger({ struct }: PatchField) {
  return (original: Mapping, patch: Mapping): Result<Mapping, PatchFailure> =>
    mergeMapping(original, patch, struct);
}

function asList(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

function mergeField(
  result: Mapping,
  key: string,
  value: unknown,
  field: PatchField,
): PatchFailure | undefined {
  if (value === null) {
    delete result[key];
    return undefined;
  }
  const standing = own(result, key);
  if (isMapping(value) && isMapping(standing)) {
    if (field.strategy === 'replace') {
      setOwn(result, key, withoutDirectives(value));
      return undefined;
    }
    const merged = mergeMapping(standing, value, field.struct);
    if (!merged.ok) return merged.error;
    setOwn(result, key, merged.value);
    return undefined;
  }
  if (Array.isArray(value) && Array.isArray(standing) && field.strategy === 'merge') {
    const merged = mergeList(standing, value, { field, mergeItem: itemMerger(field) });
    if (!merged.ok) return merged.error;
    setOwn(result, key, merged.value);
    return undefined;
  }
  // What comes new and tells how to patch is left out as a whole.
  if (isMapping(value) && value[DIRECTIVE] !== undefined && standing === undefined) return undefined;
  setOwn(result, key, withoutDirectives(value));
  return undefined;
}

function deleteFromLists(result: Mapping, patch: Mapping): Result<Mapping, PatchFailure> {
  for (const key in patch) {
    if (!key.startsWith(DELETE_FROM)) continue;
    const name = key.slice(DELETE_FROM.length);
    const unwanted = asList(patch[key]);
    if (unwanted === undefined) return err({ code: 400, message: 'invalid patch format of primitive list' });
    const list = asList(own(result, name));
    if (list !== undefined) result[name] = list.filter((item) => !unwanted.includes(item));
  }
  return ok(result);
}
