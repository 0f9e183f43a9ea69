import type { Node, Pod, PodStatus, Service } from '../../../api/generated/types.ts';
import { deepEqual } from '../../../base/deep.ts';
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
import { type Rejection, firstFailedPredicate } from './admission/predicates.ts';
import { forbiddenSysctl } from './admission/sysctls.ts';
import { DEFAULT_CONFIGURATION, type KubeletConfiguration } from './config/configuration.ts';
import { type PodManifest, staticPod } from './config/static-pods.ts';
import { type KubeletDeps, podEvent } from './deps.ts';
import { gridFromNow } from './grid.ts';
import { PullRecords } from './images/pull-records.ts';
import { KubeletParts } from './parts.ts';
import type { MachineInfo } from './node/node-status.ts';
import type { PlegEvent } from './pleg/pleg.ts';
import type { UpdateType } from './pod-workers.ts';
import { isMirrorPod, isTerminalPhase, podUid } from './pod.ts';
import { AllocationState } from './resize/allocation.ts';
import type { RuntimePodStatus } from './runtime/types.ts';
import { KubeletServerOf } from './server/server.ts';
import { podQos } from './status/qos.ts';

// Models pkg/kubelet/kubelet.go (1.36): sources in, pod workers out.

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
const HOUSEKEEPING_US = 2_000_000;
const SYNC_TICK_US = 1_000_000;
const GC_US = 60_000_000;

export function createKubelet(context: ComponentContext, options: KubeletOptions): Kubelet {
  return new KubeletComponent(context, options);
}

class KubeletComponent implements Kubelet {
  readonly name: string;
  readonly server: KubeletServer;
  private readonly options: KubeletOptions;
  private readonly deps: KubeletDeps;
  /** What is on the node's disk and outlives the process. */
  private readonly disk = { pulls: new PullRecords(), manifests: new Map<string, PodManifest>(), allocation: new AllocationState() };
  private parts: KubeletParts | undefined;
  private tasks: TaskHandle<void>[] = [];
  private informers: readonly [Informer<Node>, Informer<Service>, Informer<Pod>] | undefined;
  private staticPods = new Map<string, Pod>();
  private held: (() => void)[] = [];
  private nextHousekeeping: number | undefined;
  private nextPollAt = 0;

  constructor(context: ComponentContext, options: KubeletOptions) {
    const { kernel, settings } = context;
    const nodeName = options.host.nodeName;
    this.options = options;
    this.name = `kubelet/${nodeName}`;
    const client = context.connect(options.identity);
    this.deps = {
      kernel, settings, client, nodeName, actor: this.name,
      recorder: new EventRecorder(kernel, client, { component: 'kubelet', host: nodeName }),
      runtime: options.runtime, images: options.images, host: options.host,
      config: { ...DEFAULT_CONFIGURATION, ...options.config },
    };
    this.server = new KubeletServerOf(this.deps, () => this.parts);
  }

  start(): void {
    if (this.parts !== undefined) return;
    const { kernel, client, nodeName } = this.deps;
    const nodes = new Informer<Node>(kernel, client, 'nodes', { fieldSelector: `metadata.name=${nodeName}` });
    const services = new Informer<Service>(kernel, client, 'services');
    const pods = new Informer<Pod>(kernel, client, 'pods', { fieldSelector: `spec.nodeName=${nodeName}` });
    this.informers = [nodes, services, pods];
    const ticks = gridFromNow(kernel, SYNC_TICK_US, kernel.random(`sync-loop/${nodeName}`).int(SYNC_TICK_US) - SYNC_TICK_US);
    const parts = new KubeletParts(this.deps, {
      machine: this.options.machine, pulls: this.disk.pulls, allocation: this.disk.allocation, ticks,
      node: () => nodes.get({ namespace: '', name: nodeName }),
      services: () => (services.synced.settled ? services.values() : undefined),
      plegEvent: (event) => this.dispatch(() => this.onPlegEvent(event)),
      probeChanged: (uid) => this.dispatch(() => this.sync(uid)),
      sync: (uid) => this.dispatch(() => this.sync(uid)),
      housekeeping: () => this.wantHousekeeping(),
      admit: (pod, others) => this.admit(pod, others),
    });
    this.parts = parts;
    pods.on({
      added: (pod) => this.dispatch(() => this.podAdded(pod)),
      updated: (pod, old) => this.dispatch(() => this.podUpdated(pod, old)),
      deleted: (pod) => this.dispatch(() => this.podRemoved(pod)),
    });
    this.tasks = [kernel.spawn(this.boot(parts))];
    this.nodeEvent('Starting', 'Starting kubelet.');
  }

  /** Starts in upstream's order: runtime status, PLEG, node, then the sources of Pods. */
  private *boot(parts: KubeletParts): Task {
    const { kernel, runtime } = this.deps;
    const [nodes, services, pods] = this.informers ?? [];
    runtime.onChange((uid) => {
      if (uid === '') this.expectPoll();
    });
    yield* this.pollRuntime(parts);
    this.tasks.push(kernel.spawn(this.runtimeLoop(parts), { background: true }));
    parts.start();
    yield* parts.pleg.relistAll();
    nodes?.start();
    services?.start();
    this.tasks.push(kernel.spawn(parts.node.runLease(), { background: true }));
    this.tasks.push(kernel.spawn(parts.node.run(), { background: true }));
    this.tasks.push(kernel.spawn(this.collectGarbage(parts), { background: true }));
    if (nodes !== undefined) {
      yield* wait(nodes.synced);
      while (nodes.size === 0) yield* sleep(1_000_000);
    }
    for (const [name, manifest] of this.disk.manifests) this.applyManifest(name, manifest);
    pods?.start();
    if (pods !== undefined) yield* wait(pods.synced);
    this.dispatch(() => this.cleanUp(parts));
  }

  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.tasks = [];
    for (const informer of this.informers ?? []) informer.stop();
    this.informers = undefined;
    this.parts?.stop();
    this.parts = undefined;
    this.deps.recorder.stop();
    this.staticPods.clear();
    this.held = [];
    this.nextHousekeeping = undefined;
  }

  setManifest(name: string, manifest: PodManifest | undefined): void {
    if (manifest === undefined) this.disk.manifests.delete(name);
    else this.disk.manifests.set(name, manifest);
    if (this.parts !== undefined) this.applyManifest(name, manifest);
  }

  private applyManifest(name: string, manifest: PodManifest | undefined): void {
    const before = this.staticPods.get(name);
    if (before !== undefined) {
      this.staticPods.delete(name);
      this.dispatch(() => this.podRemoved(before));
    }
    if (manifest === undefined) return;
    const pod = staticPod(manifest, this.deps.nodeName, this.deps.kernel.unixUs());
    this.staticPods.set(name, pod);
    this.dispatch(() => this.podAdded(pod));
  }

  private nodeEvent(reason: string, message: string): void {
    const { recorder, nodeName } = this.deps;
    recorder.eventAbout({ apiVersion: 'v1', kind: 'Node', namespace: '', name: nodeName, uid: nodeName }, 'Normal', reason, message);
  }

  /** Runs a step of the sync loop, or keeps it while the runtime is down: then the loop rests. */
  private dispatch(step: () => void): void {
    const { parts } = this;
    if (parts === undefined) return;
    if (this.held.length === 0 && parts.state.runtimeErrors().length === 0) return step();
    const { kernel } = this.deps;
    const cause = kernel.cause;
    this.held.push(() => {
      kernel.setCause(cause);
      step();
    });
  }

  private release(parts: KubeletParts): void {
    if (parts.state.runtimeErrors().length > 0) return;
    for (const step of this.held.splice(0)) step();
  }

  private *pollRuntime(parts: KubeletParts): Task {
    const answer = yield* this.deps.runtime.status();
    const before = parts.state.networkErrors();
    if (answer.ok) parts.state.observe(answer.value);
    if (parts.state.networkErrors() !== before) this.deps.kernel.escalate();
    this.release(parts);
  }

  private *runtimeLoop(parts: KubeletParts): Task {
    for (;;) {
      this.nextPollAt = this.deps.kernel.now() + RUNTIME_POLL_US;
      yield* sleep(RUNTIME_POLL_US);
      yield* this.pollRuntime(parts);
    }
  }

  /** The runtime's status has changed: the cluster is not quiet before the kubelet has seen it and told of it. */
  private expectPoll(): void {
    const { kernel, config } = this.deps;
    kernel.at(this.nextPollAt + config.nodeStatusUpdateUs, () => undefined, { background: false });
  }

  private podAdded(pod: Pod): void {
    const { parts } = this;
    if (parts === undefined) return;
    parts.pods.set(pod);
    if (isMirrorPod(pod)) {
      const shown = parts.pods.staticOf(pod);
      if (shown !== undefined) this.update(shown, 'update');
      return;
    }
    if (!parts.workers.isTerminationRequested(podUid(pod)) && !isTerminalPhase(pod.status?.phase)) {
      const rejection = parts.allocations.add(pod);
      if (rejection !== undefined) return this.reject(pod, rejection);
    }
    this.update(pod, 'create');
  }

  private podUpdated(pod: Pod, old: Pod): void {
    const { parts } = this;
    if (parts === undefined) return;
    parts.pods.set(pod);
    if (isMirrorPod(pod)) {
      const shown = parts.pods.staticOf(pod);
      if (shown !== undefined && wanted(pod, old)) this.update(shown, 'update');
      return;
    }
    if (wanted(pod, old)) {
      if (!deepEqual(pod.spec.containers, old.spec.containers)) parts.allocations.specChanged(pod);
      return this.update(pod, 'update');
    }
    this.reconcile(pod);
  }

  /** Only the status differs: Pods with readiness gates may be ready now. */
  private reconcile(pod: Pod): void {
    const { parts } = this;
    if (parts === undefined || (pod.spec.readinessGates ?? []).length === 0) return;
    const status = parts.status.get(podUid(pod));
    if (status !== undefined && parts.readyDiffers(pod, status)) this.update(pod, 'sync');
  }

  private podRemoved(pod: Pod): void {
    const { parts } = this;
    if (parts === undefined) return;
    parts.pods.remove(pod);
    if (isMirrorPod(pod)) {
      const shown = parts.pods.staticOf(pod);
      if (shown !== undefined) this.update(shown, 'update');
      return;
    }
    parts.allocations.remove(podUid(pod));
    this.update(pod, 'kill');
    this.wantHousekeeping();
  }

  private update(pod: Pod, type: UpdateType): void {
    this.parts?.workers.update({ type, pod: this.parts.allocations.allocated(pod) });
  }

  private sync(uid: string): void {
    const pod = this.parts?.pods.get(uid);
    if (pod !== undefined && this.parts?.workers.knows(uid) === true) this.update(pod, 'sync');
  }

  /** The handlers of node admission, in order; the first refusal wins. */
  private admit(pod: Pod, others: readonly Pod[]): Rejection | undefined {
    const { parts } = this;
    if (parts === undefined) return undefined;
    const node = this.informers?.[0].get({ namespace: '', name: this.deps.nodeName });
    return (
      parts.eviction.admit(pod) ?? forbiddenSysctl(pod, this.deps.config.allowedUnsafeSysctls) ?? firstFailedPredicate({ pod, node, others })
    );
  }

  private reject(pod: Pod, { reason, message }: Rejection): void {
    podEvent(this.deps, pod, 'Warning', reason, message);
    const status: PodStatus = { phase: 'Failed', reason, message: `Pod was rejected: ${message}`, qosClass: podQos(pod), ...generationOf(pod) };
    this.parts?.status.set(pod, status);
  }

  private onPlegEvent(event: PlegEvent): void {
    const { parts } = this;
    if (parts === undefined) return;
    if (event.type === 'ContainerDied') parts.collector.died(event.uid, event.container);
    if (event.type === 'ContainerRemoved') return;
    this.sync(event.uid);
  }

  private wantHousekeeping(): void {
    const { kernel } = this.deps;
    if (this.nextHousekeeping !== undefined || this.parts === undefined) return;
    const at = (Math.floor(kernel.now() / HOUSEKEEPING_US) + 1) * HOUSEKEEPING_US;
    this.nextHousekeeping = at;
    kernel.at(at, () => {
      this.nextHousekeeping = undefined;
      const { parts } = this;
      if (parts !== undefined) this.dispatch(() => this.cleanUp(parts));
    });
  }

  /** Models HandlePodCleanups: forgets what is over, stops what nobody wants, starts what was missed. */
  private cleanUp(parts: KubeletParts): void {
    const wantedUids = parts.pods.uids();
    for (const uid of parts.workers.prune(wantedUids)) {
      const again = parts.pods.get(uid);
      if (again !== undefined) this.podAdded(again);
    }
    parts.probes.keepOnly((uid) => wantedUids.has(uid) && parts.workers.mayRun(uid));
    parts.status.removeOrphans(new Set([...wantedUids, ...parts.workers.uids()]));
    for (const uid of parts.cache.uids()) {
      if (wantedUids.has(uid) || parts.workers.knows(uid)) continue;
      const orphan = parts.cache.get(uid);
      if (orphan === undefined || !runs(orphan)) continue;
      parts.workers.update({ type: 'kill', pod: podOf(orphan), orphan });
    }
    for (const pod of parts.pods.list()) {
      const uid = podUid(pod);
      if (parts.workers.knows(uid) || isTerminalPhase(pod.status?.phase)) continue;
      if (parts.status.get(uid)?.phase === 'Failed') continue;
      this.podAdded(pod);
    }
    for (const mirror of parts.pods.orphanMirrors()) {
      const { name, namespace = '', uid } = mirror.metadata;
      if (parts.workers.unfinished(namespace, name)) continue;
      this.deps.kernel.spawn(this.deps.client.delete('pods', { namespace, name }, { gracePeriodSeconds: 0, preconditions: { uid } }));
    }
    parts.runtime.collectBackOff();
  }

  private *collectGarbage(parts: KubeletParts): Task {
    for (;;) {
      yield* sleep(GC_US);
      yield* parts.collector.collect();
    }
  }
}

function generationOf(pod: Pod): { observedGeneration?: number } {
  return pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation };
}

function runs(status: RuntimePodStatus): boolean {
  return status.containers.some(({ state }) => state === 'running') || status.sandboxes.some(({ state }) => state === 'READY');
}

/** What the labels on its containers tell of a Pod that only the runtime knows. */
function podOf({ uid, name, namespace, containers }: RuntimePodStatus): Pod {
  const names = [...new Set(containers.map((container) => container.name))];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { uid, name, namespace }, spec: { containers: names.map((each) => ({ name: each })) } };
}

/** Whether more than the status differs. Models podsDifferSemantically. */
function wanted(pod: Pod, old: Pod): boolean {
  const [a, b] = [pod.metadata, old.metadata];
  return !(
    deepEqual(pod.spec, old.spec) && deepEqual(a.labels, b.labels) && deepEqual(a.annotations, b.annotations) &&
    a.deletionTimestamp === b.deletionTimestamp && a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds
  );
}

