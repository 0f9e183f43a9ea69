import type { Task } from '../../kernel/task.ts';
import { response, target } from '../http.ts';
import type { HttpRequest, HttpResponse, ListenSocket, Program, Syscalls } from '../program.ts';
import { fail, out } from '../toolbox/io.ts';
import { accessLine } from './access-log.ts';
import { serveHttp } from './serve.ts';

const MIB = 1024 * 1024;
const HOG_STEP_US = 10_000;
/** From a small Go program's start to its first line: a readiness probe may come before. */
const GO_START_US = 2_500;
/** A small Go server at rest. */
const RESIDENT_BYTES = 6 * MIB;

interface WebSettings {
  readonly port: number;
  readonly startDelayUs: number;
  readonly readyAfterUs: number;
  readonly liveForUs: number;
  readonly crashAfterUs: number;
  readonly exitCode: number;
  readonly hogMiB: number;
  readonly healthDelayUs: number;
  readonly stopDelayUs: number;
  readonly ignoresTerm: boolean;
  readonly version: string;
}

function settingsOf(env: ReadonlyMap<string, string>): WebSettings {
  const seconds = (name: string, otherwise: number): number => {
    const text = env.get(name);
    const value = text === undefined || text === '' ? Number.NaN : Number(text);
    return Number.isNaN(value) ? otherwise : Math.round(value * 1_000_000);
  };
  return {
    port: Number(env.get('PORT') || 8080),
    startDelayUs: GO_START_US + seconds('START_DELAY', 0),
    readyAfterUs: seconds('READY_AFTER', 0),
    liveForUs: seconds('LIVE_FOR', Number.POSITIVE_INFINITY),
    crashAfterUs: seconds('CRASH_AFTER', Number.POSITIVE_INFINITY),
    exitCode: Number(env.get('EXIT_CODE') || 1),
    hogMiB: Number(env.get('HOG_MB') || 0),
    healthDelayUs: seconds('HEALTH_DELAY', 0),
    stopDelayUs: seconds('STOP_DELAY', 0),
    ignoresTerm: !['', '0', 'false', undefined].includes(env.get('IGNORE_TERM')),
    version: env.get('VERSION') || 'v1',
  };
}

/** The stand-in application of the recordings: an HTTP server driven by its environment. */
export const web: Program = (sys) => new WebServer(sys).main();

class WebServer {
  private readonly sys: Syscalls;
  private readonly settings: WebSettings;
  private readonly startedAt: number;
  private readyOverride: boolean | undefined;
  private liveOverride: boolean | undefined;
  private stopping = false;
  private exitWith: number | undefined;
  private ignored = 0;
  private socket: ListenSocket | undefined;

  constructor(sys: Syscalls) {
    this.sys = sys;
    this.settings = settingsOf(sys.env);
    this.startedAt = sys.now();
  }

  *main(): Task<number> {
    const { sys, settings } = this;
    yield* sys.grow(RESIDENT_BYTES);
    if (settings.hogMiB > 0) sys.thread(this.hog());
    if (settings.crashAfterUs < Number.POSITIVE_INFINITY) sys.thread(this.crash());
    if (yield* this.startSlowly()) return 2;
    this.installHandlers();
    const socket = sys.listen(settings.port);
    if (!socket.ok) return yield* fail(sys, `listen tcp :${settings.port}: bind: address already in use`);
    this.socket = socket.value;
    yield* out(sys, `listening on :${settings.port} version ${settings.version}\n`);
    yield* serveHttp(sys, {
      socket: socket.value,
      done: () => this.exitWith !== undefined,
      handle: (request, remote) => this.answer(request, remote),
    });
    return this.exitWith ?? 0;
  }

  /** Go's runtime without a handler of the program's own: as PID 1 it ends itself with 2. */
  private *startSlowly(): Task<boolean> {
    const { sys, settings } = this;
    let signalled = false;
    if (sys.pid === 1) {
      sys.signal('SIGTERM', () => {
        signalled = true;
      });
    }
    const until = sys.now() + settings.startDelayUs;
    while (!signalled && sys.now() < until) yield* sys.sleep(until - sys.now());
    return signalled;
  }

  private installHandlers(): void {
    const { sys, settings } = this;
    const stop = (): void => {
      if (settings.ignoresTerm) this.ignored++;
      else if (!this.stopping) {
        this.stopping = true;
        if (settings.stopDelayUs === 0) this.finish(0);
      }
    };
    sys.signal('SIGTERM', stop);
    sys.signal('SIGINT', stop);
    sys.thread(this.afterSignals());
  }

  /** What a handler itself cannot do: print, and wait before the end. */
  private *afterSignals(): Task {
    const { sys, settings } = this;
    let told = 0;
    for (;;) {
      if (this.stopping && settings.stopDelayUs > 0) {
        const until = sys.now() + settings.stopDelayUs;
        while (sys.now() < until) yield* sys.sleep(until - sys.now());
        this.finish(0);
        return;
      }
      while (told < this.ignored) {
        told++;
        yield* out(sys, 'ignoring terminated\n');
      }
      if (!this.stopping || settings.stopDelayUs === 0) yield* sys.pause();
    }
  }

  private finish(code: number): void {
    this.exitWith ??= code;
    this.socket?.close();
  }

  private *hog(): Task {
    for (let held = 0; held < this.settings.hogMiB; held++) {
      yield* this.sys.grow(MIB);
      yield* this.pause(HOG_STEP_US);
    }
  }

  private *crash(): Task {
    yield* this.pause(this.settings.crashAfterUs);
    yield* out(this.sys, 'fatal: crashing as asked\n');
    yield* this.sys.exit(this.settings.exitCode);
  }

  private *pause(us: number): Task {
    const until = this.sys.now() + us;
    while (this.sys.now() < until) yield* this.sys.sleep(until - this.sys.now());
  }

  private *answer(request: HttpRequest, remote: string): Task<HttpResponse | 'hang-up'> {
    const { path, query } = target(request.path);
    if (path === '/exit') {
      yield* this.sys.exit(Number(query.get('code') ?? 0));
      return 'hang-up';
    }
    const reply = yield* this.reply(path);
    yield* out(this.sys, accessLine(request, reply, { remote, unixUs: this.sys.unixUs() }));
    return reply;
  }

  private *reply(path: string): Task<HttpResponse> {
    const { sys, settings } = this;
    const age = sys.now() - this.startedAt;
    switch (path) {
      case '/healthz': {
        if (settings.healthDelayUs > 0) yield* this.pause(settings.healthDelayUs);
        return (this.liveOverride ?? age < settings.liveForUs)
          ? response(200, 'ok\n')
          : response(500, 'unhealthy\n');
      }
      case '/ready':
        return (this.readyOverride ?? age >= settings.readyAfterUs)
          ? response(200, 'ready\n')
          : response(503, 'not ready\n');
      case '/env':
        return response(200, [...sys.env].map(([name, value]) => `${name}=${value}\n`).join(''));
      case '/set/ready':
      case '/set/unready':
        this.readyOverride = path === '/set/ready';
        return response(200, 'set\n');
      case '/set/live':
      case '/set/dead':
        this.liveOverride = path === '/set/live';
        return response(200, 'set\n');
      case '/':
        return response(
          200,
          `Hello from ${sys.hostname()} version ${settings.version} uptime ${Math.floor(age / 1_000_000)}s\n`,
        );
      default:
        return response(404, '404 page not found\n');
    }
  }
}
