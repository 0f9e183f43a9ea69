import { LateCode } from '../../kernel/late-code.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Task } from '../../kernel/task.ts';
import type { Identity, Transport } from '../../machinery/client.ts';
import type { KubeletServer } from '../../machinery/kubelet-server.ts';
import type { Connection, HttpRequest, HttpResponse, ListenSocket, Network } from '../../network/port.ts';
import { asRequest, response } from '../../workloads/http.ts';

/** Answers a request that came from an address, over TLS. */
export type HttpHandler = (request: HttpRequest, remote: string) => Task<HttpResponse>;

/** How the API server and the kubelets answer whoever asks them over the network, and not through a client of this program. */
export interface NodeHttp {
  api(parts: {
    readonly kernel: Kernel;
    readonly transport: Transport;
    /** The place that an address is at: a node, or `outside`. */
    readonly placeOf: (address: string) => string;
  }): HttpHandler;
  kubelet(parts: {
    readonly kernel: Kernel;
    readonly transport: Transport;
    readonly node: string;
    readonly identity: Identity;
    readonly server: KubeletServer;
  }): HttpHandler;
}

/** The code comes with a run in which somebody asks. */
export const NODE_HTTP = new LateCode<NodeHttp>('http', 'what answers on the ports of nodes');

export const API_PORT = 6443;
export const KUBELET_PORT = 10250;
/** Where a kubelet tells its own node that it is well. */
const KUBELET_HEALTH_PORT = 10248;

/** Models the kubelet's --healthz-port. */
export function serveKubeletHealth(at: Omit<HostPort, 'port' | 'handler' | 'local'>): void {
  const handler: HttpHandler = function* ({ path }) {
    yield* [];
    return path === '/healthz' ? response(200, 'ok') : response(404, '404 page not found\n');
  };
  serveHostPort({ ...at, port: KUBELET_HEALTH_PORT, local: true, handler: () => handler });
}

/** What curl is told of a port that speaks TLS alone. */
const NO_TLS = 'Client sent an HTTP request to an HTTPS server.\n';

interface HostPort {
  readonly kernel: Kernel;
  readonly network: Network;
  readonly node: string;
  readonly port: number;
  /** Whether its process runs. */
  readonly open: () => boolean;
  /** Only the node itself reaches it, and without TLS. */
  readonly local?: boolean;
  /** Made when the first request comes. */
  readonly handler: () => HttpHandler;
}

/** A process of the node itself listens on one of its ports, as long as it runs. Costs nothing until somebody connects. */
export function serveHostPort(options: HostPort): void {
  const { network, node, port, open, local = false } = options;
  const namespace = network.nodeNamespace(node);
  const socket =
    namespace === undefined
      ? undefined
      : network.listen(namespace, port, {
          versatile: !local,
          open,
          ...(local ? { address: '127.0.0.1' } : {}),
        });
  let made: HttpHandler | undefined;
  if (socket?.ok === true) accept({ ...options, handler: () => (made ??= options.handler()) }, socket.value);
}

function accept(options: HostPort, socket: ListenSocket): void {
  socket.ready().subscribe(() => {
    const client = socket.poll();
    if (client === 'closed') return;
    if (client !== undefined) options.kernel.spawn(serve(options, client));
    accept(options, socket);
  });
}

function* serve({ handler, local = false }: HostPort, client: Connection): Task {
  for (;;) {
    const got = yield* client.receive();
    if (!got.ok || got.value === 'end') return client.close();
    const request = asRequest(got.value);
    const secure = local || request?.headers[':scheme'] === 'https';
    const answer =
      request === undefined || !secure
        ? response(400, NO_TLS, { 'Content-Type': 'text/plain' })
        : yield* handler()(request, client.remoteAddress);
    client.send(answer);
    if (request?.headers['Connection'] === 'close' || !secure) return client.close();
  }
}
