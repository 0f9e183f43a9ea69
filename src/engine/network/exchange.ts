import type { Kernel } from '../kernel/kernel.ts';
import type { Task } from '../kernel/task.ts';
import { isAddress, isLoopback } from './addresses.ts';
import type {
  Connection,
  Exchange,
  NetError,
  NetNamespace,
  Network,
  RequestOptions,
  Target,
} from './port.ts';

export interface ExchangeJob {
  readonly ns: NetNamespace;
  readonly target: Target;
  readonly options: RequestOptions;
}

/** One HTTP exchange from the name to the answer, within the time it is given. */
export function* exchange(network: Network, kernel: Kernel, job: ExchangeJob): Task<Exchange> {
  const started = kernel.now();
  const left = (): number => job.options.timeoutUs - (kernel.now() - started);
  const done = (result: Exchange['result'], more: Partial<Exchange> = {}): Exchange => ({
    result,
    tookUs: kernel.now() - started,
    ...more,
  });
  const { host, port } = job.target;
  let address = host;
  if (!isAddress(host) && !isLoopback(host)) {
    const found = yield* network.resolve(job.ns, host, { search: true });
    const record = found.records.find(({ type }) => type === 'A');
    if (record === undefined) return done(found.status === 'timeout' ? 'timeout' : 'unresolved');
    address = record.data;
  }
  if (left() <= 0) return done('timeout');
  const connected = yield* network.connect(job.ns, { host: address, port }, { timeoutUs: left() });
  if (!connected.ok) return done(resultOf(connected.error));
  const answer = yield* ask(connected.value, job, left);
  connected.value.close();
  const peer = `${connected.value.remoteAddress}:${connected.value.remotePort}`;
  if (typeof answer === 'string') return done(answer, { peer });
  return done('ok', { peer, response: answer });
}

function* ask(
  connection: Connection,
  job: ExchangeJob,
  left: () => number,
): Task<Exchange['result'] | NonNullable<Exchange['response']>> {
  const { options, target } = job;
  const host = target.port === 80 ? target.host : `${target.host}:${target.port}`;
  const sent = connection.send({
    kind: 'request',
    method: options.method ?? 'GET',
    path: options.path ?? '/',
    headers: { Host: host, ...options.headers, Connection: 'close' },
    body: options.body ?? '',
  });
  if (!sent.ok) return 'reset';
  for (;;) {
    const got = yield* connection.receive(Math.max(0, left()));
    if (!got.ok) return resultOf(got.error);
    if (got.value === 'end') return 'reset';
    if (typeof got.value === 'object' && got.value.kind === 'response') return got.value;
  }
}

export function resultOf(error: NetError): Exchange['result'] {
  switch (error) {
    case 'refused':
      return 'refused';
    case 'reset':
      return 'reset';
    case 'timeout':
      return 'timeout';
    case 'unreachable':
    case 'no-route':
    case 'address-not-available':
      return 'unreachable';
  }
}
