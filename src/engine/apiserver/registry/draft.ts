import { own, setOwn } from '../../../base/own.ts';
import type { KubeObject, MetaLike } from '../../../api/object.ts';
import type { Draft } from '../../../base/brand.ts';

/** An object while the server still works on it. */
export interface ObjectDraft {
  apiVersion: string;
  kind: string;
  metadata: Draft<MetaLike>;
  [field: string]: unknown;
}

/** The same object under the name the other side knows it by. */
export function asObject(draft: ObjectDraft): KubeObject {
  return draft;
}

/** One top-level field of a stored object. */
export function fieldOf(object: KubeObject, field: string): unknown {
  return (object as unknown as Readonly<Record<string, unknown>>)[field];
}

/** Whether two JSON values are equal. Shared parts are equal at once. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!deepEqual(a[i], b[i])) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  let count = 0;
  for (const key in left) {
    if (left[key] === undefined) continue;
    count++;
    // What an object inherits is no JSON and equals none.
    if (!deepEqual(left[key], right[key])) return false;
  }
  for (const key in right) if (right[key] !== undefined) count--;
  return count === 0;
}

/** As upstream's apiequality.Semantic: absent and empty lists and mappings are the same. */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (isEmpty(a) && isEmpty(b)) return true;
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a)) {
    const other = b as unknown[];
    return a.length === other.length && a.every((item, i) => semanticEqual(item, other[i]));
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key in left) if (!semanticEqual(left[key], own(right, key))) return false;
  for (const key in right)
    if (!Object.hasOwn(left, key) && !semanticEqual(undefined, right[key])) return false;
  return true;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) && value.length === 0;
}

/**
 * Makes `next` use the parts of `old` that did not change; answers `old` itself when nothing did.
 * Writes into `next` where it is not frozen.
 */
export function shareStructure<T>(next: T, old: unknown): T {
  if (next === old || typeof next !== 'object' || next === null || typeof old !== 'object' || old === null)
    return next;
  if (Object.isFrozen(next)) return deepEqual(next, old) ? (old as T) : next;
  if (Array.isArray(next)) return Array.isArray(old) ? (shareList(next, old) as T) : next;
  if (Array.isArray(old)) return next;
  return shareMapping(next as Record<string, unknown>, old as Record<string, unknown>) as T;
}

function shareList(next: unknown[], old: readonly unknown[]): readonly unknown[] {
  let same = next.length === old.length;
  for (let i = 0; i < next.length; i++) {
    if (i >= old.length) return next;
    const shared = shareStructure(next[i], old[i]);
    if (shared !== old[i]) same = false;
    next[i] = shared;
  }
  return same ? old : next;
}

function shareMapping(next: Record<string, unknown>, old: Record<string, unknown>): Record<string, unknown> {
  let same = true;
  let count = 0;
  for (const key in next) {
    const value = next[key];
    if (value === undefined) {
      delete next[key];
      continue;
    }
    count++;
    const before = own(old, key);
    const shared = shareStructure(value, before);
    if (shared !== before) same = false;
    if (shared !== value) next[key] = shared;
  }
  if (!same) return next;
  for (const _ in old) count--;
  return count === 0 ? old : next;
}

/** A deep copy of a JSON value. */
export function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const out: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  for (const key in out) {
    const part = out[key];
    if (typeof part === 'object' && part !== null) setOwn(out, key, copyOf(part));
  }
  return out as T;
}
