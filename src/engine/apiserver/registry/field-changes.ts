import { own } from '../../../base/own.ts';
import type { FieldChange } from '../../../trace/kinds/request.ts';

/** What changed between two JSON values, leaf by leaf; a part that came or went whole is one change. */
export function fieldChanges(before: unknown, after: unknown, path = ''): readonly FieldChange[] {
  const changes: FieldChange[] = [];
  collect(before, after, path, changes);
  return changes;
}

function collect(before: unknown, after: unknown, path: string, changes: FieldChange[]): void {
  if (before === after) return;
  if (before === undefined) {
    changes.push({ path, after });
    return;
  }
  if (after === undefined) {
    changes.push({ path, before });
    return;
  }
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    collectChildren(before, after, path, changes);
    return;
  }
  changes.push({ path, before, after });
}

function collectChildren(before: object, after: object, path: string, changes: FieldChange[]): void {
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    for (let i = 0; i < length; i++) collect(before[i], after[i], `${path}[${i}]`, changes);
    return;
  }
  const left = before as Record<string, unknown>;
  const right = after as Record<string, unknown>;
  for (const key in left) collect(left[key], own(right, key), childPath(path, key), changes);
  for (const key in right)
    if (!Object.hasOwn(left, key)) collect(undefined, right[key], childPath(path, key), changes);
}

function childPath(path: string, key: string): string {
  if (/[.[\]/]/.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
