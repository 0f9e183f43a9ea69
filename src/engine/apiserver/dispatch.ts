import { type ApiStatus, failure, newMethodNotSupported } from '../../api/status.ts';
import { err } from '../../base/result.ts';
import { type Task, sleep } from '../kernel/task.ts';
import { handleEventsAlias, isEventsAlias } from './events-alias.ts';
import { create } from './registry/create.ts';
import { removeCollection } from './registry/delete-collection.ts';
import { remove } from './registry/delete.ts';
import { patch } from './registry/patch.ts';
import { get, list } from './registry/read.ts';
import type { Outcome, Registry } from './registry/registry.ts';
import { update } from './registry/update.ts';
import { optionsProblem } from './request/options.ts';
import type { RequestContext } from './request/context.ts';
import type { UserInfo } from './request/user.ts';
import { type Reviewer, isReview, review } from './reviews/reviews.ts';
import { bind } from './subresources/binding.ts';
import { evict } from './subresources/eviction.ts';
import { scale } from './subresources/scale.ts';
import { requestToken } from './subresources/token.ts';

/** What requests are carried out with. */
export interface Handlers {
  readonly registry: Registry;
  readonly reviewer: Reviewer;
  /** Tokens handed out, and whose they are. */
  readonly issued: Map<string, UserInfo>;
}

/** Served, with a warning at every answer. Models the prerelease-lifecycle of each type. */
const DEPRECATED: Readonly<Record<string, string>> = {
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  componentstatuses: 'v1 ComponentStatus is deprecated in v1.19+',
};

/** Carries out an authorized request. */
export function dispatch(handlers: Handlers, rc: RequestContext): Task<Outcome> {
  const { registry } = handlers;
  const { verb } = rc.request;
  const deprecated = DEPRECATED[rc.resourceName] ?? rc.kind.custom?.warning;
  if (deprecated !== undefined) rc.warn(deprecated);
  const wrong = optionsProblem(rc.request);
  if (wrong !== undefined) return refuse(wrong);
  if (rc.subresource !== '') return dispatchSubresource(handlers, rc);
  if (isEventsAlias(rc)) return handleEventsAlias(rc, (stored) => dispatch(handlers, stored));
  if (isReview(rc))
    return verb === 'create'
      ? review(handlers.reviewer, rc)
      : refuse(newMethodNotSupported(rc.resourceName, verb));
  switch (verb) {
    case 'get':
      return get(registry, rc);
    case 'list':
      return list(registry, rc);
    case 'create':
      return create(registry, rc);
    case 'update':
      return update(registry, rc);
    case 'patch':
      return patch(registry, rc);
    case 'delete':
      return remove(registry, rc);
    case 'deletecollection':
      return removeCollection(registry, rc);
    case 'watch':
      return refuse(newMethodNotSupported(rc.resourceName, verb));
  }
}

function dispatchSubresource({ registry, issued }: Handlers, rc: RequestContext): Task<Outcome> {
  const { verb } = rc.request;
  const { subresource, resourceName, kind } = rc;
  if (verb === 'create') {
    if (resourceName === 'pods' && subresource === 'binding') return bind(registry, rc);
    if (resourceName === 'pods' && subresource === 'eviction') return evict(registry, rc);
    if (resourceName === 'serviceaccounts' && subresource === 'token')
      return requestToken(registry, rc, issued);
  }
  if (subresource === 'scale' && kind.scale !== undefined && ['get', 'update', 'patch'].includes(verb))
    return scale(registry, rc, kind.scale);
  if (kind.subresources?.[subresource] === undefined) return refuse(notServed());
  if (verb === 'get') return get(registry, rc);
  if (verb === 'update') return update(registry, rc);
  if (verb === 'patch') return patch(registry, rc);
  return refuse(newMethodNotSupported(rc.resourceName, verb));
}

/** 404 for what the server has no route for. */
export function notServed(): ApiStatus {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

function* refuse(error: ApiStatus): Task<Outcome> {
  yield* sleep(0);
  return err(error);
}
