import type { Node, Pod } from '../../../../api/generated/types.ts';
import { asObject, parseJson } from '../../../../base/json.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import { header, response, target } from '../../http.ts';
import type { HttpRequest, HttpResponse, Program, Syscalls } from '../../program.ts';
import { fail, readFile } from '../../toolbox/io.ts';
import { type StopRequest, serveHttp, sleepOrStop, stopOn } from '../serve.ts';
import { ROOT, answer, discovery, isDiscovery } from './api.ts';
import { fetchHttps } from './fetch.ts';
import { type Flags, readFlags } from './flags.ts';
import { klog } from './klog.ts';
import { scrape } from './scrape.ts';
import { Storage } from './storage.ts';

// Models metrics-server v0.8: it lists Nodes and Pods where the real one watches them, and keeps no metrics of its own.

const MIB = 1024 * 1024;
const START_BYTES = 14 * MIB;
const REST_BYTES = 22 * MIB;
/** What a round costs it, and each kubelet in it. */
const ROUND_US = 8_000;
const NODE_US = 4_000;
const STARTS_US = 900_000;
const FIRST_RETRY_US = 1_000_000;
const LONGEST_RETRY_US = 30_000_000;
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

interface World {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
}

export const metricsServer: Program = function* (sys: Syscalls): Task<number> {
  const flags = readFlags(sys.argv.slice(1));
  if (!flags.ok) return yield* fail(sys, flags.error);
  const token = yield* readFile(sys, `${ACCOUNT}/token`);
  if (!token.ok)
    return yield* fail(
      sys,
      'panic: failed to create API client: unable to load in-cluster configuration, KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT must be defined',
      2,
    );
  const stop = stopOn(sys, ['SIGTERM', 'SIGINT']);
  yield* sys.grow(START_BYTES);
  if (yield* sleepOrStop(sys, STARTS_US, stop)) return 0;
  const unwritten = certificates(sys, flags.value.certDir);
  if (unwritten !== undefined) return yield* fail(sys, unwritten);
  yield* klog(
    sys,
    'I',
    'serving.go:380',
    `Generated self-signed cert (${flags.value.certDir}/apiserver.crt, ${flags.value.certDir}/apiserver.key)`,
  );
  return yield* new Server(sys, flags.value, stop).run();
};

/** It makes a certificate of its own, and must keep it somewhere. */
function certificates(sys: Syscalls, folder: string): string | undefined {
  for (const name of ['apiserver.crt', 'apiserver.key']) {
    const path = `${folder}/${name}`;
    const opened = sys.open(path, 'write', { create: true, mode: 0o600 });
    if (!opened.ok)
      return `panic: unable to load server certificate: open ${path}: ${ERRNO_TEXT[opened.error].toLowerCase()}`;
    sys.close(opened.value);
  }
  return undefined;
}

class Server {
  private readonly sys: Syscalls;
  private readonly flags: Flags;
  private readonly stop: StopRequest;
  private readonly storage: Storage;

  constructor(sys: Syscalls, flags: Flags, stop: StopRequest) {
    this.sys = sys;
    this.flags = flags;
    this.stop = stop;
    this.storage = new Storage(flags.resolutionUs);
  }

  *run(): Task<number> {
    const { sys, stop } = this;
    if (!(yield* this.sync())) return 0;
    const socket = sys.listen(this.flags.securePort, { versatile: true });
    if (!socket.ok)
      return yield* fail(
        sys,
        `panic: failed to create listener: failed to listen on 0.0.0.0:${this.flags.securePort}: listen tcp 0.0.0.0:${this.flags.securePort}: bind: ${ERRNO_TEXT[socket.error].toLowerCase()}`,
        2,
      );
    yield* klog(sys, 'I', 'secure_serving.go:211', `Serving securely on [::]:${this.flags.securePort}`);
    yield* sys.grow(REST_BYTES - START_BYTES);
    sys.thread(this.rounds());
    const done = (): boolean => stop.signal !== undefined;
    sys.thread(serveHttp(sys, { socket: socket.value, done, handle: (request) => this.handle(request) }));
    while (stop.signal === undefined) yield* sys.pause();
    socket.value.close();
    return 0;
  }

  /** Waits until the API server has told of Nodes and Pods once; false when it was told to stop before. */
  private *sync(): Task<boolean> {
    for (let wait = FIRST_RETRY_US; ; wait = Math.min(2 * wait, LONGEST_RETRY_US)) {
      const world = yield* this.world();
      if (world.ok) return true;
      yield* klog(this.sys, 'E', 'reflector.go:205', `"Failed to watch" err=${JSON.stringify(world.error)}`);
      if (yield* sleepOrStop(this.sys, wait, this.stop)) return false;
    }
  }

  private *world(): Task<Result<World, string>> {
    const nodes = yield* this.list<Node>('/api/v1/nodes', '*v1.Node');
    if (!nodes.ok) return nodes;
    const pods = yield* this.list<Pod>('/api/v1/pods', '*v1.PartialObjectMetadata');
    return pods.ok ? ok({ nodes: nodes.value, pods: pods.value }) : pods;
  }

  private *list<T>(path: string, type: string): Task<Result<readonly T[], string>> {
    const token = yield* this.token();
    const env = (name: string): string => this.sys.env.get(name) ?? '';
    const answered = yield* fetchHttps(this.sys, {
      host: env('KUBERNETES_SERVICE_HOST'),
      port: Number(env('KUBERNETES_SERVICE_PORT')),
      path,
      token,
      insecure: false,
    });
    const failed = (why: string): Result<never, string> => err(`failed to list ${type}: ${why}`);
    if (!answered.ok) return failed(answered.error);
    const { status, body } = answered.value;
    const read = asObject(parseJson(body)) as { readonly items?: readonly T[]; readonly message?: string };
    return status === 200 ? ok(read.items ?? []) : failed(read.message ?? body);
  }

  /** The kubelet writes a new one from time to time. */
  private *token(): Task<string> {
    const read = yield* readFile(this.sys, `${ACCOUNT}/token`);
    return read.ok ? read.value.trim() : '';
  }

  private *rounds(): Task {
    for (;;) {
      const started = this.sys.now();
      yield* this.round();
      yield* this.sys.sleep(Math.max(1, this.flags.resolutionUs - (this.sys.now() - started)));
    }
  }

  private *round(): Task {
    const { sys, flags, storage } = this;
    const world = yield* this.world();
    if (!world.ok)
      return yield* klog(
        sys,
        'E',
        'reflector.go:205',
        `"Failed to watch" err=${JSON.stringify(world.error)}`,
      );
    yield* sys.cpu(ROUND_US + NODE_US * world.value.nodes.length);
    const { batch, failures } = yield* scrape(sys, flags, yield* this.token(), world.value);
    for (const { node, error } of failures)
      yield* klog(
        sys,
        'E',
        'scraper.go:149',
        `"Failed to scrape node" err=${JSON.stringify(error)} node=${JSON.stringify(node)}`,
      );
    storage.store(batch);
  }

  private *handle(request: HttpRequest): Task<HttpResponse> {
    const { path } = target(request.path);
    if (path === '/livez' || path === '/healthz') return response(200, 'ok');
    if (path === '/readyz') return yield* this.readiness();
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return response(404, '404 page not found\n');
    // Who comes past the API server shows no certificate that is known here.
    if (header(request, 'X-Remote-User') === undefined && !isDiscovery(request))
      return response(401, 'Unauthorized');
    if (isDiscovery(request)) return discovery();
    const world = yield* this.world();
    const { nodes, pods } = world.ok ? world.value : { nodes: [], pods: [] };
    return answer(request, { nodes, pods, storage: this.storage, unixUs: this.sys.unixUs() });
  }

  private *readiness(): Task<HttpResponse> {
    if (this.storage.ready) return response(200, 'ok');
    const probe = '"Failed probe" probe="metric-storage-ready" err="no metrics to serve"';
    yield* klog(this.sys, 'I', 'server.go:191', probe);
    return response(500, '[-]metric-storage-ready failed: reason withheld\nreadyz check failed\n');
  }
}
