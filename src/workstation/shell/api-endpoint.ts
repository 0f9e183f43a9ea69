import { err, ok } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Task } from '../../engine/kernel/task.ts';
import type { Client, RequestVerb } from '../../engine/machinery/client.ts';
import type { HttpRequest, HttpResponse } from '../../engine/workloads/sockets.ts';
import { type Answer, AnsweredStream } from './answered-stream.ts';

const VERBS: Readonly<Record<string, RequestVerb>> = { GET: 'get', HEAD: 'get', DELETE: 'delete' };

/** The API server as anybody on the network finds it: who shows no certificate and no token is anonymous. */
export interface ApiEndpoint {
  readonly address: string;
  readonly port: number;
  readonly anonymous: () => Client;
}

/** A connection to the API server's port. It speaks TLS: what comes without is told so. */
export function apiStream(kernel: Kernel, endpoint: ApiEndpoint): AnsweredStream {
  const ends = {
    localAddress: '10.99.0.254',
    localPort: 40_000,
    remoteAddress: endpoint.address,
    remotePort: endpoint.port,
  };
  return new AnsweredStream(kernel, ends, function* (payload): Task<Answer> {
    const request = typeof payload === 'object' && payload.kind === 'request' ? payload : undefined;
    if (request?.headers[':scheme'] !== 'https') return ok(respond(400, NO_TLS, 'text/plain'));
    // Its certificate is signed by the cluster's own authority, which the machine does not know.
    return request.headers[':verify'] === undefined ? ok(yield* served(endpoint, request)) : err('untrusted');
  });
}

function* served(endpoint: ApiEndpoint, { method, path }: HttpRequest): Task<HttpResponse> {
  const verb = VERBS[method];
  if (verb === undefined)
    return respond(405, 'the server does not allow this method on the requested resource\n', 'text/plain');
  const request = { verb, resource: '', namespace: '', name: '', path };
  const answer = yield* endpoint.anonymous().request(request);
  if (answer.ok) {
    const { body } = answer.value;
    return typeof body === 'string' ? respond(200, body, 'text/plain; charset=utf-8') : json(200, body);
  }
  const { error } = answer;
  return error.kind === 'Status'
    ? json(error.code ?? 500, error)
    : respond(503, `${error.message}\n`, 'text/plain');
}

const NO_TLS = 'Client sent an HTTP request to an HTTPS server.\n';

/** curl is answered in lines. Models isPrettyPrint. */
const json = (status: number, body: unknown): HttpResponse =>
  respond(status, JSON.stringify(body, null, 2), 'application/json');

function respond(status: number, body: string, type: string): HttpResponse {
  return {
    kind: 'response',
    status,
    headers: { 'Content-Type': type, 'Content-Length': String(body.length) },
    body,
  };
}
