import type { KubeObject } from '../../../api/object.ts';
import { generateName } from '../../../api/random-name.ts';
import {
  type ApiStatus,
  newAlreadyExists,
  newBadRequest,
  newGenerateNameConflict,
  newInvalid,
} from '../../../api/status.ts';
import { decodeBody } from '../decode/body.ts';
import type { RequestContext } from '../request/context.ts';
import type { Task } from '../../kernel/task.ts';
import { type ObjectDraft, asObject, copyOf } from './draft.ts';
import { fieldChanges } from './field-changes.ts';
import { validateMeta } from './meta-validation.ts';
import { type Outcome, type Registry, answer, refOf, withRevision } from './registry.ts';
import { isQuiet } from './quiet.ts';
import { settleSpec, settledSpec } from './settled.ts';

const NAME_TRIES = 8;

/** POST of a collection. Models handlers/create.go and registry.Store.Create (1.36). */
export function* create(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const decoded = decodeBody(rc, rc.request.body, rc.kind);
  if (!decoded.ok) {
    rc.stage('decoding', 'refused', { note: decoded.error.message });
    return decoded;
  }
  rc.stage('decoding', 'passed');
  const draft = decoded.value;
  const misplaced = placeInNamespace(rc, draft);
  if (misplaced !== undefined) return { ok: false, error: misplaced };
  applyDefaults(rc, draft);
  return yield* createDraft(registry, rc, draft);
}

/** The rest of a create, for an object decoded and defaulted: also what a PUT or an apply of a missing object does. */
export function* createDraft(
  registry: Registry,
  rc: RequestContext,
  draft: ObjectDraft,
  track = true,
): Task<Outcome> {
  yield rc.stageTime();
  if (track) registry.track(rc, undefined, draft);
  const attributes = {
    operation: 'CREATE',
    namespace: draft.metadata.namespace ?? '',
    object: draft,
    old: undefined,
  } as const;
  const denied = yield* registry.admission.admit(rc, { ...attributes, name: draft.metadata.name ?? '' });
  if (denied !== undefined) return { ok: false, error: denied };
  if ((draft.metadata.resourceVersion ?? '') !== '') {
    return { ok: false, error: newBadRequest('resourceVersion should not be set on objects to be created') };
  }
  const guarded = registry.guard(rc, draft);
  if (guarded !== undefined) {
    rc.stage('validation', 'refused', { note: guarded.message });
    return { ok: false, error: guarded };
  }
  yield rc.stageTime();
  const base = prepare(rc, draft);
  for (let tries = 1; ; tries++) {
    if (base !== undefined) draft.metadata.name = generateName(base, rc.random('names'));
    const result = yield* validateAndStore(registry, rc, draft);
    const taken = !result.ok && result.error.reason === 'AlreadyExists' && base !== undefined;
    if (!taken) return result;
    if (tries >= NAME_TRIES)
      return { ok: false, error: newGenerateNameConflict(rc.resourceName, draft.metadata.name ?? '') };
  }
}

/** Puts the request's namespace into the object, or says that the two differ. */
function placeInNamespace(rc: RequestContext, draft: ObjectDraft): ApiStatus | undefined {
  const { metadata } = draft;
  if (!rc.kind.namespaced) {
    delete metadata.namespace;
    return undefined;
  }
  if ((metadata.namespace ?? '') === '') metadata.namespace = rc.namespace;
  if (metadata.namespace === rc.namespace) return undefined;
  return newBadRequest(
    'the namespace of the provided object does not match the namespace sent on the request',
  );
}

/** The kind's defaults; what they filled in is recorded. */
export function applyDefaults(rc: RequestContext, draft: ObjectDraft): void {
  if (rc.kind.default === undefined) return;
  if (rc.request.verb !== 'create' && settledSpec(rc.kind, draft) !== undefined) {
    rc.stage('defaulting', 'passed');
    return;
  }
  const before = rc.observed ? copyOf(draft) : undefined;
  rc.kind.default(draft);
  if (before === undefined) return;
  const changes = fieldChanges(before, draft);
  rc.stage(
    'defaulting',
    changes.length === 0 ? 'passed' : 'mutated',
    changes.length === 0 ? {} : { changes },
  );
}

/** System metadata and the strategy's own preparation. Answers the base of a name still to be generated. */
function prepare(rc: RequestContext, draft: ObjectDraft): string | undefined {
  const { metadata } = draft;
  metadata.uid = rc.server.kernel.uid();
  metadata.creationTimestamp = rc.now();
  delete metadata.deletionTimestamp;
  delete metadata.deletionGracePeriodSeconds;
  if (rc.kind.generationOf === undefined) delete metadata.generation;
  else metadata.generation = 1;
  if (
    rc.kind.subresources?.['status'] !== undefined &&
    rc.kind.keepsStatusOnCreate !== true &&
    'status' in draft
  )
    draft['status'] = {};
  const base =
    (metadata.name ?? '') === '' && (metadata.generateName ?? '') !== '' ? metadata.generateName : undefined;
  if (base !== undefined) metadata.name = generateName(base, rc.random('names'));
  // As in Go, a name that is not there is an empty one: validation says so, and no rule meets an undefined.
  metadata.name ??= '';
  rc.kind.prepareForCreate?.(draft, rc.strategy());
  return base;
}

function* validateAndStore(registry: Registry, rc: RequestContext, draft: ObjectDraft): Task<Outcome> {
  const object = asObject(draft);
  const errors = [
    ...validateMeta(object.metadata ?? {}, rc.kind),
    ...(rc.kind.validateCreate?.(object, rc.strategy()) ?? []),
  ];
  if (errors.length > 0) {
    const error = newInvalid(rc.groupKind, object.metadata?.name ?? '', errors);
    rc.stage('validation', 'refused', { note: error.message });
    return { ok: false, error };
  }
  for (const warning of rc.kind.warningsOnCreate?.(object, rc.strategy()) ?? []) rc.warn(warning);
  rc.kind.canonicalize?.(draft);
  rc.stage('validation', 'passed');
  yield rc.stageTime();
  const ref = refOf(object);
  const attributes = { operation: 'CREATE', ...ref, object: draft, old: undefined } as const;
  const denied = yield* registry.admission.validate(rc, attributes);
  if (denied !== undefined) return { ok: false, error: denied };
  return yield* store(registry, rc, object);
}

function* store(registry: Registry, rc: RequestContext, object: KubeObject): Task<Outcome> {
  const ref = refOf(object);
  if (rc.dryRun) {
    if (registry.etcd.read(rc.resourceName, ref) !== undefined)
      return { ok: false, error: exists(registry, rc, ref.name) };
    rc.stage('storage', 'skipped', { note: 'dry run' });
    return answer(rc, 201, object);
  }
  const write = {
    resource: rc.resourceName,
    ref,
    expected: 0,
    request: rc.id,
    quiet: isQuiet(rc, undefined, object),
  };
  const result = yield* registry.etcd.put(write, (rev) => withRevision(object, rev));
  if (!result.ok) return { ok: false, error: exists(registry, rc, ref.name) };
  rc.stage('storage', 'passed');
  settleSpec(rc.kind, result.stored.object);
  rc.kind.afterCreate?.(result.stored.object, rc.strategy());
  return answer(rc, 201, result.stored.object);
}

function exists(registry: Registry, rc: RequestContext, name: string): ApiStatus {
  const error = newAlreadyExists(rc.resourceName, name);
  rc.stage('storage', 'refused', { note: error.message });
  const current = registry.etcd.get(rc.resourceName, { namespace: rc.namespace, name });
  if (current?.metadata?.deletionTimestamp === undefined) return error;
  return { ...error, message: `object is being deleted: ${error.message}` };
}
