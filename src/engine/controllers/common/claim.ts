import type { ObjectRef, ResourceName } from '../../../api/object.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { type Selector, selectorMatches } from '../../../api/label-selector.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { Client } from '../../machinery/client.ts';
import { type Stored, controllerRefOf, isDeleting, refOf } from './objects.ts';

/** What an owner does about an object it may own. */
export type Claim = 'keep' | 'adopt' | 'release' | 'ignore';

/** Models pkg/controller ControllerRefManager ClaimObject (1.36). */
export function decideClaim(owner: Stored, selector: Selector, object: Stored): Claim {
  const reference = controllerRefOf(object);
  const matches = selectorMatches(selector, object.metadata.labels);
  if (reference !== undefined) {
    if (reference.uid !== owner.metadata.uid) return 'ignore';
    if (matches) return 'keep';
    return isDeleting(owner) ? 'ignore' : 'release';
  }
  return isDeleting(owner) || !matches || isDeleting(object) ? 'ignore' : 'adopt';
}

export interface ClaimOptions {
  readonly client: Client;
  /** The owner's resource, asked once for its newest version before anything is adopted. */
  readonly ownerResource: ResourceName;
  readonly owner: Stored;
  readonly selector: Selector;
  /** What is claimed. */
  readonly resource: ResourceName;
  /** Finalizers put on what is adopted. */
  readonly finalizers?: readonly string[];
}

/** The objects that are the owner's, after adopting and releasing what calls for it; or the first refusal. */
export function* claimObjects<T extends Stored>(
  objects: readonly T[],
  options: ClaimOptions,
): Task<Result<T[], string>> {
  const claimed: T[] = [];
  let adoption: Result<void, string> | undefined;
  for (const object of objects) {
    switch (decideClaim(options.owner, options.selector, object)) {
      case 'keep':
        claimed.push(object);
        break;
      case 'adopt': {
        adoption ??= yield* canAdopt(options);
        if (!adoption.ok)
          return err(
            `can't adopt ${object.kind} ${refText(object)} (${object.metadata.uid}): ${adoption.error}`,
          );
        const adopted = yield* adopt(options, object);
        if (!adopted.ok) return adopted;
        if (adopted.value) claimed.push(object);
        break;
      }
      case 'release': {
        const released = yield* release(options, object);
        if (!released.ok) return released;
        break;
      }
      case 'ignore':
        break;
    }
  }
  return ok(claimed);
}

/**
 * Adopts revisions without an owner, after a look at whether the set still lives; answers the first refusal.
 * Unlike what is claimed they are not left alone by a set that is being deleted: its sync fails on them.
 * Models pkg/controller/statefulset adoptOrphanRevisions (1.36).
 */
export function* adoptRevisions(
  options: Omit<ClaimOptions, 'resource'>,
  orphans: readonly Stored[],
): Task<string | undefined> {
  if (orphans.length === 0) return undefined;
  const allowed = yield* canAdopt(options);
  if (!allowed.ok) return `can't adopt ControllerRevisions: ${allowed.error}`;
  for (const orphan of orphans) {
    const adopted = yield* adopt({ ...options, resource: 'controllerrevisions.apps' }, orphan);
    if (!adopted.ok) return adopted.error;
  }
  return undefined;
}

function refText(object: Stored): string {
  const { namespace, name } = refOf(object);
  return `${namespace}/${name}`;
}

/** The owner is still there and not being deleted. Models RecheckDeletionTimestamp. */
function* canAdopt({
  client,
  ownerResource,
  owner,
}: Omit<ClaimOptions, 'resource'>): Task<Result<void, string>> {
  const fresh = yield* client.get<Stored>(ownerResource, refOf(owner));
  const { namespace, name } = refOf(owner);
  if (!fresh.ok) return err(fresh.error.message);
  if (fresh.value.metadata.uid !== owner.metadata.uid) {
    return err(
      `original ${owner.kind} ${namespace}/${name} is gone: got uid ${fresh.value.metadata.uid}, wanted ${owner.metadata.uid}`,
    );
  }
  if (!isDeleting(fresh.value)) return ok();
  return err(`${namespace}/${name} has just been deleted at ${fresh.value.metadata.deletionTimestamp}`);
}

function* adopt(
  { client, resource, owner, finalizers }: ClaimOptions,
  object: Stored,
): Task<Result<boolean, string>> {
  const metadata = {
    uid: object.metadata.uid,
    ownerReferences: [newControllerRef(owner)],
    ...(finalizers === undefined ? {} : { finalizers }),
  };
  const patched = yield* client.patch(target(resource, refOf(object)), 'strategic', { metadata });
  if (patched.ok) return ok(true);
  return patched.error.code === 404 ? ok(false) : err(patched.error.message);
}

function* release(
  { client, resource, owner, finalizers }: ClaimOptions,
  object: Stored,
): Task<Result<void, string>> {
  const { uid } = object.metadata;
  const finalizerPatch =
    finalizers === undefined ? {} : { '$deleteFromPrimitiveList/finalizers': finalizers };
  const metadata = {
    uid,
    ownerReferences: [{ $patch: 'delete', uid: owner.metadata.uid }],
    ...finalizerPatch,
  };
  const patched = yield* client.patch(target(resource, refOf(object)), 'strategic', { metadata });
  // Gone, or already released by somebody else: nothing is left to do.
  if (patched.ok || patched.error.code === 404 || patched.error.reason === 'Invalid') return ok();
  return err(patched.error.message);
}

function target(resource: ResourceName, ref: ObjectRef): ObjectRef & { readonly resource: ResourceName } {
  return { resource, ...ref };
}
