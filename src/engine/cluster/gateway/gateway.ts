import { RESOURCES, type Resource } from '../../../api/resources.ts';
import { type ApiStatus, failure, newInternalError } from '../../../api/status.ts';
import { toPrettyWireJson, toWireJson } from '../../../api/json-text.ts';
import { VERSION } from '../../apiserver/discovery.ts';
import { aggregatedDiscovery } from '../../apiserver/aggregated-discovery.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { Future, type Task, wait } from '../../kernel/task.ts';
import {
  type ApiError,
  type ApiRequest,
  type ApiResponse,
  Client,
  type ObjectList,
  type Transport,
} from '../../machinery/client.ts';
import type { HttpAnswer, HttpRequest, Upgrade } from './exchange.ts';
import { ForwardingCall, type ForwardingUpgrade } from './forwarding.ts';
import { type CustomSchema, type Schemas, openapiDocument, openapiIndex, openapiV2 } from './openapi.ts';
import { UpgradedCall } from './upgraded.ts';
import { type Asked, callerOf, readRequest } from './read-request.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TEXT_TYPE = { 'Content-Type': 'text/plain; charset=utf-8' };
const DISCOVERY_TYPE = {
  'Content-Type': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
};
/** What a bookmark carries that ends the objects there were. */
const INITIAL_END = { 'k8s.io/initial-events-end': 'true' };
/** Streams both ways need an upgrade of the connection. */
const UPGRADES = new Set(['exec', 'attach', 'portforward']);
/** Those that are carried over WebSockets. */
const STREAMS = new Set(['exec', 'attach']);

export interface GatewayOptions {
  readonly kernel: Kernel;
  readonly transport: Transport;
  /** The API's schemas, read when first asked for. */
  readonly schemas: () => Schemas;
}

/** The API server as HTTP sees it: for clients from outside the simulation, whose time is not the cluster's. */
export class Gateway {
  private readonly options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.options = options;
  }

  /** Carries out a request as virtual time goes on. Answers what to call when the caller hangs up. */
  handle(http: HttpRequest, answer: HttpAnswer): () => void {
    const known = this.fixed(http);
    if (known !== undefined) {
      const { headers, body } = known;
      answer.whole(200, headers, typeof body === 'string' ? body : JSON.stringify(body));
      return () => undefined;
    }
    const asked = readRequest(http, this.custom());
    const told = { answer, pretty: wantsPretty(http), served: this.serves(http.url) };
    if (!asked.ok) {
      refuse(told, asked.error);
      return () => undefined;
    }
    const [path = '', query] = http.url.split('?');
    // Models proxyRedirectsforRootPath: what is below belongs into a folder.
    if (
      asked.value.request.proxied !== undefined &&
      path.endsWith('/proxy') &&
      /GET|HEAD/.test(http.method)
    ) {
      answer.whole(301, { Location: `${path}/${query === undefined ? '' : `?${query}`}` }, '');
      return () => undefined;
    }
    const gone = new Future();
    const call = new Call(new Client(this.options.transport, callerOf(http)), told, gone);
    const task = this.options.kernel.spawn(call.run(asked.value));
    return () => {
      gone.resolve();
      task.cancel();
    };
  }

  /** Carries out a request that wants to become a stream both ways. Answers where what the caller sends goes. */
  upgrade(http: HttpRequest, upgrade: Upgrade): Pick<UpgradedCall, 'receive' | 'gone'> | undefined {
    const asked = readRequest(http, this.custom());
    const { subresource = '' } = asked.ok ? asked.value.request : {};
    if (!asked.ok || !STREAMS.has(subresource)) {
      upgrade.refuse(asked.ok ? notServed(subresource) : asked.error);
      return undefined;
    }
    const call = new UpgradedCall(new Client(this.options.transport, callerOf(http)), upgrade);
    this.options.kernel.spawn(call.run(asked.value.request));
    return call;
  }

  /** Carries out a request for a Pod's ports. Answers where connections to them are asked for. */
  forward(http: HttpRequest, upgrade: ForwardingUpgrade): Pick<ForwardingCall, 'open'> | undefined {
    const asked = readRequest(http, this.custom());
    if (!asked.ok) {
      upgrade.refuse(asked.error);
      return undefined;
    }
    const { kernel, transport } = this.options;
    const call = new ForwardingCall(kernel, new Client(transport, callerOf(http)));
    kernel.spawn(call.run(asked.value.request, upgrade));
    return call;
  }

  /** Whether a request that wants to become a stream is for a Pod's ports. */
  forwards(http: HttpRequest): boolean {
    const asked = readRequest(http, this.custom());
    return asked.ok && asked.value.request.subresource === 'portforward';
  }

  /** Whether a path is within a group and version. */
  private serves(url: string): boolean {
    const [, first, second = '', third = ''] = (url.split('?')[0] ?? '').split('/');
    const [group, version] = first === 'api' ? ['', second] : [second, third];
    if (first !== 'api' && first !== 'apis') return false;
    return [...RESOURCES, ...this.custom()].some((each) => each.group === group && each.version === version);
  }

  /** What definitions have added to the API. */
  private custom(): readonly Resource[] {
    return this.options.transport.served?.() ?? [];
  }

  private customSchemas(): readonly CustomSchema[] {
    return this.custom().flatMap((resource) => {
      const structure = this.options.transport.schemaOf?.(resource.key);
      return structure === undefined ? [] : [{ resource, structure }];
    });
  }

  /** What is the same whoever asks: discovery in one answer, and the API's description. */
  private fixed(
    http: HttpRequest,
  ): { readonly headers: Record<string, string>; readonly body: object | string } | undefined {
    const path = (http.url.split('?')[0] ?? '').replace(/(.)\/$/, '$1');
    if (http.method !== 'GET') return undefined;
    if (path === '/openapi/v2') return openapiV2(http.header('accept').join());
    if (path === '/openapi/v3') return { headers: JSON_TYPE, body: openapiIndex(this.customSchemas()) };
    if (path.startsWith('/openapi/v3/')) {
      const root = path.slice('/openapi/v3/'.length);
      const body = openapiDocument(root, this.options.schemas(), this.customSchemas());
      return body === undefined ? undefined : { headers: JSON_TYPE, body };
    }
    const aggregated = http
      .header('accept')
      .some((text) => /as=APIGroupDiscoveryList/.test(text) && /v=v2(?!b)/.test(text));
    if (!aggregated || (path !== '/api' && path !== '/apis')) return undefined;
    return {
      headers: DISCOVERY_TYPE,
      body: aggregatedDiscovery(path === '/api' ? 'core' : 'groups', this.custom()),
    };
  }
}

/** A watch event on the wire. */
interface WireEvent {
  readonly type: string;
  readonly object: unknown;
}

/** What a watch begins with, and the version it goes on from. */
interface Initial {
  readonly events: readonly WireEvent[];
  readonly version: string | undefined;
}

const NOTHING: Initial = { events: [], version: undefined };

/** Where an answer goes, and whether people read it. */
interface Told {
  readonly answer: HttpAnswer;
  readonly pretty: boolean;
  /** Whether the path is within a group and version that are served. */
  readonly served: boolean;
}

/** One request under way. */
class Call {
  private readonly client: Client;
  private readonly told: Told;
  private readonly answer: HttpAnswer;
  private readonly gone: Future;

  constructor(client: Client, told: Told, gone: Future) {
    this.client = client;
    this.told = told;
    this.answer = told.answer;
    this.gone = gone;
  }

  *run({ request, initialEvents, follow }: Asked): Task {
    if (UPGRADES.has(request.subresource ?? '')) {
      return refuse(this.told, notServed(request.subresource ?? ''));
    }
    if (request.verb === 'watch') return yield* this.watch(request, initialEvents);
    if (follow) return yield* this.follow(request);
    const done = yield* this.client.request(request);
    if (!done.ok) return refuse(this.told, done.error);
    this.complete(done.value);
  }

  private complete({ code, body, warnings, headers }: ApiResponse): void {
    const text = typeof body === 'string';
    const head = headers ?? (text ? TEXT_TYPE : JSON_TYPE);
    this.answer.whole(
      code === 204 ? 200 : code,
      warnings.length === 0 ? head : { ...head, Warning: warnings.map(warning) },
      text ? body : body === VERSION ? JSON.stringify(body, null, 2) : jsonFor(this.told, body),
    );
  }

  private *follow(request: ApiRequest): Task {
    let begun = false;
    const begin = (): void => {
      if (!begun) this.answer.head(200, TEXT_TYPE);
      begun = true;
    };
    const write = (_: 'stdout' | 'stderr', text: string): void => {
      begin();
      this.answer.write(text);
    };
    const connecting = this.client.connect(request, { sink: { write }, gone: this.gone });
    if (connecting === undefined) return refuse(this.told, newInternalError('no streams'));
    const ended = yield* connecting;
    if (!ended.ok && !begun) return refuse(this.told, ended.error);
    begin();
    this.answer.end();
  }

  private *watch(request: ApiRequest, initialEvents: boolean): Task {
    const initial = initialEvents ? yield* this.present(request) : NOTHING;
    if ('error' in initial) return refuse(this.told, initial.error);
    let begun = false;
    const send = (event: WireEvent): void => {
      if (!begun) this.answer.head(200, JSON_TYPE);
      begun = true;
      this.answer.write(`${JSON.stringify(event)}\n`);
    };
    for (const event of initial.events) send(event);
    const version = initial.version === undefined ? {} : { resourceVersion: initial.version };
    const ended = new Future<ApiError | undefined>();
    const opened = yield* this.client.watch(
      { ...request, options: { ...request.options, ...version } },
      { event: send, closed: (error) => ended.resolve(error) },
    );
    if (!opened.ok) {
      if (!begun) return refuse(this.told, opened.error);
      send({ type: 'ERROR', object: opened.error });
      return this.answer.end();
    }
    // The head goes out at once: a client waits for it before it reads on.
    if (!begun) this.answer.head(200, JSON_TYPE);
    begun = true;
    try {
      yield* wait(ended);
    } finally {
      opened.value.stop();
    }
    const error = ended.value();
    if (error?.kind === 'Status') send({ type: 'ERROR', object: error });
    this.answer.end();
  }

  /** The objects there are, as events, and a bookmark behind them. */
  private *present(request: ApiRequest): Task<Initial | { readonly error: ApiError }> {
    const { labelSelector, fieldSelector } = request.options ?? {};
    const listed = yield* this.client.list(request.resource, request.namespace, {
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    });
    if (!listed.ok) return { error: listed.error };
    const { items, metadata, kind = '', apiVersion = '' }: ObjectList = listed.value;
    const version = metadata.resourceVersion;
    const end = {
      kind: kind.replace(/List$/, ''),
      apiVersion,
      metadata: { resourceVersion: version, creationTimestamp: null, annotations: INITIAL_END },
    };
    return {
      events: [...items.map((object) => ({ type: 'ADDED', object })), { type: 'BOOKMARK', object: end }],
      version,
    };
  }
}

function notServed(subresource: string): ApiStatus {
  const text = STREAMS.has(subresource)
    ? `${subresource} is served over WebSockets alone`
    : `${subresource} is not served over HTTP by this simulation; use its own terminal`;
  return failure(501, 'InternalError', text);
}

/** A Warning header's value: code, agent and text. */
function warning(text: string): string {
  return `299 - ${JSON.stringify(text)}`;
}

/** People get lines; programs one, and its end. */
function jsonFor({ pretty }: Told, body: unknown): string {
  return pretty ? toPrettyWireJson(body) : `${toWireJson(body)}\n`;
}

/** Models isPrettyPrint. */
function wantsPretty(http: HttpRequest): boolean {
  const asked = /[?&]pretty=([^&]*)/.exec(http.url)?.[1] ?? '';
  if (asked !== '') return ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(asked);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(http.header('user-agent')[0] ?? '');
}

/** A path that leads nowhere is net/http's to refuse, in its words; within a group and version the API's. */
function leadsNowhere({ served }: Told, { code, details }: Pick<ApiStatus, 'code' | 'details'>): boolean {
  return !served && code === 404 && details?.name === undefined && details?.kind === undefined;
}

function refuse(told: Told, error: ApiError | ApiStatus): void {
  const { answer } = told;
  if (error.kind === 'Status' && leadsNowhere(told, error))
    return answer.whole(404, TEXT_TYPE, '404 page not found\n');
  const status =
    error.kind === 'Status'
      ? error
      : failure(503, 'ServiceUnavailable', `the API server is away: ${error.message}`);
  const retry = status.details?.retryAfterSeconds;
  const head = retry === undefined ? JSON_TYPE : { ...JSON_TYPE, 'Retry-After': String(retry) };
  answer.whole(status.code, head, jsonFor(told, status));
}
