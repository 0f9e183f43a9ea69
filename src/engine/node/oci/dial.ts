import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { HttpResponse, NetError } from '../../network/port.ts';
import { dialText } from '../../workloads/dial-text.ts';
import type { Machine } from './machine.ts';

// How a program written in Go on the node reaches a Pod, with the error texts of net and net/http.

const AWAITING = 'context deadline exceeded (Client.Timeout exceeded while awaiting headers)';

export interface DialRequest {
  readonly purpose?: 'lifecycle';
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly timeoutUs: number;
}

/** Connects and hangs up; answers whether whoever listens takes gRPC. */
export function* dialTcp(
  machine: Machine,
  host: string,
  port: number,
  timeoutUs: number,
): Task<Result<boolean, string>> {
  const connected = yield* machine.network.connect(machine.netns, { host, port }, { timeoutUs });
  if (!connected.ok) return err(dialError(machine, connected.error, host, port));
  connected.value.close();
  return ok(connected.value.versatile);
}

function dialError(machine: Machine, error: NetError, host: string, port: number): string {
  const at = `${host}:${port}`;
  // The node's own resolver knows none of the cluster's names.
  if ((error === 'no-route' || error === 'unreachable') && isName(host))
    return `dial tcp: lookup ${host} on ${nameserver(machine)}:53: no such host`;
  return dialText(error, at);
}

function isName(host: string): boolean {
  return !host.includes(':') && !/^[\d.]+$/.test(host);
}

function nameserver(machine: Machine): string {
  const text = machine.files.readFile('/etc/resolv.conf');
  return /^nameserver (\S+)/m.exec(text.ok ? text.value : '')?.[1] ?? '127.0.0.1';
}

/** One request on a connection of its own. */
export function* dialHttp(machine: Machine, request: DialRequest): Task<Result<HttpResponse, string>> {
  const { kernel, network, netns } = machine;
  const { host, port, path, timeoutUs, scheme } = request;
  const at = `${host}:${port}`;
  const began = kernel.now();
  const connected = yield* network.connect(netns, { host, port }, { timeoutUs });
  if (!connected.ok)
    return err(connected.error === 'timeout' ? AWAITING : dialError(machine, connected.error, host, port));
  const connection = connected.value;
  // Most programs here serve plain HTTP: a TLS client meets an answer it cannot read.
  if (scheme === 'https' && !connection.versatile) {
    connection.close();
    return err('http: server gave HTTP response to HTTPS client');
  }
  const headers: Record<string, string> = {
    Host: at,
    'User-Agent': `kube-${request.purpose ?? 'probe'}/1.36`,
    Accept: '*/*',
    Connection: 'close',
    ...(scheme === 'https' ? { ':scheme': 'https' } : {}),
  };
  for (const [name, value] of request.headers) headers[name] = value;
  connection.send({ kind: 'request', method: 'GET', path, headers, body: '' });
  const answer = yield* connection.receive(Math.max(1, timeoutUs - (kernel.now() - began)));
  connection.close();
  if (!answer.ok)
    return err(
      answer.error === 'timeout'
        ? AWAITING
        : `read tcp ${connection.localAddress}:${connection.localPort}->${at}: read: connection reset by peer`,
    );
  if (answer.value === 'end') return err('EOF');
  if (typeof answer.value === 'string' || answer.value.kind !== 'response') {
    return err(
      `net/http: HTTP/1.x transport connection broken: malformed HTTP response ${JSON.stringify(typeof answer.value === 'string' ? answer.value.split('\n')[0] : '')}`,
    );
  }
  return ok(answer.value);
}
