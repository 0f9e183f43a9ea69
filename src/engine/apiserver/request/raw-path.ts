import { resourceByPath } from '../../../api/resources.ts';
import type { ApiRequest } from '../../machinery/client.ts';

/** A raw path as the resource request it is; undefined when it names no resource. Models RequestInfoFactory. */
export function resourceRequest(request: ApiRequest): ApiRequest | undefined {
  const [path = '', query = ''] = (request.path ?? '').split('?');
  const parts = path.split('/').filter((part) => part !== '');
  const head = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : 0;
  if (head === 0 || parts.length <= head) return undefined;
  const group = head === 2 ? '' : (parts[1] ?? '');
  const version = parts[head - 1] ?? '';
  const rest = parts.slice(head);
  const namespaced = rest[0] === 'namespaces' && rest.length > 2;
  const [word = '', name = '', subresource] = namespaced ? rest.slice(2) : rest;
  const resource = resourceByPath(group, version, word);
  if (resource === undefined) return undefined;
  const verb = request.verb === 'get' && name === '' ? 'list' : request.verb;
  const namespace = namespaced ? (rest[1] ?? '') : '';
  const { path: _, ...other } = request;
  return {
    ...other,
    verb,
    resource: resource.key,
    namespace,
    name,
    ...(subresource === undefined ? {} : { subresource }),
    options: { ...request.options, ...queryOptions(query) },
  };
}

function queryOptions(query: string): ApiRequest['options'] {
  const options: Record<string, unknown> = {};
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    if (equals < 0) continue;
    const key = pair.slice(0, equals);
    const value = decodeURIComponent(pair.slice(equals + 1));
    if (key === 'limit' || key === 'timeoutSeconds') options[key] = Number(value);
    else options[key] = value;
  }
  return options;
}
