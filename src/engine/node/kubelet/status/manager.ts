import type { ContainerStatus, Pod, PodCondition, PodStatus } from '../../../../api/generated/types.ts';
import { formatTime } from '../../../../api/time.ts';
import { deepEqual } from '../../../../base/deep.ts';
import type { Seq } from '../../../../trace/ids.ts';
import type { Kernel, TaskHandle } from '../../../kernel/kernel.ts';
import { Channel, type Task, sleep, sleepUntil } from '../../../kernel/task.ts';
import type { Client } from '../../../machinery/client.ts';
import { isMirrorPod, isStaticPod, isTerminalPhase, podUid } from '../pod.ts';
import { emptyRuntimeStatus } from '../runtime/types.ts';
import { containersReadyCondition, ownedByKubelet, readyCondition } from './conditions.ts';
import { replaceOrAppend } from './generate.ts';
import { mergeStatus } from './merge.ts';
import { statusPatch } from './patch.ts';
import { unknownTermination } from './terminate.ts';
import { withShortMessages } from './messages.ts';
import { illegalTransition } from './transitions.ts';

// Models pkg/kubelet/status/status_manager.go (1.36).

interface Versioned {
  readonly status: PodStatus;
  readonly version: number;
  readonly podName: string;
  readonly namespace: string;
  readonly finished: boolean;
  readonly cause: Seq | undefined;
}

/** A status on its way to the writer, which has it at `at`. */
interface Announced {
  readonly uid: string;
  readonly versioned: Versioned;
  readonly at: number;
}

export interface StatusManagerOptions {
  readonly kernel: Kernel;
  readonly client: Client;
  /** From what has happened to the status that tells of it. */
  readonly delayUs: number;
  readonly podByUid: (uid: string) => Pod | undefined;
  /** The API object that a static Pod's status goes to. */
  readonly mirrorOf: (pod: Pod) => Pod | undefined;
  readonly couldHaveRunningContainers: (uid: string) => boolean;
}

const RECONCILE_US = 10_000_000;

/** The kubelet's own view of every Pod's status, and its one writer to the API server. */
export class StatusManager {
  private readonly options: StatusManagerOptions;
  private readonly statuses = new Map<string, Versioned>();
  private readonly written = new Map<string, number>();
  private readonly announced = new Channel<Announced>();
  private lastAt = Number.NEGATIVE_INFINITY;
  private delayUs = 0;
  private running: readonly TaskHandle<void>[] = [];

  constructor(options: StatusManagerOptions) {
    this.options = options;
  }

  start(): void {
    const { kernel } = this.options;
    this.running = [kernel.spawn(this.writeLoop()), kernel.spawn(this.reconcileLoop(), { background: true })];
  }

  stop(): void {
    for (const task of this.running) task.cancel();
    this.running = [];
    this.statuses.clear();
    this.written.clear();
    while (this.announced.poll() !== undefined);
  }

  get(uid: string): PodStatus | undefined {
    return this.statuses.get(uid)?.status;
  }

  /** Takes a generated status; writes it when it differs, always while the Pod is being deleted. */
  set(pod: Pod, status: PodStatus): void {
    this.update(pod, status, { force: pod.metadata.deletionTimestamp !== undefined, finished: false });
  }

  setContainerReadiness(uid: string, containerId: string, ready: boolean): void {
    this.change(
      uid,
      containerId,
      (status) => (status.ready === ready ? undefined : { ...status, ready }),
      true,
    );
  }

  setContainerStartup(uid: string, containerId: string, started: boolean): void {
    this.change(
      uid,
      containerId,
      (status) => (status.started === started ? undefined : { ...status, started }),
      false,
    );
  }

  /** Sets or replaces one condition that the kubelet owns: the sandbox is there. */
  setCondition(pod: Pod, condition: PodCondition): void {
    const old = this.get(podUid(pod));
    if (old === undefined) return;
    const conditions = [...(old.conditions ?? [])];
    replaceOrAppend(conditions, condition);
    this.update(pod, { ...old, conditions }, { force: false, finished: false });
  }

  /** The Pod's worker is done: nothing of it is left on the node. */
  terminate(pod: Pod): void {
    const old = this.get(podUid(pod)) ?? pod.status ?? {};
    let status = unknownTermination(pod, old);
    if (!isStaticPod(pod) && !isTerminalPhase(status.phase)) status = { ...status, phase: 'Failed' };
    this.update(pod, status, { force: true, finished: true });
  }

  /** Forgets Pods that are not known any more. */
  removeOrphans(known: ReadonlySet<string>): void {
    for (const uid of this.statuses.keys()) if (!known.has(uid)) this.forget(uid);
  }

  private forget(uid: string): void {
    this.statuses.delete(uid);
    this.written.delete(uid);
  }

  private change(
    uid: string,
    containerId: string,
    edit: (status: ContainerStatus) => ContainerStatus | undefined,
    ready: boolean,
  ): void {
    const pod = this.options.podByUid(uid);
    const old = this.get(uid);
    if (pod === undefined || old === undefined) return;
    const id = `containerd://${containerId}`;
    let found = false;
    const map = (statuses: readonly ContainerStatus[] | undefined): readonly ContainerStatus[] | undefined =>
      statuses?.map((status) => {
        const changed = status.containerID === id ? edit(status) : undefined;
        if (changed !== undefined) found = true;
        return changed ?? status;
      });
    const containerStatuses = map(old.containerStatuses);
    const initContainerStatuses = map(old.initContainerStatuses);
    if (!found) return;
    let status: PodStatus = {
      ...old,
      containerStatuses,
      ...(initContainerStatuses === undefined ? {} : { initContainerStatuses }),
    };
    if (ready) status = this.withReadiness(pod, status);
    this.update(pod, status, { force: false, finished: false });
  }

  private withReadiness(pod: Pod, status: PodStatus): PodStatus {
    const { name, namespace = '' } = pod.metadata;
    const runtime = emptyRuntimeStatus(podUid(pod), name, namespace);
    const statuses = [...(status.initContainerStatuses ?? []), ...(status.containerStatuses ?? [])];
    const inputs = { pod, runtime, statuses, phase: status.phase ?? 'Pending' };
    const conditions = [...(status.conditions ?? [])];
    replaceOrAppend(conditions, readyCondition(inputs, conditions));
    replaceOrAppend(conditions, containersReadyCondition(inputs));
    return { ...status, conditions };
  }

  /** Models updateStatusInternal. */
  private update(
    pod: Pod,
    given: PodStatus,
    how: { readonly force: boolean; readonly finished: boolean },
  ): void {
    const { kernel } = this.options;
    const uid = podUid(pod);
    const cached = this.statuses.get(uid);
    const old = cached?.status ?? pod.status ?? {};
    if (cached?.finished === true && !how.finished) return;
    if (illegalTransition(pod, old, given)) return;
    const now = formatTime(kernel.unixUs());
    const status: PodStatus = {
      ...withShortMessages(pod, given),
      conditions: given.conditions?.map((condition) => withTransition(condition, old, now)),
      startTime: old.startTime ?? given.startTime ?? now,
    };
    if (cached !== undefined && !how.force && sameByKubelet(cached.status, status)) return;
    const { name: podName, namespace = '' } = pod.metadata;
    const version = (cached?.version ?? 0) + 1;
    const versioned = { status, version, podName, namespace, finished: how.finished, cause: kernel.cause };
    this.statuses.set(uid, versioned);
    this.announce(uid, versioned);
  }

  private announce(uid: string, versioned: Versioned): void {
    const { kernel, client, delayUs } = this.options;
    const now = kernel.now();
    // One that follows while another is on its way takes as long: what came apart arrives apart.
    if (this.lastAt <= now) this.delayUs = kernel.around(delayUs, `status/${client.identity.from}`);
    this.lastAt = Math.max(this.lastAt, now + this.delayUs);
    this.announced.send({ uid, versioned, at: this.lastAt });
  }

  /** Writes what has come, one after another; what comes meanwhile is the next batch, in which only a Pod's newest status counts. */
  private *writeLoop(): Task {
    const { kernel } = this.options;
    let next: Announced | undefined;
    for (;;) {
      const first: Announced = next ?? (yield* this.announced.receive());
      yield* sleepUntil(first.at, kernel.now());
      const batch = new Map([[first.uid, first.versioned]]);
      for (
        next = this.announced.poll();
        next !== undefined && next.at <= kernel.now();
        next = this.announced.poll()
      )
        batch.set(next.uid, next.versioned);
      for (const [uid, versioned] of batch) {
        if (!this.statuses.has(uid) || (this.written.get(uid) ?? 0) >= versioned.version) continue;
        kernel.setCause(versioned.cause);
        yield* this.write(uid, versioned);
      }
    }
  }

  /** Models syncBatch(all=true): what may be deleted, or shows otherwise than the kubelet knows, is written again. */
  private *reconcileLoop(): Task {
    for (;;) {
      yield* sleep(RECONCILE_US);
      for (const [uid, versioned] of this.statuses) {
        const pod = this.options.podByUid(uid);
        const shown = pod === undefined || !isStaticPod(pod) ? pod : this.options.mirrorOf(pod);
        if (shown === undefined) continue;
        if (!canBeDeleted(shown, versioned) && sameByKubelet(shown.status ?? {}, versioned.status)) continue;
        this.written.delete(uid);
        this.announce(uid, versioned);
      }
    }
  }

  /** Models syncPod: GET, merge, PATCH, and the final DELETE. */
  private *write(uid: string, versioned: Versioned): Task {
    const { client, kernel } = this.options;
    const ref = { namespace: versioned.namespace, name: versioned.podName };
    const got = yield* client.get<Pod>('pods', ref);
    if (!got.ok) return;
    let pod = got.value;
    if (
      podUid(pod) !== uid &&
      !(isMirrorPod(pod) && pod.metadata.annotations?.['kubernetes.io/config.mirror'] === uid)
    ) {
      return this.forget(uid);
    }
    const old = pod.status ?? {};
    const merged = mergeStatus(pod, old, versioned.status, {
      mayRun: this.options.couldHaveRunningContainers(uid),
      now: formatTime(kernel.unixUs()),
    });
    const patch = statusPatch(pod, old, merged);
    if (patch !== undefined) {
      const patched = yield* client.patch<Pod>(
        { resource: 'pods', subresource: 'status', ...ref },
        'strategic',
        patch,
      );
      if (!patched.ok) return;
      pod = patched.value;
    }
    this.written.set(uid, versioned.version);
    if (canBeDeleted(pod, versioned)) yield* this.finish(uid, pod);
  }

  private *finish(uid: string, pod: Pod): Task {
    const { name, namespace = '' } = pod.metadata;
    const options = { gracePeriodSeconds: 0, preconditions: { uid: podUid(pod) } };
    const deleted = yield* this.options.client.delete('pods', { namespace, name }, options);
    if (deleted.ok || deleted.error.code === 404) this.forget(uid);
  }
}

function canBeDeleted(pod: Pod, versioned: Versioned): boolean {
  if (pod.metadata.deletionTimestamp === undefined || isMirrorPod(pod)) return false;
  return isTerminalPhase(pod.status?.phase) && versioned.finished;
}

function withTransition(condition: PodCondition, old: PodStatus, now: string): PodCondition {
  const before = old.conditions?.find(({ type }) => type === condition.type);
  if (!ownedByKubelet(condition.type) && condition.type !== 'DisruptionTarget') return condition;
  const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
  return condition.lastTransitionTime === lastTransitionTime
    ? condition
    : { ...condition, lastTransitionTime };
}

/** Models isPodStatusByKubeletEqual: conditions of others do not count. */
export function sameByKubelet(a: PodStatus, b: PodStatus): boolean {
  if (a === b) return true;
  const mine = (status: PodStatus): PodStatus => ({
    ...status,
    nominatedNodeName: undefined,
    conditions: undefined,
  });
  return deepEqual(mine(a), mine(b)) && sameConditions(owned(a), owned(b));
}

function owned(status: PodStatus): PodCondition[] {
  return (status.conditions ?? []).filter(({ type }) => ownedByKubelet(type));
}

function sameConditions(a: readonly PodCondition[], b: readonly PodCondition[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((one) => {
    const other = b.find(({ type }) => type === one.type);
    return (
      other !== undefined &&
      one.status === other.status &&
      (one.reason ?? '') === (other.reason ?? '') &&
      (one.message ?? '') === (other.message ?? '') &&
      one.observedGeneration === other.observedGeneration
    );
  });
}
