import type { KubeObject } from '../../../../api/object.ts';
import type { Kind } from '../kind.ts';

/** A kind as the table of all kinds keeps it: its hooks are only ever called with its own objects. */
export function defineKind<T extends KubeObject>(kind: Kind<T>): Kind {
  return kind as unknown as Kind;
}
