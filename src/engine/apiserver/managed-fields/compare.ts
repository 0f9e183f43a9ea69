import { own } from '../../../base/own.ts';
import { deepEqual } from '../registry/draft.ts';
import { type FieldSet, type FieldSetDraft, LEAF, withSelf } from './field-set.ts';
import { isMapping } from '../../../base/mapping.ts';
import { type Shape, itemElement, memberOf, memberShape } from './typed.ts';

// Models structured-merge-diff v6 typed/compare.go and tofieldset.go.

/** What differs between two versions. */
export interface Comparison {
  readonly added: FieldSet | undefined;
  readonly modified: FieldSet | undefined;
  readonly removed: FieldSet | undefined;
}

const SAME: Comparison = { added: undefined, modified: undefined, removed: undefined };
const ADDED: Comparison = { added: LEAF, modified: undefined, removed: undefined };
const MODIFIED: Comparison = { added: undefined, modified: LEAF, removed: undefined };
const REMOVED: Comparison = { added: undefined, modified: undefined, removed: LEAF };

/** Collects what differs below a node. */
export class Collector {
  private added: FieldSetDraft | undefined;
  private modified: FieldSetDraft | undefined;
  private removed: FieldSetDraft | undefined;

  put(element: string, compared: Comparison): void {
    if (compared === SAME) return;
    const { added, modified, removed } = compared;
    if (added !== undefined) (this.added ??= {})[element] = added;
    if (modified !== undefined) (this.modified ??= {})[element] = modified;
    if (removed !== undefined) (this.removed ??= {})[element] = removed;
  }

  /** The node itself came or went with what is below it. */
  finish(left: unknown, right: unknown): Comparison {
    if (left === undefined) this.added = withSelf(this.added ?? {});
    else if (right === undefined) this.removed = withSelf(this.removed ?? {});
    return this.all();
  }

  /** What differs below the node. */
  all(): Comparison {
    if (this.added === undefined && this.modified === undefined && this.removed === undefined) return SAME;
    return { added: this.added, modified: this.modified, removed: this.removed };
  }
}

/** Compares two values of one shape; undefined = absent. */
export function compareValues(shape: Shape, left: unknown, right: unknown): Comparison {
  if (left === right) return SAME;
  if (left === undefined) return { added: newSet(shape, right), modified: undefined, removed: undefined };
  switch (shape.kind) {
    case 'leaf':
      return leaf(left, right);
    case 'list':
      return isEmptyList(left) && isEmptyList(right) ? leaf(left, right) : compareLists(shape, left, right);
    case 'struct':
    case 'map':
      return isEmptyMapping(left) && isEmptyMapping(right)
        ? leaf(left, right)
        : compareMappings(shape, left, right);
  }
}

/** All of a value that was not there before. */
function newSet(shape: Shape, value: unknown): FieldSet {
  const out: FieldSetDraft = {};
  switch (shape.kind) {
    case 'leaf':
      return LEAF;
    case 'list':
      if (!Array.isArray(value)) return withSelf(out);
      for (const item of value) out[itemElement(shape, item)] = newSet(shape.items, item);
      return withSelf(out);
    case 'struct':
    case 'map':
      if (!isMapping(value)) return LEAF;
      for (const key in value) {
        const member = memberOf(shape, key);
        out[member.element] = member.shape.kind === 'leaf' ? LEAF : newSet(member.shape, value[key]);
      }
      return withSelf(out);
  }
}

function leaf(left: unknown, right: unknown): Comparison {
  if (left === undefined) return ADDED;
  if (right === undefined) return REMOVED;
  return deepEqual(left, right) ? SAME : MODIFIED;
}

function isEmptyList(value: unknown): boolean {
  return !Array.isArray(value) || value.length === 0;
}

function isEmptyMapping(value: unknown): boolean {
  if (!isMapping(value)) return true;
  for (const _ in value) return false;
  return true;
}

function compareMappings(shape: MappingShape, left: unknown, right: unknown): Comparison {
  const found = new Collector();
  compareMembers(found, shape, { left, right, ignored: NONE });
  return found.finish(left, right);
}

type MappingShape = Extract<Shape, { kind: 'struct' | 'map' }>;

const NONE: ReadonlySet<string> = new Set();

/** Collects what differs between two mappings, but for the ignored members. */
export function compareMembers(
  found: Collector,
  shape: MappingShape,
  {
    left,
    right,
    ignored,
  }: { readonly left: unknown; readonly right: unknown; readonly ignored: ReadonlySet<string> },
): void {
  const before = isMapping(left) ? left : {};
  const after = isMapping(right) ? right : {};
  for (const key in before) {
    const was = before[key];
    const is = own(after, key);
    // Versions share what did not change.
    if (was === is || ignored.has(key)) continue;
    const member = memberOf(shape, key);
    found.put(member.element, compareValues(member.shape, was, is));
  }
  for (const key in after) {
    if (own(before, key) !== undefined || ignored.has(key)) continue;
    const member = memberOf(shape, key);
    found.put(member.element, compareValues(member.shape, undefined, after[key]));
  }
}

function compareLists(shape: Extract<Shape, { kind: 'list' }>, left: unknown, right: unknown): Comparison {
  const before = byElement(shape, left);
  const after = byElement(shape, right);
  const found = new Collector();
  for (const [element, item] of before)
    found.put(element, compareValues(shape.items, item, after.get(element)));
  for (const [element, item] of after)
    if (!before.has(element)) found.put(element, compareValues(shape.items, undefined, item));
  return found.finish(left, right);
}

function byElement(shape: Extract<Shape, { kind: 'list' }>, list: unknown): Map<string, unknown> {
  const items = new Map<string, unknown>();
  if (Array.isArray(list)) for (const item of list) items.set(itemElement(shape, item), item as unknown);
  return items;
}

/** The set of fields a value has: what an apply owns. */
export function fieldSetOf(shape: Shape, value: unknown): FieldSet {
  switch (shape.kind) {
    case 'leaf':
      return LEAF;
    case 'list': {
      const out: FieldSetDraft = {};
      for (const [element, item] of byElement(shape, value))
        out[element] = withSelf({ ...fieldSetOf(shape.items, item) });
      return out;
    }
    case 'struct':
    case 'map': {
      if (!isMapping(value)) return LEAF;
      const out: FieldSetDraft = {};
      for (const key in value) {
        const member = memberShape(shape, key);
        // A list that is owned item by item is nothing without items.
        if (member.kind === 'list' && Array.isArray(value[key]) && value[key].length === 0) continue;
        const inner = fieldSetOf(member, value[key]);
        const open = shape.kind === 'map' && Object.keys(inner).length > 0;
        out[`f:${key}`] = open ? withSelf({ ...inner }) : inner;
      }
      return out;
    }
  }
}
