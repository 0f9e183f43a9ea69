import { goQuote } from '../../../api/go-text.ts';
import { type ApiStatus, newForbidden } from '../../../api/status.ts';
import type { Access } from './authorizer.ts';

/** Models handlers/responsewriters/errors.go Forbidden (1.36). */
export function forbiddenAccess(access: Access, reason: string | undefined): ApiStatus {
  const { user, verb, group, resource, subresource, namespace, name, path } = access;
  const tail = reason === undefined || reason === '' ? '' : `: ${reason}`;
  if (path !== undefined)
    return newForbidden('', '', `User ${goQuote(user.name)} cannot ${verb} path ${goQuote(path)}${tail}`);
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const scope = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`;
  const text = `User ${goQuote(user.name)} cannot ${verb} resource ${goQuote(what)} in API group ${goQuote(group)} ${scope}${tail}`;
  return newForbidden(group === '' ? resource : `${resource}.${group}`, name, text);
}
