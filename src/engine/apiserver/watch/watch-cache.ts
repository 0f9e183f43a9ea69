import type { KubeObject, ResourceName } from '../../../api/object.ts';
import { type ApiStatus, newResourceExpired } from '../../../api/status.ts';
import type { Etcd, StoreEvent } from '../../etcd/store.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { WatchEvent, WatchSink } from '../../machinery/client.ts';
import type { WatchRequest } from './watch-request.ts';
import { Watcher } from './watcher.ts';

/** Field labels whose watchers are found by value instead of by asking each. Models the cacher's trigger index. */
const INDEXED: Readonly<Record<ResourceName, string>> = {
  pods: 'spec.nodeName',
  secrets: 'metadata.name',
  configmaps: 'metadata.name',
};

interface Watchers {
  readonly all: Set<Watcher>;
  readonly byValue: Map<string, Set<Watcher>>;
}

/**
 * Turns commits into watch events. Models storage/cacher (1.36): one cache a resource, each watcher told in order of
 * revisions, a selector's watchers told ADDED and DELETED as objects come into and leave their view.
 */
export class WatchCache {
  private readonly kernel: Kernel;
  private readonly settings: Settings;
  private readonly etcd: Etcd;
  private readonly resources = new Map<ResourceName, Watchers>();
  private next = 1;

  constructor(kernel: Kernel, settings: Settings, etcd: Etcd) {
    this.kernel = kernel;
    this.settings = settings;
    this.etcd = etcd;
    etcd.subscribe((event) => this.dispatch(event));
  }

  /** Opens a watch; a version that is compacted away ends it at once with 410. */
  open(request: WatchRequest, sink: WatchSink): Watcher {
    const watcher = new Watcher(this.kernel, this.settings.watchDeliveryUs, {
      id: this.next++,
      request,
      sink,
    });
    const { client, resource, namespace, selector } = request;
    if (this.kernel.records(3)) {
      const data = { watch: watcher.id, client, resource, namespace };
      this.kernel.record('kube-apiserver', 'watch.open', selector === '' ? data : { ...data, selector });
    }
    const backlog = this.backlog(request);
    if (!Array.isArray(backlog)) {
      watcher.close(backlog as ApiStatus);
      return watcher;
    }
    this.add(watcher);
    for (const event of backlog as readonly WatchEvent[]) watcher.send(event);
    watcher.ended = () => this.remove(watcher);
    if (request.timeoutSeconds !== undefined) watcher.closeAfter(request.timeoutSeconds * 1_000_000);
    return watcher;
  }

  /** Ends every watch: the server went away. */
  closeAll(): void {
    for (const { all } of this.resources.values()) for (const watcher of [...all]) watcher.close();
  }

  private backlog(request: WatchRequest): readonly WatchEvent[] | ApiStatus {
    const { resource, namespace, filter, resourceVersion } = request;
    if (resourceVersion === '' || resourceVersion === '0') {
      return this.etcd
        .range(resource, namespace)
        .filter(filter.matches)
        .map((object) => ({ type: 'ADDED', object }));
    }
    const since = this.etcd.eventsAfter(resource, Number(resourceVersion));
    if (since === undefined)
      return newResourceExpired(`too old resource version: ${resourceVersion} (${this.etcd.compacted})`);
    const events: WatchEvent[] = [];
    for (const event of since) {
      const seen = eventFor(request, event);
      if (seen !== undefined) events.push(seen);
    }
    return events;
  }

  private add(watcher: Watcher): void {
    const { resource } = watcher.request;
    let watchers = this.resources.get(resource);
    if (watchers === undefined) {
      watchers = { all: new Set(), byValue: new Map() };
      this.resources.set(resource, watchers);
    }
    watchers.all.add(watcher);
    const value = indexValue(watcher.request);
    const group = watchers.byValue.get(value);
    if (group === undefined) watchers.byValue.set(value, new Set([watcher]));
    else group.add(watcher);
  }

  private remove(watcher: Watcher): void {
    const watchers = this.resources.get(watcher.request.resource);
    const value = indexValue(watcher.request);
    watchers?.all.delete(watcher);
    const group = watchers?.byValue.get(value);
    group?.delete(watcher);
    if (group?.size === 0) watchers?.byValue.delete(value);
  }

  private dispatch(event: StoreEvent): void {
    const watchers = this.resources.get(event.resource);
    if (watchers === undefined || watchers.all.size === 0) return;
    this.tell(watchers.byValue.get(ANY), event);
    const field = INDEXED[event.resource];
    if (field === undefined) return;
    const value = indexKey(field, event.object);
    this.tell(watchers.byValue.get(value), event);
    const before = event.previous === undefined ? value : indexKey(field, event.previous);
    if (before !== value) this.tell(watchers.byValue.get(before), event);
  }

  private tell(watchers: ReadonlySet<Watcher> | undefined, event: StoreEvent): void {
    if (watchers === undefined) return;
    const { cause } = this.kernel;
    for (const watcher of watchers) {
      const seen = eventFor(watcher.request, event);
      if (seen === undefined) continue;
      this.kernel.setCause(cause);
      watcher.send(seen);
    }
    this.kernel.setCause(cause);
  }
}

const ANY = '\u0000';

function indexValue({ resource, filter }: WatchRequest): string {
  const field = INDEXED[resource];
  return field === undefined ? ANY : (filter.exact.get(field) ?? ANY);
}

function indexKey(field: string, object: KubeObject): string {
  if (field === 'metadata.name') return object.metadata?.name ?? '';
  return (object as { readonly spec?: { readonly nodeName?: string } }).spec?.nodeName ?? '';
}

/** What one watcher sees of a commit. */
function eventFor({ namespace, filter }: WatchRequest, event: StoreEvent): WatchEvent | undefined {
  if (namespace !== '' && namespace !== event.ref.namespace) return undefined;
  const { object, previous } = event;
  if (filter.everything) {
    if (event.type === 'delete') return { type: 'DELETED', object };
    return { type: previous === undefined ? 'ADDED' : 'MODIFIED', object };
  }
  const was = previous !== undefined && filter.matches(previous);
  const is = event.type === 'put' && filter.matches(object);
  if (is) return { type: was ? 'MODIFIED' : 'ADDED', object };
  if (!was) return undefined;
  if (event.type === 'delete') return { type: 'DELETED', object };
  // The last version this watcher could see, with the revision that took it out of view.
  const metadata = { ...previous?.metadata, resourceVersion: String(event.rev) };
  return { type: 'DELETED', object: Object.freeze({ ...previous, metadata: Object.freeze(metadata) }) };
}
