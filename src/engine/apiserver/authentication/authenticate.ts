import { type ApiStatus, newUnauthorized } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Identity } from '../../machinery/client.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import { forbiddenAccess } from '../authorization/forbidden.ts';
import type { UserInfo } from '../request/user.ts';

// Models authentication/request (x509, bearertoken, anonymous, union) and filters/impersonation (1.36).

const AUTHENTICATED = 'system:authenticated';
const UNAUTHENTICATED = 'system:unauthenticated';
const ANONYMOUS = 'system:anonymous';
const SERVICE_ACCOUNT = 'system:serviceaccount:';

const users = new WeakMap<Identity, UserInfo>();

/** Whose a token is, of those that the server knows. */
export interface Tokens {
  get(token: string): UserInfo | undefined;
}

/** Who an identity proves to be; 401 when its token is none the server knows. */
export function authenticate(identity: Identity, tokens: Tokens): Result<UserInfo, ApiStatus> {
  const { credential } = identity;
  if (credential?.kind === 'token') {
    const user = tokens.get(credential.token ?? '');
    return user === undefined ? err(newUnauthorized()) : ok(user);
  }
  const known = users.get(identity);
  if (known !== undefined) return ok(known);
  const user =
    credential?.kind === 'none' ? { name: ANONYMOUS, groups: [UNAUTHENTICATED] } : certificateUser(identity);
  users.set(identity, user);
  return ok(user);
}

function certificateUser({ user, groups }: Identity): UserInfo {
  return { name: user, groups: groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED] };
}

const impersonated = new WeakMap<Identity, UserInfo>();

/** The user somebody acts as, if they may. */
export function impersonate(
  identity: Identity,
  requester: UserInfo,
  authorize: Authorizer,
): Result<UserInfo, ApiStatus> {
  const wanted = identity.impersonate;
  if (wanted === undefined) return ok(requester);
  for (const { group, resource, namespace, name } of neededFor(wanted)) {
    const access = {
      user: requester,
      verb: 'impersonate',
      group,
      resource,
      subresource: '',
      namespace,
      name,
    };
    const { allowed, reason } = authorize(access);
    if (!allowed) return err(forbiddenAccess(access, reason));
  }
  let user = impersonated.get(identity);
  if (user === undefined) {
    user = impersonatedUser(wanted);
    impersonated.set(identity, user);
  }
  return ok(user);
}

interface Needed {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}

function neededFor({ user, groups = [], uid }: NonNullable<Identity['impersonate']>): readonly Needed[] {
  const account = serviceAccountOf(user);
  const needed: Needed[] = [
    account === undefined
      ? { group: '', resource: 'users', namespace: '', name: user }
      : { group: '', resource: 'serviceaccounts', namespace: account.namespace, name: account.name },
  ];
  for (const name of groups) needed.push({ group: '', resource: 'groups', namespace: '', name });
  if (uid !== undefined)
    needed.push({ group: 'authentication.k8s.io', resource: 'uids', namespace: '', name: uid });
  return needed;
}

function impersonatedUser({ user, groups = [], uid }: NonNullable<Identity['impersonate']>): UserInfo {
  const account = serviceAccountOf(user);
  const own = groups.length > 0 || account === undefined ? groups : accountGroups(account.namespace);
  const extra = user === ANONYMOUS ? UNAUTHENTICATED : AUTHENTICATED;
  const all = own.includes(AUTHENTICATED) || own.includes(UNAUTHENTICATED) ? own : [...own, extra];
  return uid === undefined ? { name: user, groups: all } : { name: user, groups: all, uid };
}

/** Groups of every service account of a namespace. */
export function accountGroups(namespace: string): readonly string[] {
  return ['system:serviceaccounts', `system:serviceaccounts:${namespace}`];
}

function serviceAccountOf(user: string): { readonly namespace: string; readonly name: string } | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT)) return undefined;
  const [namespace, name, ...rest] = user.slice(SERVICE_ACCOUNT.length).split(':');
  return namespace === undefined || name === undefined || rest.length > 0 ? undefined : { namespace, name };
}
