import type { KubeObject } from '../../../api/object.ts';
import type { Kept } from '../decode/context.ts';
import type { Kind } from '../kinds/kind.ts';
import type { RequestContext } from '../request/context.ts';
import { fieldOf } from './draft.ts';

const settled = new WeakMap<object, string>();

/** Remembers that the stored object's spec has been read, defaulted and found valid as this kind's. */
export function settleSpec(kind: Kind, object: KubeObject): void {
  if (kind.keepsSettledSpec !== true) return;
  const spec = fieldOf(object, 'spec');
  if (typeof spec === 'object' && spec !== null && !settled.has(spec)) settled.set(spec, kind.kind);
}

/** The spec, when it is one that was stored as this kind's: what an update leaves untouched need not be read again. */
export function settledSpec(kind: Kind, object: object): object | undefined {
  if (kind.keepsSettledSpec !== true) return undefined;
  const { spec } = object as { readonly spec?: unknown };
  if (typeof spec !== 'object' || spec === null) return undefined;
  return settled.get(spec) === kind.kind ? spec : undefined;
}

/** Subresources whose admission and preparation leave the spec alone. */
const LEAVE_SPEC = new Set(['', 'status']);

/** What of an update to `current` is a stored part, untouched. */
export function keptParts(
  rc: RequestContext,
  next: unknown,
  current: KubeObject | undefined,
): Kept | undefined {
  if (current === undefined || typeof next !== 'object' || next === null) return undefined;
  const spec = LEAVE_SPEC.has(rc.subresource) ? settledSpec(rc.kind, next) : undefined;
  const managed = current.metadata?.managedFields;
  const { metadata } = next as Partial<KubeObject>;
  const managedFields = managed !== undefined && metadata?.managedFields === managed ? managed : undefined;
  return spec === undefined && managedFields === undefined ? undefined : { spec, managedFields };
}
