import { canonicalJson } from '../../../base/deep.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import { metaKey } from '../../../api/pod.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import { Kernel } from '../../kernel/kernel.ts';
import { DEFAULT_SETTINGS } from '../../kernel/settings.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import {
  type ApiError,
  type ApiRequest,
  type ApiResponse,
  Client,
  type Identity,
  type Transport,
  type WatchEvent,
  type WatchHandle,
  type WatchSink,
} from '../../machinery/client.ts';
import type { ComponentContext } from '../../machinery/component.ts';

type Body = Record<string, unknown> & {
  metadata: Record<string, unknown> & { name: string; namespace?: string };
};

interface Watcher {
  readonly resource: string;
  readonly sink: WatchSink;
  open: boolean;
}

const LATENCY_US = 1_000;

/**
 * Just enough of an API server to run the scheduler against in tests: objects by resource, list and watch, binding,
 * status patches and deletion. Pods end at once when deleted unless `lingering` holds them.
 */
export class FakeApi implements Transport {
  readonly kernel: Kernel;
  readonly records: TraceRecord[] = [];
  readonly requests: ApiRequest[] = [];
  /** Pods (namespace/name) that stay terminating until `finish` is called. */
  readonly lingering = new Set<string>();
  /** Refuses a request when it answers something. */
  refuse: (request: ApiRequest) => ApiError | undefined = () => undefined;
  private readonly stores = new Map<string, Map<string, Body>>();
  private readonly watchers: Watcher[] = [];
  private version = 100;

  constructor(options: { readonly keepRecords?: boolean; readonly level?: 1 | 2 | 3 } = {}) {
    const keep = options.keepRecords ?? true;
    this.kernel = new Kernel({
      seed: 7,
      epochUs: 1_796_029_200_000_000,
      sink: (record) => {
        if (keep) this.records.push(record);
      },
      level: options.level ?? 3,
    });
  }

  get context(): ComponentContext {
    return {
      kernel: this.kernel,
      settings: DEFAULT_SETTINGS,
      connect: (identity: Identity) => new Client(this, identity),
    };
  }

  /** Creates or replaces an object from outside. */
  put(resource: string, object: object): void {
    const body = object as Body;
    const known = this.store(resource).has(keyOf(body));
    this.write(resource, body, known ? 'MODIFIED' : 'ADDED');
  }

  remove(resource: string, namespace: string, name: string): void {
    const key = metaKey(namespace, name);
    const body = this.store(resource).get(key);
    if (body === undefined) return;
    this.store(resource).delete(key);
    this.announce(resource, 'DELETED', {
      ...body,
      metadata: { ...body.metadata, resourceVersion: String(++this.version) },
    });
  }

  get<T>(resource: string, namespace: string, name: string): T | undefined {
    return this.store(resource).get(metaKey(namespace, name)) as T | undefined;
  }

  list<T>(resource: string): T[] {
    return [...this.store(resource).values()] as T[];
  }

  /** Ends the containers of a terminating Pod. */
  finish(namespace: string, name: string): void {
    this.lingering.delete(`${namespace}/${name}`);
    this.remove('pods', namespace, name);
  }

  runFor(us: number): void {
    this.kernel.advance({ until: this.kernel.now() + us });
  }

  *request(_identity: Identity, request: ApiRequest): Task<Result<ApiResponse, ApiError>> {
    yield* sleep(LATENCY_US);
    this.requests.push(request);
    const refused = this.refuse(request);
    if (refused !== undefined) return err(refused);
    const answer = this.answer(request);
    return answer === undefined ? err(notFound(request)) : ok({ code: 200, body: answer, warnings: [] });
  }

  *watch(
    _identity: Identity,
    { resource }: ApiRequest,
    sink: WatchSink,
  ): Task<Result<WatchHandle, ApiError>> {
    yield* sleep(0);
    const watcher: Watcher = { resource, sink, open: true };
    this.watchers.push(watcher);
    return ok({
      stop: () => {
        watcher.open = false;
      },
    });
  }

  private store(resource: string): Map<string, Body> {
    let store = this.stores.get(resource);
    if (store === undefined) {
      store = new Map();
      this.stores.set(resource, store);
    }
    return store;
  }

  private answer(request: ApiRequest): unknown {
    const { verb, resource, subresource } = request;
    const key = metaKey(request.namespace, request.name);
    switch (verb) {
      case 'list':
        return {
          metadata: { resourceVersion: String(this.version) },
          items: [...this.store(resource).values()],
        };
      case 'get':
        return this.store(resource).get(key);
      case 'create':
        return subresource === 'binding'
          ? this.bind(key, request.body)
          : this.write(resource, request.body as Body, 'ADDED');
      case 'update':
        return this.write(resource, request.body as Body, 'MODIFIED');
      case 'patch':
        return this.patch(request, key);
      case 'delete':
        return this.erase(resource, key);
      default:
        return undefined;
    }
  }

  private bind(key: string, body: unknown): unknown {
    const pod = this.store('pods').get(key);
    if (pod === undefined) return undefined;
    const { name } = (body as { target: { name: string } }).target;
    const spec = { ...(pod['spec'] as object), nodeName: name };
    const { nominatedNodeName: _cleared, ...status } = (pod['status'] ?? {}) as Record<string, unknown>;
    const others = ((status['conditions'] ?? []) as { type: string }[]).filter(
      ({ type }) => type !== 'PodScheduled',
    );
    const conditions = [...others, { type: 'PodScheduled', status: 'True' }];
    return this.write('pods', { ...pod, spec, status: { ...status, conditions } }, 'MODIFIED');
  }

  private patch({ resource, body }: ApiRequest, key: string): unknown {
    const object = this.store(resource).get(key);
    if (object === undefined) return undefined;
    const patch = body as Record<string, unknown>;
    if (patch['status'] === undefined) return this.write(resource, { ...object, ...patch }, 'MODIFIED');
    const { conditions, ...fields } = patch['status'] as Record<string, unknown>;
    const status = { ...(object['status'] as Record<string, unknown> | undefined), ...fields };
    for (const [name, value] of Object.entries(fields)) if (value === null) delete status[name];
    if (conditions !== undefined) status['conditions'] = mergeConditions(status['conditions'], conditions);
    const next = { ...object, status };
    // A patch that changes nothing is no write.
    return canonicalJson(next) === canonicalJson(object) ? object : this.write(resource, next, 'MODIFIED');
  }

  private erase(resource: string, key: string): unknown {
    const object = this.store(resource).get(key);
    if (object === undefined) return undefined;
    const { namespace = '', name } = object.metadata;
    if (!this.lingering.has(key)) this.remove(resource, namespace, name);
    else if (object.metadata['deletionTimestamp'] === undefined) {
      const metadata = { ...object.metadata, deletionTimestamp: '2026-11-30T09:00:00Z' };
      this.write(resource, { ...object, metadata }, 'MODIFIED');
    }
    return object;
  }

  private write(resource: string, body: Body, type: 'ADDED' | 'MODIFIED'): Body {
    const metadata = {
      uid: `uid-${resource}-${metaKey(body.metadata.namespace, body.metadata.name)}`,
      ...body.metadata,
    };
    const stored = { ...body, metadata: { ...metadata, resourceVersion: String(++this.version) } };
    this.store(resource).set(keyOf(stored), stored);
    this.announce(resource, type, stored);
    return stored;
  }

  private announce(resource: string, type: WatchEvent['type'], object: Body): void {
    for (const watcher of this.watchers) {
      if (watcher.resource !== resource) continue;
      this.kernel.after(LATENCY_US, () => {
        if (watcher.open) watcher.sink.event({ type, object });
      });
    }
  }
}

function keyOf({ metadata }: Body): string {
  return metaKey(metadata.namespace, metadata.name);
}

function mergeConditions(standing: unknown, changes: unknown): unknown[] {
  const merged = new Map(
    ((standing ?? []) as { type: string }[]).map((condition) => [condition.type, condition]),
  );
  for (const change of changes as { type: string }[])
    merged.set(change.type, { ...merged.get(change.type), ...change });
  return [...merged.values()];
}

function notFound({ resource, name }: ApiRequest): ApiError {
  return { kind: 'Status', message: `${resource} "${name}" not found`, reason: 'NotFound', code: 404 };
}
