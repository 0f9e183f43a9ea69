import type { KubeObject, OwnerReferenceLike, ResourceName } from '../../../api/object.ts';
import { resourceByKind } from '../../../api/resources.ts';
import { deepEqual } from '../../../base/deep.ts';

export const FOREGROUND = 'foregroundDeletion';
export const ORPHAN = 'orphan';

/** Where an object is, and which object it is. */
export interface Identity {
  readonly uid: string;
  readonly resource: ResourceName | undefined;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** One object and who owns whom. */
export interface Node {
  identity: Identity;
  owners: readonly OwnerReferenceLike[];
  readonly dependents: Set<Node>;
  /** Being deleted, and waiting for its dependents to be gone first. */
  deletingDependents: boolean;
  beingDeleted: boolean;
  /** Known only from a reference to it so far. */
  virtual: boolean;
}

/** What a change of the graph asks the collector to look at. */
export interface Todo {
  readonly attempt: readonly Node[];
  readonly orphan: readonly Node[];
  /** A reference to an owner that is in another namespace. */
  readonly invalid?: { readonly node: Node; readonly owner: OwnerReferenceLike };
}

/** Who owns whom among all objects. Models pkg/controller/garbagecollector GraphBuilder (1.36). */
export class Graph {
  private readonly nodes = new Map<string, Node>();

  get(uid: string): Node | undefined {
    return this.nodes.get(uid);
  }

  /** An object was seen, new or in a new version. */
  observe(resource: ResourceName, object: KubeObject, old: KubeObject | undefined): Todo {
    const { uid = '', ownerReferences = [] } = object.metadata ?? {};
    const known = this.nodes.get(uid);
    return known === undefined
      ? this.insert(resource, object, old)
      : this.change(known, { resource, object, old, owners: ownerReferences });
  }

  private insert(resource: ResourceName, object: KubeObject, old: KubeObject | undefined): Todo {
    const node: Node = {
      identity: identityOf(resource, object),
      owners: object.metadata?.ownerReferences ?? [],
      dependents: new Set(),
      deletingDependents: isDeleting(object) && hasFinalizer(object, FOREGROUND),
      beingDeleted: isDeleting(object),
      virtual: false,
    };
    this.nodes.set(node.identity.uid, node);
    const linked = this.link(node, node.owners);
    const moved = transition(node, object, old);
    return {
      ...moved,
      attempt: [...linked.attempt, ...moved.attempt],
      ...(linked.invalid === undefined ? {} : { invalid: linked.invalid }),
    };
  }

  private change(
    node: Node,
    {
      resource,
      object,
      old,
      owners,
    }: {
      resource: ResourceName;
      object: KubeObject;
      old: KubeObject | undefined;
      owners: readonly OwnerReferenceLike[];
    },
  ): Todo {
    const attempt: Node[] = [];
    if (node.virtual) {
      node.virtual = false;
      node.identity = identityOf(resource, object);
    }
    if (!deepEqual(node.owners, owners)) attempt.push(...this.relink(node, owners));
    if (isDeleting(object)) node.beingDeleted = true;
    const moved = transition(node, object, old);
    return { attempt: [...attempt, ...moved.attempt], orphan: moved.orphan };
  }

  /** Takes the new references; owners that this unblocks are looked at. */
  private relink(node: Node, owners: readonly OwnerReferenceLike[]): Node[] {
    const attempt: Node[] = [];
    const after = new Map(owners.map((owner) => [owner.uid, owner]));
    const before = new Map(node.owners.map((owner) => [owner.uid, owner]));
    for (const [uid, owner] of before) {
      const blocksStill = after.get(uid)?.blockOwnerDeletion === true;
      const ownerNode = this.nodes.get(uid);
      if (owner.blockOwnerDeletion === true && !blocksStill && ownerNode?.deletingDependents === true)
        attempt.push(ownerNode);
      if (!after.has(uid)) ownerNode?.dependents.delete(node);
    }
    node.owners = owners;
    const added = owners.filter(({ uid }) => !before.has(uid));
    return [...attempt, ...this.link(node, added).attempt];
  }

  private link(node: Node, owners: readonly OwnerReferenceLike[]): Todo {
    const attempt: Node[] = [];
    let invalid: Todo['invalid'];
    for (const owner of owners) {
      let ownerNode = this.nodes.get(owner.uid);
      if (ownerNode === undefined) {
        ownerNode = virtualNode(owner, node.identity.namespace);
        this.nodes.set(owner.uid, ownerNode);
        // Whether it is there at all has to be asked.
        attempt.push(ownerNode);
      } else if (!isWhere(ownerNode.identity, owner, node.identity.namespace)) {
        attempt.push(node);
        if (!ownerNode.virtual) invalid = { node, owner };
      }
      ownerNode.dependents.add(node);
    }
    return { attempt, orphan: [], ...(invalid === undefined ? {} : { invalid }) };
  }

  /** An object is gone: its dependents are looked at, and owners that waited for it. */
  remove(uid: string): Todo {
    const node = this.nodes.get(uid);
    if (node === undefined) return { attempt: [], orphan: [] };
    this.nodes.delete(uid);
    const attempt = [...node.dependents];
    for (const owner of node.owners) {
      const ownerNode = this.nodes.get(owner.uid);
      ownerNode?.dependents.delete(node);
      if (ownerNode?.deletingDependents === true) attempt.push(ownerNode);
    }
    return { attempt, orphan: [] };
  }
}

/** Deletion began with a finalizer that asks for something. Models processTransitions. */
function transition(node: Node, object: KubeObject, old: KubeObject | undefined): Todo {
  if (begins(object, old, ORPHAN)) return { attempt: [], orphan: [node] };
  if (!begins(object, old, FOREGROUND)) return { attempt: [], orphan: [] };
  node.deletingDependents = true;
  return { attempt: [...node.dependents, node], orphan: [] };
}

function begins(object: KubeObject, old: KubeObject | undefined, finalizer: string): boolean {
  if (!isDeleting(object) || !hasFinalizer(object, finalizer)) return false;
  return old === undefined || !isDeleting(old) || !hasFinalizer(old, finalizer);
}

function isDeleting(object: KubeObject): boolean {
  return object.metadata?.deletionTimestamp !== undefined;
}

export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata?.finalizers?.includes(finalizer) === true;
}

function identityOf(resource: ResourceName, { apiVersion = '', kind = '', metadata }: KubeObject): Identity {
  return {
    uid: metadata?.uid ?? '',
    resource,
    apiVersion,
    kind,
    namespace: metadata?.namespace ?? '',
    name: metadata?.name ?? '',
  };
}

/** The owner a reference of an object in `namespace` names. */
export function ownerIdentity(
  { uid, apiVersion, kind, name }: OwnerReferenceLike,
  namespace: string,
): Identity {
  const resource = resourceByKind(apiVersion, kind);
  return {
    uid,
    apiVersion,
    kind,
    name,
    resource: resource?.key,
    namespace: resource?.namespaced === false ? '' : namespace,
  };
}

function virtualNode(owner: OwnerReferenceLike, namespace: string): Node {
  return {
    identity: ownerIdentity(owner, namespace),
    owners: [],
    dependents: new Set(),
    deletingDependents: false,
    beingDeleted: false,
    virtual: true,
  };
}

function isWhere(identity: Identity, owner: OwnerReferenceLike, namespace: string): boolean {
  const same = identity.kind === owner.kind && identity.name === owner.name;
  return same && (identity.namespace === '' || identity.namespace === namespace);
}
