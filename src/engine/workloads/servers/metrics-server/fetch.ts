import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { reasonOf } from '../../http.ts';
import { dialText } from '../../dial-text.ts';
import type { HttpResponse, Syscalls } from '../../program.ts';

const TIMEOUT_US = 10_000_000;

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly token: string;
  /** Certificates may be anybody's. */
  readonly insecure: boolean;
}

/** One GET over TLS, with the words of Go's net/http for what goes wrong. */
export function* fetchHttps(sys: Syscalls, target: Target): Task<Result<HttpResponse, string>> {
  const { host, port, path } = target;
  const failed = (why: string): Result<never, string> => err(`Get "https://${host}:${port}${path}": ${why}`);
  const address = yield* addressOf(sys, host);
  if (!address.ok) return failed(address.error);
  let connected = yield* sys.connect(address.value, port, { timeoutUs: TIMEOUT_US });
  while (connected === 'interrupted')
    connected = yield* sys.connect(address.value, port, { timeoutUs: TIMEOUT_US });
  if (!connected.ok) return failed(dialText(connected.error, `${address.value}:${port}`));
  const connection = connected.value;
  sys.send(connection, {
    kind: 'request',
    method: 'GET',
    path,
    headers: {
      Host: `${host}:${port}`,
      'User-Agent': 'metrics-server/v0.8.0',
      ':scheme': 'https',
      Authorization: `Bearer ${target.token}`,
      Connection: 'close',
    },
    body: '',
  });
  for (;;) {
    const got = yield* sys.receive(connection, TIMEOUT_US);
    if (got === 'interrupted') continue;
    connection.close();
    if (!got.ok)
      return failed(got.error === 'timeout' ? 'context deadline exceeded' : 'read: connection reset by peer');
    if (typeof got.value === 'string' || got.value.kind !== 'response') return failed('EOF');
    const untrusted = target.insecure ? undefined : problemOf(host, got.value);
    return untrusted === undefined
      ? ok(got.value)
      : failed(`tls: failed to verify certificate: ${untrusted}`);
  }
}

/** What the body of a refused request is told as. */
export function statusText({ status }: HttpResponse): string {
  return `${status} ${reasonOf(status)}`;
}

/** Models x509.Certificate.Verify: the name is looked at before the authority. */
function problemOf(host: string, { headers }: HttpResponse): string | undefined {
  const names = headers[':names'];
  if (names === undefined) return undefined;
  if (/^[\d.]+$/.test(host))
    return `x509: cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  if (!names.split(',').includes(host)) return `x509: certificate is valid for ${names}, not ${host}`;
  return headers[':issuer'] === 'kubernetes' ? undefined : 'x509: certificate signed by unknown authority';
}

function* addressOf(sys: Syscalls, host: string): Task<Result<string, string>> {
  if (/^[\d.]+$/.test(host)) return ok(host);
  let found = yield* sys.resolve(host, { search: true });
  while (found === 'interrupted') found = yield* sys.resolve(host, { search: true });
  const address = found.records.find(({ type }) => type === 'A')?.data;
  return address === undefined
    ? err(`dial tcp: lookup ${host} on ${found.server}:53: no such host`)
    : ok(address);
}
