import { own } from '../../../base/own.ts';
import type { FieldChange } from '../../../trace/kinds/request.ts';

/** What changed between two JSON values, leaf by leaf; a part that came or went whole is one change. */
export function fieldChanges(before: unknown, after: unknown, path = ''): readonly FieldChange[] {
  if (before === after) return [];
  const walk = new Walk(path);
  walk.compare(before, after);
  return walk.changes;
}

/** Most of what is compared is the same, so a path becomes text only where something changed. */
class Walk {
  readonly changes: FieldChange[] = [];
  private readonly root: string;
  private readonly trail: (string | number)[] = [];

  constructor(root: string) {
    this.root = root;
  }

  compare(before: unknown, after: unknown): void {
    if (before === after) return;
    if (before === undefined) this.changes.push({ path: this.path(), after });
    else if (after === undefined) this.changes.push({ path: this.path(), before });
    else if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after))
      this.children(before, after);
    else this.changes.push({ path: this.path(), before, after });
  }

  private children(before: object, after: object): void {
    if (Array.isArray(before) && Array.isArray(after)) {
      const length = Math.max(before.length, after.length);
      for (let i = 0; i < length; i++) this.at(i, before[i], after[i]);
      return;
    }
    const left = before as Record<string, unknown>;
    const right = after as Record<string, unknown>;
    for (const key in left) this.at(key, left[key], own(right, key));
    for (const key in right) if (!Object.hasOwn(left, key)) this.at(key, undefined, right[key]);
  }

  private at(step: string | number, before: unknown, after: unknown): void {
    if (before === after) return;
    this.trail.push(step);
    this.compare(before, after);
    this.trail.pop();
  }

  private path(): string {
    let text = this.root;
    for (const step of this.trail) text = childPath(text, step);
    return text;
  }
}

function childPath(path: string, step: string | number): string {
  if (typeof step === 'number' || /[.[\]/]/.test(step)) return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
