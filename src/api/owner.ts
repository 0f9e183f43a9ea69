import type { ObjectMeta, OwnerReference } from './generated/types.ts';

// Models k8s.io/apimachinery/pkg/apis/meta/v1/controller_ref.go of 1.36.

interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** The owner reference of the object's one controller. Models GetControllerOf. */
export function controllerOf(meta: Partial<ObjectMeta>): OwnerReference | undefined {
  return meta.ownerReferences?.find((reference) => reference.controller === true);
}

/** Models IsControlledBy. */
export function isControlledBy(meta: Partial<ObjectMeta>, owner: Owner): boolean {
  return controllerOf(meta)?.uid === owner.metadata.uid;
}

/** A controller's reference to itself, blocking its foreground deletion. Models NewControllerRef. */
export function newControllerRef(owner: Owner): OwnerReference {
  return {
    apiVersion: owner.apiVersion,
    kind: owner.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  };
}
