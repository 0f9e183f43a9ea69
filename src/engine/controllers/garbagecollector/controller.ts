import type { KubeObject, OwnerReferenceLike, ResourceName } from '../../../api/object.ts';
import { RESOURCES } from '../../../api/resources.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { type Task } from '../../kernel/task.ts';
import type { ApiError, RequestOptions } from '../../machinery/client.ts';
import {
  type Controller,
  type ControllerContext,
  ControllerGroup,
  ControllerLoop,
  DONE,
  type SyncResult,
  retry,
} from '../common/controller.ts';
import { DEFAULT_BACKOFF, onConflict } from '../common/on-conflict.ts';
import { inParallel } from '../common/parallel.ts';
import { recordDecision } from '../common/step.ts';
import { type OwnerState, blockers, decide, dropReferencesPatch } from './decide.ts';
import {
  FOREGROUND,
  Graph,
  type Identity,
  type Node,
  ORPHAN,
  type Todo,
  hasFinalizer,
  ownerIdentity,
} from './graph.ts';

const WORKERS = 20;
const ABSENT_OWNERS = 500;
const IGNORED: ReadonlySet<ResourceName> = new Set(['events', 'events.events.k8s.io']);

/** Everything that can be listed, watched and deleted, but Events. */
export const COLLECTED: readonly ResourceName[] = RESOURCES.filter(
  ({ key, verbs }) => ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb)) && !IGNORED.has(key),
).map(({ key }) => key);

/** Deletes what has lost its owners. Models pkg/controller/garbagecollector (1.36). */
export function createGarbageCollector(context: ControllerContext): Controller {
  const { deleting, orphaning } = new GarbageCollector(context);
  return new ControllerGroup('garbage-collector', [deleting, orphaning]);
}

class GarbageCollector {
  readonly deleting: ControllerLoop;
  readonly orphaning: ControllerLoop;
  private readonly context: ControllerContext;
  private readonly graph = new Graph();
  private readonly absent = new Set<string>();

  constructor(context: ControllerContext) {
    this.context = context;
    const options = { workers: WORKERS, waitFor: COLLECTED };
    this.deleting = new ControllerLoop(context, {
      ...options,
      name: 'garbage_collector_attempt_to_delete',
      sync: (uid) => this.attempt(uid),
    });
    this.orphaning = new ControllerLoop(context, {
      ...options,
      name: 'garbage_collector_attempt_to_orphan',
      sync: (uid) => this.orphan(uid),
    });
    for (const resource of COLLECTED) this.follow(resource);
  }

  private follow(resource: ResourceName): void {
    this.context.informers.of(resource).on({
      added: (object) => this.queue(this.graph.observe(resource, object, undefined)),
      updated: (object, old) => {
        if (old.metadata?.uid !== object.metadata?.uid) this.gone(old.metadata?.uid ?? '');
        this.queue(this.graph.observe(resource, object, old));
      },
      deleted: (object) => this.gone(object.metadata?.uid ?? ''),
    });
  }

  private gone(uid: string): void {
    const node = this.graph.get(uid);
    if (node !== undefined && node.dependents.size > 0) this.rememberAbsent(uid);
    this.queue(this.graph.remove(uid));
  }

  private queue({ attempt, orphan, invalid }: Todo): void {
    for (const node of attempt) this.deleting.queue.add(node.identity.uid);
    for (const node of orphan) this.orphaning.queue.add(node.identity.uid);
    if (invalid !== undefined) this.reportInvalid(invalid.node, invalid.owner);
  }

  private reportInvalid({ identity }: Node, owner: OwnerReferenceLike): void {
    const { apiVersion, kind, namespace, name, uid } = identity;
    const text = `ownerRef [${owner.apiVersion}/${owner.kind}, namespace: ${namespace}, name: ${owner.name}, uid: ${owner.uid}] does not exist in namespace "${namespace}"`;
    this.context.recorder.eventAbout(
      { apiVersion, kind, namespace, name, uid },
      'Warning',
      'OwnerRefInvalidNamespace',
      text,
    );
  }

  private rememberAbsent(uid: string): void {
    this.absent.add(uid);
    if (this.absent.size <= ABSENT_OWNERS) return;
    for (const oldest of this.absent) {
      this.absent.delete(oldest);
      return;
    }
  }

  /** Looks at one object: does anything own it still? Models attemptToDeleteItem. */
  private *attempt(uid: string): Task<SyncResult> {
    const node = this.graph.get(uid);
    if (node === undefined || (node.beingDeleted && !node.deletingDependents)) return DONE;
    const { identity } = node;
    if (identity.resource === undefined) return DONE;
    const latest = yield* this.context.client.get<KubeObject>(identity.resource, identity);
    if (!latest.ok && latest.error.code !== 404) return retry(latest.error.message);
    if (!latest.ok || latest.value.metadata?.uid !== uid) {
      this.gone(uid);
      if (!latest.ok) this.rememberAbsent(uid);
      return DONE;
    }
    const error = node.deletingDependents
      ? yield* this.waitForDependents(node)
      : yield* this.collect(node, latest.value);
    if (error !== undefined) return retry(error);
    // What is known by reference only is asked for again until it shows.
    return node.virtual && this.graph.get(uid) === node ? retry('not observed yet') : DONE;
  }

  private *collect(node: Node, latest: KubeObject): Task<string | undefined> {
    const states: OwnerState[] = [];
    for (const owner of latest.metadata?.ownerReferences ?? []) {
      const state = yield* this.stateOf(owner, node.identity.namespace);
      if (!state.ok) return state.error.message;
      states.push(state.value);
    }
    const verdict = decide(node, latest, states);
    if (verdict.do !== 'nothing') this.note(node, `owners ${states.join(', ')}: ${verdict.do}`, verdict.do);
    switch (verdict.do) {
      case 'nothing':
        return undefined;
      case 'drop-references':
        return yield* this.patch(
          node.identity,
          'strategic',
          dropReferencesPatch(
            node.identity.uid,
            verdict.owners.map(({ uid }) => uid),
          ),
        );
      case 'unblock':
        return yield* this.patch(node.identity, 'merge', {
          metadata: {
            uid: node.identity.uid,
            ownerReferences: (latest.metadata?.ownerReferences ?? []).map((owner) => ({
              ...owner,
              blockOwnerDeletion: false,
            })),
          },
        });
      case 'delete': {
        const error = yield* this.remove(node.identity, latest, verdict.policy);
        return error?.message;
      }
    }
  }

  private *stateOf(owner: OwnerReferenceLike, namespace: string): Task<Result<OwnerState, ApiError>> {
    if (this.absent.has(owner.uid)) return ok('dangling');
    const identity = ownerIdentity(owner, namespace);
    // A kind nobody serves cannot be asked for: nothing is deleted on suspicion.
    if (identity.resource === undefined) return ok('solid');
    const found = yield* this.context.client.get<KubeObject>(identity.resource, identity);
    if (!found.ok && found.error.code !== 404) return err(found.error);
    if (!found.ok || found.value.metadata?.uid !== owner.uid) {
      this.rememberAbsent(owner.uid);
      return ok('dangling');
    }
    const isWaiting =
      found.value.metadata.deletionTimestamp !== undefined && hasFinalizer(found.value, FOREGROUND);
    return ok(isWaiting ? 'waiting' : 'solid');
  }

  /** Deletes what has not changed hands since it was read. Models deleteObject. */
  private *remove(
    identity: Identity,
    latest: KubeObject,
    propagationPolicy: RequestOptions['propagationPolicy'],
  ): Task<ApiError | undefined> {
    const { resource = '', uid } = identity;
    const { resourceVersion, ownerReferences = [] } = latest.metadata ?? {};
    const { client } = this.context;
    const deleted = yield* client.delete(resource, identity, {
      propagationPolicy,
      preconditions: { uid, resourceVersion },
    });
    if (deleted.ok) return undefined;
    if (deleted.error.reason !== 'Conflict') return deleted.error.code === 404 ? undefined : deleted.error;
    const live = yield* client.get<KubeObject>(resource, identity);
    if (!live.ok) return live.error.code === 404 ? undefined : live.error;
    const isSame =
      live.value.metadata?.uid === uid && live.value.metadata.resourceVersion !== resourceVersion;
    if (!isSame || !deepEqual(live.value.metadata?.ownerReferences ?? [], ownerReferences))
      return deleted.error;
    const again = yield* client.delete(resource, identity, { propagationPolicy, preconditions: { uid } });
    return again.ok || again.error.code === 404 ? undefined : again.error;
  }

  /** An owner deleted in the foreground goes once nothing blocks it. Models processDeletingDependentsItem. */
  private *waitForDependents(node: Node): Task<string | undefined> {
    const blocking = blockers(node);
    if (blocking.length === 0) {
      this.note(node, 'no dependent blocks it: remove finalizer foregroundDeletion', 'finalize');
      return yield* this.removeFinalizer(node.identity, FOREGROUND);
    }
    for (const dependent of blocking)
      if (!dependent.deletingDependents) this.deleting.queue.add(dependent.identity.uid);
    return undefined;
  }

  /** Takes the owner off its dependents and lets it go. Models attemptToOrphanWorker. */
  private *orphan(uid: string): Task<SyncResult> {
    const node = this.graph.get(uid);
    if (node === undefined) return DONE;
    const patches = [...node.dependents].map(({ identity }) =>
      this.patch(identity, 'strategic', dropReferencesPatch(identity.uid, [uid])),
    );
    this.note(node, `${patches.length} dependents: orphan them`, 'orphan');
    const errors = yield* inParallel(this.context.kernel, patches);
    const failed = errors.find((error) => error !== undefined);
    if (failed !== undefined) return retry(failed);
    const error = yield* this.removeFinalizer(node.identity, ORPHAN);
    return error === undefined ? DONE : retry(error);
  }

  /** Answers the refusal, a missing object being none. */
  private *patch(identity: Identity, type: 'strategic' | 'merge', body: object): Task<string | undefined> {
    const { resource = '', namespace, name } = identity;
    const patched = yield* this.context.client.patch({ resource, namespace, name }, type, body);
    return patched.ok || patched.error.code === 404 ? undefined : patched.error.message;
  }

  private *removeFinalizer(identity: Identity, finalizer: string): Task<string | undefined> {
    const { resource = '', namespace, name } = identity;
    const { client } = this.context;
    const error = yield* onConflict(DEFAULT_BACKOFF, function* write() {
      const found = yield* client.get<KubeObject>(resource, { namespace, name });
      if (!found.ok) return found.error.code === 404 ? undefined : found.error;
      const { resourceVersion, finalizers = [] } = found.value.metadata ?? {};
      if (!finalizers.includes(finalizer)) return undefined;
      const body = {
        metadata: { resourceVersion, finalizers: finalizers.filter((other) => other !== finalizer) },
      };
      const patched = yield* client.patch({ resource, namespace, name }, 'merge', body);
      return patched.ok ? undefined : patched.error;
    });
    return error?.message;
  }

  private note({ identity }: Node, note: string, name: string): void {
    const { resource = '', namespace } = identity;
    recordDecision(
      this.context,
      { metadata: { name: identity.name, namespace } },
      { controller: 'garbagecollector', name, resource, note },
    );
  }
}
