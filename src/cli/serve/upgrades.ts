import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { failure } from '../../api/status.ts';
import type { HttpRequest, Upgrade } from '../../engine/cluster/gateway/exchange.ts';
import type { Gateway } from '../../engine/cluster/gateway/gateway.ts';
import { TextOfPieces, bytesOf } from './bytes.ts';
import { headersOf } from './headers.ts';
import { servePortForward } from './port-forward.ts';
import { refuseUpgrade } from './refuse.ts';
import { WebSocketConnection, offeredProtocols } from './websocket.ts';

/** The subprotocol that kubectl 1.30 and later speak; of older ones its WebSockets make no use. */
const PROTOCOL = 'v5.channel.k8s.io';
const NOT_OFFERED = failure(
  403,
  'Forbidden',
  `unable to upgrade: this simulation serves ${PROTOCOL} over WebSockets alone`,
);

const NO_KEY = failure(400, 'BadRequest', 'the Sec-WebSocket-Key header is missing');

/** Requests that become streams both ways. Of upgrades that are not served the request is judged, so that its refusal is the API server's. */
export function serveUpgrades(server: Server, gateway: Gateway, came: () => void): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const http: HttpRequest = {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      header: (name) => request.headersDistinct[name] ?? [],
      headers: headersOf(request),
      body: '',
    };
    const upgraded = { request, socket, head };
    if (gateway.forwards(http)) servePortForward(upgraded, http, gateway, came);
    else serveChannels(upgraded, http, gateway, came);
    came();
  });
}

/** exec and attach over WebSockets: a message's first byte names its channel. */
function serveChannels(
  { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
  http: HttpRequest,
  gateway: Gateway,
  came: () => void,
): void {
  const stdin = new TextOfPieces();
  const connection = new WebSocketConnection(socket, head, (bytes) => {
    const [channel = 0] = bytes;
    const rest = bytes.subarray(1);
    call?.receive(channel, channel === 0 ? stdin.take(rest) : rest.toString('latin1'));
    came();
  });
  const upgrade: Upgrade = {
    accept: () => {
      if (!offeredProtocols(request).includes(PROTOCOL)) refuseUpgrade(socket, NOT_OFFERED);
      else if (request.headers['sec-websocket-key'] === undefined) refuseUpgrade(socket, NO_KEY);
      else connection.accept(request, PROTOCOL);
    },
    refuse: (status) => refuseUpgrade(socket, status),
    send: (channel, text) => connection.send(Buffer.concat([Buffer.from([channel]), bytesOf(text)])),
    end: () => connection.end(),
  };
  const call = gateway.upgrade(http, upgrade);
  socket.on('close', () => call?.gone.resolve());
}
