import type { Node, Pod, PodStatus, Service } from '../../../api/generated/types.ts';
import type { TaskHandle } from '../../kernel/kernel.ts';
import { type Future, type Task } from '../../kernel/task.ts';
import type { CriContainerStatus } from '../cri/port/runtime.ts';
import type { Rejection } from './admission/predicates.ts';
import { ObjectCache } from './config/object-cache.ts';
import { mirrorPod } from './config/static-pods.ts';
import { type KubeletDeps, podEvent } from './deps.ts';
import { EvictionManager } from './eviction/manager.ts';
import type { Grid } from './grid.ts';
import { ImageGc } from './images/image-gc.ts';
import { ImageManager } from './images/image-manager.ts';
import type { PullRecords } from './images/pull-records.ts';
import { type MachineInfo, NodeStatusManager } from './node/node-status.ts';
import { PodCache } from './pleg/cache.ts';
import { Pleg, type PlegEvent } from './pleg/pleg.ts';
import { PodManager } from './pod-manager.ts';
import { type PodSyncer, PodWorkers, type UpdateType } from './pod-workers.ts';
import { isStaticPod, podUid } from './pod.ts';
import { ProbeManager } from './prober/manager.ts';
import { ReasonCache } from './reason-cache.ts';
import { AllocationManager, type AllocationState } from './resize/allocation.ts';
import { actualResources } from './resize/actual-resources.ts';
import { Collector } from './runtime/collector.ts';
import { RestartAll } from './runtime/restart-all.ts';
import { RuntimeManager } from './runtime/runtime-manager.ts';
import { terminationMessage } from './runtime/termination-message.ts';
import { type RuntimePodStatus, emptyRuntimeStatus, findByName } from './runtime/types.ts';
import { RuntimeState } from './runtime-state.ts';
import { readyCondition } from './status/conditions.ts';
import { generateStatus } from './status/generate.ts';
import { podResources } from './status/pod-resources.ts';
import { StatusManager } from './status/manager.ts';
import { hasRestartAllRule } from './status/transitions.ts';
import { PodSyncs, deadlineUs, pastDeadline } from './sync-pod.ts';
import { TokenManager } from './volumes/tokens.ts';
import { VolumeManager } from './volumes/manager.ts';
import { PodWorkQueue } from './work-queue.ts';

export interface PartsOptions {
  readonly machine: MachineInfo;
  readonly pulls: PullRecords;
  readonly allocation: AllocationState;
  /** The sync loop's one-second ticker. */
  readonly ticks: Grid;
  readonly node: () => Node | undefined;
  readonly services: () => Iterable<Service> | undefined;
  readonly plegEvent: (event: PlegEvent) => void;
  readonly probeChanged: (uid: string) => void;
  readonly sync: (uid: string) => void;
  readonly housekeeping: () => void;
  readonly admit: (pod: Pod, others: readonly Pod[]) => Rejection | undefined;
}

/** Everything one run of a kubelet keeps in memory, wired together. Models NewMainKubelet (1.36). */
export class KubeletParts {
  readonly deps: KubeletDeps;
  readonly state: RuntimeState;
  readonly pods = new PodManager();
  readonly cache: PodCache;
  readonly pleg: Pleg;
  readonly status: StatusManager;
  readonly probes: ProbeManager;
  readonly objects: ObjectCache;
  readonly tokens: TokenManager;
  readonly volumes: VolumeManager;
  readonly images: ImageManager;
  readonly imageGc: ImageGc;
  readonly runtime: RuntimeManager;
  readonly reasons = new ReasonCache();
  readonly workers: PodWorkers;
  readonly collector: Collector;
  readonly eviction: EvictionManager;
  readonly allocations: AllocationManager;
  readonly restartAll: RestartAll;
  readonly node: NodeStatusManager;
  private readonly options: PartsOptions;
  /** The deadline that a look is planned for, by Pod: its seconds can be lowered. */
  private readonly deadlines = new Map<string, number>();
  private tasks: TaskHandle<void>[] = [];

  constructor(deps: KubeletDeps, options: PartsOptions) {
    this.deps = deps;
    this.options = options;
    const { kernel, client, settings } = deps;
    const byUid = (uid: string): Pod | undefined => this.pods.get(uid);
    this.state = new RuntimeState(() => kernel.now());
    this.cache = new PodCache(kernel);
    const message = (status: CriContainerStatus): string =>
      terminationMessage(deps.host.disk, deps.runtime, status);
    this.pleg = new Pleg({ deps, cache: this.cache, terminationMessage: message, emit: options.plegEvent });
    this.state.plegFailingSince = () => this.pleg.failingSince;
    this.status = new StatusManager({
      kernel,
      client,
      delayUs: settings.statusWriteUs,
      podByUid: byUid,
      mirrorOf: (pod) => this.pods.mirrorOf(pod),
      couldHaveRunningContainers: (uid) => this.workers.couldHaveRunningContainers(uid),
    });
    this.probes = new ProbeManager({
      deps,
      podByUid: byUid,
      status: (uid) => this.status.get(uid),
      changed: (kind, uid, containerId, result) => {
        if (kind === 'readiness') this.status.setContainerReadiness(uid, containerId, result === 'success');
        if (kind === 'startup') this.status.setContainerStartup(uid, containerId, result === 'success');
        if (kind !== 'liveness' || result === 'failure') options.probeChanged(uid);
      },
    });
    this.objects = new ObjectCache(deps);
    this.tokens = new TokenManager(deps);
    this.volumes = new VolumeManager(deps, this.objects, this.tokens, options.node);
    this.images = new ImageManager(deps, options.pulls);
    this.imageGc = new ImageGc(deps, options.pulls);
    this.eviction = new EvictionManager({
      deps,
      pods: () => this.activePods(),
      kill: (pod, kill) => this.workers.killNow(pod, kill),
      finished: (uid) => this.workers.isFinished(uid),
      mounted: (uid, volume) => this.volumes.mountedVolume(uid, volume) !== undefined,
      reclaimDisk: () => this.reclaimDisk(),
    });
    this.allocations = new AllocationManager({
      deps,
      state: options.allocation,
      node: options.node,
      admit: options.admit,
      activePods: () => this.activePods(),
      changed: options.sync,
      runtimeStatus: (uid) => this.cache.get(uid),
    });
    this.restartAll = new RestartAll({ deps, sync: options.sync });
    this.runtime = this.makeRuntime();
    const queue = new PodWorkQueue(kernel, () => options.ticks, options.sync);
    this.workers = new PodWorkers(deps, this.cache, queue, this.makeSyncs());
    this.collector = new Collector({
      deps,
      cache: this.cache,
      mayRemoveContent: (uid) => this.workers.mayRemoveContent(uid),
      mayRun: (uid) => this.workers.mayRun(uid),
    });
    this.node = new NodeStatusManager({
      deps,
      machine: options.machine,
      volumesInUse: () => this.volumes.volumesInUse(),
      health: () => {
        const network = this.state.networkErrors();
        return {
          ...this.eviction.pressures(),
          errors: [...this.state.runtimeErrors(), ...(network === undefined ? [] : [network])],
        };
      },
    });
  }

  private makeRuntime(): RuntimeManager {
    const { options } = this;
    return new RuntimeManager(this.deps, {
      verdicts: this.probes,
      environment: {
        images: this.images,
        objects: this.objects,
        services: options.services,
        node: options.node,
        volume: (uid, name) => this.volumes.mountedVolume(uid, name),
      },
      terminationRequested: (uid) => this.workers.isTerminationRequested(uid),
      sandboxReady: (pod) => this.sandboxReady(pod),
      resizeRestarts: (pod, status) => this.allocations.restarts(pod, status),
      resize: (pod, status) => this.allocations.actuate(pod, status),
    });
  }

  private makeSyncs(): PodSyncer {
    const syncs = new PodSyncs({
      deps: this.deps,
      state: this.state,
      status: this.status,
      probes: this.probes,
      volumes: this.volumes,
      objects: this.objects,
      runtime: this.runtime,
      reasons: this.reasons,
      pleg: this.pleg,
      generate: (pod, status, terminal) => this.generate(pod, status, terminal),
      settleResize: (pod, status) => this.allocations.settle(pod, status),
      reconcileMirror: (pod) => this.reconcileMirror(pod),
      restartAll: (pod, status) => this.restartAll.run(pod, status),
    });
    return {
      syncPod: (pod: Pod, type: UpdateType, status: RuntimePodStatus, cancelled: Future) =>
        syncs.syncPod(pod, type, status, cancelled),
      syncTerminatingPod: (pod, status, grace, change) =>
        syncs.syncTerminatingPod(pod, status, grace, change),
      syncTerminatedPod: (pod: Pod, status: RuntimePodStatus) =>
        this.terminated(syncs.syncTerminatedPod(pod, status), pod),
      syncTerminatingOrphan: (pod: Pod, status: RuntimePodStatus) =>
        this.orphaned(syncs.syncTerminatingOrphan(pod, status)),
    };
  }

  /** What an orphan leaves is the next housekeeping's. */
  private *orphaned<T>(sync: Task<T>): Task<T> {
    const outcome = yield* sync;
    this.options.housekeeping();
    return outcome;
  }

  /** What follows the end of a Pod: its memory is dropped, and waiting resizes may fit now. */
  private *terminated<T>(sync: Task<T>, pod: Pod): Task<T> {
    const outcome = yield* sync;
    this.reasons.forget(podUid(pod));
    this.deadlines.delete(podUid(pod));
    this.allocations.retryPending();
    this.options.housekeeping();
    return outcome;
  }

  start(): void {
    const { kernel } = this.deps;
    this.probes.start();
    this.status.start();
    this.pleg.start();
    this.tasks = [
      this.eviction.run(),
      this.eviction.volumeStats.run(),
      this.imageGc.run(),
      this.allocations.run(),
    ].map((task) => kernel.spawn(task, { background: true }));
  }

  stop(): void {
    for (const task of this.tasks) task.cancel();
    this.workers.stop();
    this.probes.stop();
    this.status.stop();
    this.pleg.stop();
    this.volumes.stop();
    this.objects.stop();
    this.images.stop();
  }

  /** Ended containers and images that none uses. Models DeleteAllUnusedContainers and DeleteUnusedImages. */
  private *reclaimDisk(): Task {
    yield* this.collector.collect();
    yield* this.imageGc.deleteUnused();
  }

  /** Pods that are neither over nor refused. Models GetActivePods. */
  activePods(): Pod[] {
    return this.pods.list().filter((pod) => {
      const uid = podUid(pod);
      if (this.workers.isTerminated(uid)) return false;
      const phase = this.status.get(uid)?.phase ?? pod.status?.phase;
      return phase !== 'Failed' && phase !== 'Succeeded';
    });
  }

  /** Whether Ready would be generated otherwise than the API shows. */
  readyDiffers(pod: Pod, status: PodStatus): boolean {
    const runtime =
      this.cache.get(podUid(pod)) ??
      emptyRuntimeStatus(podUid(pod), pod.metadata.name, pod.metadata.namespace ?? '');
    const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
    const want = readyCondition(
      { pod, runtime, statuses, phase: status.phase ?? 'Pending' },
      pod.status?.conditions ?? [],
    );
    const have = pod.status?.conditions?.find(({ type }) => type === 'Ready');
    return have?.status !== want.status || (have?.message ?? '') !== (want.message ?? '');
  }

  generate(pod: Pod, runtime: RuntimePodStatus, terminal: boolean): PodStatus {
    const uid = podUid(pod);
    const old = this.status.get(uid) ?? pod.status ?? {};
    const evict = this.deadlinePassed(pod);
    const restartingAll = hasRestartAllRule(pod) ? this.restartAll.isRestarting(uid) : undefined;
    return generateStatus({
      pod,
      runtime,
      old,
      terminal,
      hostIp: this.deps.host.hostIp,
      failure: (container) => this.reasons.get(uid, container),
      actualResources: (container, instance) => actualResources(container.resources, instance.resources),
      probed: (statuses, init) => this.probes.withProbes(pod, statuses, init, old),
      resizeConditions: this.allocations.conditions(pod),
      podResources: podResources(pod),
      ...(evict === undefined ? {} : { evict }),
      ...(restartingAll === undefined ? {} : { restartingAll }),
    });
  }

  /** Also plans the look at the moment the deadline passes. */
  private deadlinePassed(pod: Pod): { reason: string; message: string } | undefined {
    const limit = pod.spec.activeDeadlineSeconds;
    if (limit === undefined) return undefined;
    const { kernel } = this.deps;
    const uid = podUid(pod);
    if (pastDeadline(pod, this.status.get(uid), kernel.unixUs())) {
      const message = 'Pod was active on the node longer than the specified deadline';
      podEvent(this.deps, pod, ['Normal', 'DeadlineExceeded'], message);
      return { reason: 'DeadlineExceeded', message };
    }
    if (this.deadlines.get(uid) !== limit) {
      this.deadlines.set(uid, limit);
      const left = deadlineUs(pod, this.status.get(uid), kernel.unixUs()) - kernel.unixUs();
      kernel.at(this.options.ticks.from(kernel.now() + Math.max(0, left)), () => this.options.sync(uid));
    }
    return undefined;
  }

  /** Models OnPodSandboxReady: the condition alone, ahead of the next generated status. */
  private sandboxReady(pod: Pod): void {
    const condition = {
      type: 'PodReadyToStartContainers',
      status: 'True',
      observedGeneration: pod.metadata.generation,
    };
    this.status.setCondition(pod, condition);
  }

  private *reconcileMirror(pod: Pod): Task {
    const { client } = this.deps;
    const mirror = this.pods.mirrorOf(pod);
    const hash = pod.metadata.annotations?.['kubernetes.io/config.hash'];
    if (mirror !== undefined) {
      if (
        mirror.metadata.annotations?.['kubernetes.io/config.mirror'] === hash &&
        mirror.metadata.deletionTimestamp === undefined
      )
        return;
      const ref = { namespace: mirror.metadata.namespace ?? '', name: mirror.metadata.name };
      yield* client.delete('pods', ref, { gracePeriodSeconds: 0, preconditions: { uid: podUid(mirror) } });
    }
    if (!isStaticPod(pod)) return;
    yield* client.create('pods', mirrorPod(pod, this.options.node()?.metadata.uid ?? ''));
  }

  /** The newest instance of a container, for logs and exec. */
  instance(uid: string, container: string): ReturnType<typeof findByName> {
    const status = this.cache.get(uid);
    return status === undefined ? undefined : findByName(status, container);
  }
}
