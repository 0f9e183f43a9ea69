import type { Task } from '../../kernel/task.ts';
import { response, statusLine } from '../http.ts';
import type { HttpRequest, HttpResponse, ListenSocket, Program, Syscalls } from '../program.ts';
import type { Signal } from '../signals.ts';
import { fail, out, readFile, writeAll } from '../toolbox/io.ts';
import { formatTime } from '../toolbox/time.ts';
import { accessLine } from './access-log.ts';
import { type NginxConfig, type NginxLocation, type NginxServer, parseNginx } from './nginx-config.ts';
import { type NginxFiles, errnoText, pidProblem, prepareFiles } from './nginx-files.ts';
import { proxyRequest } from './nginx-proxy.ts';
import { serveHttp, stopOn } from './serve.ts';
import { staticFile } from './static-files.ts';

const RESIDENT_BYTES = 10 * 1024 * 1024;
const PID_FILE = '/run/nginx.pid';
const MAIN_FILE = '/etc/nginx/nginx.conf';
const CONF_DIRECTORY = '/etc/nginx/conf.d';
const BIND_TRIES = 5;
const BIND_PAUSE_US = 500_000;
const DEFAULT: NginxConfig = {
  temps: {},
  includes: [],
  servers: [{ ports: [80], root: '/usr/share/nginx/html', locations: [] }],
  upstreams: new Map(),
};

const SIGNAL_WORD: Partial<Record<Signal, string>> = {
  SIGTERM: 'terminated',
  SIGINT: 'interrupt',
  SIGQUIT: 'quit',
};

/** nginx of a version: master and workers as one process. Models what its image shows: logs, pages, signals. */
export function nginxProgram(version: string, files?: NginxFiles): Program {
  return (sys) => new Nginx(sys, version, files).main();
}

class Nginx {
  private readonly sys: Syscalls;
  private readonly version: string;
  private readonly files: NginxFiles | undefined;
  private config: NginxConfig = DEFAULT;
  private nextUpstream = 0;

  constructor(sys: Syscalls, version: string, files: NginxFiles | undefined) {
    this.sys = sys;
    this.version = version;
    this.files = files;
  }

  *main(): Task<number> {
    const { sys } = this;
    const [, flag, word] = sys.argv;
    if (flag === '-v' || flag === '-V') return yield* fail(sys, `nginx version: nginx/${this.version}`, 0);
    const read = yield* this.readConfig();
    if (typeof read === 'string') return yield* fail(sys, `nginx: [emerg] ${read}`);
    this.config = read;
    if (flag === '-t')
      return yield* fail(
        sys,
        'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful',
        0,
      );
    if (flag === '-s') return yield* this.signalMaster(word ?? '');
    return yield* this.serve();
  }

  private *readConfig(): Task<NginxConfig | string> {
    const main = this.files === undefined ? undefined : yield* this.parsed(MAIN_FILE);
    if (typeof main === 'string') return main;
    const included =
      main === undefined || main.includes.some((pattern) => pattern.startsWith(CONF_DIRECTORY));
    const names = this.sys.readdir(CONF_DIRECTORY);
    const servers: NginxServer[] = [...(main?.servers ?? [])];
    const upstreams = new Map<string, readonly string[]>(main?.upstreams);
    for (const name of included && names.ok ? [...names.value].sort() : []) {
      if (!name.endsWith('.conf')) continue;
      const parsed = yield* this.parsed(`${CONF_DIRECTORY}/${name}`);
      if (typeof parsed === 'string') return parsed;
      if (parsed === undefined) continue;
      servers.push(...parsed.servers);
      for (const [upstream, hosts] of parsed.upstreams) upstreams.set(upstream, hosts);
    }
    const missing = yield* this.unresolved(servers, upstreams);
    if (missing !== undefined) return missing;
    if (servers.length === 0 && !names.ok && main === undefined) return DEFAULT;
    return { ...(main ?? DEFAULT), servers, upstreams };
  }

  /** A configuration file; undefined when it cannot be read, a text when it is wrong. */
  private *parsed(path: string): Task<NginxConfig | string | undefined> {
    const text = yield* readFile(this.sys, path);
    if (!text.ok) return undefined;
    const parsed = parseNginx(text.value);
    return 'message' in parsed ? `${parsed.message} in ${path}:${parsed.line}` : parsed;
  }

  /** nginx resolves the hosts of proxy_pass once, when it starts, and does not start when one is unknown. */
  private *unresolved(
    servers: readonly NginxServer[],
    upstreams: ReadonlyMap<string, readonly string[]>,
  ): Task<string | undefined> {
    for (const { locations } of servers) {
      for (const { proxyPass } of locations) {
        const host = proxyPass?.replace(/^https?:\/\//, '').split(/[:/]/)[0];
        if (host === undefined || upstreams.has(host) || /^\d+\.\d+\.\d+\.\d+$/.test(host)) continue;
        const found = yield* this.sys.resolve(host, { search: true });
        if (found !== 'interrupted' && found.records.length === 0)
          return `host not found in upstream "${host}"`;
      }
    }
    return undefined;
  }

  private *signalMaster(word: string): Task<number> {
    const { sys } = this;
    const file = this.config.pid ?? PID_FILE;
    const pid = yield* readFile(sys, file);
    const signal = ({ stop: 'SIGTERM', quit: 'SIGQUIT', reload: 'SIGHUP', reopen: 'SIGUSR1' } as const)[word];
    if (signal === undefined) return yield* fail(sys, `nginx: invalid option: "-s ${word}"`);
    if (!pid.ok)
      return yield* fail(sys, `nginx: [error] open() "${file}" failed (2: No such file or directory)`);
    const sent = sys.kill(Number(pid.value.trim()), signal);
    return sent.ok
      ? 0
      : yield* fail(sys, `nginx: [alert] kill(${pid.value.trim()}, ${signal}) failed (3: No such process)`);
  }

  private *serve(): Task<number> {
    const { sys, files } = this;
    const refused = files === undefined ? undefined : prepareFiles(sys, this.config, files);
    for (const warning of refused?.warnings ?? []) yield* this.both('warn', warning);
    if (refused?.problem !== undefined) return yield* this.both('emerg', refused.problem);
    const sockets: { readonly socket: ListenSocket; readonly server: NginxServer }[] = [];
    for (const server of this.config.servers) {
      for (const port of server.ports) {
        const socket = yield* this.bind(port);
        if (typeof socket === 'number') return socket;
        sockets.push({ socket, server });
      }
    }
    yield* this.notice(`nginx/${this.version}`);
    if (!sys.argv.join(' ').includes('daemon off'))
      return this.daemonise(sockets.map(({ socket }) => socket));
    const unwritten = this.files === undefined ? undefined : pidProblem(sys, this.config.pid ?? PID_FILE);
    if (unwritten !== undefined) return yield* this.both('emerg', unwritten);
    yield* this.writePid();
    yield* sys.grow(RESIDENT_BYTES);
    const stop = stopOn(sys, ['SIGTERM', 'SIGINT', 'SIGQUIT']);
    sys.signal('SIGHUP', () => undefined);
    sys.signal('SIGWINCH', () => undefined);
    yield* this.notice('start worker processes');
    for (const { socket, server } of sockets) {
      sys.thread(
        serveHttp(sys, {
          socket,
          done: () => stop.signal !== undefined,
          handle: (request, remote) => this.answer(server, request, remote),
        }),
      );
    }
    while (stop.signal === undefined) yield* sys.pause();
    for (const { socket } of sockets) socket.close();
    yield* this.notice(`got signal ${SIGNAL_WORD[stop.signal] ?? 'terminated'} shutting down`);
    return 0;
  }

  /** A taken port is tried again for two seconds; the answer is a socket, or the code to end with. */
  private *bind(port: number): Task<ListenSocket | number> {
    for (let tries = 1; ; tries++) {
      const socket = this.sys.listen(port);
      if (socket.ok) return socket.value;
      const what = `bind() to 0.0.0.0:${port} failed (${errnoText(socket.error)})`;
      if (this.files === undefined) return yield* fail(this.sys, `nginx: [emerg] ${what}`);
      yield* this.both('emerg', what);
      if (socket.error !== 'EADDRINUSE') return 1;
      if (tries === BIND_TRIES) return yield* this.both('emerg', 'still could not bind()');
      yield* this.sys.sleep(BIND_PAUSE_US);
    }
  }

  /** To its log, which is standard error here, and to standard error. */
  private *both(level: 'warn' | 'emerg', text: string): Task<number> {
    const when = formatTime(this.sys.unixUs(), '%Y/%m/%d %H:%M:%S');
    const { pid } = this.sys;
    yield* writeAll(this.sys, 2, `${when} [${level}] ${pid}#${pid}: ${text}\nnginx: [${level}] ${text}\n`);
    return 1;
  }

  /** Without `daemon off` nginx goes into the background, and a container whose PID 1 that was is over. */
  private daemonise(sockets: readonly ListenSocket[]): number {
    for (const socket of sockets) socket.close();
    const { sys, version, files } = this;
    sys.fork((own) => new Nginx(own, version, files).main(), { argv: ['nginx', '-g', 'daemon off;'] });
    return 0;
  }

  private *writePid(): Task {
    const opened = this.sys.open(this.config.pid ?? PID_FILE, 'write', { create: true, truncate: true });
    if (!opened.ok) return;
    yield* writeAll(this.sys, opened.value, `${this.sys.pid}\n`);
    this.sys.close(opened.value);
  }

  private *notice(text: string): Task {
    const when = formatTime(this.sys.unixUs(), '%Y/%m/%d %H:%M:%S');
    yield* writeAll(this.sys, 2, `${when} [notice] ${this.sys.pid}#${this.sys.pid}: ${text}\n`);
  }

  private *answer(server: NginxServer, request: HttpRequest, remote: string): Task<HttpResponse> {
    const path = request.path.split('?')[0] as string;
    const location = locationFor(server.locations, path);
    const raw = yield* this.content(server, location, request);
    const reply = this.dressed(raw, location);
    yield* out(this.sys, accessLine(request, reply, { remote, unixUs: this.sys.unixUs() }));
    return reply;
  }

  private *content(
    server: NginxServer,
    location: NginxLocation | undefined,
    request: HttpRequest,
  ): Task<HttpResponse> {
    const { returns, proxyPass } = location ?? {};
    if (returns !== undefined) {
      const redirect = returns.status >= 300 && returns.status < 400;
      return redirect
        ? response(returns.status, '', { Location: returns.text })
        : response(returns.status, returns.text, { 'Content-Type': 'text/plain' });
    }
    if (proxyPass !== undefined)
      return yield* proxyRequest(this.sys, {
        request,
        proxyPass,
        upstreams: this.config.upstreams,
        turn: this.nextUpstream++,
      });
    if (location?.stubStatus === true)
      return response(
        200,
        'Active connections: 1 \nserver accepts handled requests\n 1 1 1 \nReading: 0 Writing: 1 Waiting: 0 \n',
      );
    return yield* staticFile(
      this.sys,
      location?.root ?? server.root ?? '/etc/nginx/html',
      request.path.split('?')[0] as string,
    );
  }

  /** Server line and, for errors without a body, nginx's own page. */
  private dressed(raw: HttpResponse, location: NginxLocation | undefined): HttpResponse {
    const headers = {
      Server: `nginx/${this.version}`,
      Date: formatTime(this.sys.unixUs(), '%a, %d %b %Y %H:%M:%S GMT'),
      ...raw.headers,
    };
    const own = raw.status >= 300 && raw.body === '' && location?.returns === undefined;
    const reason = PAGE_REASON[raw.status];
    const title = statusLine({ status: raw.status, reason });
    const body = own
      ? `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx/${this.version}</center>\r\n</body>\r\n</html>\r\n`
      : raw.body;
    return { ...raw, reason, headers: { ...(own ? { 'Content-Type': 'text/html' } : {}), ...headers }, body };
  }
}

/** Where nginx words a status otherwise than the standard does. */
const PAGE_REASON: Readonly<Record<number, string>> = {
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
  429: 'Too Many Requests',
};

/** The exact match, else the longest prefix. */
function locationFor(locations: readonly NginxLocation[], path: string): NginxLocation | undefined {
  const exact = locations.find((location) => location.exact && location.path === path);
  if (exact !== undefined) return exact;
  let best: NginxLocation | undefined;
  for (const location of locations) {
    if (!location.exact && path.startsWith(location.path) && location.path.length >= (best?.path.length ?? 0))
      best = location;
  }
  return best;
}
