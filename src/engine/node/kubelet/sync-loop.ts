import type { Node, Pod, PodStatus, Service } from '../../../api/generated/types.ts';
import { deepEqual } from '../../../base/deep.ts';
import type { Task } from '../../kernel/task.ts';
import { type Rejection, firstFailedPredicate } from './admission/predicates.ts';
import { podsToPreempt } from './admission/preemption.ts';
import { forbiddenSysctl } from './admission/sysctls.ts';
import { type PodManifest, staticPod } from './config/static-pods.ts';
import { type KubeletDeps, podEvent } from './deps.ts';
import { type Grid, gridFromNow } from './grid.ts';
import type { PullRecords } from './images/pull-records.ts';
import { removeOrphans } from './orphans.ts';
import { KubeletParts } from './parts.ts';
import type { MachineInfo } from './node/node-status.ts';
import type { PlegEvent } from './pleg/pleg.ts';
import type { UpdateType } from './pod-workers.ts';
import { isCriticalPod, isMirrorPod, isTerminalPhase, podUid } from './pod.ts';
import type { AllocationState } from './resize/allocation.ts';
import type { RuntimePodStatus } from './runtime/types.ts';
import { endedByKubelet } from './status/disruption.ts';
import { podQos } from './status/qos.ts';

// Models pkg/kubelet/kubelet.go syncLoopIteration and its handlers, and kubelet_pods.go HandlePodCleanups (1.36).

export interface SyncLoopOptions {
  readonly deps: KubeletDeps;
  readonly machine: MachineInfo;
  /** What is on the node's disk and outlives the process. */
  readonly disk: { readonly pulls: PullRecords; readonly allocation: AllocationState };
  readonly node: () => Node | undefined;
  /** Undefined until the first list has come. */
  readonly services: () => Iterable<Service> | undefined;
}

const HOUSEKEEPING_US = 2_000_000;
const SYNC_TICK_US = 1_000_000;

/** From the sources of Pods, PLEG, probes and the clock to the Pod workers. */
export class SyncLoop {
  readonly parts: KubeletParts;
  private readonly options: SyncLoopOptions;
  private readonly deps: KubeletDeps;
  private readonly staticPods = new Map<string, Pod>();
  private held: (() => void)[] = [];
  private readonly housekeeping: Grid;
  private nextHousekeeping: number | undefined;
  private over = false;

  constructor(options: SyncLoopOptions) {
    const { deps, machine, disk, node, services } = options;
    const { kernel, nodeName } = deps;
    this.options = options;
    this.deps = deps;
    const phase = kernel.random(`sync-loop/${nodeName}`).int(SYNC_TICK_US) - SYNC_TICK_US;
    const ticks = gridFromNow(kernel, SYNC_TICK_US, phase);
    // Both tickers start together.
    this.housekeeping = gridFromNow(kernel, HOUSEKEEPING_US, phase);
    const sync = (uid: string): void => this.dispatch(() => this.sync(uid));
    this.parts = new KubeletParts(deps, {
      machine,
      pulls: disk.pulls,
      allocation: disk.allocation,
      ticks,
      node,
      services,
      plegEvent: (event) => this.dispatch(() => this.onPlegEvent(event)),
      probeChanged: sync,
      sync,
      housekeeping: () => this.wantHousekeeping(),
      admit: (pod, others) => this.admit(pod, others),
    });
  }

  stop(): void {
    this.over = true;
    this.held = [];
    this.parts.stop();
  }

  /** Runs a step, or keeps it while the runtime is down: then the loop rests. */
  dispatch(step: () => void): void {
    if (this.over) return;
    if (this.held.length === 0 && this.parts.state.runtimeErrors().length === 0) return step();
    const { kernel } = this.deps;
    const cause = kernel.cause;
    this.held.push(() => {
      kernel.setCause(cause);
      step();
    });
  }

  /** Goes on with what was kept, if the runtime is back. */
  release(): void {
    if (this.parts.state.runtimeErrors().length > 0) return;
    for (const step of this.held.splice(0)) step();
  }

  /**
   * After a start also Pods that are on their way out get their volumes once more, as their containers may run still; what those
   * refer to is registered only by SyncPod, which such a Pod never sees again. Models findAndAddNewPods before hasAddedPods.
   */
  populateVolumes(): void {
    const { pods, workers, volumes } = this.parts;
    for (const pod of pods.list()) {
      const uid = podUid(pod);
      if (workers.isTerminationRequested(uid) && !workers.isTerminated(uid)) volumes.add(pod);
    }
  }

  /** Resizes that were waiting when the kubelet went are looked at again once all Pods are known. */
  resumeResizes(): void {
    const { pods, allocations } = this.parts;
    for (const pod of pods.list()) if (allocations.allocated(pod) !== pod) allocations.specChanged(pod);
  }

  /** A file in the static Pod folder is there, is another, or is gone. */
  applyManifest(name: string, manifest: PodManifest | undefined): void {
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

  podAdded(pod: Pod): void {
    const { parts } = this;
    parts.pods.set(pod);
    if (isMirrorPod(pod)) {
      const shown = parts.pods.staticOf(pod);
      if (shown !== undefined) this.update(shown, 'update');
      return;
    }
    if (!parts.workers.isTerminationRequested(podUid(pod)) && !isTerminalPhase(pod.status?.phase)) {
      const rejection = parts.allocations.add(pod);
      if (rejection !== undefined) return this.refused(pod, rejection);
      parts.eviction.expect(pod);
    }
    this.update(pod, 'create');
  }

  podUpdated(pod: Pod, old: Pod): void {
    const { parts } = this;
    parts.pods.set(pod);
    if (isMirrorPod(pod)) {
      const shown = parts.pods.staticOf(pod);
      if (shown !== undefined && wanted(pod, old)) this.update(shown, 'update');
      return;
    }
    if (isGoing(pod) && !parts.workers.knows(podUid(pod))) this.wantHousekeeping();
    if (wanted(pod, old)) {
      const [now, before] = [pod.spec, old.spec];
      if (
        !deepEqual(now.containers, before.containers) ||
        !deepEqual(now.initContainers, before.initContainers) ||
        !deepEqual(now.resources, before.resources)
      )
        parts.allocations.specChanged(pod);
      return this.update(pod, 'update');
    }
    this.reconcile(pod);
  }

  /** Only the status differs: Pods with readiness gates may be ready now. */
  private reconcile(pod: Pod): void {
    const { parts } = this;
    if ((pod.spec.readinessGates ?? []).length === 0) return;
    const status = parts.status.get(podUid(pod));
    if (status !== undefined && parts.readyDiffers(pod, status)) this.update(pod, 'sync');
  }

  podRemoved(pod: Pod): void {
    const { parts } = this;
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
    const { workers, allocations } = this.parts;
    workers.update({ type, pod: allocations.allocated(pod) });
  }

  private sync(uid: string): void {
    const pod = this.parts.pods.get(uid);
    if (pod !== undefined && this.parts.workers.knows(uid)) this.update(pod, 'sync');
  }

  /** The handlers of node admission, in order; the first refusal wins. */
  private admit(pod: Pod, others: readonly Pod[]): Rejection | undefined {
    const { parts } = this;
    return (
      parts.eviction.admit(pod) ??
      forbiddenSysctl(pod, this.deps.config.allowedUnsafeSysctls) ??
      firstFailedPredicate({ pod, node: this.options.node(), others })
    );
  }

  /** A critical Pod that lacks only resources takes them from others. Models CriticalPodAdmissionHandler. */
  private refused(pod: Pod, rejection: Rejection): void {
    const { shortages, others } = isCriticalPod(pod)
      ? this.parts.allocations.shortages(pod)
      : { shortages: [], others: [] };
    if (shortages.length === 0) return this.reject(pod, rejection);
    const victims = podsToPreempt(pod, others, shortages);
    if (victims !== undefined) {
      this.deps.tasks.spawn(this.preempt(pod, victims));
      return;
    }
    const list = shortages.map(({ name, amount }) => `(res: ${name}, q: ${amount}), `).join('');
    const why = `preemption: error finding a set of pods to preempt: no set of running pods found to reclaim resources: [${list}]`;
    const message = `Unexpected error while attempting to recover from admission failure: ${why}`;
    this.reject(pod, { reason: 'UnexpectedAdmissionError', message });
  }

  private *preempt(pod: Pod, victims: readonly Pod[]): Task {
    const message = 'Preempted in order to admit critical pod';
    const because = 'Pod was preempted by Kubelet to accommodate a critical pod.';
    for (const victim of victims) {
      podEvent(this.deps, victim, ['Warning', 'Preempting'], message);
      const status = (given: PodStatus): PodStatus =>
        endedByKubelet(given, victim, { reason: 'Preempting', message, because });
      yield* this.parts.workers.killNow(victim, { evict: true, status });
    }
    if (this.over || this.parts.pods.get(podUid(pod)) === undefined) return;
    const rejection = this.parts.allocations.add(pod);
    if (rejection === undefined) this.update(pod, 'create');
    else this.reject(pod, rejection);
  }

  private reject(pod: Pod, { reason, message }: Rejection): void {
    podEvent(this.deps, pod, ['Warning', reason], message);
    const status: PodStatus = {
      phase: 'Failed',
      reason,
      message: `Pod was rejected: ${message}`,
      qosClass: podQos(pod),
      ...generationOf(pod),
    };
    this.parts.status.set(pod, status);
    this.wantHousekeeping();
  }

  private onPlegEvent(event: PlegEvent): void {
    const { parts } = this;
    if (event.type === 'ContainerDied') parts.collector.died(event.uid, event.container);
    if (event.type === 'ContainerRemoved') return;
    this.sync(event.uid);
  }

  private wantHousekeeping(): void {
    const { kernel } = this.deps;
    if (this.nextHousekeeping !== undefined || this.over) return;
    const at = this.housekeeping.after(kernel.now());
    this.nextHousekeeping = at;
    kernel.at(at, () => {
      this.nextHousekeeping = undefined;
      this.dispatch(() => this.cleanUp());
    });
  }

  /** Models HandlePodCleanups: forgets what is over, stops what nobody wants, starts what was missed. */
  cleanUp(): void {
    const { parts } = this;
    const wantedUids = parts.pods.uids();
    for (const uid of parts.workers.prune(wantedUids)) {
      const again = parts.pods.get(uid);
      if (again !== undefined) this.podAdded(again);
    }
    parts.probes.keepOnly((uid) => wantedUids.has(uid) && parts.workers.mayRun(uid));
    parts.status.removeOrphans(new Set([...wantedUids, ...parts.workers.uids()]));
    for (const mirror of parts.pods.orphanMirrors()) {
      const { name, namespace = '', uid } = mirror.metadata;
      if (parts.workers.unfinished(namespace, name)) continue;
      this.deps.kernel.spawn(
        this.deps.client.delete(
          'pods',
          { namespace, name },
          { gracePeriodSeconds: 0, preconditions: { uid } },
        ),
      );
    }
    this.startMissed();
    this.endRefused();
    for (const uid of parts.cache.uids()) {
      // Also of a Pod that is wanted but was refused: only workers may keep containers.
      const orphan = parts.workers.knows(uid) ? undefined : parts.cache.get(uid);
      if (orphan === undefined || !runs(orphan)) continue;
      parts.workers.update({ type: 'kill', pod: podOf(orphan), orphan });
    }
    removeOrphans(this.deps.host, {
      wanted: (uid) => wantedUids.has(uid) || parts.workers.knows(uid) || this.runs(uid),
      running: (uid) => parts.workers.couldHaveRunningContainers(uid) || this.runs(uid),
    });
    parts.runtime.collectBackOff();
  }

  private startMissed(): void {
    const { pods, workers, status } = this.parts;
    for (const pod of pods.list()) {
      const uid = podUid(pod);
      if (workers.knows(uid) || isTerminalPhase(pod.status?.phase)) continue;
      if (status.get(uid)?.phase === 'Failed') continue;
      this.podAdded(pod);
    }
  }

  /** A Pod that was refused and then deleted has no worker to see it off. Models filterTerminalPodsToDelete. */
  private endRefused(): void {
    const { pods, workers } = this.parts;
    for (const pod of pods.list()) {
      const uid = podUid(pod);
      if (!isGoing(pod)) continue;
      if (!workers.knows(uid) && !this.runs(uid)) workers.update({ type: 'kill', pod });
    }
  }

  private runs(uid: string): boolean {
    const known = this.parts.cache.get(uid);
    return known !== undefined && runs(known);
  }
}

/** Whether it is over and deleted. */
function isGoing({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined && isTerminalPhase(status?.phase);
}

function generationOf(pod: Pod): { observedGeneration?: number } {
  return pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation };
}

function runs(status: RuntimePodStatus): boolean {
  return (
    status.containers.some(({ state }) => state === 'running') ||
    status.sandboxes.some(({ state }) => state === 'READY')
  );
}

/** What the labels on its containers tell of a Pod that only the runtime knows. */
function podOf({ uid, name, namespace, containers }: RuntimePodStatus): Pod {
  const names = [...new Set(containers.map((container) => container.name))];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { uid, name, namespace },
    spec: { containers: names.map((each) => ({ name: each })) },
  };
}

/** Whether more than the status differs. Models podsDifferSemantically. */
function wanted(pod: Pod, old: Pod): boolean {
  const [a, b] = [pod.metadata, old.metadata];
  return !(
    deepEqual(pod.spec, old.spec) &&
    deepEqual(a.labels, b.labels) &&
    deepEqual(a.annotations, b.annotations) &&
    a.deletionTimestamp === b.deletionTimestamp &&
    a.deletionGracePeriodSeconds === b.deletionGracePeriodSeconds
  );
}
