import { toWireJson } from '../../../api/json-text.ts';
import { type ApiStatus, failure, newBadRequest } from '../../../api/status.ts';
import type { Task } from '../../kernel/task.ts';
import { type ApiError, Client, type Identity } from '../../machinery/client.ts';
import type { HttpRequest, HttpResponse } from '../../network/port.ts';
import { header, response } from '../../workloads/http.ts';
import { readRequest } from '../gateway/read-request.ts';
import type { NodeHttp } from './host-port.ts';

/** Probes and load balancers ask these often, and nobody follows them through the server. */
const HEALTH = /^\/(?:livez|readyz|healthz)(?:[/?]|$)/;
/** Streams both ways need an upgrade of the connection. */
const UPGRADES: ReadonlySet<string> = new Set(['exec', 'attach', 'portforward']);
const JSON_TYPE = 'application/json';

/** The API server on its port: a bearer token says who asks, without one nobody in particular does. */
export const apiHandler: NodeHttp['api'] = ({ transport, placeOf }) =>
  function* (request, remote): Task<HttpResponse> {
    if (HEALTH.test(request.path) && header(request, 'Authorization') === undefined) return text(200, 'ok');
    return yield* answer(new Client(transport, callerOf(request, placeOf(remote))), request);
  };

/** Carries a request out for whoever the client is. */
export function* answer(client: Client, request: HttpRequest): Task<HttpResponse> {
  const asked = readRequest(
    {
      method: request.method,
      url: request.path,
      header: (name) => [header(request, name)].filter((value) => value !== undefined),
      headers: request.headers,
      body: request.body,
    },
    client.served(),
  );
  if (!asked.ok) return refusal(request, asked.error);
  const { verb, subresource = '' } = asked.value.request;
  if (verb === 'watch')
    return refusal(request, failure(501, 'InternalError', 'a watch is not carried here; use kubectl get -w'));
  if (UPGRADES.has(subresource)) return refusal(request, newBadRequest('Upgrade request required'));
  const done = yield* client.request(asked.value.request);
  if (!done.ok) return refusal(request, done.error);
  const { code, body, headers } = done.value;
  if (headers !== undefined) return response(code, String(body), { ...headers, ':issuer': 'kubernetes' });
  if (typeof body === 'string') return text(code, body);
  return { ...json(request, code, body), ...(request.method === 'HEAD' ? { body: '' } : {}) };
}

/** Who a request says that it comes from. */
export function callerOf(request: HttpRequest, from: string): Identity {
  const token = /^Bearer (.+)$/.exec(header(request, 'Authorization') ?? '')?.[1];
  const client = /^[\w.-]+/.exec(header(request, 'User-Agent') ?? '')?.[0] ?? 'http';
  return {
    user: 'system:anonymous',
    groups: ['system:unauthenticated'],
    client,
    from,
    credential: token === undefined ? { kind: 'none' } : { kind: 'token', token },
  };
}

function refusal(request: HttpRequest, error: ApiError | ApiStatus): HttpResponse {
  return error.kind === 'Status' ? json(request, error.code, error) : text(503, `${error.message}\n`);
}

/** Tools that people use are answered in lines. Models isPrettyPrint. */
function json(request: HttpRequest, code: number, body: unknown): HttpResponse {
  const pretty =
    /[?&]pretty=(?:true|1)?(?:&|$)/.test(request.path) ||
    /^(?:curl|Wget|Mozilla)/.test(header(request, 'User-Agent') ?? '');
  return made(code, pretty ? JSON.stringify(body, null, 2) : `${toWireJson(body)}\n`, JSON_TYPE);
}

const text = (code: number, body: string): HttpResponse => made(code, body, 'text/plain; charset=utf-8');

/** Its certificate is signed by the cluster's own authority. */
function made(code: number, body: string, type: string): HttpResponse {
  return response(code, body, { 'Content-Type': type, ':issuer': 'kubernetes' });
}
