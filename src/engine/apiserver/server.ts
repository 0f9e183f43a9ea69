import type { KubeObject } from '../../api/object.ts';
import { RESOURCES, type Resource, resourceByKey } from '../../api/resources.ts';
import { type ApiStatus, newUnknownError } from '../../api/status.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Result, err, ok } from '../../base/result.ts';
import type { RecordKinds } from '../../trace/record.ts';
import { Etcd } from '../etcd/store.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';
import { type Task, sleepFor } from '../kernel/task.ts';
import {
  type ApiError,
  type ApiRequest,
  type ApiResponse,
  Client,
  type Identity,
  type StreamEnd,
  type Streams,
  type Transport,
  type WatchHandle,
  type WatchSink,
} from '../machinery/client.ts';
import type { Component } from '../machinery/component.ts';
import type { KubeletServer, PortForwarding } from '../machinery/kubelet-server.ts';
import { Elsewhere } from './aggregation/elsewhere.ts';
import type { Dial } from './aggregation/port.ts';
import type { WebhookBackend } from './admission/common/webhook-backend.ts';
import { admissionChain } from './admission-chain.ts';
import { storeBootstrap } from './bootstrap.ts';
import { unionAuthorizer } from './authorization/authorizer.ts';
import { escalationRefused } from './authorization/escalation.ts';
import { NodeAuthorizer } from './authorization/node.ts';
import { Rbac } from './authorization/rbac.ts';
import { CustomResources } from './custom/resources.ts';
import { pathBody } from './discovery.ts';
import { type Handlers, dispatch, notServed } from './dispatch.ts';
import { userOfSecretToken } from './authentication/secret-token.ts';
import { Gate } from './gate.ts';
import type { UserInfo } from './request/user.ts';
import { storedEvents } from './events-alias.ts';
import { HEALTH, asksForChecks } from './health-port.ts';
import { KINDS } from './kinds/index.ts';
import { trackUpdate } from './managed-fields/tracker.ts';
import type { Outcome } from './registry/registry.ts';
import { RequestContext, type ServerContext } from './request/context.ts';
import { badOptions } from './request/bad-options.ts';
import { withBodyOptions } from './request/body-options.ts';
import { resourceRequest } from './request/raw-path.ts';
import { connectToKubelet, forwardToKubelet } from './subresources/kubelet-proxy.ts';
import { WatchCache } from './watch/watch-cache.ts';
import { openWatch } from './watch/open.ts';
import { Wire } from './wire.ts';

/** Where clients reach the server: what connection errors name. */
export const SERVER_ADDRESS = '10.99.0.1:6443';

/** The server's own credentials, as the audit log shows them. */
const LOOPBACK: Identity = {
  user: 'system:apiserver',
  groups: ['system:authenticated', 'system:masters'],
  client: 'apiserver',
  from: 'kube-apiserver',
};

/** How long a client waits on a dead wire. */
const WIRE_TIMEOUT_US = 30_000_000;
/** Where commands come from. */
const OUTSIDE = 'outside';
const TIMEOUT_TEXT = 'net/http: request canceled (Client.Timeout exceeded while awaiting headers)';

/** What etcd's client says at once while it cannot connect. */
const ETCD_DOWN =
  'rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:2379: connect: connection refused"';

export interface ApiServerOptions {
  readonly kernel: Kernel;
  readonly settings: Settings;
  /** The machine it runs on. */
  readonly host?: string;
  /** How it reaches addresses of the cluster's network; without it nothing is proxied. */
  readonly dial?: Dial;
}

/** kube-apiserver: the wire's end, the pipeline and the store behind it. */
export interface ApiServer extends Component, Required<Transport> {
  readonly etcd: Etcd;
  /** False while its process is down. */
  readonly listening: boolean;
  /** Which places are cut off from the server. */
  readonly wire: Wire;
  /** etcd's process: without it every request that is let in fails, and no watch tells anything. */
  readonly storage: Component;
  /** Makes a node's kubelet reachable for logs, exec, attach and portforward; undefined takes it away. */
  registerKubelet(node: string, server: KubeletServer | undefined): void;
  /** Puts a program behind a webhook: `NAMESPACE/SERVICE` or the URL of its clientConfig. */
  registerWebhook(place: string, backend: WebhookBackend): void;
}

/** A kube-apiserver, started, with the default roles and nothing else in its store. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  return new Server(options);
}

class Server implements ApiServer {
  readonly name = 'kube-apiserver';
  readonly etcd: Etcd;
  readonly wire: Wire;
  readonly storage: Component = {
    name: 'etcd',
    start: () => void (this.stored = true),
    stop: () => void (this.stored = false),
  };
  private stored = true;
  private readonly context: ServerContext;
  private readonly handlers: Handlers;
  private readonly gate: Gate;
  private readonly watches: WatchCache;
  private readonly custom: CustomResources;
  private readonly elsewhere: Elsewhere | undefined;
  private readonly kubelets = new Map<string, KubeletServer>();
  private readonly webhooks = new Map<string, WebhookBackend>();
  private running = true;
  /** Counts starts and stops: an answer of an earlier life never arrives. */
  private life = 1;
  private requests = 1;

  constructor({ kernel, settings, host = 'control-plane', dial }: ApiServerOptions) {
    this.wire = new Wire(host);
    this.etcd = new Etcd(kernel, settings);
    const loopback = new Client(this, LOOPBACK);
    const rbac = new Rbac(this.etcd);
    const authorize = unionAuthorizer(new NodeAuthorizer(this.etcd).authorize, rbac.authorize);
    this.context = {
      kernel,
      settings,
      etcd: this.etcd,
      loopback: () => loopback,
      authorize,
      webhooks: this.webhooks,
    };
    this.watches = new WatchCache(kernel, settings, this.etcd);
    this.custom = new CustomResources(kernel, this.etcd, loopback);
    const issued = new Map<string, UserInfo>();
    const known = { get: (token: string) => issued.get(token) ?? userOfSecretToken(this.etcd, token) };
    this.gate = new Gate(authorize, known);
    this.handlers = {
      registry: {
        etcd: this.etcd,
        admission: admissionChain(),
        track: trackUpdate,
        guard: (rc, draft) => escalationRefused(rc, rbac, draft),
      },
      reviewer: { authorize, rbac, userOfToken: known.get },
      issued,
    };
    storeBootstrap(this.context);
    if (dial !== undefined)
      this.elsewhere = new Elsewhere({ kernel, etcd: this.etcd, client: loopback, dial });
  }

  get listening(): boolean {
    return this.running;
  }

  start(): void {
    if (!this.running) this.life++;
    this.running = true;
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    this.life++;
    this.watches.closeAll();
  }

  served(): readonly Resource[] {
    return [...this.custom.resources(), ...(this.elsewhere?.resources() ?? [])];
  }

  schemaOf(key: string): JsonObject | undefined {
    return this.custom.get(key)?.schema;
  }

  unreachable(): readonly string[] {
    return this.elsewhere?.stale() ?? [];
  }

  /** Everything served, as discovery lists it. */
  private resources(): readonly Resource[] {
    return [...RESOURCES, ...this.served()];
  }

  registerKubelet(node: string, server: KubeletServer | undefined): void {
    if (server === undefined) this.kubelets.delete(node);
    else this.kubelets.set(node, server);
  }

  registerWebhook(place: string, backend: WebhookBackend): void {
    this.webhooks.set(place, backend);
  }

  request(identity: Identity, request: ApiRequest): Task<Result<ApiResponse, ApiError>> {
    const wanted = withBodyOptions(
      request.path === undefined ? request : (resourceRequest(request, this.served()) ?? request),
    );
    return this.exchange(identity, wanted, (id) => this.handle(identity, wanted, id));
  }

  watch(identity: Identity, request: ApiRequest, sink: WatchSink): Task<Result<WatchHandle, ApiError>> {
    return this.exchange(identity, request, (id) => this.handleWatch(identity, request, { id, sink }));
  }

  connect(identity: Identity, request: ApiRequest, streams: Streams): Task<Result<StreamEnd, ApiError>> {
    return this.exchange(identity, request, (id) =>
      this.handleStream(identity, request, id, (rc) => connectToKubelet(rc, this.etcd, this.proxy, streams)),
    );
  }

  forward(identity: Identity, request: ApiRequest): Task<Result<PortForwarding, ApiError>> {
    return this.exchange(identity, request, (id) =>
      this.handleStream(identity, request, id, (rc) => forwardToKubelet(rc, this.etcd, this.proxy)),
    );
  }

  private wireUs({ client, from }: Identity): number {
    const { kernel, settings } = this.context;
    return kernel.around(settings.apiNetworkUs, `wire/${client}/${from}`);
  }

  /** There and back over the wire, around what the server does. */
  private *exchange<T>(
    identity: Identity,
    request: ApiRequest,
    handle: (id: number) => Task<Result<T, ApiStatus>>,
  ): Task<Result<T, ApiError>> {
    const id = this.send(identity, request);
    yield sleepFor(this.wireUs(identity));
    if (this.wire.isCut(identity.from) && !(yield* this.wire.carries(identity.from, WIRE_TIMEOUT_US))) {
      // A command has no connection yet; a component's is open already.
      const text = identity.from === OUTSIDE ? `dial tcp ${SERVER_ADDRESS}: i/o timeout` : TIMEOUT_TEXT;
      return this.broken(identity, id, text);
    }
    if (!this.running)
      return this.broken(identity, id, `dial tcp ${SERVER_ADDRESS}: connect: connection refused`);
    const { life } = this;
    const task = handle(id);
    let step = task.next();
    while (step.done !== true) {
      yield step.value;
      if (life === this.life) step = task.next();
      else {
        // What a dead server had not committed yet never happens.
        task.return(undefined as never);
        return this.broken(identity, id, 'unexpected EOF');
      }
    }
    const outcome = step.value;
    this.done(id, request, outcome);
    yield sleepFor(this.wireUs(identity));
    if (this.wire.isCut(identity.from) && !(yield* this.wire.carries(identity.from, WIRE_TIMEOUT_US))) {
      return this.broken(identity, id, TIMEOUT_TEXT);
    }
    this.returned(identity, { request: id, code: codeOf(outcome) });
    return outcome;
  }

  private *handle(identity: Identity, request: ApiRequest, id: number): Task<Outcome> {
    if (request.path !== undefined) return yield* this.handlePath(identity, request, id);
    const rc = this.contextOf(identity, request, id);
    if (!rc.ok) return rc;
    const refused = (yield* this.gate.pass(rc.value)) ?? badOptions(rc.value);
    if (refused !== undefined) return err(refused);
    if (!this.stored) return err(newUnknownError(ETCD_DOWN));
    const elsewhere = this.elsewhere?.serve(rc.value);
    if (elsewhere !== undefined) return yield* elsewhere;
    if (rc.value.subresource === 'log') return yield* this.readLog(rc.value);
    return yield* dispatch(this.handlers, rc.value);
  }

  private *handlePath(identity: Identity, request: ApiRequest, id: number): Task<Outcome> {
    const rc = this.contextOf(identity, { ...request, resource: 'namespaces' }, id);
    if (!rc.ok) return rc;
    const refused = yield* this.gate.passPath(rc.value, request.path ?? '/');
    if (refused !== undefined) return err(refused);
    const elsewhere = this.elsewhere?.serve(rc.value);
    if (elsewhere !== undefined) return yield* elsewhere;
    const { path = '/' } = request;
    const body = asksForChecks(path, this.stored)
      ? HEALTH.get()(path, this.stored)
      : pathBody(path, this.resources());
    return body.ok ? ok({ code: 200, body: body.value, warnings: [] }) : body;
  }

  private *handleWatch(
    identity: Identity,
    request: ApiRequest,
    { id, sink }: { id: number; sink: WatchSink },
  ): Task<Result<WatchHandle, ApiStatus>> {
    const rc = this.contextOf(identity, request, id);
    if (!rc.ok) return rc;
    const refused = (yield* this.gate.pass(rc.value)) ?? badOptions(rc.value);
    if (refused !== undefined) return err(refused);
    const stored = storedEvents(rc.value, sink);
    return openWatch(this.watches, this.wire, stored.rc, stored.sink);
  }

  private *handleStream<T>(
    identity: Identity,
    request: ApiRequest,
    id: number,
    open: (rc: RequestContext) => Task<Result<T, ApiStatus>>,
  ): Task<Result<T, ApiStatus>> {
    const rc = this.contextOf(identity, request, id);
    if (!rc.ok) return rc;
    const refused = yield* this.gate.pass(rc.value);
    return refused === undefined ? yield* open(rc.value) : err(refused);
  }

  /** A log without follow: its whole text. */
  private *readLog(rc: RequestContext): Task<Outcome> {
    let text = '';
    const ended = yield* connectToKubelet(rc, this.etcd, this.proxy, {
      sink: { write: (_, chunk) => void (text += chunk) },
    });
    return ended.ok ? ok({ code: ended.value.code ?? 200, body: text, warnings: rc.warnings }) : ended;
  }

  private readonly proxy = {
    find: (node: string) => this.kubelets.get(node),
    reachable: (node: string) => !this.wire.isCut(node),
  };

  private contextOf(identity: Identity, request: ApiRequest, id: number): Result<RequestContext, ApiStatus> {
    const custom = this.custom.get(request.resource) ?? this.elsewhere?.get(request.resource);
    const resource = custom?.resource ?? resourceByKey(request.resource);
    const kind = custom?.kind ?? KINDS.get(request.resource);
    if (resource === undefined || kind === undefined) return err(notServed());
    return ok(new RequestContext(this.context, id, { identity, request, resource, kind }));
  }

  private send({ client, actor = client, user }: Identity, wanted: ApiRequest): number {
    const { verb, resource, subresource, namespace } = wanted;
    const request = this.requests++;
    if (this.context.kernel.records(3)) {
      const name = wanted.name || nameInBody(wanted) || nameInSelector(wanted);
      const data =
        subresource === undefined
          ? { request, client, user, verb, resource, namespace, name }
          : { request, client, user, verb, resource, namespace, name, subresource };
      this.context.kernel.record(actor, 'request.send', data);
    }
    return request;
  }

  private done(request: number, { options }: ApiRequest, outcome: Result<unknown, ApiStatus>): void {
    if (!this.context.kernel.records(3)) return;
    const code = codeOf(outcome);
    const data = outcome.ok
      ? { request, code }
      : { request, code, reason: outcome.error.reason, message: outcome.error.message };
    const dry = options?.dryRun === true;
    this.context.kernel.record('kube-apiserver', 'request.done', dry ? { ...data, dryRun: true } : data);
  }

  private returned({ client, actor = client }: Identity, data: RecordKinds['request.return']): void {
    if (this.context.kernel.records(3)) this.context.kernel.record(actor, 'request.return', data);
  }

  private broken(identity: Identity, id: number, message: string): Result<never, ApiError> {
    this.returned(identity, { request: id, code: 0, message });
    return err({ kind: 'TransportError', message, code: 0 });
  }
}

function codeOf(outcome: Result<unknown, ApiStatus>): number {
  return outcome.ok ? ((outcome.value as Partial<ApiResponse>).code ?? 200) : outcome.error.code;
}

/** The name that a new object brings along: the audit log has it from the body. */
function nameInBody({ verb, body }: ApiRequest): string {
  const name = verb === 'create' ? (body as Partial<KubeObject> | undefined)?.metadata?.name : undefined;
  return typeof name === 'string' ? name : '';
}

/** The one name a collection is asked for: RequestInfo takes it from the field selector. */
function nameInSelector({ verb, options }: ApiRequest): string {
  if (verb !== 'list' && verb !== 'watch' && verb !== 'deletecollection') return '';
  return /(?:^|,)metadata\.name==?([^,]+)/.exec(options?.fieldSelector ?? '')?.[1] ?? '';
}
