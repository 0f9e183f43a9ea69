import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Result, ok } from '../../base/result.ts';
import type { HttpRequest } from '../../engine/cluster/gateway/exchange.ts';
import type { Gateway } from '../../engine/cluster/gateway/gateway.ts';
import { answerOf } from './answer.ts';
import { textOf } from './bytes.ts';
import { headersOf } from './headers.ts';
import { decodeProtobuf } from './protobuf/decode.ts';
import { serveUpgrades } from './upgrades.ts';

/** What the API server reads of one body (`--max-resource-write-bytes`). */
const BODY_LIMIT = 3 * 1024 * 1024;

/** Node's HTTP server in front of the simulated API; `came` is told of each request. */
export function httpServer(gateway: Gateway, came: () => void): Server {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > BODY_LIMIT) tooLarge(request, response);
    });
    request.on('end', () => {
      if (response.writableEnded) return;
      const read = readOf(request, Buffer.concat(chunks));
      if (!read.ok) return refuse(response, 400, 'BadRequest', read.error);
      const hangUp = gateway.handle(read.value, answerOf(request, response));
      response.on('close', hangUp);
      came();
    });
  });
  serveUpgrades(server, gateway, came);
  return server;
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

/** A request as the gateway reads it; what kubectl's typed clients send as protobuf becomes JSON here. */
function readOf(request: IncomingMessage, bytes: Buffer): Result<HttpRequest, string> {
  const protobuf = (request.headers['content-type'] ?? '').startsWith(PROTOBUF) && bytes.length > 0;
  const decoded = protobuf ? decodeProtobuf(bytes) : undefined;
  if (decoded?.ok === false) return decoded;
  return ok({
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    header: (name) =>
      protobuf && name === 'content-type' ? ['application/json'] : (request.headersDistinct[name] ?? []),
    headers: headersOf(request),
    body: decoded === undefined ? textOf(bytes) : JSON.stringify(decoded.value),
  });
}

function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  if (response.writableEnded) return;
  refuse(response, 413, 'RequestEntityTooLarge', `Request entity too large: limit is ${BODY_LIMIT}`);
  request.pause();
}

function refuse(response: ServerResponse, code: number, reason: string, message: string): void {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  response.writeHead(code, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify(status));
}
