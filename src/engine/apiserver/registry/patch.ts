import type { KubeObject } from '../../../api/object.ts';
import { type ApiStatus, newBadRequest } from '../../../api/status.ts';
import { type Result, err } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import { applyConfiguration } from '../managed-fields/apply.ts';
import { patchObject, readMerged } from '../patch/patch.ts';
import type { RequestContext } from '../request/context.ts';
import { applyDefaults, createDraft } from './create.ts';
import type { ObjectDraft } from './draft.ts';
import type { Outcome, Registry } from './registry.ts';
import { updateLoop } from './update.ts';

/** PATCH: json, merge, strategic merge, apply. Models handlers/patch.go (1.36). */
export function* patch(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  if (rc.request.patchType === 'apply') return yield* apply(registry, rc);
  return yield* updateLoop(registry, rc, (current) => {
    const patched = patchObject(rc, current);
    return settleDraft(rc, patched);
  });
}

/** Server-side apply: as a patch, and a create when the object is not there. */
function* apply(registry: Registry, rc: RequestContext): Task<Outcome> {
  const ref = { namespace: rc.namespace, name: rc.name };
  const propose = (live: KubeObject | undefined): Result<ObjectDraft, ApiStatus> => {
    const applied = applyConfiguration(rc, live);
    return settleDraft(rc, applied.ok ? readMerged(rc, applied.value) : applied);
  };
  if (registry.etcd.read(rc.resourceName, ref) !== undefined || rc.subresource !== '') {
    return yield* updateLoop(registry, rc, propose, { tracked: true });
  }
  const draft = propose(undefined);
  return draft.ok ? yield* createDraft(registry, rc, draft.value, false) : draft;
}

/** Checks that the result is still the object the URL names, and defaults it. */
function settleDraft(
  rc: RequestContext,
  patched: Result<ObjectDraft, ApiStatus>,
): Result<ObjectDraft, ApiStatus> {
  if (!patched.ok) {
    rc.stage('decoding', 'refused', { note: patched.error.message });
    return patched;
  }
  const draft = patched.value;
  draft.metadata.name ??= rc.name;
  if (rc.kind.namespaced) draft.metadata.namespace ??= rc.namespace;
  const { name, namespace = '' } = draft.metadata;
  if (name !== rc.name)
    return err(
      newBadRequest(`the name of the object (${name}) does not match the name on the URL (${rc.name})`),
    );
  if (namespace !== rc.namespace) {
    return err(
      newBadRequest('the namespace of the provided object does not match the namespace sent on the request'),
    );
  }
  rc.stage('decoding', 'passed');
  if (rc.subresource !== 'status') applyDefaults(rc, draft);
  return patched;
}
