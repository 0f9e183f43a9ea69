import type { KubeObject, ObjectRef, ResourceName } from '../../api/object.ts';
import type { Resource } from '../../api/resources.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { Channel, Future, Task } from '../kernel/task.ts';
import type { PortForwarding, StreamSink } from './kubelet-server.ts';

/** A refusal by the API server: its Status object, whole. */
export interface StatusError {
  readonly kind: 'Status';
  readonly apiVersion?: string;
  readonly metadata?: object;
  readonly status?: string;
  readonly message: string;
  readonly reason?: string;
  readonly code: number;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly {
      readonly reason?: string;
      readonly message?: string;
      readonly field?: string;
    }[];
    readonly retryAfterSeconds?: number;
  };
}

/** The wire failed before an answer came: `message` in Go's words (`dial tcp 10.99.0.1:6443: connect: connection refused`). */
export interface TransportError {
  readonly kind: 'TransportError';
  readonly message: string;
  readonly code: 0;
  readonly reason?: undefined;
}

export type ApiError = StatusError | TransportError;

export type PatchType = 'json' | 'merge' | 'strategic' | 'apply';

/** Options of a request, named as the API's query parameters are. */
export interface RequestOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
  readonly limit?: number;
  readonly continue?: string;
  readonly dryRun?: boolean;
  /** All that dryRun was set to, where something of it is none of its values. */
  readonly dryRunValues?: readonly string[];
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  readonly force?: boolean;
  readonly gracePeriodSeconds?: number;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** What was there before propagationPolicy: true = Orphan. */
  readonly orphanDependents?: boolean;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  /** Answer a Table, as kubectl get asks. */
  readonly asTable?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** Why the query of a URL could not be read as options. */
  readonly malformed?: string;
  /** Any other parameter of a subresource (log's container, tailLines, follow …; exec's command, container …). */
  readonly params?: Readonly<Record<string, string | readonly string[]>>;
}

export type RequestVerb =
  | 'get'
  | 'list'
  | 'watch'
  | 'create'
  | 'update'
  | 'patch'
  | 'delete'
  | 'deletecollection';

/** One request. `namespace` and `name` are '' where they do not apply (cluster scope, all namespaces, collections). */
export interface ApiRequest {
  readonly verb: RequestVerb;
  readonly resource: ResourceName;
  readonly subresource?: string;
  readonly namespace: string;
  readonly name: string;
  readonly body?: unknown;
  readonly patchType?: PatchType;
  readonly options?: RequestOptions;
  /** A URL path instead of a resource (`kubectl get --raw`): `/version`, `/healthz`, `/api/v1/nodes`; `resource` is then ''. */
  readonly path?: string;
  /** A request that a `proxy` subresource hands on, as HTTP has it: it is answered as it was by whoever is behind. */
  readonly proxied?: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

/** An answer: `body` is an object, a list, a Table or text; `warnings` are the Warning headers. */
export interface ApiResponse {
  readonly code: number;
  readonly body: unknown;
  readonly warnings: readonly string[];
  /** A backend's own, where the answer is one's. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
}

/** Who is calling: what authentication will find, and the user agent of the audit log. */
export interface Identity {
  readonly user: string;
  readonly groups: readonly string[];
  /** Component name: kubectl, kube-scheduler, kubelet, deployment-controller … */
  readonly client: string;
  /** How its records name it, where there are several of its kind: `kubelet/worker-1`; `client` unless given. */
  readonly actor?: string;
  /** Where it runs, for faults of the wire: a node's name, or 'outside' for the learner's machine. */
  readonly from: string;
  /** How it proves who it is; a client certificate unless said. */
  readonly credential?: { readonly kind: 'certificate' | 'token' | 'none'; readonly token?: string };
  /** kubectl's --as, --as-group and --as-uid. */
  readonly impersonate?: {
    readonly user: string;
    readonly groups?: readonly string[];
    readonly uid?: string;
  };
}

export interface WatchHandle {
  stop(): void;
}

/** What becomes of a watch. Each call is made in a turn of its own, in order of revisions. */
export interface WatchSink {
  event(event: WatchEvent): void;
  /** The stream ended: the server went away, the watch timed out, or its version is too old (a Status). */
  closed(error?: ApiError): void;
}

/** The ends of a connection that stays open, as the caller holds them. */
export interface Streams {
  readonly sink: StreamSink;
  /** Text, then null for its end; absent when the request has no stdin. */
  readonly stdin?: Channel<string | null>;
  /** Settled by a caller who hangs up. */
  readonly gone?: Future;
  /** Told once the caller's connection is upgraded: from here on nothing is an HTTP error. */
  upgraded?(): void;
}

/** How a connection ended: exec's exit code, or the Status that came down the error channel after the upgrade. */
export interface StreamEnd {
  readonly exit?: number;
  readonly error?: StatusError;
  /** The kubelet would not upgrade; the caller's own connection was up already. */
  readonly refused?: StatusError;
  /** The answer's HTTP code: 101 once upgraded, 200 for a log, 204 for a log that has no node yet. */
  readonly code?: number;
}

/** The wire to the API server. Only engine/cluster makes one; everybody else is given a Client. */
export interface Transport {
  /**
   * Pods' `log` (verb get), `exec` and `attach` (get = WebSocket, create = SPDY); `options.params` are the query. Ends when
   * the stream does. An error means that there was no stream: a Status (code 400 and the kubelet's text when it was no Status).
   */
  connect?(identity: Identity, request: ApiRequest, streams: Streams): Task<Result<StreamEnd, ApiError>>;
  /** Pods' `portforward`: the way to the ports of one Pod. */
  forward?(identity: Identity, request: ApiRequest): Task<Result<PortForwarding, ApiError>>;
  request(identity: Identity, request: ApiRequest): Task<Result<ApiResponse, ApiError>>;
  /** What is served beyond the built-in resources: discovery as clients keep it, at no cost. */
  served?(): readonly Resource[];
  /** The openAPIV3Schema of a custom resource by its key, as /openapi/v3 has it for clients, at no cost. */
  schemaOf?(key: string): JsonObject | undefined;
  /** Groups and versions of servers that do not answer, as discovery tells of them: `metrics.k8s.io/v1beta1`. */
  unreachable?(): readonly string[];
  /** Opens a watch from `options.resourceVersion` on (with none, or '0', the present objects come first as ADDED). */
  watch(identity: Identity, request: ApiRequest, sink: WatchSink): Task<Result<WatchHandle, ApiError>>;
}

/** A list as the API answers it. */
export interface ObjectList<T extends KubeObject = KubeObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly T[];
}

/** What every component speaks to the API server with. Suspends for the wire and the server; answers values, never throws. */
export class Client {
  readonly identity: Identity;
  private readonly transport: Transport;

  constructor(transport: Transport, identity: Identity) {
    this.transport = transport;
    this.identity = identity;
  }

  /** Any request, with the whole answer. */
  request(request: ApiRequest): Task<Result<ApiResponse, ApiError>> {
    return this.transport.request(this.identity, request);
  }

  /** Resources that CustomResourceDefinitions and aggregated servers have added. */
  served(): readonly Resource[] {
    return this.transport.served?.() ?? [];
  }

  /** The schema that its definition gives a custom resource. */
  schemaOf(key: string): JsonObject | undefined {
    return this.transport.schemaOf?.(key);
  }

  /** Groups and versions of aggregated servers that do not answer. */
  unreachable(): readonly string[] {
    return this.transport.unreachable?.() ?? [];
  }

  /** A log, exec or attach; undefined when the wire carries no streams. */
  connect(request: ApiRequest, streams: Streams): Task<Result<StreamEnd, ApiError>> | undefined {
    return this.transport.connect?.(this.identity, request, streams);
  }

  /** The way to a Pod's ports; undefined when the wire carries no streams. */
  forward(request: ApiRequest): Task<Result<PortForwarding, ApiError>> | undefined {
    return this.transport.forward?.(this.identity, request);
  }

  watch(request: Omit<ApiRequest, 'verb' | 'name'>, sink: WatchSink): Task<Result<WatchHandle, ApiError>> {
    return this.transport.watch(this.identity, { ...request, verb: 'watch', name: '' }, sink);
  }

  get<T extends KubeObject>(resource: ResourceName, ref: ObjectRef): Task<Result<T, ApiError>> {
    return this.object<T>({ verb: 'get', resource, ...ref });
  }

  list<T extends KubeObject>(
    resource: ResourceName,
    namespace = '',
    options?: RequestOptions,
  ): Task<Result<ObjectList<T>, ApiError>> {
    return this.object<ObjectList<T> & KubeObject>({ verb: 'list', resource, namespace, name: '', options });
  }

  create<T extends KubeObject>(
    resource: ResourceName,
    body: T,
    options?: RequestOptions,
  ): Task<Result<T, ApiError>> {
    const { namespace = '', name = '' } = body.metadata ?? {};
    return this.object<T>({ verb: 'create', resource, namespace, name, body, options });
  }

  update<T extends KubeObject>(
    resource: ResourceName,
    body: T,
    options?: RequestOptions,
  ): Task<Result<T, ApiError>> {
    const { namespace = '', name = '' } = body.metadata ?? {};
    return this.object<T>({ verb: 'update', resource, namespace, name, body, options });
  }

  updateStatus<T extends KubeObject>(resource: ResourceName, body: T): Task<Result<T, ApiError>> {
    const { namespace = '', name = '' } = body.metadata ?? {};
    return this.object<T>({ verb: 'update', resource, subresource: 'status', namespace, name, body });
  }

  patch<T extends KubeObject>(
    target: ObjectRef & { readonly resource: ResourceName; readonly subresource?: string },
    patchType: PatchType,
    body: unknown,
    options?: RequestOptions,
  ): Task<Result<T, ApiError>> {
    return this.object<T>({ verb: 'patch', ...target, patchType, body, options });
  }

  delete(
    resource: ResourceName,
    ref: ObjectRef,
    options?: RequestOptions,
  ): Task<Result<KubeObject, ApiError>> {
    return this.object<KubeObject>({ verb: 'delete', resource, ...ref, options });
  }

  private *object<T>(request: ApiRequest): Task<Result<T, ApiError>> {
    const answer = yield* this.transport.request(this.identity, request);
    return answer.ok ? { ok: true, value: answer.value.body as T } : answer;
  }
}
