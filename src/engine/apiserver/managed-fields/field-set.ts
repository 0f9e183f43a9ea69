// Models structured-merge-diff v6 fieldpath.Set in its FieldsV1 form: `f:name`, `k:{"name":"web"}`, `v:"x"`; a leaf is a
// member, and so is what holds '.'. Sets are never changed once made and share their parts.

export interface FieldSet {
  readonly [element: string]: FieldSet;
}

/** A set while it is built. */
export interface FieldSetDraft {
  [element: string]: FieldSetDraft;
}

export const LEAF: FieldSet = Object.freeze({});
const SELF = '.';

/** Whether the node is itself in the set, not only what lies below. */
export function isMember(node: FieldSet): boolean {
  if (node[SELF] !== undefined) return true;
  for (const _ in node) return false;
  return true;
}

/** The node with itself in the set. */
export function withSelf(node: FieldSetDraft): FieldSetDraft {
  for (const _ in node) {
    node[SELF] = LEAF;
    return node;
  }
  return node;
}

export function union(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || a === b) return b;
  if (b === undefined) return a;
  const out: FieldSetDraft = {};
  let same = true;
  for (const key in a) if (key !== SELF) out[key] = a[key] as FieldSetDraft;
  for (const key in b) {
    if (key === SELF) continue;
    const merged = union(a[key], b[key]) as FieldSetDraft;
    if (merged !== a[key]) same = false;
    out[key] = merged;
  }
  const member = isMember(a) || isMember(b);
  if (same && member === isMember(a)) return a;
  return member ? withSelf(out) : out;
}

/** What of `a` is not in `b`; undefined when that is nothing. */
export function difference(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return a;
  if (a === b) return undefined;
  if (isDisjoint(a, b)) return a;
  const out: FieldSetDraft = {};
  let left = false;
  for (const key in a) {
    if (key === SELF) continue;
    const rest = difference(a[key], b[key]);
    if (rest === undefined) continue;
    out[key] = rest;
    left = true;
  }
  const member = isMember(a) && !isMember(b);
  if (!left) return member ? LEAF : undefined;
  return member ? withSelf(out) : out;
}

/** Whether nothing is in both. */
function isDisjoint(a: FieldSet, b: FieldSet): boolean {
  if (isMember(a) && isMember(b)) return false;
  for (const key in a) {
    const other = b[key];
    if (key !== SELF && other !== undefined && !isDisjoint(a[key] as FieldSet, other)) return false;
  }
  return true;
}

const MOST_COMMON_SETS = 1_000;
const common = new Map<string, FieldSet>();

/** The set, or the same one as this writer made it last: objects of one template then share it. */
export function commonSet(writer: string, set: FieldSet): FieldSet {
  const last = common.get(writer);
  if (last !== undefined && isSameSet(last, set)) return last;
  if (common.size >= MOST_COMMON_SETS) common.clear();
  common.set(writer, set);
  return set;
}

/** Whether two sets are the same, in the same order. */
function isSameSet(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  const start = top;
  for (const name in a) names[top++] = name;
  const end = top;
  let at = start;
  let same = true;
  for (const name in b) {
    same = at < end && names[at++] === name && isSameSet(a[name] as FieldSet, b[name] as FieldSet);
    if (!same) break;
  }
  top = start;
  return same && at === end;
}

/** The names of the sets that `isSameSet` is looking into; no list is made for each. */
const names: string[] = [];
let top = 0;

/** What is in both. */
export function intersection(a: FieldSet | undefined, b: FieldSet | undefined): FieldSet | undefined {
  if (a === undefined || b === undefined) return undefined;
  if (a === b) return a;
  const out: FieldSetDraft = {};
  let left = false;
  for (const key in a) {
    if (key === SELF) continue;
    const both = intersection(a[key], b[key]);
    if (both === undefined) continue;
    out[key] = both;
    left = true;
  }
  const member = isMember(a) && isMember(b);
  if (!left) return member ? LEAF : undefined;
  return member ? withSelf(out) : out;
}

/** Every member's path, as `.spec.containers[name="web"].image`. */
export function pathsOf(set: FieldSet | undefined): readonly string[] {
  const paths: string[] = [];
  if (set !== undefined) collectPaths(set, '', paths);
  return paths;
}

function collectPaths(node: FieldSet, path: string, paths: string[]): void {
  if (path !== '' && isMember(node)) paths.push(path);
  for (const key of Object.keys(node).sort()) {
    const child = node[key];
    if (key !== SELF && child !== undefined) collectPaths(child, path + elementText(key), paths);
  }
}

/** `f:spec` → `.spec`, `k:{"name":"web"}` → `[name="web"]`, `v:"x"` → `[="x"]`. Models PathElement.String. */
export function elementText(element: string): string {
  const rest = element.slice(2);
  if (element.startsWith('f:')) return `.${rest}`;
  if (element.startsWith('v:')) return `[=${rest}]`;
  const keys = JSON.parse(rest) as Record<string, unknown>;
  return `[${Object.keys(keys)
    .map((key) => `${key}=${JSON.stringify(keys[key])}`)
    .join(',')}]`;
}
