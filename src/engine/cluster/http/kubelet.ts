import { formatTime } from '../../../api/time.ts';
import type { Task } from '../../kernel/task.ts';
import { Client, type Identity, type Transport } from '../../machinery/client.ts';
import type { HttpRequest, HttpResponse } from '../../network/port.ts';
import { header, response, target } from '../../workloads/http.ts';
import type { NodeHttp } from './host-port.ts';
import { resourceMetrics } from './resource-metrics.ts';
import { summary } from './summary.ts';

// Models pkg/kubelet/server server.go, auth.go and metrics (1.36): what is read of a kubelet, by GET.

/** How long what the API server said of a token holds. Models the kubelet's webhook cache. */
const CACHE_US = 120_000_000;

interface UserInfo {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

type Parts = Parameters<NodeHttp['kubelet']>[0];

export const kubeletHandler: NodeHttp['kubelet'] = (parts) => {
  const guard = new Guard(parts);
  return function* (request): Task<HttpResponse> {
    const refused = yield* guard.refuse(request);
    return signed(parts.node, refused ?? (yield* page(parts, request)));
  };
};

/** Its certificate is its own, and names the node but no address. */
const signed = (node: string, answer: HttpResponse): HttpResponse => ({
  ...answer,
  headers: { ...answer.headers, ':issuer': `${node}-ca`, ':names': node },
});

function* page({ kernel, node, server }: Parts, request: HttpRequest): Task<HttpResponse> {
  const { path } = target(request.path);
  const now = kernel.unixUs();
  switch (path.replace(/(.)\/$/, '$1')) {
    case '/metrics/resource':
      return text(resourceMetrics(yield* server.usage(), now));
    case '/stats/summary':
      return json(summary(node, yield* server.usage(), formatTime(now)));
    case '/pods':
      return json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: server.pods() }, 0);
    case '/healthz':
    case '/healthz/ping':
      return text('ok');
    default:
      return response(404, '404 page not found\n', { 'Content-Type': 'text/plain; charset=utf-8' });
  }
}

const text = (body: string): HttpResponse =>
  response(200, body, { 'Content-Type': 'text/plain; charset=utf-8' });

const json = (body: unknown, indent = 1): HttpResponse =>
  response(200, JSON.stringify(body, null, indent), { 'Content-Type': 'application/json' });

/** Who asks, and whether they may: the API server says both. */
class Guard {
  private readonly parts: Parts;
  private readonly known = new Map<string, { readonly until: number; readonly refusal?: HttpResponse }>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  *refuse(request: HttpRequest): Task<HttpResponse | undefined> {
    // The API server's own certificate for kubelets opens everything.
    if (request.headers[':certificate'] === 'kube-apiserver-kubelet-client') return undefined;
    const token = /^Bearer (.+)$/.exec(header(request, 'Authorization') ?? '')?.[1];
    if (token === undefined) return response(401, 'Unauthorized');
    const subresource = subresourceOf(target(request.path).path);
    const key = `${subresource} ${token}`;
    const { kernel } = this.parts;
    const before = this.known.get(key);
    if (before !== undefined && before.until > kernel.now()) return before.refusal;
    const refusal = yield* this.ask(token, subresource);
    this.known.set(key, {
      until: kernel.now() + CACHE_US,
      ...(refusal === undefined ? {} : { refusal }),
    });
    return refusal;
  }

  private *ask(token: string, subresource: string): Task<HttpResponse | undefined> {
    const { transport, identity, node } = this.parts;
    const user = yield* reviewToken(transport, identity, token);
    if (user === undefined) return response(401, 'Unauthorized');
    const { username = '', uid, groups } = user;
    const answer = yield* new Client(transport, identity).create(
      'subjectaccessreviews.authorization.k8s.io',
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: {},
        ...{
          spec: {
            resourceAttributes: { verb: 'get', version: 'v1', resource: 'nodes', subresource, name: node },
            user: username,
            groups,
            uid,
          },
        },
      },
    );
    const status = (answer.ok ? answer.value : {}) as { readonly status?: { readonly allowed?: boolean } };
    if (status.status?.allowed === true) return undefined;
    return response(
      403,
      `Forbidden (user=${username}, verb=get, resource=nodes, subresource(s)=[${subresource}])\n`,
    );
  }
}

function* reviewToken(transport: Transport, identity: Identity, token: string): Task<UserInfo | undefined> {
  const answer = yield* new Client(transport, identity).create('tokenreviews.authentication.k8s.io', {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    metadata: {},
    ...{ spec: { token } },
  });
  const { status } = (answer.ok ? answer.value : {}) as {
    readonly status?: { readonly authenticated?: boolean; readonly user?: UserInfo };
  };
  return status?.authenticated === true ? status.user : undefined;
}

/** Models getRequestAttributes with KubeletFineGrainedAuthz. */
function subresourceOf(path: string): string {
  if (path.startsWith('/stats')) return 'stats';
  if (path.startsWith('/metrics')) return 'metrics';
  if (path.startsWith('/logs')) return 'log';
  if (path.startsWith('/pods')) return 'pods';
  if (path.startsWith('/healthz')) return 'healthz';
  return 'proxy';
}
