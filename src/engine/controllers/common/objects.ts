import type { ObjectMeta } from '../../../api/generated/types.ts';
import { type KubeObject, type ObjectRef, type OwnerReferenceLike, refKey } from '../../../api/object.ts';
import { byKey } from '../../../base/compare.ts';

/** An object as it is sent: what the server will add may be missing. */
export type Manifest = KubeObject & { readonly [field: string]: unknown };

/** Any stored object of a generated kind. */
export interface Stored extends KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}

export function refOf(object: KubeObject): ObjectRef {
  return { namespace: object.metadata?.namespace ?? '', name: object.metadata?.name ?? '' };
}

/** `namespace/name`: the key of queues and caches. */
export function keyOf(object: KubeObject): string {
  return refKey(refOf(object));
}

/** The object a queue key names. */
export function refFromKey(key: string): ObjectRef {
  const slash = key.indexOf('/');
  return slash < 0
    ? { namespace: '', name: key }
    : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

/** The reference to the object's one controller. Models metav1.GetControllerOf. */
export function controllerRefOf(object: KubeObject): OwnerReferenceLike | undefined {
  return object.metadata?.ownerReferences?.find((reference) => reference.controller === true);
}

export function isDeleting(object: KubeObject): boolean {
  return object.metadata?.deletionTimestamp !== undefined;
}

/** Oldest first, names deciding between equal ages. Models controller.ReplicaSetsByCreationTimestamp and its like. */
export function byAge<T extends KubeObject>(a: T, b: T): number {
  return ageKey(a) < ageKey(b) ? -1 : ageKey(a) > ageKey(b) ? 1 : 0;
}

export function oldestFirst<T extends KubeObject>(objects: readonly T[]): T[] {
  return [...objects].sort(byAge);
}

function ageKey({ metadata }: KubeObject): string {
  return `${metadata?.creationTimestamp ?? ''}/${metadata?.name ?? ''}`;
}

/** Objects in order of their names. */
export const byName = byKey<KubeObject>((object) => object.metadata?.name ?? '');

/** `Pod web`, `2 Pods`: a count with its noun, for notes. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
