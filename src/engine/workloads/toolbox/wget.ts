import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import { header, statusLine } from '../http.ts';
import type { Syscalls } from '../program.ts';
import type { Connection, HttpResponse, NetError } from '../sockets.ts';
import { utf8Length } from '../vfs/file-text.ts';
import { fail, options, out, writeAll } from './io.ts';

interface Url {
  readonly host: string;
  readonly port: number;
  readonly path: string;
}

interface Job {
  readonly sys: Syscalls;
  readonly quiet: boolean;
  readonly timeoutUs: number | undefined;
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const MAX_REDIRECTS = 20;
/** How long wget waits for a connection or an answer without -T; `-T 0` is for ever. */
const DEFAULT_SECONDS = '900';

export function parseUrl(text: string): Url | undefined {
  const found = /^(?:(https?):\/\/)?([^/:?#]+|\[[^\]]+\])(?::(\d+))?([/?#].*)?$/.exec(text);
  if (found === null) return undefined;
  const port = found[3] === undefined ? (found[1] === 'https' ? 443 : 80) : Number(found[3]);
  const path = found[4] ?? '/';
  return { host: found[2] as string, port, path: path.startsWith('/') ? path : `/${path}` };
}

/** errno's text of a failed connection. */
export function netErrorText(error: NetError): string {
  switch (error) {
    case 'refused':
      return ERRNO_TEXT.ECONNREFUSED;
    case 'timeout':
      return ERRNO_TEXT.ETIMEDOUT;
    case 'reset':
      return ERRNO_TEXT.ECONNRESET;
    case 'unreachable':
      return ERRNO_TEXT.ENETUNREACH;
    case 'no-route':
      return ERRNO_TEXT.EHOSTUNREACH;
    case 'address-not-available':
      return ERRNO_TEXT.EADDRNOTAVAIL;
    case 'untrusted':
      return ERRNO_TEXT.ECONNRESET;
  }
}

/** The numeric address of a host as getaddrinfo finds it; undefined when there is none. */
export function* addressOf(sys: Syscalls, host: string, timeoutUs?: number): Task<string | undefined> {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return host;
  for (;;) {
    const found = yield* sys.resolve(host, { search: true, timeoutUs });
    if (found === 'interrupted') continue;
    return found.records.find(({ type }) => type === 'A')?.data;
  }
}

/** Long options of wget, as short ones. */
function shortened(argv: readonly string[]): {
  readonly argv: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly spider: boolean;
} {
  const kept: string[] = [];
  const headers: Record<string, string> = {};
  let body: string | undefined;
  let spider = false;
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] as string;
    const long = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg);
    if (long === null) {
      kept.push(arg);
      continue;
    }
    const value = (): string => long[2] ?? argv[++i] ?? '';
    switch (long[1]) {
      case 'spider':
        spider = true;
        break;
      case 'quiet':
        kept.push('-q');
        break;
      case 'server-response':
        kept.push('-S');
        break;
      case 'timeout':
        kept.push('-T', value());
        break;
      case 'output-document':
        kept.push('-O', value());
        break;
      case 'tries':
        value();
        break;
      case 'post-data':
        body = value();
        break;
      case 'header': {
        const field = value();
        headers[field.slice(0, field.indexOf(':'))] = field.slice(field.indexOf(':') + 1).trim();
        break;
      }
      case 'user-agent':
        headers['User-Agent'] = value();
        break;
      default:
        break;
    }
  }
  return { argv: kept, headers, body, spider };
}

/** Models busybox networking/wget.c. */
export function* wget(sys: Syscalls, argv: readonly string[]): Task<number> {
  const long = shortened(argv);
  const { flags, rest, bad } = options(long.argv, 'cqSsO:o:P:U:T:t:Y:n');
  if (bad !== undefined) return yield* fail(sys, `wget: unrecognized option: ${bad}`);
  const [first] = rest;
  const url = first === undefined ? undefined : parseUrl(first);
  if (url === undefined)
    return yield* fail(sys, first === undefined ? 'wget: missing URL' : `wget: bad address '${first}'`);
  const seconds = flags.get('T') ?? DEFAULT_SECONDS;
  const job: Job = {
    sys,
    quiet: flags.has('q'),
    timeoutUs: seconds === '0' ? undefined : Number(seconds) * 1_000_000,
    method: long.spider ? 'HEAD' : long.body === undefined ? 'GET' : 'POST',
    body: long.body ?? '',
    headers: { 'User-Agent': flags.get('U') ?? 'Wget', ...long.headers },
  };
  const answer = yield* follow(job, url);
  if (typeof answer === 'string') return yield* fail(sys, answer);
  if (flags.has('S'))
    yield* writeAll(
      sys,
      2,
      `  HTTP/1.1 ${statusLine(answer)}\n${Object.entries(answer.headers)
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}`,
    );
  if (long.spider) return job.quiet ? 0 : yield* say(job, 'remote file exists\n');
  return yield* save(
    job,
    answer,
    flags.get('O') ?? (url.path.split('/').pop()?.split('?')[0] || 'index.html'),
  );
}

function* say(job: Job, text: string): Task<number> {
  if (!job.quiet) yield* writeAll(job.sys, 2, text);
  return 0;
}

function* follow(job: Job, start: Url): Task<HttpResponse | string> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const answer = yield* exchange(job, url);
    if (typeof answer === 'string') return answer;
    if (answer.status >= 200 && answer.status < 300) return answer;
    const location = header(answer, 'Location');
    if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined)
      return `wget: server returned error: HTTP/1.1 ${statusLine(answer)}`;
    const next = location.startsWith('/') ? { ...url, path: location } : parseUrl(location);
    if (next === undefined) return `wget: bad address '${location}'`;
    url = next;
  }
  return 'wget: too many redirections';
}

function* exchange(job: Job, url: Url): Task<HttpResponse | string> {
  const { sys } = job;
  const address = yield* addressOf(sys, url.host);
  if (address === undefined) return `wget: bad address '${url.host}'`;
  yield* say(
    job,
    `Connecting to ${url.host}${url.host === address ? '' : ` (${address}:${url.port})`}${url.host === address ? ` (${address}:${url.port})` : ''}\n`,
  );
  const started = sys.now();
  let connected = yield* sys.connect(address, url.port, { timeoutUs: job.timeoutUs });
  while (connected === 'interrupted')
    connected = yield* sys.connect(address, url.port, { timeoutUs: job.timeoutUs });
  if (!connected.ok) {
    // The kernel may have given up before.
    const timedOut =
      connected.error === 'timeout' && job.timeoutUs !== undefined && sys.now() - started >= job.timeoutUs;
    return timedOut
      ? 'wget: download timed out'
      : `wget: can't connect to remote host (${address}): ${netErrorText(connected.error)}`;
  }
  const connection = connected.value;
  const answer = yield* ask(job, connection, url);
  connection.close();
  return answer;
}

function* ask(job: Job, connection: Connection, url: Url): Task<HttpResponse | string> {
  const { sys } = job;
  const host = url.port === 80 ? url.host : `${url.host}:${url.port}`;
  sys.send(connection, {
    kind: 'request',
    method: job.method,
    path: url.path,
    headers: { Host: host, ...job.headers, Connection: 'close' },
    body: job.body,
  });
  for (;;) {
    const got = yield* sys.receive(connection, job.timeoutUs);
    if (got === 'interrupted') continue;
    if (!got.ok)
      return got.error === 'timeout'
        ? 'wget: download timed out'
        : `wget: error getting response: ${netErrorText(got.error)}`;
    if (got.value === 'end') return 'wget: error getting response';
    if (typeof got.value === 'string') return `wget: bad header line: ${got.value.split('\n')[0] ?? ''}`;
    if (got.value.kind === 'response') return got.value;
  }
}

function* save(job: Job, answer: HttpResponse, target: string): Task<number> {
  const { sys } = job;
  const name = target === '-' ? '-' : target;
  const bytes = utf8Length(answer.body);
  const bar = `${name.slice(0, 20).padEnd(20)} 100% |********************************| ${String(bytes).padStart(5)}  0:00:00 ETA\n`;
  if (target === '-') {
    yield* say(job, 'writing to stdout\n');
    yield* out(sys, answer.body);
    yield* say(job, `${bar}written to stdout\n`);
    return 0;
  }
  const opened = sys.open(target, 'write', { create: true, truncate: true });
  if (!opened.ok) return yield* fail(sys, `wget: can't open '${target}': ${ERRNO_TEXT[opened.error]}`);
  yield* say(job, `saving to '${target}'\n`);
  const written = yield* writeAll(sys, opened.value, answer.body);
  sys.close(opened.value);
  if (!written) return yield* fail(sys, 'wget: write error: No space left on device');
  return yield* say(job, `${bar}'${target}' saved\n`);
}
