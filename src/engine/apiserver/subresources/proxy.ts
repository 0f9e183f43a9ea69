import type { EndpointSlice, Node, Pod, Service } from '../../../api/generated/types.ts';
import { genericFailure } from '../../../api/generic-failure.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type ApiStatus, failure, newBadRequest, newNotFound } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { Task } from '../../kernel/task.ts';
import { methodOf } from '../aggregation/method.ts';
import type { AggregatorParts } from '../aggregation/port.ts';
import type { Outcome } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';

// Models pkg/registry/core/{node,pod,service}/rest/proxy.go and their ResourceLocation (1.36). Bodies go through as they are.

const TIMEOUT_US = 30_000_000;
const KUBELET_PORT = 10250;

interface Place {
  readonly address: string;
  readonly port: number;
  readonly scheme: 'http' | 'https';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands a request on to what a Node, a Pod or a Service stands for. */
export function* proxy({ etcd, dial }: AggregatorParts, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const place = placeOf(etcd, rc);
  if (!place.ok) return place;
  const { headers = {}, ...target } = place.value;
  const { path } = rc.options.params ?? {};
  const { proxied } = rc.request;
  const body = proxied?.body ?? rc.request.body;
  const reply = yield* dial(target, {
    method: proxied?.method ?? methodOf(rc.request.verb),
    path: typeof path === 'string' ? path : '/',
    headers: { ...proxied?.headers, ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    timeoutUs: TIMEOUT_US,
  });
  if (!reply.ok)
    return err(failure(503, 'ServiceUnavailable', `error trying to reach service: ${reply.error}`));
  const { status, body: text, headers: answered } = reply.value;
  if (proxied !== undefined) return ok({ code: status, body: text, warnings: [], headers: answered });
  return status < 400 ? ok({ code: status, body: text, warnings: [] }) : err(genericFailure(status, text));
}

/** `[SCHEME:]NAME[:PORT]` */
function split(name: string): { readonly scheme: string; readonly name: string; readonly port: string } {
  const parts = name.split(':');
  if (parts.length === 3) return { scheme: parts[0] ?? '', name: parts[1] ?? '', port: parts[2] ?? '' };
  return { scheme: '', name: parts[0] ?? '', port: parts[1] ?? '' };
}

function placeOf(etcd: Etcd, rc: RequestContext): Result<Place, ApiStatus> {
  const asked = split(rc.name);
  if (asked.scheme !== '' && asked.scheme !== 'http' && asked.scheme !== 'https')
    return err(newBadRequest(`invalid ${rc.resource.singular} request ${goQuote(rc.name)}`));
  const scheme = asked.scheme === 'https' ? 'https' : 'http';
  const ref = { namespace: rc.namespace, name: asked.name };
  switch (rc.resourceName) {
    case 'nodes':
      return nodePlace(etcd.get<Node>('nodes', ref), asked.name);
    case 'pods':
      return podPlace(etcd.get<Pod>('pods', ref), asked, scheme);
    default:
      return servicePlace(etcd, etcd.get<Service>('services', ref), { ...asked, ...ref, scheme });
  }
}

function nodePlace(node: Node | undefined, name: string): Result<Place, ApiStatus> {
  if (node === undefined) return err(newNotFound('nodes', name));
  const address = node.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? name;
  const headers = { ':certificate': 'kube-apiserver-kubelet-client' };
  return ok({ address, port: KUBELET_PORT, scheme: 'https', headers });
}

function podPlace(
  pod: Pod | undefined,
  asked: { readonly name: string; readonly port: string },
  scheme: Place['scheme'],
): Result<Place, ApiStatus> {
  if (pod === undefined) return err(newNotFound('pods', asked.name));
  const ports = pod.spec.containers.flatMap((container) => container.ports ?? []);
  const named = ports.find(({ name }) => name === asked.port)?.containerPort;
  const port = asked.port === '' ? (ports[0]?.containerPort ?? 80) : (named ?? Number(asked.port));
  const address = pod.status?.podIP;
  if (address === undefined) return err(newBadRequest('address not allowed'));
  return ok({ address, port, scheme });
}

/** A ready address behind the Service's port. */
function servicePlace(
  etcd: Etcd,
  service: Service | undefined,
  asked: {
    readonly namespace: string;
    readonly name: string;
    readonly port: string;
    readonly scheme: Place['scheme'];
  },
): Result<Place, ApiStatus> {
  const { namespace, name, scheme } = asked;
  if (service === undefined) return err(newNotFound('services', name));
  const unavailable = (what: string): Result<never, ApiStatus> =>
    err(failure(503, 'ServiceUnavailable', `${what} for service ${goQuote(name)}`));
  // A number is the Service's own port; what is no number, also nothing, must be the name that its endpoints have.
  const byNumber = /^[-+]?\d+$/.test(asked.port);
  const declared = service.spec?.ports?.find(({ port }) => port === Number(asked.port));
  if (byNumber && declared === undefined) return unavailable(`no service port ${Number(asked.port)} found`);
  const portName = byNumber ? (declared?.name ?? '') : asked.port;
  for (const { metadata, endpoints, ports: open } of etcd.list<EndpointSlice>(
    'endpointslices.discovery.k8s.io',
    namespace,
  )) {
    if (metadata.labels?.['kubernetes.io/service-name'] !== name) continue;
    const port = open?.find((each) => (each.name ?? '') === portName)?.port;
    const address = endpoints?.find(({ conditions }) => conditions?.ready !== false)?.addresses[0];
    if (port !== undefined && address !== undefined) return ok({ address, port, scheme });
  }
  return unavailable('no endpoints available');
}
