import type { KubeObject, ObjectRef } from '../../../api/object.ts';
import {
  type ApiStatus,
  newBadRequest,
  newNotFound,
  newResourceExpired,
  newTimeout,
} from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { RequestContext } from '../request/context.ts';
import { tableOf } from '../table.ts';
import { type ObjectFilter, filterOf } from '../watch/selection.ts';
import { type Outcome, type Registry, answer } from './registry.ts';

const CONTINUE_EXPIRED =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/** GET of one object. */
export function* get(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield* sleep(rc.server.settings.etcdReadUs);
  const object = registry.etcd.get(rc.resourceName, { namespace: rc.namespace, name: rc.name });
  if (object === undefined) return err(missing(registry, rc));
  rc.stage('storage', 'passed');
  return answer(
    rc,
    200,
    rc.options.asTable === true ? tableOf(rc, [object], object.metadata?.resourceVersion) : object,
  );
}

function missing(registry: Registry, rc: RequestContext): ApiStatus {
  const namespace: ObjectRef = { namespace: '', name: rc.namespace };
  // What kubectl's user sees of a read in a namespace that is not there.
  if (rc.kind.namespaced && registry.etcd.read('namespaces', namespace) === undefined)
    return newNotFound('namespaces', rc.namespace);
  return newNotFound(rc.resourceName, rc.name);
}

/** GET of a collection. */
export function* list(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield* sleep(rc.server.settings.etcdReadUs);
  const filter = filterOf(rc.kind, rc.options);
  if (!filter.ok) return filter;
  const ahead = yield* waitForVersion(registry, rc);
  if (ahead !== undefined) return err(ahead);
  const page = readPage(registry, rc, filter.value);
  if (!page.ok) return page;
  rc.stage('storage', 'passed');
  const { items, metadata } = page.value;
  if (rc.options.asTable === true) return answer(rc, 200, { ...tableOf(rc, items), metadata });
  return answer(rc, 200, {
    apiVersion: rc.resource.apiVersion,
    kind: `${rc.resource.kind}List`,
    metadata,
    items,
  });
}

/** How long a read waits for a version that is not there yet. Models cacher's blockTimeout. */
const FRESH_WAIT_US = 3_000_000;

/** A list from a version of the future waits for it, and gives up. Models waitUntilFreshAndBlock. */
function* waitForVersion(registry: Registry, rc: RequestContext): Task<ApiStatus | undefined> {
  const asked = Number(rc.options.resourceVersion ?? 0);
  if (!(asked > registry.etcd.rev)) return undefined;
  yield* sleep(FRESH_WAIT_US);
  const { rev } = registry.etcd;
  return asked > rev ? newTimeout(`Too large resource version: ${asked}, current: ${rev}`, 1) : undefined;
}

interface Page {
  readonly items: readonly KubeObject[];
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

function readPage(registry: Registry, rc: RequestContext, filter: ObjectFilter): Result<Page, ApiStatus> {
  const { limit, continue: token } = rc.options;
  const position = token === undefined || token === '' ? undefined : readToken(token);
  if (position === null)
    return err(newBadRequest('continue key is not valid: illegal base64 data at input byte 0'));
  const exact = rc.options.resourceVersionMatch === 'Exact' ? Number(rc.options.resourceVersion) : undefined;
  const rev = position?.rev ?? exact ?? registry.etcd.rev;
  const all = objectsAt(registry, rc, rev);
  if (all === undefined)
    return err(newResourceExpired(position === undefined ? tooOld(registry, rev) : CONTINUE_EXPIRED));
  const start = position === undefined ? 0 : all.findIndex((object) => keyOf(object) > position.key);
  const matching = (start < 0 ? [] : all.slice(start)).filter(filter.matches);
  const resourceVersion = String(rev);
  if (limit === undefined || limit <= 0 || matching.length <= limit)
    return ok({ items: matching, metadata: { resourceVersion } });
  const items = matching.slice(0, limit);
  const last = items[limit - 1] as KubeObject;
  const more = {
    continue: `${rev}|${keyOf(last)}`,
    ...(filter.everything ? { remainingItemCount: matching.length - limit } : {}),
  };
  return ok({ items, metadata: { resourceVersion, ...more } });
}

function tooOld(registry: Registry, rev: number): string {
  return `too old resource version: ${rev} (${registry.etcd.compacted})`;
}

function keyOf(object: KubeObject): string {
  return `${object.metadata?.namespace ?? ''}/${object.metadata?.name ?? ''}`;
}

function readToken(token: string): { readonly rev: number; readonly key: string } | null {
  const bar = token.indexOf('|');
  const rev = Number(token.slice(0, bar));
  return bar < 1 || !Number.isInteger(rev) ? null : { rev, key: token.slice(bar + 1) };
}

/** The collection as it stood at a revision; undefined when that is compacted away. */
function objectsAt(registry: Registry, rc: RequestContext, rev: number): readonly KubeObject[] | undefined {
  const present = registry.etcd.range(rc.resourceName, rc.namespace);
  if (rev >= registry.etcd.rev) return present;
  const since = registry.etcd.eventsAfter(rc.resourceName, rev);
  if (since === undefined) return undefined;
  const objects = new Map(present.map((object) => [keyOf(object), object]));
  for (const { ref, previous } of [...since].reverse()) {
    if (rc.namespace !== '' && ref.namespace !== rc.namespace) continue;
    const key = `${ref.namespace}/${ref.name}`;
    if (previous === undefined) objects.delete(key);
    else objects.set(key, previous);
  }
  return [...objects.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
