import type { ApiStatus } from '../../api/status.ts';
import type { Task } from '../kernel/task.ts';
import { type Tokens, authenticate, impersonate } from './authentication/authenticate.ts';
import type { Access, Authorizer } from './authorization/authorizer.ts';
import { forbiddenAccess } from './authorization/forbidden.ts';
import type { RequestContext } from './request/context.ts';
import { filterOf } from './watch/selection.ts';

const READS_MANY = new Set(['list', 'watch', 'deletecollection']);

/** Authentication, impersonation and authorization: what stands before every handler. */
export class Gate {
  private readonly authorize: Authorizer;
  private readonly tokens: Tokens;

  constructor(authorize: Authorizer, tokens: Tokens) {
    this.authorize = authorize;
    this.tokens = tokens;
  }

  /** A request for a resource: the refusal, or nothing. */
  pass(rc: RequestContext): Task<ApiStatus | undefined> {
    return this.check(rc, () => accessOf(rc));
  }

  /** A request for a path. */
  passPath(rc: RequestContext, path: string): Task<ApiStatus | undefined> {
    const bare = path.split('?')[0] ?? path;
    return this.check(rc, () => ({
      user: rc.user,
      verb: rc.request.verb,
      group: '',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: bare,
    }));
  }

  private *check(rc: RequestContext, access: () => Access): Task<ApiStatus | undefined> {
    yield rc.stageTime();
    const proven = authenticate(rc.identity, this.tokens);
    if (!proven.ok) {
      rc.stage('authentication', 'refused', { note: proven.error.message });
      return proven.error;
    }
    const acting = impersonate(rc.identity, proven.value, this.authorize);
    if (!acting.ok) {
      rc.stage('authorization', 'refused', { note: acting.error.message });
      return acting.error;
    }
    rc.user = acting.value;
    rc.stage('authentication', 'passed', { note: rc.user.name });
    yield rc.stageTime();
    return this.decide(rc, access());
  }

  private decide(rc: RequestContext, access: Access): ApiStatus | undefined {
    const { allowed, reason } = this.authorize(access);
    if (allowed) {
      rc.stage('authorization', 'passed');
      return undefined;
    }
    const error = forbiddenAccess(access, reason);
    rc.stage('authorization', 'refused', { note: error.message });
    return error;
  }
}

/** The attributes of a request. A create names nothing yet; a list of one name counts as naming it. */
function accessOf(rc: RequestContext): Access {
  const { verb } = rc.request;
  const { group, resource, namespaced } = rc.resource;
  const many = READS_MANY.has(verb);
  const filter = many && rc.options.fieldSelector !== undefined ? filterOf(rc.kind, rc.options) : undefined;
  const fieldSelector = filter?.ok === true ? filter.value.exact : undefined;
  const unnamed = verb === 'create' && rc.subresource === '';
  const name = unnamed ? '' : many ? (fieldSelector?.get('metadata.name') ?? '') : rc.name;
  const namespace = namespaced ? rc.namespace : resource === 'namespaces' && !many && !unnamed ? rc.name : '';
  const access = { user: rc.user, verb, group, resource, subresource: rc.subresource, namespace, name };
  return fieldSelector === undefined ? access : { ...access, fieldSelector };
}
