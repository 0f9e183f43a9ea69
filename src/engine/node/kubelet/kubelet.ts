import type { Node, Pod, Service } from '../../../api/generated/types.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Task, sleep, wait } from '../../kernel/task.ts';
import type { Component, ComponentContext } from '../../machinery/component.ts';
import type { Identity } from '../../machinery/client.ts';
import { EventRecorder } from '../../machinery/event-recorder.ts';
import { Informer } from '../../machinery/informer.ts';
import type { KubeletServer } from '../../machinery/kubelet-server.ts';
import type { NodeHost } from '../cri/port/host.ts';
import type { ImageService } from '../cri/port/image.ts';
import type { RuntimeService } from '../cri/port/runtime.ts';
import { DEFAULT_CONFIGURATION, type KubeletConfiguration } from './config/configuration.ts';
import type { PodManifest } from './config/static-pods.ts';
import type { KubeletDeps } from './deps.ts';
import { PullRecords } from './images/pull-records.ts';
import type { MachineInfo } from './node/node-status.ts';
import { AllocationState } from './resize/allocation.ts';
import { KubeletServerOf } from './server/server.ts';
import { SyncLoop } from './sync-loop.ts';
import { Tasks } from './tasks.ts';

// Models pkg/kubelet/kubelet.go Run and what starts around it (1.36).

export interface KubeletOptions {
  readonly identity: Identity;
  readonly host: NodeHost;
  readonly machine: MachineInfo;
  readonly runtime: RuntimeService;
  readonly images: ImageService;
  readonly config?: Partial<KubeletConfiguration>;
}

/** One node's kubelet, with the doors that the outside of the simulation needs. */
export interface Kubelet extends Component {
  readonly server: KubeletServer;
  /** Puts or replaces a file in the static Pod folder; undefined takes it away. */
  setManifest(name: string, manifest: PodManifest | undefined): void;
}

const RUNTIME_POLL_US = 5_000_000;
const GC_US = 60_000_000;
/** Certificates, checkpoints, cAdvisor: what the process does before it looks at its runtime. */
const PROCESS_START_US = 1_000_000;
const NODE_SYNC_POLL_US = 1_000_000;

export function createKubelet(context: ComponentContext, options: KubeletOptions): Kubelet {
  return new KubeletComponent(context, options);
}

interface Sources {
  readonly nodes: Informer<Node>;
  readonly services: Informer<Service>;
  readonly pods: Informer<Pod>;
}

class KubeletComponent implements Kubelet {
  readonly name: string;
  readonly server: KubeletServer;
  private readonly options: KubeletOptions;
  private readonly deps: KubeletDeps;
  /** What is on the node's disk and outlives the process. */
  private readonly disk = {
    pulls: new PullRecords(),
    manifests: new Map<string, PodManifest>(),
    allocation: new AllocationState(),
  };
  private loop: SyncLoop | undefined;
  private tasks: TaskHandle<void>[] = [];
  /** Undoes what a start has set up. */
  private undo: (() => void)[] = [];
  private nextPollAt = 0;

  constructor(context: ComponentContext, options: KubeletOptions) {
    const { kernel, settings } = context;
    const nodeName = options.host.nodeName;
    this.options = options;
    this.name = `kubelet/${nodeName}`;
    const client = context.connect(options.identity);
    this.deps = {
      kernel,
      settings,
      client,
      nodeName,
      actor: this.name,
      recorder: new EventRecorder(kernel, client, { component: 'kubelet', host: nodeName }),
      runtime: options.runtime,
      images: options.images,
      host: options.host,
      config: { ...DEFAULT_CONFIGURATION, ...options.config },
      tasks: new Tasks(kernel),
    };
    this.server = new KubeletServerOf(this.deps, () => this.loop?.parts);
  }

  start(): void {
    if (this.loop !== undefined) return;
    const { kernel, client, nodeName, runtime } = this.deps;
    const sources: Sources = {
      nodes: new Informer(kernel, client, 'nodes', { fieldSelector: `metadata.name=${nodeName}` }),
      services: new Informer(kernel, client, 'services'),
      pods: new Informer(kernel, client, 'pods', { fieldSelector: `spec.nodeName=${nodeName}` }),
    };
    const { nodes, services, pods } = sources;
    const loop = new SyncLoop({
      deps: this.deps,
      machine: this.options.machine,
      disk: this.disk,
      node: () => nodes.get({ namespace: '', name: nodeName }),
      services: () => (services.synced.settled ? services.values() : undefined),
    });
    this.loop = loop;
    pods.on({
      added: (pod) => loop.dispatch(() => loop.podAdded(pod)),
      updated: (pod, old) => loop.dispatch(() => loop.podUpdated(pod, old)),
      deleted: (pod) => loop.dispatch(() => loop.podRemoved(pod)),
    });
    const changed = runtime.onChange((uid) => (uid === '' ? this.expectPoll() : undefined));
    this.undo = [changed, ...[nodes, services, pods].map((informer) => () => informer.stop())];
    this.tasks = [kernel.spawn(this.boot(loop, sources))];
    this.deps.recorder.eventAbout(
      { apiVersion: 'v1', kind: 'Node', name: nodeName },
      'Normal',
      'Starting',
      'Starting kubelet.',
    );
  }

  /** Starts in upstream's order: runtime status, PLEG, node, then the sources of Pods. */
  private *boot(loop: SyncLoop, { nodes, services, pods }: Sources): Task {
    const { parts } = loop;
    yield* sleep(PROCESS_START_US);
    const background = (task: Task): void => {
      this.tasks.push(this.deps.kernel.spawn(task, { background: true }));
    };
    yield* this.pollRuntime(loop);
    background(this.runtimeLoop(loop));
    parts.start();
    yield* parts.pleg.relistAll();
    nodes.start();
    services.start();
    background(parts.node.runLease());
    background(parts.node.run());
    background(this.collectGarbage(loop));
    // The source of Pods asks once a second whether the node is known; at the first time it never is.
    while (!nodes.synced.settled || nodes.size === 0) yield* sleep(NODE_SYNC_POLL_US);
    for (const [name, manifest] of this.disk.manifests) loop.applyManifest(name, manifest);
    pods.start();
    yield* wait(pods.synced);
    loop.dispatch(() => loop.populateVolumes());
    loop.dispatch(() => loop.resumeResizes());
    loop.dispatch(() => loop.cleanUp());
  }

  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
    this.deps.tasks.stop();
    for (const step of this.undo.splice(0)) step();
    this.loop?.stop();
    this.loop = undefined;
    this.deps.recorder.stop();
  }

  setManifest(name: string, manifest: PodManifest | undefined): void {
    if (manifest === undefined) this.disk.manifests.delete(name);
    else this.disk.manifests.set(name, manifest);
    this.loop?.applyManifest(name, manifest);
  }

  private *pollRuntime(loop: SyncLoop): Task {
    const { state } = loop.parts;
    const answer = yield* this.deps.runtime.status();
    const before = state.networkErrors();
    if (answer.ok) state.observe(answer.value);
    if (state.networkErrors() !== before) this.deps.kernel.escalate();
    loop.release();
  }

  private *runtimeLoop(loop: SyncLoop): Task {
    for (;;) {
      this.nextPollAt = this.deps.kernel.now() + RUNTIME_POLL_US;
      yield* sleep(RUNTIME_POLL_US);
      yield* this.pollRuntime(loop);
    }
  }

  /** The runtime's status has changed: the cluster is not quiet before the kubelet has seen it and told of it. */
  private expectPoll(): void {
    const { kernel, config } = this.deps;
    kernel.at(this.nextPollAt + config.nodeStatusUpdateUs, () => undefined, { background: false });
  }

  private *collectGarbage({ parts }: SyncLoop): Task {
    for (;;) {
      yield* sleep(GC_US);
      yield* parts.collector.collect();
    }
  }
}
