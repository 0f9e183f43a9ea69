import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import { type ApiStatus, newBadRequest, newConflict, newInvalid, newNotFound } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Stored } from '../../etcd/store.ts';
import type { Task } from '../../kernel/task.ts';
import { decodeBody } from '../decode/body.ts';
import type { SubresourceStrategy } from '../kinds/kind.ts';
import type { RequestContext } from '../request/context.ts';
import { applyDefaults, createDraft } from './create.ts';
import { type ObjectDraft, asObject, deepEqual, fieldOf, shareStructure } from './draft.ts';
import { validateMetaUpdate } from './meta-validation.ts';
import { isQuiet } from './quiet.ts';
import { keptParts, settleSpec } from './settled.ts';
import { type Outcome, type Registry, answer, withRevision } from './registry.ts';

/** Makes the wanted object from the current one. The draft is the caller's own, decoded and defaulted. */
type Propose = (current: KubeObject) => Result<ObjectDraft, ApiStatus>;

/** PUT of an object or of a subresource that is the object. Models handlers/update.go (1.36). */
export function* update(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const ref: ObjectRef = { namespace: rc.namespace, name: rc.name };
  const decoded = readObject(rc, registry.etcd.get(rc.resourceName, ref));
  if (!decoded.ok) {
    rc.stage('decoding', 'refused', { note: decoded.error.message });
    return decoded;
  }
  rc.stage('decoding', 'passed');
  if (
    rc.subresource === '' &&
    rc.kind.allowCreateOnUpdate === true &&
    registry.etcd.read(rc.resourceName, ref) === undefined
  ) {
    return yield* createDraft(registry, rc, decoded.value);
  }
  let fresh: ObjectDraft | undefined = decoded.value;
  return yield* updateLoop(registry, rc, (current) => {
    const draft = fresh;
    fresh = undefined;
    return draft === undefined ? readObject(rc, current) : ok(draft);
  });
}

function readObject(rc: RequestContext, current: KubeObject | undefined): Result<ObjectDraft, ApiStatus> {
  const kept = keptParts(rc, rc.request.body, current);
  const decoded = decodeBody(rc, rc.request.body, rc.kind, kept);
  if (!decoded.ok) return decoded;
  const { metadata } = decoded.value;
  if (rc.kind.namespaced) metadata.namespace ??= rc.namespace;
  else delete metadata.namespace;
  if ((metadata.namespace ?? '') !== rc.namespace) {
    return err(
      newBadRequest('the namespace of the provided object does not match the namespace sent on the request'),
    );
  }
  metadata.name ??= rc.name;
  if (metadata.name !== rc.name) {
    return err(
      newBadRequest(
        `the name of the object (${metadata.name}) does not match the name on the URL (${rc.name})`,
      ),
    );
  }
  applyDefaults(rc, decoded.value);
  return decoded;
}

/** Options of one update. */
interface UpdateOptions {
  /** managedFields are already in the draft (an apply). */
  readonly tracked?: boolean;
}

/** Reads, proposes, admits, validates, writes; again from the start when somebody else was faster. Models Store.Update over GuaranteedUpdate. */
export function* updateLoop(
  registry: Registry,
  rc: RequestContext,
  propose: Propose,
  options: UpdateOptions = {},
): Task<Outcome> {
  const ref: ObjectRef = { namespace: rc.namespace, name: rc.name };
  for (;;) {
    const current = registry.etcd.read(rc.resourceName, ref);
    if (current === undefined) return err(newNotFound(rc.resourceName, rc.name));
    const proposed = propose(current.object);
    if (!proposed.ok) return proposed;
    const next = yield* advance(registry, rc, {
      current,
      draft: proposed.value,
      tracked: options.tracked === true,
    });
    if (!next.ok) return next;
    const written = yield* write(registry, rc, current, next.value);
    if (written !== undefined) return written;
  }
}

interface Step {
  readonly current: Stored;
  readonly draft: ObjectDraft;
  readonly tracked: boolean;
}

/** From the proposal to what would be stored; answers the current object itself when nothing changes. */
function* advance(
  registry: Registry,
  rc: RequestContext,
  { current, draft, tracked }: Step,
): Task<Result<KubeObject, ApiStatus>> {
  const old = current.object;
  const lost = settleVersion(rc, draft, current);
  if (lost !== undefined) return err(lost);
  const ref = { namespace: rc.namespace, name: rc.name };
  yield rc.stageTime();
  if (!tracked) registry.track(rc, old, draft);
  const attributes = { operation: 'UPDATE', ...ref, object: draft, old } as const;
  const denied = yield* registry.admission.admit(rc, attributes);
  if (denied !== undefined) return err(denied);
  const guarded = registry.guard(rc, draft);
  if (guarded !== undefined) return err(guarded);
  prepareForUpdate(rc, draft, old);
  yield rc.stageTime();
  const invalid = validate(rc, draft, old);
  if (invalid !== undefined) return err(invalid);
  yield rc.stageTime();
  const refused = yield* registry.admission.validate(rc, attributes);
  if (refused !== undefined) return err(refused);
  return ok(shareStructure(asObject(draft), old));
}

/** Models the resourceVersion and UID preconditions of Store.Update. */
function settleVersion(rc: RequestContext, draft: ObjectDraft, current: Stored): ApiStatus | undefined {
  const { metadata } = draft;
  const old = current.object.metadata ?? {};
  const given = metadata.resourceVersion ?? '';
  if (given === '' || given === '0') {
    if (rc.kind.allowUnconditionalUpdate === false) {
      const detail = {
        type: 'FieldValueInvalid',
        field: 'metadata.resourceVersion',
        value: 0,
        detail: 'must be specified for an update',
      } as const;
      return newInvalid(rc.groupKind, rc.name, [detail]);
    }
    metadata.resourceVersion = String(current.rev);
  } else if (given !== String(current.rev)) return newConflict(rc.resourceName, rc.name);
  if (metadata.uid !== undefined && metadata.uid !== '' && metadata.uid !== old.uid) {
    return newConflict(
      rc.resourceName,
      rc.name,
      `Precondition failed: UID in precondition: ${metadata.uid}, UID in object meta: ${old.uid ?? ''}`,
    );
  }
  metadata.resourceVersion = String(current.rev);
  return undefined;
}

/** Models rest.BeforeUpdate and the strategies' common part. */
function prepareForUpdate(rc: RequestContext, draft: ObjectDraft, old: KubeObject): void {
  const { metadata } = draft;
  const before = old.metadata ?? {};
  keep(metadata, before, 'generation');
  keep(metadata, before, 'creationTimestamp');
  metadata.uid ??= before.uid;
  if (before.deletionTimestamp !== undefined) metadata.deletionTimestamp = before.deletionTimestamp;
  if (before.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= before.deletionGracePeriodSeconds;
  const strategy = subresourceOf(rc);
  if (strategy !== undefined) {
    if (rc.subresource === 'status') keepAllBut(draft, old, 'status');
    strategy.prepareForUpdate?.(draft, old, rc.strategy());
    // resize and ephemeralcontainers change the spec.
    if (rc.subresource !== 'status') bumpGeneration(rc, draft, old);
    return;
  }
  if (rc.kind.subresources?.['status'] !== undefined) {
    const status = fieldOf(old, 'status');
    if (status === undefined) delete draft['status'];
    else draft['status'] = status;
  }
  rc.kind.prepareForUpdate?.(draft, old, rc.strategy());
  bumpGeneration(rc, draft, old);
}

/** A subresource's strategy; none for the object itself. */
function subresourceOf(rc: RequestContext): SubresourceStrategy | undefined {
  return rc.subresource === '' ? undefined : rc.kind.subresources?.[rc.subresource];
}

function keep(
  metadata: ObjectDraft['metadata'],
  before: NonNullable<KubeObject['metadata']>,
  field: 'generation' | 'creationTimestamp',
): void {
  if (before[field] === undefined) delete metadata[field];
  else Object.assign(metadata, { [field]: before[field] });
}

function keepAllBut(draft: ObjectDraft, old: KubeObject, changed: string): void {
  const free = ['apiVersion', 'kind', 'metadata', changed];
  for (const key of Object.keys(draft)) if (!free.includes(key)) delete draft[key];
  for (const key of Object.keys(old)) if (!free.includes(key)) draft[key] = fieldOf(old, key);
}

/** Raises generation when what the kind counts has changed. Subresources that change the spec call it too. */
function bumpGeneration(rc: RequestContext, draft: ObjectDraft, old: KubeObject): void {
  const partsOf = rc.kind.generationOf?.bind(rc.kind);
  if (partsOf === undefined) return;
  if (!deepEqual(partsOf(asObject(draft)), partsOf(old)))
    draft.metadata.generation = (old.metadata?.generation ?? 0) + 1;
}

function validate(rc: RequestContext, draft: ObjectDraft, old: KubeObject): ApiStatus | undefined {
  const object = asObject(draft);
  const strategy = subresourceOf(rc);
  const errors = [...validateMetaUpdate(object.metadata ?? {}, old.metadata ?? {})];
  if (strategy === undefined) errors.push(...(rc.kind.validateUpdate?.(object, old, rc.strategy()) ?? []));
  else errors.push(...(strategy.validateUpdate?.(object, old, rc.strategy()) ?? []));
  if (errors.length > 0) {
    const error = newInvalid(rc.groupKind, rc.name, errors);
    rc.stage('validation', 'refused', { note: error.message });
    return error;
  }
  const source = strategy ?? rc.kind;
  for (const warning of source.warningsOnUpdate?.(object, old, rc.strategy()) ?? []) rc.warn(warning);
  if (strategy === undefined) rc.kind.canonicalize?.(draft);
  rc.stage('validation', 'passed');
  return undefined;
}

/** Writes; undefined when the object has moved on meanwhile. */
function* write(
  registry: Registry,
  rc: RequestContext,
  current: Stored,
  next: KubeObject,
): Task<Outcome | undefined> {
  if (next === current.object) {
    rc.stage('storage', 'skipped', { note: 'nothing changed' });
    return answer(rc, 200, next);
  }
  if (rc.dryRun) {
    rc.stage('storage', 'skipped', { note: 'dry run' });
    return answer(rc, 200, next);
  }
  const ref: ObjectRef = { namespace: rc.namespace, name: rc.name };
  const target = {
    resource: rc.resourceName,
    ref,
    expected: current.rev,
    request: rc.id,
    quiet: isQuiet(rc, current.object, next),
  };
  const result = vanishes(next)
    ? yield* registry.etcd.delete(target, (rev) => withRevision(next, rev))
    : yield* registry.etcd.put(target, (rev) => withRevision(next, rev));
  if (!result.ok) return undefined;
  rc.stage('storage', 'passed');
  settleSpec(rc.kind, result.stored.object);
  if (vanishes(next)) rc.kind.afterDelete?.(next, rc.strategy());
  return answer(rc, 200, result.stored.object);
}

/** An update that removes the last finalizer of a deleted object deletes it. Models ShouldDeleteDuringUpdate. */
function vanishes(object: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = object.metadata ?? {};
  const spec = fieldOf(object, 'spec') as { readonly finalizers?: readonly string[] } | undefined;
  const kept = object.kind === 'Namespace' ? (spec?.finalizers ?? []).length : 0;
  return (
    deletionTimestamp !== undefined &&
    finalizers.length === 0 &&
    deletionGracePeriodSeconds === 0 &&
    kept === 0
  );
}
