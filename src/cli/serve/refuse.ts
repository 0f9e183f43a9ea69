import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiStatus } from '../../api/status.ts';

/** Answers a request for an upgrade with a refusal. */
export function refuseUpgrade(socket: Duplex, status: Pick<ApiStatus, 'code'>): void {
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
