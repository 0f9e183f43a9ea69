import { own, setOwn } from '../../../base/own.ts';
import { isMapping } from '../../../base/mapping.ts';
import { type Shape, itemElement, memberShape } from './typed.ts';
import { type FieldSet, isMember } from './field-set.ts';

// Models structured-merge-diff v6 typed/merge.go and merge/update.go prune.

/** The live value with the applied one laid over it; parts that do not change are shared. */
export function mergeTyped(shape: Shape, live: unknown, applied: unknown): unknown {
  if (applied === undefined) return live;
  if (live === undefined || live === null) return applied;
  switch (shape.kind) {
    case 'leaf':
      return applied;
    case 'struct':
    case 'map':
      return isMapping(live) && isMapping(applied) ? mergeMappings(shape, live, applied) : applied;
    case 'list':
      return Array.isArray(live) && Array.isArray(applied) ? mergeLists(shape, live, applied) : applied;
  }
}

function mergeMappings(
  shape: Extract<Shape, { kind: 'struct' | 'map' }>,
  live: Record<string, unknown>,
  applied: Record<string, unknown>,
): Record<string, unknown> {
  const out: Record<string, unknown> = { ...live };
  for (const key in applied)
    setOwn(out, key, mergeTyped(memberShape(shape, key), own(live, key), applied[key]));
  return out;
}

/** Both orders are kept as far as they agree; where they do not, the applied one wins. */
function mergeLists(
  shape: Extract<Shape, { kind: 'list' }>,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const left = live.map((item) => itemElement(shape, item));
  const right = applied.map((item) => itemElement(shape, item));
  const inLeft = new Map(left.map((element, i) => [element, live[i]]));
  const inRight = new Set(right);
  const out: unknown[] = [];
  const done = new Set<string>();
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const head = left[i];
    if (head !== undefined && (done.has(head) || !inRight.has(head))) {
      if (!done.has(head)) out.push(live[i]);
      i++;
      continue;
    }
    const next = right[j];
    if (next === undefined) break;
    out.push(mergeTyped(shape.items, inLeft.get(next), applied[j]));
    done.add(next);
    j++;
  }
  return out;
}

/** Takes away what the manager owned before and nobody owns now. */
export function pruneTyped(
  shape: Shape,
  value: unknown,
  last: FieldSet,
  owned: FieldSet | undefined,
): unknown {
  if (shape.kind === 'leaf') return value;
  if (shape.kind === 'list') return Array.isArray(value) ? pruneList(shape, value, last, owned) : value;
  if (!isMapping(value)) return value;
  const out: Record<string, unknown> = {};
  let same = true;
  for (const key in value) {
    const before = last[`f:${key}`];
    const now = owned?.[`f:${key}`];
    if (before !== undefined && now === undefined) {
      same = false;
      continue;
    }
    const kept =
      before === undefined ? value[key] : pruneTyped(memberShape(shape, key), value[key], before, now);
    if (kept !== value[key]) same = false;
    setOwn(out, key, kept);
  }
  return same ? value : out;
}

function pruneList(
  shape: Extract<Shape, { kind: 'list' }>,
  list: readonly unknown[],
  last: FieldSet,
  owned: FieldSet | undefined,
): readonly unknown[] {
  const out: unknown[] = [];
  let same = true;
  for (const item of list) {
    const element = itemElement(shape, item);
    const before = last[element];
    const now = owned?.[element];
    if (before !== undefined && isMember(before) && now === undefined) {
      same = false;
      continue;
    }
    const kept = before === undefined ? item : pruneTyped(shape.items, item, before, now);
    if (kept !== item) same = false;
    out.push(kept);
  }
  return same ? list : out;
}
