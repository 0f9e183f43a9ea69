import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { Duplex } from 'node:stream';
import type { ForwardedClient, ForwardingCall, Outbox } from '../../engine/cluster/gateway/forwarding.ts';
import {
  type HttpResponse,
  type Payload,
  statusLine,
  wireText,
} from '../../engine/cluster/gateway/messages.ts';
import { TextOfPieces, bytesOf, textOf } from './bytes.ts';
import { headersOf, isHeader } from './headers.ts';
import type { SpdyStream, StreamEvents } from './spdy/session.ts';

/** How a request begins; what begins otherwise is some other protocol's. */
const REQUEST = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /;
const LONGEST_METHOD = 'OPTIONS '.length;

/** The local end of a forwarded connection: bytes out, and its end with what went wrong. */
interface Line {
  write(bytes: Buffer): void;
  end(error?: string): void;
}

/** A pair of streams: one client of a forwarded port. Models portforward.httpStreamHandler. */
export function forwardedStream(
  call: Pick<ForwardingCall, 'open'>,
  port: number,
  { data, error }: { readonly data: SpdyStream; readonly error: SpdyStream },
): StreamEvents {
  let over = false;
  let carrier: StreamEvents | undefined;
  const line: Line = {
    write: (bytes) => void (over || data.write(bytes)),
    end: (problem) => {
      if (over) return;
      over = true;
      if (problem !== undefined) error.write(Buffer.from(problem));
      data.end();
      error.end();
    },
  };
  // Whoever says nothing may be waiting for a greeting: the port is dialled at once.
  const spoken = new Spoken(call, port, line);
  return {
    data(bytes) {
      carrier ??= REQUEST.test(bytes.toString('latin1', 0, LONGEST_METHOD)) ? spoken.http() : spoken.text();
      carrier.data(bytes);
    },
    end: () => (carrier === undefined ? spoken.hangUp() : carrier.end()),
    reset() {
      over = true;
      carrier?.reset();
      spoken.hangUp();
    },
  };
}

/** A connection to a port of a Pod: HTTP as the simulation's messages, all else as text. */
class Spoken implements ForwardedClient {
  private readonly line: Line;
  private readonly outbox: Outbox;
  private readonly waiting: ServerResponse[] = [];
  private closing = false;

  constructor(call: Pick<ForwardingCall, 'open'>, port: number, line: Line) {
    this.line = line;
    this.outbox = call.open(port, this);
  }

  hangUp(): void {
    this.outbox.send(null);
  }

  message(message: unknown): void {
    const payload = message as Payload;
    const response = this.waiting[0];
    if (response === undefined || typeof payload === 'string') this.line.write(bytesOf(wireText(payload)));
    else if (payload.kind === 'response') {
      this.waiting.shift();
      answer(response, payload);
    }
    if (this.closing) this.hangUp();
  }

  ended(error?: string): void {
    // What was answered is written by then, or in this very turn.
    setImmediate(() => this.line.end(error));
  }

  /** Bytes as they come. The wires know no half-closed connection: what has ended hears one more answer. */
  text(): StreamEvents {
    const text = new TextOfPieces();
    const end = (): void => void (this.closing = true);
    return {
      data: (bytes) => this.outbox.send(text.take(bytes)),
      end,
      reset: () => undefined,
    };
  }

  /** Requests, read by Node's own server. */
  http(): StreamEvents {
    const { line } = this;
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        line.write(chunk);
        done();
      },
      final: (done) => {
        line.end();
        this.hangUp();
        done();
      },
    });
    socket.on('error', () => this.hangUp());
    const server = createServer((request, response) => this.ask(request, response));
    server.emit('connection', socket);
    return {
      data: (bytes) => void socket.push(bytes),
      end: () => void socket.push(null),
      reset: () => void socket.destroy(),
    };
  }

  private ask(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.waiting.push(response);
      this.outbox.send({
        kind: 'request',
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: headersOf(request),
        body: textOf(Buffer.concat(chunks)),
      });
    });
  }
}

/** Writes an answer of the simulation's to a client of Node's. */
export function answer(response: ServerResponse, payload: HttpResponse): void {
  const body = bytesOf(payload.body);
  const head = response.req.method === 'HEAD';
  response.sendDate = false;
  for (const [name, value] of Object.entries(payload.headers))
    if (isHeader(name, value)) response.setHeader(name, value);
  // The simulation counts what it sends; what goes out here is what counts.
  if (!head) response.setHeader('Content-Length', body.length);
  response.removeHeader('Transfer-Encoding');
  response.writeHead(payload.status, statusLine(payload).slice(4));
  response.end(head ? undefined : body);
}
