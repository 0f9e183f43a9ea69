import { err } from '../../../base/result.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { KubeObject } from '../../../api/object.ts';
import type { RequestContext } from '../request/context.ts';
import { filterOf } from '../watch/selection.ts';
import { removeObject } from './delete.ts';
import { type Outcome, type Registry, answer, refOf } from './registry.ts';

/** DELETE of a collection: object by object. Models Store.DeleteCollection (1.36). */
export function* removeCollection(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield* sleep(rc.server.settings.etcdReadUs);
  const filter = filterOf(rc.kind, rc.options);
  if (!filter.ok) return filter;
  const items: KubeObject[] = [];
  for (const object of registry.etcd.range(rc.resourceName, rc.namespace).filter(filter.value.matches)) {
    const outcome = yield* removeObject(registry, rc, { ref: refOf(object), options: rc.options });
    if (!outcome.ok && outcome.error.reason !== 'NotFound') return err(outcome.error);
    items.push(object);
  }
  const metadata = { resourceVersion: String(registry.etcd.rev) };
  return answer(rc, 200, {
    apiVersion: rc.resource.apiVersion,
    kind: `${rc.resource.kind}List`,
    metadata,
    items,
  });
}
