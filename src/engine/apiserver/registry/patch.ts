import { newBadRequest } from '../../../api/status.ts';
import { err } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import { patchObject } from '../patch/patch.ts';
import type { RequestContext } from '../request/context.ts';
import type { Outcome, Registry } from './registry.ts';
import { updateLoop } from './update.ts';

/** PATCH: json, merge, strategic merge. Models handlers/patch.go (1.36). */
export function* patch(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield* rc.pass();
  return yield* updateLoop(registry, rc, (current) => {
    const patched = patchObject(rc, current);
    if (!patched.ok) {
      rc.stage('decoding', 'refused', { note: patched.error.message });
      return patched;
    }
    const draft = patched.value;
    const { name, namespace = '' } = draft.metadata;
    if (name !== rc.name) return err(newBadRequest(`the name of the object (${name ?? ''}) does not match the name on the URL (${rc.name})`));
    if (namespace !== rc.namespace) {
      return err(newBadRequest('the namespace of the provided object does not match the namespace sent on the request'));
    }
    rc.stage('decoding', 'passed');
    if (rc.subresource !== 'status') rc.kind.default?.(draft);
    return patched;
  });
}
