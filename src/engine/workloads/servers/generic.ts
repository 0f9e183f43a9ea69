import type { Task } from '../../kernel/task.ts';
import { response, target } from '../http.ts';
import type { HttpRequest, HttpResponse, ListenSocket, Program, Syscalls } from '../program.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Signal } from '../signals.ts';
import { fail, writeAll } from '../toolbox/io.ts';
import { formatTime } from '../toolbox/time.ts';
import { serveHttp, sleepOrStop, stopOn } from './serve.ts';

/** A server told in figures: what it prints when, what it listens on, how its memory grows and how it stops. */
export interface ServerModel {
  /** Lines of its log: `afterUs` counts from the start, `{time}` style fields are filled in (see `fill`). */
  readonly log: readonly LogLine[];
  /** From the start to listening. */
  readonly listensAfterUs: number;
  /** 'declared': the Pod's containerPorts. */
  readonly ports: readonly number[] | 'declared';
  /** Those that are served when the Pod declares none. */
  readonly usualPorts?: readonly number[];
  /** Ports where datagrams are taken (a DNS server's). */
  readonly udpPorts?: readonly number[];
  /** What answers: HTTP, a protocol of its own that only greets, or HTTP with TLS and gRPC as well. */
  readonly speaks: 'http' | 'tcp' | 'any';
  /** `sinceUs`: from the program's start. */
  readonly page?: (request: HttpRequest, sys: Syscalls, sinceUs: number) => HttpResponse;
  /** CPU time that an answer costs. */
  readonly workUs?: number;
  /** How long an answer takes. */
  readonly delayUs?: (request: HttpRequest) => number;
  readonly memory: MemoryCurve;
  readonly stop: StopModel;
  /** What it uses of a CPU when nobody asks anything of it, in thousandths. */
  readonly restMillis?: number;
  /** The message and exit code when an environment variable it needs is missing. */
  readonly needs?: (env: ReadonlyMap<string, string>) => Ending | undefined;
  /** What it keeps its data in: `marker` is there once it has been set up, and then nothing is needed. */
  readonly data?: (env: ReadonlyMap<string, string>) => { readonly marker: string; readonly skips?: string };
  /** A file it writes when it starts, and what it says when it cannot. */
  readonly writes?: {
    readonly path: string;
    /** Mode of its folder in the image. */
    readonly folderMode: number;
    readonly refused: (why: Errno) => Ending;
  };
  /** What it says of a port it may not have, or that is taken. */
  readonly unbound?: (port: number, why: Errno) => Ending;
  readonly crash?: { readonly afterUs: number; readonly code: number; readonly line?: string };
  /** HTTP answers 503 until then. */
  readonly readyAfterUs?: number;
}

/** Last words and the exit code. */
export interface Ending {
  readonly lines: readonly string[];
  readonly code: number;
}

export interface LogLine {
  /** Printed only while it sets itself up for the first time. */
  readonly first?: boolean;
  /** Printed only when it was started so. */
  readonly when?: (argv: readonly string[]) => boolean;
  readonly afterUs: number;
  readonly text: string;
  readonly stream?: 'stdout' | 'stderr';
}

/** Resident memory: from start to rest, then growing without end at a rate when that is set. */
export interface MemoryCurve {
  readonly startBytes: number;
  readonly restBytes: number;
  readonly overUs: number;
  readonly leakBytesPerSecond?: number;
  readonly maxBytes?: number;
}

/** `none`: no handler, so PID 1 takes no notice; `ignore`: a handler that does nothing. */
export type StopModel =
  | { readonly kind: 'none' }
  | { readonly kind: 'ignore' }
  | {
      readonly kind: 'graceful';
      readonly signals: readonly Signal[];
      readonly takesUs: number;
      readonly code: number;
      readonly lines: readonly string[];
      /** What it says instead where the signal makes a difference. */
      readonly linesOn?: Readonly<Partial<Record<Signal, readonly string[]>>>;
    };

/** `--web.listen-address=:9100`, `--port=8080`, `--bind 0.0.0.0:80` in one word. */
const PORT_FLAG = /^--?[\w.-]*(?:port|listen|bind)[\w.-]*=(?:\S*:)?(\d{2,5})$/;
const MEMORY_STEPS = 8;
const LEAK_STEP_US = 1_000_000;

/** A program that behaves as the model says. */
export function serverProgram(model: ServerModel): Program {
  return (sys) => run(sys, model);
}

function fill(text: string, sys: Syscalls): string {
  return text.replace(/\{(pid|host|time|iso|epoch)(?::([^}]*))?\}/g, (_, field: string, format?: string) => {
    if (field === 'pid') return String(sys.pid);
    if (field === 'host') return sys.hostname();
    if (field === 'iso') return formatTime(sys.unixUs(), '%Y-%m-%dT%H:%M:%S').concat('.000Z');
    if (field === 'epoch') return String(Math.floor(sys.unixUs() / 1e6));
    return formatTime(sys.unixUs(), format ?? '%Y-%m-%d %H:%M:%S');
  });
}

function* run(sys: Syscalls, model: ServerModel): Task<number> {
  const data = model.data?.(sys.env);
  const fresh = data === undefined || !sys.stat(data.marker).ok;
  const missing = fresh ? model.needs?.(sys.env) : undefined;
  if (missing !== undefined) return yield* end(sys, missing);
  const refused =
    refusedFile(sys, model) ?? (fresh && data !== undefined ? mark(sys, data.marker) : undefined);
  if (refused !== undefined) return yield* end(sys, refused);
  if (!fresh && data?.skips !== undefined) yield* writeAll(sys, 1, `\n${data.skips}\n\n`);
  const stop = model.stop.kind === 'graceful' ? stopOn(sys, model.stop.signals) : { signal: undefined };
  if (model.stop.kind === 'ignore') sys.signal('SIGTERM', () => undefined);
  yield* sys.grow(model.memory.startBytes);
  if (model.restMillis !== undefined) sys.rest(model.restMillis);
  sys.thread(memory(sys, model.memory));
  const lines = model.log.filter(
    ({ first, when }) => (first !== true || fresh) && (when?.(sys.argv) ?? true),
  );
  if (lines.length > 0) sys.thread(log(sys, lines));
  const { crash } = model;
  if (crash !== undefined) sys.thread(crashLater(sys, crash));
  const started = sys.now();
  if (yield* sleepOrStop(sys, model.listensAfterUs, stop))
    return yield* stopped(sys, model.stop, stop.signal);
  // One port may be declared for TCP and UDP both.
  const ports = [...new Set(model.ports === 'declared' ? declared(sys, model) : model.ports)];
  const sockets: ListenSocket[] = [];
  for (const port of ports) {
    const socket = sys.listen(port, { versatile: model.speaks === 'any' });
    if (!socket.ok && model.ports === 'declared' && !sys.declaredPorts().includes(port)) continue;
    if (!socket.ok) {
      const words = `bind: ${ERRNO_TEXT[socket.error].toLowerCase()}: 0.0.0.0:${port}`;
      return yield* end(sys, model.unbound?.(port, socket.error) ?? { lines: [words], code: 1 });
    }
    sockets.push(socket.value);
    const done = (): boolean => stop.signal !== undefined;
    const handle = (request: HttpRequest): Task<HttpResponse> => answered(sys, model, request, started);
    sys.thread(
      model.speaks !== 'tcp'
        ? serveHttp(sys, { socket: socket.value, done, handle })
        : greet(sys, socket.value),
    );
  }
  for (const port of model.udpPorts ?? []) {
    const socket = sys.listen(port, { protocol: 'UDP' });
    if (socket.ok) sockets.push(socket.value);
  }
  while (stop.signal === undefined) yield* sys.pause();
  const code = yield* stopped(sys, model.stop, stop.signal);
  for (const socket of sockets) socket.close();
  return code;
}

function* end(sys: Syscalls, { lines, code }: Ending): Task<number> {
  return yield* fail(sys, lines.map((line) => fill(line, sys)).join('\n'), code);
}

function refusedFile(sys: Syscalls, { writes }: ServerModel): Ending | undefined {
  if (writes === undefined) return undefined;
  const opened = sys.open(writes.path, 'write', { create: true });
  if (!opened.ok) return writes.refused(opened.error);
  sys.close(opened.value);
  return undefined;
}

/** Leaves word that the data is set up. A folder that cannot be written is somebody else's to complain of. */
function mark(sys: Syscalls, marker: string): undefined {
  makeFolders(sys, marker);
  const opened = sys.open(marker, 'write', { create: true });
  if (opened.ok) sys.close(opened.value);
}

function makeFolders(sys: Syscalls, path: string): void {
  const parts = path.split('/').slice(1, -1);
  for (let at = 1; at <= parts.length; at++) sys.mkdir(`/${parts.slice(0, at).join('/')}`, 0o755);
}

/** Of the manifest's ports, those of its arguments, and those such a server usually has: the first that there are. */
function declared(sys: Syscalls, { usualPorts = [] }: ServerModel): readonly number[] {
  const ports = sys.declaredPorts();
  if (ports.length > 0) return ports;
  const told = sys.argv.flatMap((arg) => PORT_FLAG.exec(arg)?.[1] ?? []).map(Number);
  return told.length > 0 ? told : usualPorts;
}

function* answered(
  sys: Syscalls,
  model: ServerModel,
  request: HttpRequest,
  started: number,
): Task<HttpResponse> {
  const until = sys.now() + (model.delayUs?.(request) ?? 0);
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  if (model.workUs !== undefined) yield* sys.cpu(model.workUs);
  return answer(sys, model, request, started);
}

function answer(sys: Syscalls, model: ServerModel, request: HttpRequest, started: number): HttpResponse {
  if (sys.now() - started < (model.readyAfterUs ?? 0)) return response(503, 'not ready\n');
  return (
    model.page?.(request, sys, sys.now() - started) ??
    response(200, `${sys.hostname()} ${target(request.path).path}\n`, { 'Content-Type': 'text/plain' })
  );
}

function* greet(sys: Syscalls, socket: ListenSocket): Task {
  for (;;) {
    const client = yield* sys.accept(socket);
    if (client === 'closed') return;
    if (client === 'interrupted') continue;
    sys.thread(
      (function* (): Task {
        for (;;) {
          const got = yield* sys.receive(client);
          if (got === 'interrupted') continue;
          if (!got.ok || got.value === 'end') return client.close();
        }
      })(),
    );
  }
}

function* stopped(sys: Syscalls, model: StopModel, signal: Signal | undefined): Task<number> {
  if (model.kind !== 'graceful') return 0;
  const [first, ...rest] = (signal === undefined ? undefined : model.linesOn?.[signal]) ?? model.lines;
  if (first !== undefined) yield* writeAll(sys, 1, `${fill(first, sys)}\n`);
  const until = sys.now() + model.takesUs;
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  for (const line of rest) yield* writeAll(sys, 1, `${fill(line, sys)}\n`);
  return model.code;
}

function* log(sys: Syscalls, lines: readonly LogLine[]): Task {
  const started = sys.now();
  for (const { afterUs, text, stream } of lines) {
    while (sys.now() - started < afterUs) yield* sys.sleep(afterUs - (sys.now() - started));
    yield* writeAll(sys, stream === 'stderr' ? 2 : 1, `${fill(text, sys)}\n`);
  }
}

function* memory(sys: Syscalls, curve: MemoryCurve): Task {
  const step = (curve.restBytes - curve.startBytes) / MEMORY_STEPS;
  for (let i = 0; i < MEMORY_STEPS && step > 0; i++) {
    yield* sys.sleep(Math.max(1_000, curve.overUs / MEMORY_STEPS));
    yield* sys.grow(step);
  }
  const leak = curve.leakBytesPerSecond ?? 0;
  const bound = curve.maxBytes ?? Number.POSITIVE_INFINITY;
  for (let held = curve.restBytes; leak > 0 && held < bound; held += leak) {
    yield* sys.sleep(LEAK_STEP_US);
    yield* sys.grow(Math.min(leak, bound - held));
  }
}

function* crashLater(sys: Syscalls, crash: NonNullable<ServerModel['crash']>): Task {
  const until = sys.now() + crash.afterUs;
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  if (crash.line !== undefined) yield* writeAll(sys, 2, `${crash.line}\n`);
  yield* sys.exit(crash.code);
}
