import type { ResourceName } from '../../../api/object.ts';
import type { Kernel, TaskHandle } from '../../kernel/kernel.ts';
import type { Settings } from '../../kernel/settings.ts';
import type { Task } from '../../kernel/task.ts';
import type { Client } from '../../machinery/client.ts';
import type { EventRecorder } from '../../machinery/event-recorder.ts';
import type { SharedInformers } from '../../machinery/informers.ts';
import { WorkQueue } from '../../machinery/workqueue.ts';

/** What one controller of the manager is given: its own client and Event source, and the process's informers. */
export interface ControllerContext {
  readonly kernel: Kernel;
  readonly settings: Settings;
  readonly client: Client;
  readonly recorder: EventRecorder;
  readonly informers: SharedInformers;
}

/** A loop that can be started and stopped with the manager. */
export interface Controller {
  readonly name: string;
  start(): void;
  stop(): void;
}

/** What a sync asks for: nothing more, the same key again after its back-off, or again after a while. */
export type SyncResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly error: string }
  | { readonly kind: 'after'; readonly us: number };

export const DONE: SyncResult = { kind: 'done' };

/** Again, rate limited. */
export function retry(error: string): SyncResult {
  return { kind: 'retry', error };
}

/** Again after `us`, and the back-off is forgotten. */
export function after(us: number): SyncResult {
  return { kind: 'after', us };
}

export interface LoopOptions {
  /** Short name, as upstream names the controller: `replicaset`. */
  readonly name: string;
  readonly workers: number;
  /** Caches that must be there before the first sync. */
  readonly waitFor: readonly ResourceName[];
  /** A key that failed this often is dropped until something touches it again; for ever unless given. */
  readonly maxRetries?: number;
  readonly delays?: { readonly baseUs?: number; readonly maxUs?: number };
  sync(key: string): Task<SyncResult>;
}

/** Watch, decide, act: a queue of keys and the workers that sync them. */
export class ControllerLoop implements Controller {
  readonly name: string;
  readonly queue: WorkQueue;
  private readonly context: ControllerContext;
  private readonly options: LoopOptions;
  private tasks: TaskHandle<void>[] = [];

  constructor(context: ControllerContext, options: LoopOptions) {
    this.context = context;
    this.options = options;
    this.name = options.name;
    this.queue = new WorkQueue(context.kernel, options.name, options.delays);
  }

  start(): void {
    for (let worker = 0; worker < this.options.workers; worker++)
      this.tasks.push(this.context.kernel.spawn(this.work()));
  }

  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
    this.queue.clear();
  }

  private *work(): Task {
    yield* this.context.informers.synced(this.options.waitFor);
    for (;;) {
      const key = yield* this.queue.get();
      const result = yield* this.options.sync(key);
      this.settle(key, result);
      this.queue.done(key);
    }
  }

  private settle(key: string, result: SyncResult): void {
    switch (result.kind) {
      case 'done':
        return this.queue.forget(key);
      case 'after':
        this.queue.forget(key);
        return this.queue.addAfter(key, result.us);
      case 'retry': {
        const { maxRetries } = this.options;
        if (maxRetries !== undefined && this.queue.requeues(key) >= maxRetries) return this.queue.forget(key);
        return this.queue.addRateLimited(key);
      }
    }
  }
}

/** Several loops that start and stop as one controller. */
export class ControllerGroup implements Controller {
  readonly name: string;
  private readonly members: readonly Controller[];

  constructor(name: string, members: readonly Controller[]) {
    this.name = name;
    this.members = members;
  }

  start(): void {
    for (const member of this.members) member.start();
  }

  stop(): void {
    for (const member of this.members) member.stop();
  }
}
