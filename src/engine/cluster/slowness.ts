import type { Kernel } from '../kernel/kernel.ts';
import { type Task, sleep } from '../kernel/task.ts';
import { Client, type Transport, type WatchSink } from '../machinery/client.ts';
import type { ComponentContext } from '../machinery/component.ts';
import type { ImageService } from '../node/cri/port/image.ts';
import type { RuntimeService } from '../node/cri/port/runtime.ts';

/** Components that a fault has slowed, by name: each of their steps takes that much longer. */
export class Slowness {
  private readonly kernel: Kernel;
  private readonly delays = new Map<string, number>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  /** `delayUs` 0 ends it. */
  set(component: string, delayUs: number): void {
    if (delayUs > 0) this.delays.set(component, delayUs);
    else this.delays.delete(component);
  }

  /** The wire as it is behind slow servers: a request waits for each of them. */
  server(wire: Transport, components: readonly string[]): Transport {
    const delay = (): Task => this.pause(...components);
    return {
      ...through(wire),
      request: (identity, request) => this.slowed(delay, wire.request(identity, request)),
    };
  }

  /** What a component is given: its requests leave late, and it takes late notice of what it watches. */
  context(context: ComponentContext, wire: Transport, component: string): ComponentContext {
    const delay = (): Task => this.pause(component);
    const own: Transport = {
      ...through(wire),
      request: (identity, request) => this.slowed(delay, wire.request(identity, request)),
      watch: (identity, request, sink) => wire.watch(identity, request, this.late(component, sink)),
    };
    return { ...context, connect: (identity) => new Client(own, identity) };
  }

  /** The runtime with its work, not its answers about itself, slowed. */
  runtime(runtime: RuntimeService, component: string): RuntimeService {
    const delay = (): Task => this.pause(component);
    return {
      ...runtime,
      runPodSandbox: (config) => delayed(delay, runtime.runPodSandbox(config)),
      stopPodSandbox: (id) => delayed(delay, runtime.stopPodSandbox(id)),
      createContainer: (id, config, sandbox) => delayed(delay, runtime.createContainer(id, config, sandbox)),
      startContainer: (id) => delayed(delay, runtime.startContainer(id)),
      stopContainer: (id, timeoutSeconds) => delayed(delay, runtime.stopContainer(id, timeoutSeconds)),
    };
  }

  images(images: ImageService, component: string): ImageService {
    const delay = (): Task => this.pause(component);
    return {
      ...images,
      pullImage: (image, auth, podUid) => delayed(delay, images.pullImage(image, auth, podUid)),
    };
  }

  /** Where nothing is slow, the task itself: a layer around it would cost at each of its steps. */
  private slowed<T>(delay: () => Task, task: Task<T>): Task<T> {
    return this.delays.size === 0 ? task : delayed(delay, task);
  }

  private *pause(...components: readonly string[]): Task {
    let us = 0;
    for (const component of components) us += this.delays.get(component) ?? 0;
    if (us > 0) yield* sleep(us);
  }

  /** Events in their order, each late by what the component is slow; none overtakes another when that ends. */
  private late(component: string, sink: WatchSink): WatchSink {
    let latest = Number.NEGATIVE_INFINITY;
    const late = (): boolean => {
      const now = this.kernel.now();
      latest = Math.max(latest, now + (this.delays.get(component) ?? 0));
      return latest > now;
    };
    return {
      event: (event) => {
        if (late()) this.kernel.at(latest, () => sink.event(event));
        else sink.event(event);
      },
      closed: (error) => {
        if (late()) this.kernel.at(latest, () => sink.closed(error));
        else sink.closed(error);
      },
    };
  }
}

function* delayed<T>(delay: () => Task, task: Task<T>): Task<T> {
  yield* delay();
  return yield* task;
}

/** The wire's calls, each on the wire itself. */
function through(wire: Transport): Transport {
  return {
    request: (identity, request) => wire.request(identity, request),
    watch: (identity, request, sink) => wire.watch(identity, request, sink),
    served: () => wire.served?.() ?? [],
    unreachable: () => wire.unreachable?.() ?? [],
    ...(wire.connect === undefined
      ? {}
      : { connect: (identity, request, streams) => wire.connect?.(identity, request, streams) as never }),
    ...(wire.forward === undefined
      ? {}
      : { forward: (identity, request) => wire.forward?.(identity, request) as never }),
  };
}
