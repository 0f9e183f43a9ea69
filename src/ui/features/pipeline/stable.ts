import type { ObjectRef } from '../../../api/object.ts';
import { deepEqual } from '../../../base/deep.ts';

/** What choosing a part does. */
export interface Actions {
  readonly component: (actor: string) => void;
  readonly node: (name: string) => void;
  readonly pod: (ref: ObjectRef, container?: string) => void;
  /** One level in, with this node or Pod in the middle. */
  readonly enterNode: (name: string) => void;
  readonly enterPod: (ref: ObjectRef) => void;
  /** Into the API server, to its gates. */
  readonly enterServer: () => void;
  readonly enterProcess: (ref: ObjectRef, container: string) => void;
}

const bounds = new WeakMap<Actions, Map<string, unknown>>();

/** The same function for the same thing, so that a part whose data did not change is not drawn again. */
export function bound<F>(actions: Actions, key: string, run: F): F {
  let known = bounds.get(actions);
  if (known === undefined) {
    known = new Map();
    bounds.set(actions, known);
  }
  const before = known.get(key);
  if (before !== undefined) return before as F;
  known.set(key, run);
  return run;
}

/** Hands out the parts of the drawing before where they are the same now: React Flow and React then leave them alone. */
export class Reused<T extends { readonly id: string }> {
  private before = new Map<string, T>();

  of(now: readonly T[]): T[] {
    const parts = now.map((part) => {
      const same = this.before.get(part.id);
      return same !== undefined && deepEqual(same, part) ? same : part;
    });
    this.before = new Map(parts.map((part) => [part.id, part]));
    return parts;
  }
}
