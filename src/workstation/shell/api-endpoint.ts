import { type Result, err, ok } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import { Future, type Task } from '../../engine/kernel/task.ts';
import type { Client, RequestVerb } from '../../engine/machinery/client.ts';
import type { NetStream } from '../../engine/workloads/process/context.ts';
import type { HttpRequest, HttpResponse, NetError, Payload } from '../../engine/workloads/sockets.ts';

const VERBS: Readonly<Record<string, RequestVerb>> = { GET: 'get', HEAD: 'get', DELETE: 'delete' };

/** The API server as anybody on the network finds it: who shows no certificate and no token is anonymous. */
export interface ApiEndpoint {
  readonly address: string;
  readonly port: number;
  readonly anonymous: () => Client;
}

/** A connection to the API server's port. It speaks TLS: what comes without is told so. */
export class ApiStream implements NetStream {
  readonly localAddress = '10.99.0.254';
  readonly localPort = 40_000;
  readonly remoteAddress: string;
  readonly remotePort: number;
  closed = false;
  private readonly kernel: Kernel;
  private readonly endpoint: ApiEndpoint;
  private readonly arrived: Result<Payload | 'end', NetError>[] = [];
  private arrival = new Future();

  constructor(kernel: Kernel, endpoint: ApiEndpoint) {
    this.kernel = kernel;
    this.endpoint = endpoint;
    this.remoteAddress = endpoint.address;
    this.remotePort = endpoint.port;
  }

  send(payload: Payload): Result<void, NetError> {
    if (this.closed) return err('reset');
    this.kernel.spawn(this.answer(payload));
    return ok();
  }

  private *answer(payload: Payload): Task {
    const request = typeof payload === 'object' && payload.kind === 'request' ? payload : undefined;
    const secure = request?.headers[':scheme'] === 'https';
    this.arrived.push(
      ok(request !== undefined && secure ? yield* this.served(request) : respond(400, NO_TLS, 'text/plain')),
    );
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  private *served({ method, path }: HttpRequest): Task<HttpResponse> {
    const verb = VERBS[method];
    if (verb === undefined)
      return respond(405, 'the server does not allow this method on the requested resource\n', 'text/plain');
    const request = { verb, resource: '', namespace: '', name: '', path };
    const answer = yield* this.endpoint.anonymous().request(request);
    if (answer.ok) {
      const { body } = answer.value;
      return typeof body === 'string' ? respond(200, body, 'text/plain; charset=utf-8') : json(200, body);
    }
    const { error } = answer;
    return error.kind === 'Status'
      ? json(error.code ?? 500, error)
      : respond(503, `${error.message}\n`, 'text/plain');
  }

  poll(): Result<Payload | 'end', NetError> | undefined {
    return this.arrived.shift();
  }

  ready(): Future {
    return this.arrival;
  }

  close(): void {
    this.closed = true;
  }
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
