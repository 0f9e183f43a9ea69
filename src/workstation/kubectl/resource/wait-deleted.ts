import { SECOND } from '../../../trace/ids.ts';
import { TIMED_OUT, type Task } from '../../../engine/kernel/task.ts';
import type { Target } from '../api.ts';
import { CommandError, isNotFound } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { type Unstructured, metaOf, uidOf } from '../object.ts';
import { openWatch } from '../watch.ts';

/** What "for ever" means to kubectl. */
export const WEEK_US = 7 * 24 * 3600 * SECOND;

/** Waits until an object is gone, or another stands under its name. Models kubectl/pkg/cmd/wait/delete.go IsDeleted (1.36). */
export function* waitDeleted(kube: Kube, target: Target, uid: string | undefined, timeoutUs: number): Task {
  const end = kube.kernel.now() + timeoutUs;
  for (;;) {
    let object: Unstructured;
    try {
      object = yield* kube.api.get(target);
    } catch (error) {
      if (isNotFound(error)) return;
      throw error;
    }
    if (uid !== undefined && uidOf(object) !== uid) return;
    if (yield* watchedAway(kube, target, object, end)) return;
  }
}

/** `timed out waiting for the condition on pods/web`. */
export function timedOut({ resource, name }: Target): CommandError {
  return new CommandError(`timed out waiting for the condition on ${resource.resource}/${name}`);
}

/** True once its deletion was seen; false when the watch broke off. */
function* watchedAway(kube: Kube, target: Target, object: Unstructured, end: number): Task<boolean> {
  if (kube.kernel.now() > end) throw timedOut(target);
  const watch = yield* openWatch(kube, target.resource, target.namespace, {
    fieldSelector: `metadata.name=${target.name}`,
    resourceVersion: String(metaOf(object)['resourceVersion'] ?? ''),
  });
  try {
    for (;;) {
      const next = yield* watch.events.receiveUpTo(end - kube.kernel.now());
      if (next === TIMED_OUT) throw timedOut(target);
      if ('closed' in next) return false;
      if (next.event.type === 'DELETED') return true;
    }
  } finally {
    watch.stop();
  }
}
