import type { KubeObject, MetaLike, ObjectRef } from '../../../api/object.ts';
import { type ApiStatus, newConflict, newNotFound, successStatus } from '../../../api/status.ts';
import { err } from '../../../base/result.ts';
import type { Stored } from '../../etcd/store.ts';
import type { Task } from '../../kernel/task.ts';
import type { RequestOptions } from '../../machinery/client.ts';
import type { RequestContext } from '../request/context.ts';
import { type Deletion, planDeletion } from './deletion.ts';
import { type Outcome, type Registry, answer, withRevision } from './registry.ts';

/** DELETE of one object. Models handlers/delete.go and registry.Store.Delete (1.36). */
export function* remove(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const { options } = rc;
  const ref: ObjectRef = { namespace: rc.namespace, name: rc.name };
  if (registry.etcd.read(rc.resourceName, ref) === undefined)
    return err(newNotFound(rc.resourceName, rc.name));
  for (const warning of rc.kind.warningsOnDelete?.(
    registry.etcd.get(rc.resourceName, ref) as KubeObject,
    options.propagationPolicy,
  ) ?? []) {
    rc.warn(warning);
  }
  return yield* removeObject(registry, rc, { ref, options });
}

/** The deletion itself: also what an eviction and a deletecollection do, object by object. */
export function* removeObject(
  registry: Registry,
  rc: RequestContext,
  { ref, options }: { readonly ref: ObjectRef; readonly options: RequestOptions },
): Task<Outcome> {
  let admitted = false;
  for (;;) {
    const current = registry.etcd.read(rc.resourceName, ref);
    if (current === undefined) return err(newNotFound(rc.resourceName, ref.name));
    const failed = preconditions(rc, current.object, options);
    if (failed !== undefined) return err(failed);
    const nowUs = rc.server.kernel.unixUs();
    const deletion = planDeletion({ kind: rc.kind, object: current.object, options, nowUs });
    if (deletion.step === 'pending') return answer(rc, 200, current.object);
    if (!admitted) {
      const refused = yield* admitDeletion(registry, rc, current.object);
      if (refused !== undefined) return err(refused);
      admitted = true;
      continue;
    }
    if (rc.dryRun)
      return answer(rc, 200, deletion.step === 'remove' ? removed(rc, current.object) : deletion.object);
    const outcome = yield* carryOut(registry, rc, current, deletion);
    if (outcome !== undefined) return outcome;
  }
}

function* admitDeletion(
  registry: Registry,
  rc: RequestContext,
  old: KubeObject,
): Task<ApiStatus | undefined> {
  const { namespace = '', name = '' } = old.metadata ?? {};
  const attributes = { operation: 'DELETE', namespace, name, object: undefined, old } as const;
  yield rc.stageTime();
  const denied = yield* registry.admission.admit(rc, attributes);
  if (denied !== undefined) return denied;
  yield rc.stageTime();
  return yield* registry.admission.validate(rc, attributes);
}

/** Undefined = somebody was faster: look again. */
function* carryOut(
  registry: Registry,
  rc: RequestContext,
  current: Stored,
  deletion: Deletion,
): Task<Outcome | undefined> {
  const { metadata = {} } = current.object;
  const ref = { namespace: metadata.namespace ?? '', name: metadata.name ?? '' };
  const write = { resource: rc.resourceName, ref, request: rc.id };
  if (deletion.step === 'remove') {
    const gone = yield* registry.etcd.delete({ ...write, expected: current.rev }, (rev) =>
      withRevision(current.object, rev),
    );
    if (!gone.ok) return undefined;
    return finish(rc, gone.stored.object);
  }
  if (deletion.step === 'pending') return answer(rc, 200, current.object);
  const marked = yield* registry.etcd.put({ ...write, expected: current.rev }, (rev) =>
    withRevision(deletion.object, rev),
  );
  if (!marked.ok) return undefined;
  if (deletion.step === 'mark') {
    rc.stage('storage', 'passed');
    return answer(rc, 200, marked.stored.object);
  }
  const gone = yield* registry.etcd.delete({ ...write, expected: marked.stored.rev }, (rev) =>
    withRevision(marked.stored.object, rev),
  );
  // Somebody else removed it meanwhile: upstream takes that for a success too.
  return finish(rc, gone.ok ? gone.stored.object : marked.stored.object);
}

function finish(rc: RequestContext, object: KubeObject): Outcome {
  rc.stage('storage', 'passed');
  rc.kind.afterDelete?.(object, rc.strategy());
  return answer(rc, 200, removed(rc, object));
}

/** Pods answer themselves, others a Status. */
function removed(rc: RequestContext, object: KubeObject): unknown {
  if (rc.kind.graceSeconds !== undefined) return object;
  const { name = '', uid = '' } = object.metadata ?? {};
  const { group, resource } = rc.resource;
  return successStatus({ name, ...(group === '' ? {} : { group }), kind: resource, uid });
}

function preconditions(
  rc: RequestContext,
  object: KubeObject,
  options: RequestOptions,
): ApiStatus | undefined {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const meta: MetaLike = object.metadata ?? {};
  if (uid !== undefined && uid !== meta.uid) {
    return newConflict(
      rc.resourceName,
      meta.name ?? '',
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${meta.uid ?? ''}`,
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== meta.resourceVersion) {
    const detail = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${meta.resourceVersion ?? ''}`;
    return newConflict(rc.resourceName, meta.name ?? '', detail);
  }
  return undefined;
}
