import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { type ApiStatus, failure } from '../../api/status.ts';
import type { Upgrade } from '../../engine/cluster/gateway/exchange.ts';
import type { Gateway } from '../../engine/cluster/gateway/gateway.ts';
import { WebSocketConnection } from './websocket.ts';

/** The subprotocol that kubectl 1.30 and later speak; of older ones its WebSockets make no use. */
const PROTOCOL = 'v5.channel.k8s.io';
const NOT_OFFERED = failure(
  403,
  'Forbidden',
  `unable to upgrade: this simulation serves ${PROTOCOL} over WebSockets alone`,
);

const NO_KEY = failure(400, 'BadRequest', 'the Sec-WebSocket-Key header is missing');

/** exec and attach over WebSockets. Of other upgrades the request is judged, so that its refusal is the API server's. */
export function serveUpgrades(server: Server, gateway: Gateway, came: () => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const stdin = new StringDecoder('utf8');
    const connection = new WebSocketConnection(socket, head, (bytes) => {
      const [channel = 0] = bytes;
      const rest = bytes.subarray(1);
      call?.receive(channel, channel === 0 ? stdin.write(rest) : rest.toString('latin1'));
      came();
    });
    const upgrade: Upgrade = {
      accept: () => {
        if (!offers(request)) refuse(socket, NOT_OFFERED);
        else if (request.headers['sec-websocket-key'] === undefined) refuse(socket, NO_KEY);
        else connection.accept(request, PROTOCOL);
      },
      refuse: (status) => refuse(socket, status),
      send: (channel, text) => connection.send(Buffer.concat([Buffer.from([channel]), Buffer.from(text)])),
      end: () => connection.end(),
    };
    const call = gateway.upgrade(
      {
        method: request.method ?? 'GET',
        url: request.url ?? '/',
        header: (name) => request.headersDistinct[name] ?? [],
        body: '',
      },
      upgrade,
    );
    socket.on('error', () => socket.destroy());
    socket.on('close', () => call?.gone.resolve());
    came();
  });
}

function offers({ headers }: IncomingMessage): boolean {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
  return headers.upgrade?.toLowerCase() === 'websocket' && protocols.includes(PROTOCOL);
}

function refuse(socket: Duplex, status: Pick<ApiStatus, 'code'>): void {
  const { code } = status;
  const body = JSON.stringify(status);
  socket.end(
    [
      `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? ''}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
