/** Plural resource name with its group, as upstream writes a GroupResource: `pods`, `deployments.apps`. */
export type ResourceName = string;

/** The part of every stored object that all clients read. Times are RFC 3339 text. */
export interface MetaLike {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReferenceLike[];
  readonly managedFields?: readonly object[];
}

export interface OwnerReferenceLike {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Any API object: what the store, the watch and the trace carry. Frozen once stored; writers build a new one. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: MetaLike;
}

/** Where an object is: `namespace` is '' for cluster-scoped kinds. */
export interface ObjectRef {
  readonly namespace: string;
  readonly name: string;
}

/** `namespace/name`, or the bare name when cluster-scoped: upstream's cache key. */
export function refKey(ref: ObjectRef): string {
  return ref.namespace === '' ? ref.name : `${ref.namespace}/${ref.name}`;
}
