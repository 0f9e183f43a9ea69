import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import { header, statusLine } from '../http.ts';
import type { HttpResponse, NetError, Program, Syscalls } from '../program.ts';
import { utf8Length } from '../vfs/file-text.ts';
import { fail, out, writeAll } from './io.ts';
import { addressOf, parseUrl } from './wget.ts';

interface CurlOptions {
  readonly url: string;
  readonly silent: boolean;
  readonly showErrors: boolean;
  readonly include: boolean;
  readonly headOnly: boolean;
  readonly failFast: boolean;
  readonly follow: boolean;
  readonly output: string | undefined;
  readonly method: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxTimeUs: number | undefined;
  readonly connectTimeoutUs: number | undefined;
  readonly writeOut: string | undefined;
  /** Whether certificates are looked at. */
  readonly insecure: boolean;
  /** The file of an authority that the system does not know. */
  readonly authority: string | undefined;
}

const VALUES = new Set([
  '-o',
  '-X',
  '-d',
  '-H',
  '-m',
  '-w',
  '-A',
  '-u',
  '--output',
  '--request',
  '--data',
  '--header',
  '--max-time',
  '--connect-timeout',
  '--write-out',
  '--user-agent',
  '--retry',
  '--resolve',
  '--cacert',
]);
const CONNECT_DEFAULT_US = 300_000_000;

function parse(argv: readonly string[]): CurlOptions | string {
  const flags = new Map<string, string>();
  const headers: Record<string, string> = {};
  let url: string | undefined;
  for (let i = 1; i < argv.length; i++) {
    const arg = argv[i] as string;
    if (!arg.startsWith('-') || arg === '-') {
      url ??= arg;
      continue;
    }
    const words = arg.startsWith('--') ? [arg] : Array.from(arg.slice(1)).map((letter) => `-${letter}`);
    for (const [index, word] of words.entries()) {
      if (!VALUES.has(word)) {
        flags.set(word, '');
        continue;
      }
      const attached = words
        .slice(index + 1)
        .map((each) => each.slice(1))
        .join('');
      const value = attached !== '' && !arg.startsWith('--') ? attached : (argv[++i] ?? '');
      if (word === '-H' || word === '--header')
        headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim();
      else flags.set(word, value);
      break;
    }
  }
  if (url === undefined)
    return "curl: no URL specified!\ncurl: try 'curl --help' or 'curl --manual' for more information";
  const get = (...names: string[]): string | undefined =>
    names.map((name) => flags.get(name)).find((value) => value !== undefined);
  const seconds = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(text) * 1_000_000;
  const data = get('-d', '--data');
  const headOnly = get('-I', '--head') !== undefined;
  return {
    url,
    headers: { 'User-Agent': get('-A', '--user-agent') ?? 'curl/8.9.1', Accept: '*/*', ...headers },
    silent: get('-s', '--silent') !== undefined,
    showErrors: get('-S', '--show-error') !== undefined,
    include: get('-i', '--include') !== undefined,
    headOnly,
    failFast: get('-f', '--fail') !== undefined,
    follow: get('-L', '--location') !== undefined,
    output: get('-o', '--output'),
    method: get('-X', '--request') ?? (headOnly ? 'HEAD' : data === undefined ? 'GET' : 'POST'),
    body: data ?? '',
    maxTimeUs: seconds(get('-m', '--max-time')),
    connectTimeoutUs: seconds(get('--connect-timeout')),
    writeOut: get('-w', '--write-out'),
    insecure: get('-k', '--insecure') !== undefined,
    authority: get('--cacert'),
  };
}

/** curl's everyday options, with its own error numbers and texts. */
export const curl: Program = function* (sys: Syscalls): Task<number> {
  const options = parse(sys.argv);
  if (typeof options === 'string') return yield* fail(sys, options, 2);
  let url = options.url;
  for (let hops = 0; hops < 50; hops++) {
    const answer = yield* fetch(sys, options, url);
    if ('code' in answer) {
      if (options.writeOut !== undefined) yield* out(sys, written(options.writeOut, undefined));
      return options.silent && !options.showErrors
        ? answer.code
        : yield* fail(sys, `curl: (${answer.code}) ${answer.text}`, answer.code);
    }
    const location = header(answer, 'Location');
    if (!options.follow || answer.status < 300 || answer.status >= 400 || location === undefined)
      return yield* show(sys, options, answer);
    url = location.startsWith('/') ? url.replace(/^(https?:\/\/[^/]+|[^/]+).*$/, `$1${location}`) : location;
  }
  return yield* fail(sys, 'curl: (47) Maximum (50) redirects followed', 47);
};

interface CurlError {
  readonly code: number;
  readonly text: string;
}

const UNTRUSTED: CurlError = {
  code: 60,
  text: [
    'SSL certificate problem: unable to get local issuer certificate',
    'More details here: https://curl.se/docs/sslcerts.html',
    '',
    'curl failed to verify the legitimacy of the server and therefore could not',
    'establish a secure connection to it. To learn more about this situation and',
    'how to fix it, please visit the web page mentioned above.',
  ].join('\n'),
};

function* fetch(sys: Syscalls, options: CurlOptions, text: string): Task<HttpResponse | CurlError> {
  const url = parseUrl(text);
  if (url === undefined) return { code: 3, text: 'URL rejected: Malformed input to a URL function' };
  const started = sys.now();
  const elapsed = (): number => Math.max(1, Math.round((sys.now() - started) / 1_000));
  // Both limits begin with the look-up of the name; the shorter one ends what comes before the request.
  const limit = [options.connectTimeoutUs, options.maxTimeUs, CONNECT_DEFAULT_US]
    .filter((us) => us !== undefined)
    .reduce((one, other) => Math.min(one, other));
  const late = (): boolean => sys.now() - started >= limit;
  const address = yield* addressOf(sys, url.host, limit);
  if (address === undefined)
    return late()
      ? { code: 28, text: `Resolving timed out after ${elapsed()} milliseconds` }
      : { code: 6, text: `Could not resolve host: ${url.host}` };
  const left = (us: number): number => Math.max(1, us - (sys.now() - started));
  let connected = yield* sys.connect(address, url.port, { timeoutUs: left(limit) });
  while (connected === 'interrupted')
    connected = yield* sys.connect(address, url.port, { timeoutUs: left(limit) });
  if (!connected.ok)
    return connectError(connected.error, {
      host: url.host,
      port: url.port,
      ms: elapsed(),
      limited: late(),
    });
  const connection = connected.value;
  sys.send(connection, {
    kind: 'request',
    method: options.method,
    path: url.path,
    headers: {
      Host: url.port === 80 ? url.host : `${url.host}:${url.port}`,
      ...(/^https:/i.test(text)
        ? {
            ':scheme': 'https',
            ...(options.insecure || options.authority !== undefined ? {} : { ':verify': 'yes' }),
          }
        : {}),
      ...options.headers,
      Connection: 'close',
    },
    body: options.body,
  });
  const patience = options.maxTimeUs === undefined ? undefined : left(options.maxTimeUs);
  for (;;) {
    const got = yield* sys.receive(connection, patience);
    if (got === 'interrupted') continue;
    connection.close();
    if (!got.ok && got.error === 'untrusted') return UNTRUSTED;
    if (!got.ok)
      return got.error === 'timeout'
        ? { code: 28, text: `Operation timed out after ${elapsed()} milliseconds with 0 bytes received` }
        : { code: 56, text: `Recv failure: ${ERRNO_TEXT.ECONNRESET}` };
    if (got.value === 'end') return { code: 52, text: 'Empty reply from server' };
    if (typeof got.value !== 'object' || got.value.kind !== 'response')
      return { code: 1, text: 'Received HTTP/0.9 when not allowed' };
    return distrust(sys, options, got.value) ?? got.value;
  }
}

/** What is wrong with a certificate: only the cluster's own authority can be told of, by its file. */
function distrust(sys: Syscalls, options: CurlOptions, { headers }: HttpResponse): CurlError | undefined {
  const issuer = headers[':issuer'];
  if (issuer === undefined || options.insecure) return undefined;
  const { authority } = options;
  if (authority === undefined) return UNTRUSTED;
  if (!sys.stat(authority).ok)
    return {
      code: 77,
      text: `error setting certificate verify locations:  CAfile: ${authority} CApath: none`,
    };
  return issuer === 'kubernetes' ? undefined : UNTRUSTED;
}

function connectError(
  error: NetError,
  at: { readonly host: string; readonly port: number; readonly ms: number; readonly limited: boolean },
): CurlError {
  if (error === 'timeout')
    return {
      code: 28,
      text: at.limited
        ? `Connection timed out after ${at.ms} milliseconds`
        : `Failed to connect to ${at.host} port ${at.port} after ${at.ms} ms: Couldn't connect to server`,
    };
  return {
    code: 7,
    text: `Failed to connect to ${at.host} port ${at.port} after ${at.ms} ms: Couldn't connect to server`,
  };
}

function* show(sys: Syscalls, options: CurlOptions, answer: HttpResponse): Task<number> {
  if (options.failFast && answer.status >= 400) {
    return options.silent && !options.showErrors
      ? 22
      : yield* fail(sys, `curl: (22) The requested URL returned error: ${answer.status}`, 22);
  }
  const head = `HTTP/1.1 ${statusLine(answer)}\r\n${Object.entries({
    ...answer.headers,
    'Content-Length': String(utf8Length(answer.body)),
  })
    .filter(([name]) => !name.startsWith(':'))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
  const text = `${options.include || options.headOnly ? head : ''}${options.headOnly ? '' : answer.body}`;
  if (options.output === undefined || options.output === '-') yield* out(sys, text);
  else {
    const opened = sys.open(options.output, 'write', { create: true, truncate: true });
    if (!opened.ok)
      return yield* fail(
        sys,
        `curl: (23) client returned ERROR on write, ${utf8Length(text)} bytes wrote 0`,
        23,
      );
    yield* writeAll(sys, opened.value, text);
    sys.close(opened.value);
  }
  if (options.writeOut !== undefined) yield* out(sys, written(options.writeOut, answer));
  return 0;
}

function written(format: string, answer: HttpResponse | undefined): string {
  return format
    .replace(/%\{(?:http_code|response_code)\}/g, String(answer?.status ?? '000').padStart(3, '0'))
    .replace(/%\{size_download\}/g, String(answer === undefined ? 0 : utf8Length(answer.body)))
    .replace(/%\{time_total\}/g, '0.002000')
    .replace(/\\n/g, '\n')
    .replace(/\\t/g, '\t');
}
