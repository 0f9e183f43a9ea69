import type { Task } from '../../kernel/task.ts';
import { response, target } from '../http.ts';
import type { HttpRequest, HttpResponse, Program, Syscalls } from '../program.ts';
import { fail, writeAll } from '../toolbox/io.ts';
import { formatTime } from '../toolbox/time.ts';
import { type ServerModel, serverProgram } from './generic.ts';
import { pause } from './pause.ts';

const MIB = 1024 * 1024;
const LIVE_US = 10_000_000;

/** The servers of the e2e suite's image by their subcommand; others are named as not simulated. */
const COMMANDS: Readonly<Record<string, ServerModel>> = {
  /** /healthz is well for ten seconds. */
  liveness: model(8080, (request, _, sinceUs) =>
    target(request.path).path !== '/healthz'
      ? response(404, '404 page not found\n')
      : sinceUs <= LIVE_US
        ? response(200, 'ok')
        : response(500, `error: ${(sinceUs / 1e6).toFixed(9)}`),
  ),
  netexec: {
    ...model(8080, netexec),
    stop: { kind: 'graceful', signals: ['SIGTERM'], takesUs: 0, code: 0, lines: [] },
  },
  'serve-hostname': model(9376, (_, sys) => response(200, `${sys.hostname()}\n`)),
  'test-webserver': model(80, () => response(200, '<pre>\n</pre>\n', { 'Content-Type': 'text/html' })),
  'grpc-health-checking': { ...model(5000, () => response(200, '')), speaks: 'any' },
};

function model(port: number, page: NonNullable<ServerModel['page']>): ServerModel {
  return {
    log: [],
    listensAfterUs: 5_000,
    ports: [port],
    speaks: 'http',
    page,
    memory: { startBytes: 8 * MIB, restBytes: 12 * MIB, overUs: 100_000 },
    // A program in Go without a handler of its own: the runtime's ends it with 2.
    stop: { kind: 'graceful', signals: ['SIGTERM', 'SIGINT'], takesUs: 0, code: 2, lines: [] },
  };
}

function netexec(request: HttpRequest, sys: Syscalls, sinceUs: number): HttpResponse {
  const { path, query } = target(request.path);
  switch (path) {
    case '/hostname':
    case '/hostName':
      return response(200, sys.hostname());
    case '/healthz':
      return sinceUs > 0 ? response(200, '') : response(412, '');
    case '/echo':
      return response(Number(query.get('code') ?? 200), query.get('msg') ?? '');
    case '/':
      return response(200, `NOW: ${formatTime(sys.unixUs(), '%Y-%m-%d %H:%M:%S')}.000000000 +0000 UTC`);
    default:
      return response(404, '404 page not found\n');
  }
}

/** registry.k8s.io/e2e-test-images/agnhost. */
export const agnhost: Program = (sys) => run(sys);

function* run(sys: Syscalls): Task<number> {
  const [command = '', ...args] = sys.argv.slice(1);
  if (command === 'pause') return yield* pause(sys);
  const found = COMMANDS[command];
  if (found === undefined)
    return command === '' || command.startsWith('-')
      ? yield* fail(sys, 'Usage:\n  app [command]', command === '' ? 0 : 1)
      : yield* fail(sys, `(not simulated: agnhost ${command}; it does nothing and succeeds)`, 0);
  const port = portOf(args);
  if (command === 'netexec') yield* writeAll(sys, 1, `Started HTTP server on port ${port ?? 8080}\n`);
  return yield* serverProgram(port === undefined ? found : { ...found, ports: [port] })(sys);
}

function portOf(args: readonly string[]): number | undefined {
  for (const [index, arg] of args.entries()) {
    const given = /^--?(?:http-)?port(?:=(\d+))?$/.exec(arg);
    if (given !== null) return Number(given[1] ?? args[index + 1]);
  }
  return undefined;
}
