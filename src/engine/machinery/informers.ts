import type { KubeObject, ResourceName } from '../../api/object.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Task, wait } from '../kernel/task.ts';
import type { Client } from './client.ts';
import { Informer } from './informer.ts';

/** One informer a resource for all parts of one process. Models client-go informers.SharedInformerFactory. */
export class SharedInformers {
  private readonly kernel: Kernel;
  private readonly client: Client;
  private readonly informers = new Map<ResourceName, Informer>();
  private running = false;

  constructor(kernel: Kernel, client: Client) {
    this.kernel = kernel;
    this.client = client;
  }

  /** The informer of a resource, in all namespaces. One asked for after start starts at once. */
  of<T extends KubeObject>(resource: ResourceName): Informer<T> {
    let informer = this.informers.get(resource);
    if (informer === undefined) {
      informer = new Informer(this.kernel, this.client, resource);
      this.informers.set(resource, informer);
      if (this.running) informer.start();
    }
    return informer as unknown as Informer<T>;
  }

  start(): void {
    this.running = true;
    for (const informer of this.informers.values()) informer.start();
  }

  stop(): void {
    this.running = false;
    for (const informer of this.informers.values()) informer.stop();
  }

  /** Waits for the first list of each of these resources. */
  *synced(resources: readonly ResourceName[]): Task {
    for (const resource of resources) yield* wait(this.of(resource).synced);
  }
}
