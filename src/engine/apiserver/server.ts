import type { KubeObject } from '../../api/object.ts';
import { resourceByKey } from '../../api/resources.ts';
import { type ApiStatus, failure, newMethodNotSupported } from '../../api/status.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { Etcd } from '../etcd/store.ts';
import { type Task, sleep } from '../kernel/task.ts';
import type { ApiError, ApiRequest, ApiResponse, Identity, Transport, WatchHandle, WatchSink } from '../machinery/client.ts';
import type { Component } from '../machinery/component.ts';
import { admissionChain } from './admission-chain.ts';
import { type Access, type Authorizer, ALWAYS_ALLOW } from './authorization/authorizer.ts';
import { forbiddenAccess } from './authorization/forbidden.ts';
import { KINDS } from './kinds/index.ts';
import { trackUpdate } from './managed-fields/tracker.ts';
import { patch } from './registry/patch.ts';
import { create } from './registry/create.ts';
import { removeCollection } from './registry/delete-collection.ts';
import { remove } from './registry/delete.ts';
import { get, list } from './registry/read.ts';
import { type Outcome, type Registry } from './registry/registry.ts';
import { update } from './registry/update.ts';
import { RequestContext, type ServerContext } from './request/context.ts';
import { bind } from './subresources/binding.ts';
import { tableOf } from './table.ts';
import { filterOf } from './watch/selection.ts';
import { WatchCache } from './watch/watch-cache.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';

/** Where clients reach the server: what connection errors name. */
export const SERVER_ADDRESS = '10.99.0.1:6443';

export interface ApiServerOptions {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly authorizer?: Authorizer;
}

/** kube-apiserver: the wire's end, the pipeline and the store behind it. */
export interface ApiServer extends Component, Transport {
  readonly etcd: Etcd;
}

/** A kube-apiserver, started, on an empty store. */
export function createApiServer(options: ApiServerOptions): ApiServer {
  return new Server(options);
}

class Server implements ApiServer {
  readonly name = 'kube-apiserver';
  readonly etcd: Etcd;
  private readonly context: ServerContext;
  private readonly registry: Registry;
  private readonly watches: WatchCache;
  private readonly authorize: Authorizer;
  private running = true;
  /** Counts starts: an answer of an earlier life never arrives. */
  private life = 1;
  private requests = 1;

  constructor({ kernel, settings, authorizer }: ApiServerOptions) {
    this.etcd = new Etcd(kernel, settings);
    this.context = { kernel, settings, etcd: this.etcd };
    this.watches = new WatchCache(kernel, settings, this.etcd);
    this.authorize = authorizer ?? ALWAYS_ALLOW;
    this.registry = { etcd: this.etcd, admission: admissionChain(), track: trackUpdate };
  }

  start(): void {
    if (this.running) return;
    this.running = true;
    this.life++;
  }

  stop(): void {
    this.running = false;
    this.life++;
    this.watches.closeAll();
  }

  *request(identity: Identity, request: ApiRequest): Task<Result<ApiResponse, ApiError>> {
    const id = this.send(identity, request);
    yield* sleep(this.context.settings.apiNetworkUs);
    const life = this.life;
    if (!this.running) return this.refused(identity, id);
    const outcome = yield* this.handle(identity, request, id);
    if (life !== this.life) return this.broken(identity, id, 'unexpected EOF');
    this.done(id, request, outcome);
    yield* sleep(this.context.settings.apiNetworkUs);
    const code = outcome.ok ? outcome.value.code : outcome.error.code;
    this.returned(identity, id, { code });
    return outcome as Result<ApiResponse, ApiError>;
  }

  *watch(identity: Identity, request: ApiRequest, sink: WatchSink): Task<Result<WatchHandle, ApiError>> {
    const id = this.send(identity, request);
    yield* sleep(this.context.settings.apiNetworkUs);
    if (!this.running) return this.refused(identity, id);
    const opened = yield* this.openWatch(identity, request, { id, sink });
    this.done(id, request, opened);
    yield* sleep(this.context.settings.apiNetworkUs);
    this.returned(identity, id, { code: opened.ok ? 200 : opened.error.code });
    return opened as Result<WatchHandle, ApiError>;
  }

  private *openWatch(identity: Identity, request: ApiRequest, { id, sink }: { id: number; sink: WatchSink }): Task<Result<WatchHandle, ApiStatus>> {
    const rc = this.contextOf(identity, request, id);
    if (!rc.ok) return rc;
    const refused = yield* this.gate(rc.value);
    if (refused !== undefined) return err(refused);
    const { options, kind, resourceName, namespace } = rc.value;
    const filter = filterOf(kind, options);
    if (!filter.ok) return filter;
    const selector = [options.labelSelector, options.fieldSelector].filter((text) => text !== undefined && text !== '').join(' ');
    const watcher = this.watches.open(
      {
        client: identity.client,
        from: identity.from,
        resource: resourceName,
        namespace,
        filter: filter.value,
        selector,
        resourceVersion: options.resourceVersion ?? '',
        bookmarks: options.allowWatchBookmarks === true,
        timeoutSeconds: options.timeoutSeconds,
        background: false,
      },
      options.asTable === true ? tableSink(rc.value, sink) : sink,
    );
    return ok(watcher);
  }

  private *handle(identity: Identity, request: ApiRequest, id: number): Task<Outcome> {
    const rc = this.contextOf(identity, request, id);
    if (!rc.ok) return rc;
    const refused = yield* this.gate(rc.value);
    if (refused !== undefined) return err(refused);
    return yield* dispatch(this.registry, rc.value);
  }

  private contextOf(identity: Identity, request: ApiRequest, id: number): Result<RequestContext, ApiStatus> {
    const resource = resourceByKey(request.resource);
    const kind = KINDS.get(request.resource);
    if (resource === undefined || kind === undefined) return err(unknownResource());
    return ok(new RequestContext(this.context, id, { identity, request, resource, kind }));
  }

  /** Authentication and authorization. */
  private *gate(rc: RequestContext): Task<ApiStatus | undefined> {
    yield* rc.pass();
    rc.stage('authentication', 'passed', { note: rc.user.name });
    yield* rc.pass();
    const access = accessOf(rc);
    const { allowed, reason } = this.authorize(access);
    if (allowed) {
      rc.stage('authorization', 'passed', reason === undefined ? {} : { note: reason });
      return undefined;
    }
    const error = forbiddenAccess(access, reason);
    rc.stage('authorization', 'refused', { note: error.message });
    return error;
  }

  private send({ client, user }: Identity, wanted: ApiRequest): number {
    const { verb, resource, subresource, namespace } = wanted;
    const request = this.requests++;
    if (this.context.kernel.records(3)) {
      const data = { request, client, user, verb, resource, namespace, name: wanted.name || nameInBody(wanted) };
      this.context.kernel.record(client, 'request.send', subresource === undefined ? data : { ...data, subresource });
    }
    return request;
  }

  private done(request: number, { options }: ApiRequest, outcome: Result<unknown, ApiStatus>): void {
    if (!this.context.kernel.records(3)) return;
    const dry = options?.dryRun === true ? { dryRun: true } : {};
    const data = outcome.ok
      ? { request, code: (outcome.value as Partial<ApiResponse>).code ?? 200, ...dry }
      : { request, code: outcome.error.code, reason: outcome.error.reason, message: outcome.error.message, ...dry };
    this.context.kernel.record('kube-apiserver', 'request.done', data);
  }

  private returned({ client }: Identity, request: number, data: { readonly code: number; readonly message?: string }): void {
    if (this.context.kernel.records(3)) this.context.kernel.record(client, 'request.return', { request, ...data });
  }

  private refused(identity: Identity, id: number): Result<never, ApiError> {
    return this.broken(identity, id, `dial tcp ${SERVER_ADDRESS}: connect: connection refused`);
  }

  private broken(identity: Identity, id: number, message: string): Result<never, ApiError> {
    this.returned(identity, id, { code: 0, message });
    return err({ kind: 'TransportError', message, code: 0 });
  }
}

/** The name that a new object brings along: the audit log has it from the body. */
function nameInBody({ verb, body }: ApiRequest): string {
  const name = verb === 'create' ? (body as Partial<KubeObject> | undefined)?.metadata?.name : undefined;
  return typeof name === 'string' ? name : '';
}

function unknownResource(): ApiStatus {
  return failure(404, 'NotFound', 'the server could not find the requested resource', {});
}

function accessOf(rc: RequestContext): Access {
  const { verb } = rc.request;
  const { group, resource, namespaced } = rc.resource;
  const namespace = namespaced ? rc.namespace : resource === 'namespaces' ? rc.name : '';
  return { user: rc.user, verb, group, resource, subresource: rc.subresource, namespace, name: rc.name };
}

function tableSink(rc: RequestContext, sink: WatchSink): WatchSink {
  return {
    event: (event) => sink.event({ type: event.type, object: tableOf(rc, [event.object], event.object.metadata?.resourceVersion) as never }),
    closed: (error) => sink.closed(error),
  };
}

function dispatch(registry: Registry, rc: RequestContext): Task<Outcome> {
  if (rc.subresource !== '') return dispatchSubresource(registry, rc);
  switch (rc.request.verb) {
    case 'get':
      return get(registry, rc);
    case 'list':
      return list(registry, rc);
    case 'create':
      return create(registry, rc);
    case 'update':
      return update(registry, rc);
    case 'patch':
      return patch(registry, rc);
    case 'delete':
      return remove(registry, rc);
    case 'deletecollection':
      return removeCollection(registry, rc);
    case 'watch':
      return unsupported(rc);
  }
}

function dispatchSubresource(registry: Registry, rc: RequestContext): Task<Outcome> {
  const { verb } = rc.request;
  if (rc.resourceName === 'pods' && rc.subresource === 'binding' && verb === 'create') return bind(registry, rc);
  if (rc.kind.subresources?.[rc.subresource] === undefined) return missingSubresource();
  if (verb === 'get') return get(registry, rc);
  if (verb === 'update') return update(registry, rc);
  if (verb === 'patch') return patch(registry, rc);
  return unsupported(rc);
}

// eslint-disable-next-line require-yield
function* unsupported(rc: RequestContext): Task<Outcome> {
  return err(newMethodNotSupported(rc.resourceName, rc.request.verb));
}

// eslint-disable-next-line require-yield
function* missingSubresource(): Task<Outcome> {
  return err(unknownResource());
}
