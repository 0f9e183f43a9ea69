import { type KubeObject, type ObjectRef, type ResourceName, refKey } from '../../api/object.ts';
import { compareText } from '../../base/compare.ts';
import type { Seq } from '../../trace/ids.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Settings } from '../kernel/settings.ts';
import { type Task, sleepFor } from '../kernel/task.ts';
import { deepFreeze } from './freeze.ts';

/** One key's current value. `rev` is its mod revision; `seq` the record of the write. */
export interface Stored<T extends KubeObject = KubeObject> {
  readonly object: T;
  readonly rev: number;
  readonly seq: Seq | undefined;
}

/** One committed change, as a watch reports it. `object` of a delete is the last state carrying the deletion's revision. */
export interface StoreEvent {
  readonly type: 'put' | 'delete';
  readonly rev: number;
  readonly resource: ResourceName;
  readonly ref: ObjectRef;
  readonly object: KubeObject;
  readonly previous: KubeObject | undefined;
}

/** One write: taken only when the key still stands at `expected` (0 = absent). */
interface Write {
  readonly resource: ResourceName;
  readonly ref: ObjectRef;
  readonly expected: number;
  readonly request?: number;
  /** This write alone does not keep the cluster from being quiet. */
  readonly quiet?: boolean;
}

/** `conflict`: the key has moved on since it was read. */
type WriteResult =
  | { readonly ok: true; readonly stored: Stored }
  | { readonly ok: false; readonly current: Stored | undefined };

interface Table {
  readonly all: Map<string, Stored>;
  readonly namespaces: Map<string, Map<string, Stored>>;
  /** Keys in etcd's order; undefined after one came or went. */
  sorted: readonly string[] | undefined;
  /** Changes since the last compaction, oldest first. */
  log: StoreEvent[];
}

const COMPACTION_INTERVAL_US = 300_000_000;

/**
 * The key-value store behind the API server: one revision counter, compare-and-set, ranges, watches from a revision,
 * compaction. Models etcd 3.6 mvcc as k8s.io/apiserver/pkg/storage/etcd3 uses it.
 */
export class Etcd {
  private revision = 1;
  private compactedRevision = 0;
  private readonly tables = new Map<ResourceName, Table>();
  private readonly listeners: ((event: StoreEvent) => void)[] = [];
  private readonly kernel: Kernel;
  private readonly settings: Settings;
  private compactAt: number;
  private compactTo = 0;

  constructor(kernel: Kernel, settings: Settings) {
    this.kernel = kernel;
    this.settings = settings;
    this.compactAt = kernel.now() + COMPACTION_INTERVAL_US;
  }

  /** The store's revision: that of the last write. */
  get rev(): number {
    return this.revision;
  }

  /** Watches from a revision below this one are too old. */
  get compacted(): number {
    return this.compactedRevision;
  }

  read<T extends KubeObject>(resource: ResourceName, ref: ObjectRef): Stored<T> | undefined {
    return this.tables.get(resource)?.all.get(refKey(ref)) as Stored<T> | undefined;
  }

  /** The object itself, without its revision. */
  get<T extends KubeObject>(resource: ResourceName, ref: ObjectRef): T | undefined {
    return this.read<T>(resource, ref)?.object;
  }

  /** Objects in no particular order; `namespace` '' = all. */
  list<T extends KubeObject>(resource: ResourceName, namespace: string): readonly T[] {
    const table = this.tables.get(resource);
    if (table === undefined) return [];
    const source = namespace === '' ? table.all : table.namespaces.get(namespace);
    const found: T[] = [];
    if (source !== undefined) for (const stored of source.values()) found.push(stored.object as T);
    return found;
  }

  /** Objects in order of their keys, as a range read answers them. */
  range(resource: ResourceName, namespace: string): readonly KubeObject[] {
    const table = this.tables.get(resource);
    if (table === undefined) return [];
    if (namespace !== '') {
      const found = this.list(resource, namespace) as KubeObject[];
      return found.sort((a, b) => compareText(a.metadata?.name ?? '', b.metadata?.name ?? ''));
    }
    table.sorted ??= [...table.all.keys()].sort(compareText);
    return table.sorted.map((key) => (table.all.get(key) as Stored).object);
  }

  count(resource: ResourceName): number {
    return this.tables.get(resource)?.all.size ?? 0;
  }

  /** Takes a write's time, then puts what `build` makes of the new revision. */
  *put(write: Write, build: (rev: number) => KubeObject): Task<WriteResult> {
    yield sleepFor(this.settings.etcdWriteUs);
    return this.putNow(write, build);
  }

  /** Takes a write's time, then deletes; `build` makes the last state that watchers see. */
  *delete(write: Write, build: (rev: number) => KubeObject): Task<WriteResult> {
    yield sleepFor(this.settings.etcdWriteUs);
    return this.deleteNow(write, build);
  }

  /** As `put`, in no time: what was there before the cluster's start, and tests. */
  putNow(write: Write, build: (rev: number) => KubeObject): WriteResult {
    const table = this.table(write.resource);
    const key = refKey(write.ref);
    const current = table.all.get(key);
    if ((current?.rev ?? 0) !== write.expected) return { ok: false, current };
    this.revision++;
    const object = deepFreeze(build(this.revision));
    const { resource, ref, request } = write;
    if (write.quiet !== true) this.kernel.escalate();
    const seq = this.kernel.record('etcd', 'object.put', {
      resource,
      namespace: ref.namespace,
      name: ref.name,
      rev: this.revision,
      object,
      ...(current?.seq === undefined ? {} : { prevSeq: current.seq }),
      ...(request === undefined ? {} : { request }),
    });
    const stored = { object, rev: this.revision, seq };
    this.store(table, key, ref, stored);
    this.publish(table, {
      type: 'put',
      rev: this.revision,
      resource,
      ref,
      object,
      previous: current?.object,
    });
    return { ok: true, stored };
  }

  /** As `delete`, in no time. */
  deleteNow(write: Write, build: (rev: number) => KubeObject): WriteResult {
    const table = this.table(write.resource);
    const key = refKey(write.ref);
    const current = table.all.get(key);
    if (current === undefined || current.rev !== write.expected) return { ok: false, current };
    this.revision++;
    const object = deepFreeze(build(this.revision));
    const { resource, ref, request } = write;
    if (write.quiet !== true) this.kernel.escalate();
    const seq = this.kernel.record('etcd', 'object.delete', {
      resource,
      namespace: ref.namespace,
      name: ref.name,
      rev: this.revision,
      object,
      ...(current.seq === undefined ? {} : { prevSeq: current.seq }),
      ...(request === undefined ? {} : { request }),
    });
    table.all.delete(key);
    table.namespaces.get(ref.namespace)?.delete(ref.name);
    table.sorted = undefined;
    this.publish(table, {
      type: 'delete',
      rev: this.revision,
      resource,
      ref,
      object,
      previous: current.object,
    });
    return { ok: true, stored: { object, rev: this.revision, seq } };
  }

  /** Calls `listener` in the turn of each commit, in order of revisions. */
  subscribe(listener: (event: StoreEvent) => void): void {
    this.listeners.push(listener);
  }

  /** Changes of a resource after `rev`, oldest first; undefined when that is compacted away. */
  eventsAfter(resource: ResourceName, rev: number): readonly StoreEvent[] | undefined {
    if (rev < this.compactedRevision) return undefined;
    const log = this.tables.get(resource)?.log ?? [];
    let low = 0;
    let high = log.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((log[middle] as StoreEvent).rev <= rev) low = middle + 1;
      else high = middle;
    }
    return log.slice(low);
  }

  /** Forgets the history up to and including `rev`. */
  compact(rev: number): void {
    if (rev <= this.compactedRevision) return;
    this.compactedRevision = rev;
    for (const table of this.tables.values()) {
      if (table.log.length > 0 && (table.log[0] as StoreEvent).rev <= rev) {
        table.log = table.log.filter((event) => event.rev > rev);
      }
    }
  }

  private table(resource: ResourceName): Table {
    let table = this.tables.get(resource);
    if (table === undefined) {
      table = { all: new Map(), namespaces: new Map(), sorted: undefined, log: [] };
      this.tables.set(resource, table);
    }
    return table;
  }

  private store(table: Table, key: string, ref: ObjectRef, stored: Stored): void {
    if (!table.all.has(key)) table.sorted = undefined;
    table.all.set(key, stored);
    if (ref.namespace === '') return;
    const namespace = table.namespaces.get(ref.namespace);
    if (namespace === undefined) table.namespaces.set(ref.namespace, new Map([[ref.name, stored]]));
    else namespace.set(ref.name, stored);
  }

  private publish(table: Table, event: StoreEvent): void {
    this.compactWhenDue();
    table.log.push(event);
    const cause = this.kernel.cause;
    for (const listener of this.listeners) {
      listener(event);
      this.kernel.setCause(cause);
    }
  }

  // Models etcd3/compact.go: every 5 minutes the history older than the last round goes.
  // Done with the first write after it is due: until then nobody can tell the difference.
  private compactWhenDue(): void {
    const now = this.kernel.now();
    if (now < this.compactAt) return;
    const rounds = Math.floor((now - this.compactAt) / COMPACTION_INTERVAL_US) + 1;
    this.compact(rounds > 1 ? this.revision - 1 : this.compactTo);
    this.compactTo = this.revision - 1;
    this.compactAt += rounds * COMPACTION_INTERVAL_US;
  }
}
