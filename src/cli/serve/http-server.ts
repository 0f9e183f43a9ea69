import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { HttpRequest } from '../../engine/cluster/gateway/exchange.ts';
import type { Gateway } from '../../engine/cluster/gateway/gateway.ts';

/** What the API server reads of one body (`--max-resource-write-bytes`). */
const BODY_LIMIT = 3 * 1024 * 1024;

/** Node's HTTP server in front of the simulated API; `came` is told of each request. */
export function httpServer(gateway: Gateway, came: () => void): Server {
  return createServer((request, response) => {
    request.setEncoding('utf8');
    let body = '';
    request.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > BODY_LIMIT) tooLarge(request, response);
    });
    request.on('end', () => {
      if (response.writableEnded) return;
      const hangUp = gateway.handle(readOf(request, body), answerOf(response));
      response.on('close', hangUp);
      came();
    });
  });
}

function readOf(request: IncomingMessage, body: string): HttpRequest {
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    header: (name) => request.headersDistinct[name] ?? [],
    body,
  };
}

function answerOf(response: ServerResponse): Parameters<Gateway['handle']>[1] {
  return {
    head(code, headers) {
      response.writeHead(
        code,
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : [...value],
          ]),
        ),
      );
      response.flushHeaders();
    },
    write: (text) => void response.write(text),
    end: () => void response.end(),
  };
}

function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  if (response.writableEnded) return;
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `Request entity too large: limit is ${BODY_LIMIT}`,
    reason: 'RequestEntityTooLarge',
    code: 413,
  };
  response.writeHead(413, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify(status));
  request.pause();
}
