import type { KubeObject, ObjectRef, ResourceName } from '../../../api/object.ts';
import type { Resource } from '../../../api/resources.ts';
import { compareText } from '../../../base/compare.ts';
import { formatTime } from '../../../api/time.ts';
import type { Etcd, StoreEvent } from '../../etcd/store.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Client } from '../../machinery/client.ts';
import { CLEANUP, type Condition, DEFINITIONS, type Definition, isTrue } from './definition.ts';
import { type Served, servedBy } from './kind.ts';

// Models apiextensions-apiserver pkg/controller/{status,establish,finalizer} and its handler (1.36).

/** What each of the controllers takes to see a definition. */
const LATENCY_US = 5_000;
/** Between two looks at what is left of a definition's objects. */
const REMAINS_US = 500_000;

/** The custom resources that definitions make the server serve. */
export class CustomResources {
  private readonly served = new Map<ResourceName, Served>();
  private readonly kernel: Kernel;
  private readonly etcd: Etcd;
  private readonly client: Client;
  /** Definitions whose objects are being cleaned up. */
  private readonly emptying = new Set<string>();

  constructor(kernel: Kernel, etcd: Etcd, client: Client) {
    this.kernel = kernel;
    this.etcd = etcd;
    this.client = client;
    etcd.subscribe((event) => {
      if (event.resource === DEFINITIONS) this.take(event);
    });
  }

  get(key: ResourceName): Served | undefined {
    return this.served.get(key);
  }

  /** Every custom resource, in the order of groups and names. */
  resources(): readonly Resource[] {
    const all = [...this.served.values()].map(({ resource }) => resource);
    return all.sort((a, b) => compareText(a.group, b.group) || compareText(a.resource, b.resource));
  }

  private take({ type, object, ref }: StoreEvent): void {
    if (type === 'delete') {
      this.served.delete(ref.name);
      return;
    }
    const definition = object as Definition;
    const made = isTrue(definition, 'Established') ? servedBy(definition) : undefined;
    if (made === undefined) this.served.delete(ref.name);
    else this.served.set(ref.name, made);
    if (definition.metadata?.deletionTimestamp !== undefined) this.finalize(ref);
    else if (!isTrue(definition, 'NamesAccepted')) this.kernel.spawn(this.acceptNames(ref));
    else if (!isTrue(definition, 'Established')) this.kernel.spawn(this.establish(ref));
  }

  private *acceptNames(ref: ObjectRef): Task {
    yield* sleep(LATENCY_US);
    const definition = this.etcd.get<Definition>(DEFINITIONS, ref);
    if (definition === undefined || isTrue(definition, 'NamesAccepted')) return;
    const conditions = [
      this.condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found'),
      this.condition('Established', 'False', 'Installing', 'the initial names have been accepted'),
    ];
    yield* this.writeStatus(definition, conditions, definition.spec.names);
  }

  private *establish(ref: ObjectRef): Task {
    yield* sleep(LATENCY_US);
    const definition = this.etcd.get<Definition>(DEFINITIONS, ref);
    if (definition === undefined || isTrue(definition, 'Established')) return;
    const others = (definition.status?.conditions ?? []).filter(({ type }) => type !== 'Established');
    const text = 'the initial names have been accepted';
    const established = this.condition('Established', 'True', 'InitialNamesAccepted', text);
    yield* this.writeStatus(definition, [...others, established], definition.status?.acceptedNames);
  }

  private condition(type: string, status: string, reason: string, message: string): Condition {
    return { lastTransitionTime: formatTime(this.kernel.unixUs()), message, reason, status, type };
  }

  private *writeStatus(
    definition: Definition,
    conditions: readonly Condition[],
    acceptedNames: NonNullable<Definition['status']>['acceptedNames'],
  ): Task {
    const status = { ...definition.status, conditions, acceptedNames };
    yield* this.client.updateStatus(DEFINITIONS, { ...definition, status } as KubeObject);
  }

  /** Deletes what is left of a definition's objects, then lets the definition go. */
  private finalize({ name }: ObjectRef): void {
    if (this.emptying.has(name)) return;
    this.emptying.add(name);
    this.kernel.spawn(this.empty(name));
  }

  private *empty(name: string): Task {
    const ref = { namespace: '', name };
    for (;;) {
      yield* sleep(LATENCY_US);
      for (const object of this.etcd.list(name, '')) {
        const { namespace = '', name: own = '' } = object.metadata ?? {};
        if (object.metadata?.deletionTimestamp !== undefined) continue;
        yield* this.client.request({ verb: 'delete', resource: name, namespace, name: own });
      }
      if (this.etcd.count(name) === 0) break;
      yield* sleep(REMAINS_US);
    }
    this.emptying.delete(name);
    const definition = this.etcd.get<Definition>(DEFINITIONS, ref);
    if (definition === undefined) return;
    const finalizers = (definition.metadata?.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP);
    yield* this.client.update(DEFINITIONS, {
      ...definition,
      metadata: { ...definition.metadata, finalizers },
    });
  }
}
