import type { Task } from '../../kernel/task.ts';
import { response } from '../http.ts';
import type { HttpRequest, HttpResponse, Syscalls } from '../program.ts';
import { addressOf } from '../toolbox/wget.ts';

const READ_TIMEOUT_US = 60_000_000;
const CONNECT_TIMEOUT_US = 60_000_000;

export interface ProxyJob {
  readonly request: HttpRequest;
  /** `http://name:port[/path]` */
  readonly proxyPass: string;
  readonly upstreams: ReadonlyMap<string, readonly string[]>;
  /** Counts requests, for the round robin over an upstream's servers. */
  readonly turn: number;
}

/** Passes a request on: 502 when the upstream refuses or resets, 504 when it is silent. Tries each server of an upstream once. */
export function* proxyRequest(sys: Syscalls, job: ProxyJob): Task<HttpResponse> {
  const [authority = '', ...rest] = job.proxyPass.replace(/^https?:\/\//, '').split('/');
  const name = authority.split(':')[0] ?? '';
  const servers = job.upstreams.get(name) ?? [authority];
  const path = rest.length > 0 ? `/${rest.join('/')}` : job.request.path;
  let last = response(502, '');
  for (let i = 0; i < servers.length; i++) {
    const server = servers[(job.turn + i) % servers.length] as string;
    const answer = yield* tryServer(sys, server, {
      ...job.request,
      path,
      headers: { ...job.request.headers, Host: authority, Connection: 'close' },
    });
    if (typeof answer !== 'number') return answer;
    last = response(answer, '');
  }
  return last;
}

function* tryServer(sys: Syscalls, server: string, request: HttpRequest): Task<HttpResponse | number> {
  const [host = '', port = '80'] = server.split(':');
  const address = yield* addressOf(sys, host);
  if (address === undefined) return 502;
  let connected = yield* sys.connect(address, Number(port), { timeoutUs: CONNECT_TIMEOUT_US });
  while (connected === 'interrupted')
    connected = yield* sys.connect(address, Number(port), { timeoutUs: CONNECT_TIMEOUT_US });
  if (!connected.ok) return connected.error === 'timeout' ? 504 : 502;
  const connection = connected.value;
  sys.send(connection, request);
  for (;;) {
    const got = yield* sys.receive(connection, READ_TIMEOUT_US);
    if (got === 'interrupted') continue;
    connection.close();
    if (!got.ok) return got.error === 'timeout' ? 504 : 502;
    return typeof got.value === 'object' && got.value.kind === 'response' ? got.value : 502;
  }
}
