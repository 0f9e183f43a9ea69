import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from '../../api/status.ts';
import type { ForwardingCall } from '../../engine/cluster/gateway/forwarding.ts';
import type { HttpRequest } from '../../engine/cluster/gateway/exchange.ts';
import type { Gateway } from '../../engine/cluster/gateway/gateway.ts';
import { forwardedStream } from './forwarded-stream.ts';
import { refuseUpgrade } from './refuse.ts';
import { type SpdyStream, type StreamEvents, SpdySession } from './spdy/session.ts';
import { WebSocketConnection, offeredProtocols } from './websocket.ts';

const PROTOCOL = 'portforward.k8s.io';
/** The same within a WebSocket. */
const TUNNELLED = `SPDY/3.1+${PROTOCOL}`;
const NOT_OFFERED = failure(400, 'BadRequest', 'unable to upgrade: no tunneling spdy protocols provided');

/** A connection that was upgraded, with what may be said down it. */
interface Upgraded {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** port-forward: SPDY, in a WebSocket or by itself. Models apiserver TunnelingHandler and the kubelet behind it. */
export function servePortForward(
  upgraded: Upgraded,
  http: HttpRequest,
  gateway: Gateway,
  came: () => void,
): void {
  const { socket } = upgraded;
  const carried = carrier(upgraded, (bytes) => {
    session.receive(bytes);
    came();
  });
  const pairs = new StreamPairs((port, pair) => {
    const events = call === undefined ? undefined : forwardedStream(call, port, pair);
    came();
    return events;
  });
  const session = new SpdySession({
    send: (bytes) => carried?.send(bytes),
    opened: (stream) => pairs.opened(stream),
    broken: () => carried?.end(),
  });
  const call: Pick<ForwardingCall, 'open'> | undefined = gateway.forward(http, {
    accept: () => (carried === undefined ? refuseUpgrade(socket, NOT_OFFERED) : carried.accept()),
    refuse: (status) => refuseUpgrade(socket, status),
  });
  socket.on('close', () => {
    session.close();
    came();
  });
}

interface Carrier {
  accept(): void;
  send(bytes: Buffer): void;
  end(): void;
}

/** What carries the bytes both ways; undefined when the client offers neither. */
function carrier(
  { request, socket, head }: Upgraded,
  received: (bytes: Buffer) => void,
): Carrier | undefined {
  if (offeredProtocols(request).includes(TUNNELLED)) {
    const connection = new WebSocketConnection(socket, head, received);
    return {
      accept: () => connection.accept(request, TUNNELLED),
      send: (bytes) => connection.send(bytes),
      end: () => connection.end(),
    };
  }
  if (request.headers.upgrade?.toLowerCase() !== 'spdy/3.1') return undefined;
  return {
    accept() {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nX-Stream-Protocol-Version: ${PROTOCOL}\r\n\r\n`,
      );
      if (head.length > 0) received(head);
      socket.on('data', received);
    },
    send: (bytes) => void (socket.writable && socket.write(bytes)),
    end: () => void socket.end(),
  };
}

type Pair = Parameters<typeof forwardedStream>[2];

/** Streams come in pairs: one for data, one for what goes wrong, of one request. */
class StreamPairs {
  private readonly whole: (port: number, pair: Pair) => StreamEvents | undefined;
  private readonly errors = new Map<string, SpdyStream>();

  constructor(whole: (port: number, pair: Pair) => StreamEvents | undefined) {
    this.whole = whole;
  }

  opened(stream: SpdyStream): StreamEvents | undefined {
    const { streamtype: type, port: text = '', requestid: id = '' } = stream.headers;
    const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
    if (port < 1 || port > 65_535) return undefined;
    if (type === 'error') {
      this.errors.set(id, stream);
      const nothing = (): void => undefined;
      return { data: nothing, end: nothing, reset: nothing };
    }
    const error = this.errors.get(id);
    this.errors.delete(id);
    return type === 'data' && error !== undefined ? this.whole(port, { data: stream, error }) : undefined;
  }
}
