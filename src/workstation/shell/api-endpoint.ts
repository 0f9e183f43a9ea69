import { err, ok } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Task } from '../../engine/kernel/task.ts';
import type { Client, Identity } from '../../engine/machinery/client.ts';
import type { HttpResponse } from '../../engine/workloads/sockets.ts';
import { API_ANSWERS } from '../web/api-answers.ts';
import { type Answer, AnsweredStream } from './answered-stream.ts';

/** The API server as anybody on the network finds it: who shows no certificate and no token is anonymous. */
export interface ApiEndpoint {
  readonly address: string;
  readonly port: number;
  readonly connect: (identity: Identity) => Client;
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
    if (request.headers[':verify'] !== undefined) return err('untrusted');
    const { answer, callerOf } = API_ANSWERS.get();
    return ok(yield* answer(endpoint.connect(callerOf(request, 'outside')), request));
  });
}

const NO_TLS = 'Client sent an HTTP request to an HTTPS server.\n';

function respond(status: number, body: string, type: string): HttpResponse {
  return {
    kind: 'response',
    status,
    headers: { 'Content-Type': type, 'Content-Length': String(body.length) },
    body,
  };
}
