import { type Resource, resourceByKey } from '../../../api/resources.ts';
import { unreadJson, unrecognizedBody } from '../../../api/unrecognized-body.ts';
import { jsonError } from '../../../api/go-json-error.ts';
import { type ApiStatus, failure, newBadRequest } from '../../../api/status.ts';
import { parseYaml } from '../../../api/yaml/documents.ts';
import type { Json } from '../../../base/json.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { ApiRequest, Identity, PatchType, RequestOptions, RequestVerb } from '../../machinery/client.ts';
import { isTrue, resourceRequest } from '../../apiserver/request/raw-path.ts';
import { ADMIN } from '../identities.ts';
import type { HttpRequest } from './exchange.ts';

const VERBS: Readonly<Record<string, RequestVerb>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

const PATCH_TYPES: Readonly<Record<string, PatchType>> = {
  'application/json-patch+json': 'json',
  'application/merge-patch+json': 'merge',
  'application/strategic-merge-patch+json': 'strategic',
  'application/apply-patch+yaml': 'apply',
};

/** What an HTTP request asks of the API server. */
export interface Asked {
  readonly request: ApiRequest;
  /** Objects from `resourceVersion` on, then a bookmark, then the changes. Models sendInitialEvents. */
  readonly initialEvents: boolean;
  readonly follow: boolean;
}

/** The API request that an HTTP request stands for. Models endpoints/request RequestInfoFactory and the REST handlers' reading. */
export function readRequest(http: HttpRequest, custom: readonly Resource[]): Result<Asked, ApiStatus> {
  const verb = VERBS[http.method];
  if (verb === undefined)
    return err(
      failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource'),
    );
  const raw: ApiRequest = { verb, resource: '', namespace: '', name: '', path: http.url };
  const asked = resourceRequest(raw, custom);
  if (asked?.subresource === 'proxy') return ok(plain(handedOn(http, asked)));
  const body = bodyOf(http, verb === 'patch', verb === 'delete' ? 'DeleteOptions' : kindOf(asked, custom));
  if (!body.ok) return body;
  if (asked === undefined) return ok({ request: raw, initialEvents: false, follow: false });
  if (body.value === undefined && asked.subresource === undefined && (verb === 'create' || verb === 'update'))
    return err(newBadRequest('EOF'));
  const params = asked.options?.params ?? {};
  const request = { ...asked, options: optionsOf(http, asked) };
  if (verb === 'patch') {
    const patchType = PATCH_TYPES[mediaType(http.header('content-type')[0] ?? '')];
    if (patchType === undefined) return err(unsupported(Object.keys(PATCH_TYPES)));
    return ok(plain({ ...request, patchType, body: body.value }));
  }
  if (verb === 'create' || verb === 'update' || verb === 'delete')
    return ok(plain({ ...request, ...(body.value === undefined ? {} : { body: body.value }) }));
  if (verb === 'get' && isSet(params['watch']) && asked.subresource === undefined)
    return ok({
      request: watched(request),
      initialEvents: isSet(params['sendInitialEvents']),
      follow: false,
    });
  return ok({
    request,
    initialEvents: false,
    follow: asked.subresource === 'log' && isSet(params['follow']),
  });
}

/** The kind that a request's body must be of. */
function kindOf(asked: ApiRequest | undefined, custom: readonly Resource[]): string {
  const resource = resourceByKey(asked?.resource ?? '') ?? custom.find(({ key }) => key === asked?.resource);
  return resource?.kind ?? '';
}

const plain = (request: ApiRequest): Asked => ({ request, initialEvents: false, follow: false });

/** What belongs to one connection, or says who the caller is, goes no further. */
const OWN_HEADERS =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|authorization|impersonate-.*)$/i;

/** A request that a Pod or a Service is asked: its body is theirs. */
function handedOn(http: HttpRequest, asked: ApiRequest): ApiRequest {
  const headers = Object.entries(http.headers).filter(([name]) => !OWN_HEADERS.test(name));
  return {
    ...asked,
    proxied: { method: http.method, headers: Object.fromEntries(headers), body: http.body },
  };
}

/** One object is watched as a collection of that name. */
function watched(request: ApiRequest): ApiRequest {
  const { name, options } = request;
  if (name === '') return { ...request, verb: 'watch' };
  return {
    ...request,
    verb: 'watch',
    name: '',
    options: { ...options, fieldSelector: `metadata.name=${name}` },
  };
}

function isSet(value: string | readonly string[] | undefined): boolean {
  return typeof value === 'string' && value !== '' && isTrue(value);
}

function mediaType(text: string): string {
  return (text.split(';')[0] ?? '').trim().toLowerCase();
}

function unsupported(types: readonly string[]): ApiStatus {
  return failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${types.join(', ')}`,
  );
}

/** Media types of bodies that are objects; a patch's own are in PATCH_TYPES. */
const OBJECT_TYPES = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'];
const NO_OBJECT =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

function bodyOf(http: HttpRequest, patches: boolean, kind: string): Result<Json | undefined, ApiStatus> {
  const type = mediaType(http.header('content-type')[0] ?? 'application/json');
  if (!patches && http.method !== 'GET' && http.body !== '' && !OBJECT_TYPES.includes(type))
    return err(unsupported(OBJECT_TYPES));
  if (http.body === '') return ok(undefined);
  // Decoded already, where it was protobuf.
  if (type === 'application/vnd.kubernetes.protobuf') return err(unsupported(OBJECT_TYPES));
  const read = type.endsWith('yaml') ? yamlBody(http.body) : jsonBody(http.body);
  if (patches)
    return read.ok
      ? read
      : err(
          newBadRequest(
            type.endsWith('yaml') ? `error decoding YAML: ${YAML_HEAD}${read.error}` : read.error,
          ),
        );
  if (!read.ok)
    return err(
      unrecognizedBody(http.body, kind, type.endsWith('yaml') ? read.error : unreadJson(read.error)),
    );
  const body = read.value;
  if (typeof body === 'object' && !Array.isArray(body)) return ok(body);
  const what = Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body;
  return err(
    unrecognizedBody(http.body, kind, unreadJson(`json: cannot unmarshal ${what} into ${NO_OBJECT}`)),
  );
}

const YAML_HEAD = 'error converting YAML to JSON: ';

function yamlBody(text: string): Result<Json, string> {
  const read = parseYaml(text);
  return read.ok ? read : err(read.error.replace(YAML_HEAD, ''));
}

function jsonBody(text: string): Result<Json, string> {
  const problem = jsonError(text);
  return problem === undefined ? ok(JSON.parse(text) as Json) : err(problem);
}

/** Query and Accept. */
function optionsOf(http: HttpRequest, asked: ApiRequest): RequestOptions {
  const { params = {}, ...options } = asked.options ?? {};
  const { watch: _, sendInitialEvents: __, timeout: ___, pretty: ____, ...rest } = params;
  return {
    ...options,
    ...(wantsTable(http) ? { asTable: true } : {}),
    ...(Object.keys(rest).length === 0 ? {} : { params: rest }),
  };
}

function wantsTable(http: HttpRequest): boolean {
  return http.header('accept').some((text) => text.split(',')[0]?.includes('as=Table') === true);
}

/** Who asks: a bearer token's owner, else the administrator; and whom they act as. */
export function callerOf(http: HttpRequest): Identity {
  const [token] = http.header('authorization').flatMap((text) => /^Bearer (.+)$/.exec(text)?.slice(1) ?? []);
  const [user] = http.header('impersonate-user');
  const [uid] = http.header('impersonate-uid');
  const client = /^[\w.-]+/.exec(http.header('user-agent')[0] ?? '')?.[0] ?? 'http';
  return {
    ...ADMIN,
    client,
    ...(token === undefined ? {} : { credential: { kind: 'token', token } as const }),
    ...(user === undefined
      ? {}
      : {
          impersonate: {
            user,
            groups: http.header('impersonate-group'),
            ...(uid === undefined ? {} : { uid }),
          },
        }),
  };
}
