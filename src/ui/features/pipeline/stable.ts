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

/** Hands out what parts showed before where it is the same now, so that nothing is drawn again for it. */
export class Reused<Data> {
  private before: ReadonlyMap<string, Data> = new Map();

  of(now: readonly { readonly id: string; readonly data: Data }[]): ReadonlyMap<string, Data> {
    let changed = now.length !== this.before.size;
    const parts = new Map<string, Data>();
    for (const { id, data } of now) {
      const old = this.before.get(id);
      const same = old !== undefined && deepEqual(old, data);
      changed ||= !same;
      parts.set(id, same ? old : data);
    }
    if (changed) this.before = parts;
    return this.before;
  }
}
