import type { Pod, PodStatus, Secret } from '../../../api/generated/types.ts';
import { parseTime } from '../../../api/time.ts';
import type { Future, Task } from '../../kernel/task.ts';
import { ok } from '../../../base/result.ts';
import { rpcText } from '../cri/port/error.ts';
import { podCgroupPath, podCgroupValues } from './cgroups/values.ts';
import type { ObjectCache } from './config/object-cache.ts';
import { type KubeletDeps, podEvent } from './deps.ts';
import { pullSecretNames } from './images/credentials.ts';
import type { Pleg } from './pleg/pleg.ts';
import type { UpdateType } from './pod-workers.ts';
import { isHostNetwork, isStaticPod, podUid } from './pod.ts';
import type { ProbeManager } from './prober/manager.ts';
import type { ReasonCache } from './reason-cache.ts';
import { killPod } from './runtime/kill.ts';
import { readPodStatus } from './runtime/pod-status.ts';
import type { RuntimeManager } from './runtime/runtime-manager.ts';
import { terminationMessage } from './runtime/termination-message.ts';
import type { RuntimePodStatus } from './runtime/types.ts';
import type { RuntimeState } from './runtime-state.ts';
import type { StatusManager } from './status/manager.ts';
import { NETWORK_NOT_READY, SYNC_OK, type SyncOutcome } from './sync-outcome.ts';
import { podDirectory } from './volumes/mount.ts';
import { aggregate } from './volumes/payload.ts';
import type { VolumeManager } from './volumes/manager.ts';

// Models pkg/kubelet/kubelet.go SyncPod, SyncTerminatingPod and SyncTerminatedPod (1.36).

/** Seconds for containers whose Pod is in no source; the runtime makes it two. */
const ORPHAN_GRACE = 1;

export interface SyncerParts {
  readonly deps: KubeletDeps;
  readonly state: RuntimeState;
  readonly status: StatusManager;
  readonly probes: ProbeManager;
  readonly volumes: VolumeManager;
  readonly objects: ObjectCache;
  readonly runtime: RuntimeManager;
  readonly reasons: ReasonCache;
  readonly pleg: Pleg;
  /** The API status from what runs; `terminal` once the Pod is on its way out for good. */
  readonly generate: (pod: Pod, status: RuntimePodStatus, terminal: boolean) => PodStatus;
  /** Step 1: a resize that is done leaves its condition. */
  readonly settleResize: (pod: Pod, status: RuntimePodStatus) => void;
  /** Step 7: the mirror of a static Pod. */
  readonly reconcileMirror: (pod: Pod) => Task;
  /** Whether a kill by RestartAllContainers is due; runs it. */
  readonly restartAll: (pod: Pod, status: RuntimePodStatus) => Task<boolean>;
}

/** The three syncs of a Pod's life. */
export class PodSyncs {
  private readonly parts: SyncerParts;

  constructor(parts: SyncerParts) {
    this.parts = parts;
  }

  *syncPod(pod: Pod, type: UpdateType, status: RuntimePodStatus, cancelled: Future): Task<SyncOutcome> {
    const { deps, state } = this.parts;
    void type;
    this.parts.settleResize(pod, status);
    const api = this.parts.generate(pod, status, false);
    this.parts.status.set(pod, api);
    if (api.phase === 'Succeeded' || api.phase === 'Failed') return { kind: 'terminal' };
    const network = state.networkErrors();
    if (network !== undefined && !isHostNetwork(pod)) {
      podEvent(deps, pod, ['Warning', 'NetworkNotReady'], `${NETWORK_NOT_READY}: ${network}`);
      return { kind: 'error', message: `${NETWORK_NOT_READY}: ${network}` };
    }
    const prepared = yield* this.prepare(pod, cancelled);
    if (prepared.kind !== 'ok') return prepared;
    const secrets = yield* this.pullSecrets(pod);
    this.parts.probes.addPod(pod);
    if (yield* this.parts.restartAll(pod, status)) return SYNC_OK;
    const result = yield* this.parts.runtime.syncPod({ pod, status, secrets });
    this.parts.reasons.update(podUid(pod), result.starts);
    const outcome = result.outcome();
    if (outcome.kind === 'ok' && result.acted) this.parts.pleg.relistNow(podUid(pod));
    return outcome;
  }

  /** Objects, cgroup, mirror, folders and volumes: what must be there before the runtime is asked. */
  private *prepare(pod: Pod, cancelled: Future): Task<SyncOutcome> {
    const { deps, objects, volumes } = this.parts;
    const { host } = deps;
    objects.register(pod);
    // One that is there already is changed by a resize alone.
    const ensured = host.cgroups.exists(podCgroupPath(pod))
      ? ok()
      : host.cgroups.ensure(podCgroupPath(pod), podCgroupValues(pod));
    if (!ensured.ok) {
      podEvent(
        deps,
        pod,
        ['Warning', 'FailedCreatePodContainer'],
        `unable to ensure pod container exists: ${ensured.error}`,
      );
      return { kind: 'error', message: ensured.error };
    }
    if (isStaticPod(pod)) yield* this.parts.reconcileMirror(pod);
    const made = this.makeDirectories(pod);
    if (made !== undefined) return { kind: 'error', message: made };
    const mounted = yield* volumes.waitForMount(pod, cancelled);
    if (mounted.ok) return SYNC_OK;
    const { message, interrupted } = mounted.error;
    if (cancelled.settled) return { kind: 'cancelled' };
    if (!interrupted)
      podEvent(deps, pod, ['Warning', 'FailedMount'], `Unable to attach or mount volumes: ${message}`);
    return { kind: 'error', message };
  }

  private readonly madeFor = new Set<string>();

  private makeDirectories(pod: Pod): string | undefined {
    const uid = podUid(pod);
    if (this.madeFor.has(uid)) return undefined;
    const { deps } = this.parts;
    for (const part of ['', '/volumes', '/plugins']) {
      const made = deps.host.disk.makeDirectory(podDirectory(uid) + part, { mode: 0o750 });
      if (made.ok) continue;
      podEvent(deps, pod, ['Warning', 'Failed'], `error making pod data directories: ${made.error}`);
      return made.error;
    }
    this.madeFor.add(uid);
    return undefined;
  }

  private *pullSecrets(pod: Pod): Task<Secret[]> {
    const names = pullSecretNames(pod);
    const found: Secret[] = [];
    const missing: string[] = [];
    for (const name of names) {
      const secret = yield* this.parts.objects.get('secrets', pod.metadata.namespace ?? '', name);
      if (secret.ok) found.push(secret.value);
      else missing.push(name);
    }
    if (missing.length > 0) {
      const message = `Unable to retrieve some image pull secrets (${missing.join(', ')}); attempting to pull the image may not succeed.`;
      podEvent(this.parts.deps, pod, ['Warning', 'FailedToRetrieveImagePullSecret'], message);
    }
    return found;
  }

  *syncTerminatingPod(
    pod: Pod,
    status: RuntimePodStatus,
    grace: number,
    change: (status: PodStatus) => PodStatus,
  ): Task<SyncOutcome> {
    const { deps, probes } = this.parts;
    this.parts.status.set(pod, change(this.parts.generate(pod, status, false)));
    probes.stopLivenessAndStartup(pod);
    const errors = yield* killPod(deps, { pod, status, graceOverride: grace });
    if (errors.length > 0) {
      const message = aggregate(errors);
      podEvent(deps, pod, ['Warning', 'FailedKillPod'], `error killing pod: ${message}`);
      return { kind: 'error', message };
    }
    probes.removePod(podUid(pod));
    const stopped = yield* this.read(pod);
    if (typeof stopped === 'string') return { kind: 'error', message: stopped };
    const running = stopped.containers.filter(({ state }) => state === 'running');
    if (running.length > 0) {
      const list = running.map(({ name, id }) => `${name}[${id.slice(0, 13)}]`).join(' ');
      return {
        kind: 'error',
        message: `detected running containers after a successful KillPod, CRI violation: [${list}]`,
      };
    }
    const kept = stopped.ips.length === 0 ? { ...stopped, ips: status.ips } : stopped;
    // What the kill asked for stands in the status already; only a phase that agrees with it keeps its reason.
    this.parts.status.set(pod, this.parts.generate(pod, kept, true));
    return SYNC_OK;
  }

  private *read(pod: Pod): Task<RuntimePodStatus | string> {
    const { runtime, host } = this.parts.deps;
    const { name, namespace = '' } = pod.metadata;
    const message = (status: Parameters<typeof terminationMessage>[2]): string =>
      terminationMessage(host.disk, runtime, status);
    const read = yield* readPodStatus(runtime, { uid: podUid(pod), name, namespace }, message);
    return read.ok ? read.value : rpcText(read.error);
  }

  *syncTerminatedPod(pod: Pod, status: RuntimePodStatus): Task<SyncOutcome> {
    const { deps, volumes, objects } = this.parts;
    this.parts.status.set(pod, this.parts.generate(pod, status, true));
    yield* volumes.waitForUnmount(pod);
    objects.unregister(pod);
    deps.host.cgroups.remove(podCgroupPath(pod));
    this.madeFor.delete(podUid(pod));
    this.parts.status.terminate(pod);
    return SYNC_OK;
  }

  /** Kills what the runtime has of a Pod that is in no source. Models SyncTerminatingRuntimePod: grace 1 s. */
  *syncTerminatingOrphan(pod: Pod, status: RuntimePodStatus): Task<SyncOutcome> {
    const errors = yield* killPod(this.parts.deps, { pod, status, graceOverride: ORPHAN_GRACE });
    if (errors.length > 0) return { kind: 'error', message: errors.join(', ') };
    return SYNC_OK;
  }
}

/** When the Pod's time is over; a Pod that has no start time yet starts in this second. */
export function deadlineUs(pod: Pod, status: PodStatus | undefined, unixUs: number): number {
  const started =
    parseTime(status?.startTime ?? pod.status?.startTime ?? '') ?? unixUs - (unixUs % 1_000_000);
  return started + (pod.spec.activeDeadlineSeconds ?? 0) * 1_000_000;
}

/** Whether the Pod has been active for longer than it may. Models pkg/kubelet/active_deadline.go. */
export function pastDeadline(pod: Pod, status: PodStatus | undefined, unixUs: number): boolean {
  const limit = pod.spec.activeDeadlineSeconds;
  const started = status?.startTime ?? pod.status?.startTime;
  if (limit === undefined || started === undefined) return false;
  return unixUs - (parseTime(started) ?? unixUs) >= limit * 1_000_000;
}
