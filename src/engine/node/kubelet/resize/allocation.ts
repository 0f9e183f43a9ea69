import type {
  Container,
  Node,
  Pod,
  PodCondition,
  ResourceRequirements,
} from '../../../../api/generated/types.ts';
import { podRequests } from '../../../../api/pod-resources.ts';
import { cmpAmounts } from '../../../../api/quantity.ts';
import { goJson, goQuote } from '../../../../api/go-text.ts';
import { formatTime } from '../../../../api/time.ts';
import { deepEqual } from '../../../../base/deep.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import { rpcText } from '../../cri/port/error.ts';
import type { LinuxResources } from '../../cri/port/runtime.ts';
import { type Rejection, type Shortage, shortagesOnly } from '../admission/predicates.ts';
import { containerResources, podCgroupPath, podCgroupValues } from '../cgroups/values.ts';
import { type EventKind, type KubeletDeps, podEvent } from '../deps.ts';
import { initContainers, isSidecar, podUid } from '../pod.ts';
import { type RuntimePodStatus, findByName } from '../runtime/types.ts';
import { podQos } from '../status/qos.ts';
import { aggregate } from '../volumes/payload.ts';

// Models pkg/kubelet/allocation/allocation_manager.go (1.36).

/** Key of the Pod's own resources among those of its containers. */
const POD = '';
type Allocation = ReadonlyMap<string, ResourceRequirements>;

/** The allocation checkpoint: on the node's disk. */
export class AllocationState {
  readonly byPod = new Map<string, Allocation>();
}

export interface AllocationOptions {
  readonly deps: KubeletDeps;
  readonly state: AllocationState;
  readonly node: () => Node | undefined;
  readonly admit: (pod: Pod, others: readonly Pod[]) => Rejection | undefined;
  readonly activePods: () => Pod[];
  readonly changed: (uid: string) => void;
  readonly runtimeStatus: (uid: string) => RuntimePodStatus | undefined;
}

const FIRST_RETRY_US = 30_000_000;
const RETRY_US = 180_000_000;
const NONE: readonly PodCondition[] = [];
const NO_RESOURCES: ResourceRequirements = {};
const NO_RESTARTS: ReadonlySet<string> = new Set();

/** A running container whose cgroup is not as allocated. */
interface Outstanding {
  readonly container: Container;
  readonly id: string;
  readonly have: LinuxResources;
  readonly memoryChanges: boolean;
  readonly cpuChanges: boolean;
}

/** What each Pod was given of the node, and resizes on their way. */
export class AllocationManager {
  private readonly options: AllocationOptions;
  private readonly pending = new Map<string, PodCondition>();
  private readonly inProgress = new Map<string, PodCondition>();
  /** Pods whose spec asks for what they were not given, and since when. */
  private readonly wanted = new Map<string, number>();
  private retriedAt = 0;

  constructor(options: AllocationOptions) {
    this.options = options;
  }

  /** Admits a Pod and notes what it gets. */
  add(pod: Pod): Rejection | undefined {
    const { state, admit } = this.options;
    const uid = podUid(pod);
    const known = state.byPod.get(uid);
    const others = this.othersOf(uid);
    const rejection = admit(known === undefined ? pod : this.allocated(pod), others);
    if (rejection === undefined && known === undefined) state.byPod.set(uid, allocationOf(pod));
    return rejection;
  }

  /** What the node lacks for the Pod, when that is all that keeps it out; and the Pods that hold the rest. */
  shortages(pod: Pod): { readonly shortages: readonly Shortage[]; readonly others: readonly Pod[] } {
    const others = this.othersOf(podUid(pod));
    return { shortages: shortagesOnly({ pod, node: this.options.node(), others }), others };
  }

  private othersOf(uid: string): Pod[] {
    return this.options
      .activePods()
      .filter((other) => podUid(other) !== uid)
      .map((other) => this.allocated(other));
  }

  remove(uid: string): void {
    this.options.state.byPod.delete(uid);
    this.pending.delete(uid);
    this.wanted.delete(uid);
    this.inProgress.delete(uid);
    this.retryPending();
  }

  /** The Pod with the resources it was given, not those it asks for now. */
  allocated(pod: Pod): Pod {
    const allocation = this.options.state.byPod.get(podUid(pod));
    if (allocation === undefined) return pod;
    const own = allocation.get(POD);
    const stands = (resources: ResourceRequirements | undefined, given = resources): boolean =>
      deepEqual(given ?? NO_RESOURCES, resources ?? NO_RESOURCES);
    const got = (container: Container): boolean =>
      stands(container.resources, allocation.get(container.name));
    const { containers: regular, initContainers: initial, resources: whole } = pod.spec;
    if (stands(whole, own) && regular.every(got) && (initial === undefined || initial.every(got))) return pod;
    const map = (container: Container): Container =>
      got(container) ? container : { ...container, resources: allocation.get(container.name) };
    const containers = regular.map(map);
    const init = initial?.map(map);
    return {
      ...pod,
      spec: {
        ...pod.spec,
        containers,
        ...(init === undefined ? {} : { initContainers: init }),
        ...(own === undefined ? {} : { resources: own }),
      },
    };
  }

  /** The spec of a known Pod changed: perhaps its resources. */
  specChanged(pod: Pod): void {
    const uid = podUid(pod);
    const allocation = this.options.state.byPod.get(uid);
    if (allocation === undefined || deepEqual(mapOf(allocation), mapOf(allocationOf(pod)))) {
      this.wanted.delete(uid);
      if (this.pending.delete(uid)) this.options.changed(uid);
      return;
    }
    this.wanted.set(uid, this.wanted.get(uid) ?? this.options.deps.kernel.now());
    this.retryPending();
  }

  /** Resizes that wait are tried every three minutes, for the first time half a minute after the kubelet's start. */
  *run(): Task {
    const { kernel } = this.options.deps;
    this.retriedAt = kernel.now() + FIRST_RETRY_US - RETRY_US;
    for (;;) {
      const next = this.retriedAt + RETRY_US;
      yield* sleep(Math.max(0, next - kernel.now()));
      if (this.retriedAt + RETRY_US <= kernel.now()) this.retryPending();
    }
  }

  /** Room may have come free: resizes that wait are tried again, in order of who may go first. */
  retryPending(): void {
    this.retriedAt = this.options.deps.kernel.now();
    if (this.wanted.size === 0) return;
    const active = this.options.activePods();
    for (const uid of [...this.wanted.keys()])
      if (!active.some((pod) => podUid(pod) === uid)) this.wanted.delete(uid);
    const waiting = active.filter((pod) => this.wanted.has(podUid(pod)));
    const since = (pod: Pod): number => this.wanted.get(podUid(pod)) ?? 0;
    for (const pod of waiting.sort((a, b) => this.before(a, b) || since(a) - since(b))) this.tryResize(pod);
  }

  /** Those that ask for no more, then by priority, then guaranteed Pods. Models sortPendingResizes. */
  private before(a: Pod, b: Pod): number {
    const rank = (pod: Pod): readonly number[] => [
      this.asksForMore(pod) ? 1 : 0,
      -(pod.spec.priority ?? 0),
      podQos(pod) === 'Guaranteed' ? 0 : 1,
    ];
    const [ours, theirs] = [rank(a), rank(b)];
    return ours.map((value, index) => value - (theirs[index] ?? 0)).find((each) => each !== 0) ?? 0;
  }

  private asksForMore(pod: Pod): boolean {
    const [now, before] = [podRequests(pod), podRequests(this.allocated(pod))];
    return ['cpu', 'memory'].some((name) => {
      const [wanted, given] = [now.get(name), before.get(name)];
      return wanted !== undefined && (given === undefined || cmpAmounts(wanted, given) > 0);
    });
  }

  private tryResize(pod: Pod): void {
    const { state, admit, changed } = this.options;
    const uid = podUid(pod);
    const rejection = admit(pod, this.othersOf(uid));
    if (rejection !== undefined) {
      const before = this.pending.get(uid);
      const { reason, message } = rejection;
      this.pending.set(uid, this.condition(pod, 'PodResizePending', 'Deferred', message));
      if (before?.message !== message)
        this.event(pod, ['Warning', 'ResizeDeferred'], `Pod resize ${reason}`, message);
      return before?.message === message ? undefined : changed(uid);
    }
    this.pending.delete(uid);
    this.wanted.delete(uid);
    state.byPod.set(uid, allocationOf(pod));
    this.inProgress.set(uid, this.condition(pod, 'PodResizeInProgress'));
    this.event(pod, ['Normal', 'ResizeStarted'], 'Pod resize started');
    changed(uid);
  }

  private condition(pod: Pod, type: string, reason?: string, message?: string): PodCondition {
    return {
      type,
      status: 'True',
      lastTransitionTime: formatTime(this.options.deps.kernel.unixUs()),
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
      ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
    };
  }

  private event(pod: Pod, kind: EventKind, text: string, error?: string): void {
    const containers = [...initContainers(pod).filter(isSidecar), ...pod.spec.containers].map(
      ({ name, resources }) => ({ name, resources: inGoOrder(resources ?? {}) }),
    );
    const body = {
      ...(pod.spec.resources === undefined ? {} : { resources: inGoOrder(pod.spec.resources) }),
      containers,
      generation: pod.metadata.generation,
      ...(error === undefined ? {} : { error }),
    };
    podEvent(this.options.deps, pod, kind, `${text}: ${goJson(body)}`);
  }

  /** Conditions about resizes, in the order the API shows them. */
  conditions(pod: Pod): readonly PodCondition[] {
    const uid = podUid(pod);
    const found = [this.pending.get(uid), this.inProgress.get(uid)].filter((each) => each !== undefined);
    return found.length === 0 ? NONE : found;
  }

  /** Step 1 of SyncPod: a resize whose values all stand is over. */
  settle(pod: Pod, status: RuntimePodStatus): void {
    const uid = podUid(pod);
    if (!this.inProgress.has(uid) || this.outstanding(pod, status).length > 0) return;
    this.inProgress.delete(uid);
    // Where nothing ran, there was nothing to resize but the Pod's own cgroup.
    this.options.deps.host.cgroups.ensure(podCgroupPath(pod), podCgroupValues(pod));
    this.event(pod, ['Normal', 'ResizeCompleted'], 'Pod resize completed');
  }

  /** Running containers whose cgroup is not as allocated. */
  private outstanding(pod: Pod, status: RuntimePodStatus): Outstanding[] {
    const found: Outstanding[] = [];
    const memory = this.options.deps.host.meters().memoryCapacityBytes;
    for (const container of [...initContainers(pod).filter(isSidecar), ...pod.spec.containers]) {
      const instance = findByName(status, container.name);
      if (instance?.state !== 'running') continue;
      const want = containerResources(pod, container, memory);
      const have = instance.resources;
      const cpuChanges = want.cpuShares !== have.cpuShares || want.cpuQuotaUs !== have.cpuQuotaUs;
      const memoryChanges = want.memoryLimitBytes !== have.memoryLimitBytes;
      if (cpuChanges || memoryChanges)
        found.push({ container, id: instance.id, have, memoryChanges, cpuChanges });
    }
    return found;
  }

  /** Containers that must be restarted for their resize. */
  restarts(pod: Pod, status: RuntimePodStatus): ReadonlySet<string> {
    if (!this.inProgress.has(podUid(pod))) return NO_RESTARTS;
    const names = new Set<string>();
    for (const { container, memoryChanges, cpuChanges } of this.outstanding(pod, status)) {
      const needs = (resource: string): boolean =>
        (container.resizePolicy ?? []).some(
          (policy) => policy.resourceName === resource && policy.restartPolicy === 'RestartContainer',
        );
      if ((memoryChanges && needs('memory')) || (cpuChanges && needs('cpu'))) names.add(container.name);
    }
    return names;
  }

  /** Memory limits that would come down below what is used. Models kuberuntime validatePodResizeAction. */
  private *memoryBelowUsage(pod: Pod, changes: readonly Outstanding[]): Task<string | undefined> {
    const { runtime, host } = this.options.deps;
    const memory = host.meters().memoryCapacityBytes;
    const lowers = (want: number, have: number): boolean => want > 0 && (have === 0 || want < have);
    const errors: string[] = [];
    const path = podCgroupPath(pod);
    const podLimit = podCgroupValues(pod).memoryLimitBytes ?? 0;
    const podUsage = host.cgroups.memoryUsage(path);
    if (lowers(podLimit, host.cgroups.values(path)?.memoryLimitBytes ?? 0) && podUsage >= podLimit)
      errors.push(`attempting to set pod memory limit (${podLimit}) below current usage (${podUsage})`);
    for (const { container, id, memoryChanges, have } of changes) {
      const want = containerResources(pod, container, memory).memoryLimitBytes;
      if (!memoryChanges || !lowers(want, have.memoryLimitBytes)) continue;
      const stats = yield* runtime.containerStats(id);
      if (!stats.ok || stats.value.memoryWorkingSetBytes < want) continue;
      const used = stats.value.memoryWorkingSetBytes;
      errors.push(
        `attempting to set container ${goQuote(container.name)} memory limit (${want}) below current usage (${used})`,
      );
    }
    return errors.length === 0 ? undefined : `cannot decrease memory limits: ${aggregate(errors)}`;
  }

  /** Tells of an error once: as long as it is the same. */
  private failed(pod: Pod, message: string): void {
    const uid = podUid(pod);
    const condition = this.condition(pod, 'PodResizeInProgress', 'Error', message);
    const before = this.inProgress.get(uid);
    this.inProgress.set(uid, condition);
    if (before?.message === message && before.observedGeneration === condition.observedGeneration) return;
    this.event(pod, ['Warning', 'ResizeError'], 'Pod resize error', message);
  }

  /** Step 8 of SyncPod: gives running containers their new values. Answers errors. */
  *actuate(pod: Pod, status: RuntimePodStatus): Task<string[]> {
    const uid = podUid(pod);
    if (!this.inProgress.has(uid)) return [];
    const { deps } = this.options;
    const errors: string[] = [];
    const changes = this.outstanding(pod, status);
    const restarted = this.restarts(pod, status);
    const refused = yield* this.memoryBelowUsage(
      pod,
      changes.filter(({ container }) => !restarted.has(container.name)),
    );
    if (refused !== undefined) {
      this.failed(pod, refused);
      return [
        `failed to "ResizePodInPlace" for "${pod.metadata.name}" with ResizePodInPlaceError: ${goQuote(refused)}`,
      ];
    }
    deps.host.cgroups.ensure(podCgroupPath(pod), podCgroupValues(pod));
    for (const { container, id } of changes) {
      if (restarted.has(container.name)) continue;
      const values = containerResources(pod, container, deps.host.meters().memoryCapacityBytes);
      const updated = yield* deps.runtime.updateContainerResources(id, values);
      if (updated.ok) continue;
      const message = rpcText(updated.error);
      errors.push(
        `failed to "ResizePodInPlace" for "${container.name}" with ResizeContainerError: ${JSON.stringify(message)}`,
      );
      this.failed(pod, message);
    }
    if (changes.length > 0 && errors.length === 0) this.options.changed(uid);
    return errors;
  }
}

function inGoOrder({ limits, requests }: ResourceRequirements): ResourceRequirements {
  return { ...(limits === undefined ? {} : { limits }), ...(requests === undefined ? {} : { requests }) };
}

function allocationOf(pod: Pod): Allocation {
  const given = new Map(
    [...pod.spec.containers, ...initContainers(pod)].map(({ name, resources }) => [
      name,
      resources ?? NO_RESOURCES,
    ]),
  );
  if (pod.spec.resources !== undefined) given.set(POD, pod.spec.resources);
  return given;
}

function mapOf(allocation: Allocation): object {
  return Object.fromEntries(allocation);
}
