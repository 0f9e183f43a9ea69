import { ok } from '../../../base/result.ts';
import { type Task, wait } from '../../../engine/kernel/task.ts';
import type { ForwardedConnection } from '../../../engine/machinery/kubelet-server.ts';
import { asRequest, response } from '../../../engine/workloads/http.ts';
import type { HttpRequest, HttpResponse, Payload } from '../../../engine/workloads/sockets.ts';
import { API_ANSWERS } from '../../web/api-answers.ts';
import { CommandError } from '../errors.ts';
import { type Kube, misused } from '../kube.ts';

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };

/** `kubectl proxy`: answers on a port of the machine until interrupted. Models kubectl/pkg/cmd/proxy and pkg/proxy (1.36); no files are served. */
export function* proxy(kube: Kube): Task<number> {
  const { args, flags, ports } = kube;
  if (args.length > 0) throw misused(kube, `unexpected arguments: [${args.join(' ')}]`);
  if (flags.text('unix-socket') !== '' || flags.text('www') !== '')
    throw new CommandError('kubectl proxy --unix-socket and --www are not simulated');
  for (const flag of FILTERS) checkPatterns(flags.text(flag));
  const wanted = Number(flags.text('port'));
  const port = wanted === 0 ? ports.free() : wanted;
  const address = flags.text('address');
  const connect = function* () {
    yield* [];
    return ok(connectionOf(kube));
  };
  if (!ports.listen(port, { connect }))
    throw new CommandError(`listen tcp ${address}:${port}: bind: address already in use`);
  try {
    kube.out(`Starting to serve on ${address}:${port}\n`);
    yield* wait(kube.interrupted);
    return 0;
  } finally {
    ports.close(port);
  }
}

const FILTERS = ['accept-hosts', 'accept-paths', 'reject-methods', 'reject-paths'];

/** Models MakeRegexpArrayOrDie; what is wrong with a pattern is said as this machine's engine has it. */
function checkPatterns(patterns: string): void {
  for (const pattern of patterns.split(',')) {
    try {
      RegExp(pattern);
    } catch (problem) {
      if (!(problem instanceof SyntaxError)) throw problem;
      throw new CommandError(`Error compiling re: ${problem.message}`);
    }
  }
}

/** A client's connection: each request is answered when its answer is waited for. */
function connectionOf(kube: Kube): ForwardedConnection {
  const asked: Payload[] = [];
  return {
    send(message) {
      asked.push(message as Payload);
      return ok();
    },
    *receive() {
      const message = asked.shift();
      return ok(message === undefined ? 'end' : yield* answered(kube, message));
    },
    close: () => undefined,
  };
}

function* answered(kube: Kube, message: Payload): Task<HttpResponse> {
  const request = asRequest(message);
  if (request === undefined) return response(400, '400 Bad Request', TEXT);
  const prefix = prefixOf(kube);
  if (!accepted(kube, request)) return response(403, 'Forbidden', TEXT);
  if (!request.path.startsWith(prefix)) return response(404, '404 page not found\n', TEXT);
  const path = `/${request.path.slice(prefix.length)}`;
  const answer = yield* API_ANSWERS.get().answer(kube.api.client, { ...request, path });
  // What it is told over TLS it hands on without.
  const { ':issuer': _, ...headers } = answer.headers;
  return { ...answer, headers };
}

function prefixOf({ flags }: Kube): string {
  const given = flags.text('api-prefix');
  return given.endsWith('/') ? given : `${given}/`;
}

/** Models FilterServer: regular expressions for hosts, paths and methods. */
function accepted({ flags }: Kube, request: HttpRequest): boolean {
  if (flags.bool('disable-filter')) return true;
  const matches = (flag: string, text: string): boolean =>
    flags
      .text(flag)
      .split(',')
      .some((pattern) => pattern !== '' && new RegExp(pattern).test(text));
  const host = (request.headers['Host'] ?? '127.0.0.1').replace(/:\d+$/, '');
  const path = request.path.split('?')[0] ?? '';
  return (
    !matches('reject-paths', path) &&
    !matches('reject-methods', request.method) &&
    matches('accept-hosts', host) &&
    matches('accept-paths', path)
  );
}
