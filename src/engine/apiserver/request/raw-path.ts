import { goQuote } from '../../../api/go-text.ts';
import { type Resource, resourceByPath } from '../../../api/resources.ts';
import type { ApiRequest, RequestOptions } from '../../machinery/client.ts';
import { dryRunOptions } from './body-options.ts';

/** Subresources of a Namespace: what else follows its name is a resource in it. Models namespaceSubresources. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/** A raw path as the resource request it is; undefined when it names no resource. Models RequestInfoFactory (1.36). */
export function resourceRequest(
  request: ApiRequest,
  custom: readonly Resource[] = [],
): ApiRequest | undefined {
  const [path = '', query = ''] = (request.path ?? '').split('?');
  const parts = path.split('/').filter((part) => part !== '');
  const head = parts[0] === 'api' ? 2 : parts[0] === 'apis' ? 3 : 0;
  if (head === 0 || parts.length <= head) return undefined;
  const group = head === 2 ? '' : (parts[1] ?? '');
  const version = parts[head - 1] ?? '';
  const rest = parts.slice(head).map(unescaped);
  if (rest.includes(undefined)) return undefined;
  const namespaced = rest[0] === 'namespaces' && rest.length > 2 && !OF_NAMESPACES.has(rest[2] ?? '');
  const [word = '', name = '', subresource, ...below] = namespaced ? rest.slice(2) : rest;
  const resource =
    resourceByPath(group, version, word) ??
    custom.find((one) => one.group === group && one.version === version && one.resource === word);
  if (resource === undefined) return undefined;
  const options =
    subresource === 'proxy'
      ? {
          ...request.options,
          params: { path: `/${below.join('/')}${endOf(path, below)}${query === '' ? '' : `?${query}`}` },
        }
      : { ...request.options, ...queryOptions(query) };
  const { path: _, ...other } = request;
  return {
    ...other,
    verb: verbOf(request.verb, name),
    resource: resource.key,
    namespace: namespaced ? (rest[1] ?? '') : '',
    name,
    ...(subresource === undefined ? {} : { subresource }),
    options,
  };
}

/** The slash at the end of a path that goes on behind a proxy. */
function endOf(path: string, below: readonly (string | undefined)[]): string {
  return path.endsWith('/') && below.length > 0 ? '/' : '';
}

function verbOf(verb: ApiRequest['verb'], name: string): ApiRequest['verb'] {
  if (name !== '') return verb;
  return verb === 'get' ? 'list' : verb === 'delete' ? 'deletecollection' : verb;
}

const TEXTS = new Set([
  'labelSelector',
  'fieldSelector',
  'resourceVersion',
  'resourceVersionMatch',
  'continue',
  'fieldManager',
  'fieldValidation',
  'propagationPolicy',
]);
const NUMBERS = new Set(['limit', 'timeoutSeconds', 'gracePeriodSeconds']);
const SWITCHES = new Set(['force', 'allowWatchBookmarks', 'orphanDependents']);

/** A URL's query as options; what no option is called by stays a parameter of the subresource. */
export function queryOptions(query: string): RequestOptions {
  const options: Record<string, unknown> = {};
  const params: Record<string, string | string[]> = {};
  const dryRun: string[] = [];
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [key, value] = [
      pair.slice(0, equals < 0 ? undefined : equals),
      equals < 0 ? '' : pair.slice(equals + 1),
    ];
    const text = unescaped(value.replaceAll('+', ' '));
    // What is no escape is no parameter: net/url leaves the pair out.
    if (text === undefined) continue;
    if (TEXTS.has(key)) options[key] = text;
    else if (NUMBERS.has(key) && !/^[-+]?\d{1,18}$/.test(text))
      options['malformed'] = `strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`;
    else if (NUMBERS.has(key)) options[key] = Number(text);
    else if (SWITCHES.has(key)) options[key] = isTrue(text);
    else if (key === 'dryRun') dryRun.push(text);
    else params[key] = withValue(params[key], text);
  }
  if (Object.keys(params).length > 0) options['params'] = params;
  return { ...options, ...dryRunOptions(dryRun) };
}

/** A part of a URL without its escapes; undefined when one of them is none. */
function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function withValue(before: string | string[] | undefined, value: string): string | string[] {
  return before === undefined ? value : [before, value].flat();
}

/** What Go's query conversion takes for true. */
export function isTrue(text: string): boolean {
  return text !== 'false' && text !== '0';
}
