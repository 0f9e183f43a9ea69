import type { Node, Pod } from '../../api/generated/types.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { type Task, wait } from '../kernel/task.ts';
import type { Client } from '../machinery/client.ts';
import { Informer } from '../machinery/informer.ts';
import { InformerObjects } from './informer-objects.ts';

/** Pods that ended look deleted to the scheduler. Models scheduler.go NewInformerFactory (1.36). */
const LIVE_PODS = 'status.phase!=Succeeded,status.phase!=Failed';

/** The scheduler's view of the API server. */
export class SchedulerInformers {
  readonly pods: Informer<Pod>;
  readonly nodes: Informer<Node>;
  readonly objects: InformerObjects;

  constructor(kernel: Kernel, client: Client) {
    this.pods = new Informer<Pod>(kernel, client, 'pods', { fieldSelector: LIVE_PODS });
    this.nodes = new Informer<Node>(kernel, client, 'nodes');
    this.objects = new InformerObjects(kernel, client);
  }

  start(): void {
    for (const informer of this.objects.all) informer.start();
    this.nodes.start();
    this.pods.start();
  }

  *waitForSync(): Task {
    for (const informer of this.objects.all) yield* wait(informer.synced);
    yield* wait(this.nodes.synced);
    yield* wait(this.pods.synced);
  }

  stop(): void {
    for (const informer of this.objects.all) informer.stop();
    this.nodes.stop();
    this.pods.stop();
  }
}
