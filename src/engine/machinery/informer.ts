import { type KubeObject, type ObjectRef, type ResourceName, refKey } from '../../api/object.ts';
import type { Kernel, TaskHandle } from '../kernel/kernel.ts';
import { Future, type Task, sleep, wait } from '../kernel/task.ts';
import type { ApiError, Client, RequestOptions, WatchEvent, WatchHandle } from './client.ts';

/** What a component does when its cache learns something. Called after the cache has changed. */
export interface InformerHandler<T> {
  added?(object: T): void;
  updated?(object: T, old: T): void;
  deleted?(object: T): void;
}

export interface InformerOptions {
  /** '' watches all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Derives index values of an object; see `Informer.addIndex`. */
export type IndexFunction<T> = (object: T) => readonly string[];

const RELIST_DELAY_US = 800_000;
const RELIST_MAX_US = 30_000_000;

/**
 * List, then watch, then keep a cache and tell handlers. Models client-go tools/cache reflector + shared informer.
 * When the stream breaks it watches again from its last version; when that is too old it lists anew.
 */
export class Informer<T extends KubeObject = KubeObject> {
  readonly resource: ResourceName;
  /** Settles when the first list is in the cache. */
  readonly synced = new Future();
  private readonly objects = new Map<string, T>();
  private readonly indexes = new Map<string, { of: IndexFunction<T>; values: Map<string, Set<string>> }>();
  private readonly handlers: InformerHandler<T>[] = [];
  private running: TaskHandle<void> | undefined;
  private stream: WatchHandle | undefined;
  private version = '';
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly options: InformerOptions;

  constructor(kernel: Kernel, client: Client, resource: ResourceName, options: InformerOptions = {}) {
    this.kernel = kernel;
    this.client = client;
    this.resource = resource;
    this.options = options;
  }

  /** Registers a handler; objects already in the cache are told as added. */
  on(handler: InformerHandler<T>): void {
    this.handlers.push(handler);
    for (const object of this.objects.values()) handler.added?.(object);
  }

  /** Adds a named index before start. */
  addIndex(name: string, of: IndexFunction<T>): void {
    this.indexes.set(name, { of, values: new Map() });
  }

  start(): void {
    if (this.running === undefined) this.running = this.kernel.spawn(this.run());
  }

  /** Stops watching and forgets everything: the component died. */
  stop(): void {
    this.running?.cancel();
    this.running = undefined;
    this.stream?.stop();
    this.stream = undefined;
    this.objects.clear();
    for (const index of this.indexes.values()) index.values.clear();
    this.version = '';
  }

  get(ref: ObjectRef): T | undefined {
    return this.objects.get(refKey(ref));
  }

  getByKey(key: string): T | undefined {
    return this.objects.get(key);
  }

  /** Everything in the cache, in order of first appearance. */
  list(): T[] {
    return [...this.objects.values()];
  }

  values(): IterableIterator<T> {
    return this.objects.values();
  }

  get size(): number {
    return this.objects.size;
  }

  /** The newest resourceVersion the cache has seen. Models LastStoreSyncResourceVersion. */
  get lastVersion(): string {
    return this.version;
  }

  /** The objects whose index `name` holds `value`. */
  byIndex(name: string, value: string): T[] {
    const keys = this.indexes.get(name)?.values.get(value);
    if (keys === undefined) return [];
    const found: T[] = [];
    for (const key of keys) {
      const object = this.objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  /** Puts a newer version into the cache ahead of the watch, as an assume cache or a mutation cache does. */
  overlay(object: T): void {
    const key = keyOf(object);
    if (this.objects.has(key)) this.store(key, object);
  }

  private *run(): Task {
    let delay = RELIST_DELAY_US;
    for (;;) {
      const listed = yield* this.relist();
      if (listed) delay = RELIST_DELAY_US;
      while (listed) {
        const ended = yield* this.follow();
        if (ended?.kind === 'Status' && (ended.code === 410 || ended.reason === 'Expired')) break;
        // Models client-go reflector: a broken stream is resumed from the last version after a back-off.
        if (ended !== undefined) yield* sleep(this.jitter(RELIST_DELAY_US));
      }
      yield* sleep(this.jitter(delay));
      delay = Math.min(delay * 2, RELIST_MAX_US);
    }
  }

  private jitter(us: number): number {
    return Math.round(us * (1 + this.kernel.random(`informer/${this.client.identity.client}`).next()));
  }

  private requestOptions(): RequestOptions {
    const { labelSelector, fieldSelector } = this.options;
    return { labelSelector, fieldSelector };
  }

  private *relist(): Task<boolean> {
    const answer = yield* this.client.list<T>(
      this.resource,
      this.options.namespace ?? '',
      this.requestOptions(),
    );
    if (!answer.ok) return false;
    this.version = answer.value.metadata.resourceVersion ?? '';
    const listed = new Map(answer.value.items.map((object) => [keyOf(object), object]));
    for (const [key, old] of [...this.objects]) if (!listed.has(key)) this.remove(key, old);
    for (const [key, object] of listed) this.upsert(key, object);
    this.synced.resolve();
    return true;
  }

  /** Watches until the stream ends; answers the error, if any. */
  private *follow(): Task<ApiError | undefined> {
    const closed = new Future<ApiError | undefined>();
    const answer = yield* this.client.watch(
      {
        resource: this.resource,
        namespace: this.options.namespace ?? '',
        options: { ...this.requestOptions(), resourceVersion: this.version, allowWatchBookmarks: true },
      },
      { event: (event) => this.apply(event), closed: (error) => closed.resolve(error) },
    );
    if (!answer.ok) return answer.error;
    this.stream = answer.value;
    return yield* wait(closed);
  }

  private apply(event: WatchEvent): void {
    const version = event.object.metadata?.resourceVersion;
    if (version !== undefined) this.version = version;
    const object = event.object as T;
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
        return this.upsert(keyOf(object), object);
      case 'DELETED':
        return this.remove(keyOf(object), object);
      case 'BOOKMARK':
      case 'ERROR':
        return;
    }
  }

  private upsert(key: string, object: T): void {
    const old = this.objects.get(key);
    if (old !== undefined && old.metadata?.resourceVersion === object.metadata?.resourceVersion) return;
    this.store(key, object);
    const cause = this.kernel.cause;
    for (const handler of this.handlers) {
      this.kernel.setCause(cause);
      if (old === undefined) handler.added?.(object);
      else handler.updated?.(object, old);
    }
  }

  private remove(key: string, object: T): void {
    const old = this.objects.get(key);
    if (old === undefined) return;
    this.unindex(key, old);
    this.objects.delete(key);
    const cause = this.kernel.cause;
    for (const handler of this.handlers) {
      this.kernel.setCause(cause);
      handler.deleted?.(object);
    }
  }

  private store(key: string, object: T): void {
    const old = this.objects.get(key);
    this.objects.set(key, object);
    for (const { of, values } of this.indexes.values()) {
      const next = of(object);
      if (old !== undefined) {
        const before = of(old);
        // Hardly any change of an object moves it in an index.
        if (sameTexts(before, next)) continue;
        for (const value of before) drop(values, value, key);
      }
      for (const value of next) {
        const keys = values.get(value);
        if (keys === undefined) values.set(value, new Set([key]));
        else keys.add(key);
      }
    }
  }

  private unindex(key: string, object: T): void {
    for (const { of, values } of this.indexes.values()) {
      for (const value of of(object)) drop(values, value, key);
    }
  }
}

function drop(values: Map<string, Set<string>>, value: string, key: string): void {
  const keys = values.get(value);
  keys?.delete(key);
  if (keys?.size === 0) values.delete(value);
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, place) => text === b[place]);
}

function keyOf(object: KubeObject): string {
  const { namespace = '', name = '' } = object.metadata ?? {};
  return refKey({ namespace, name });
}
