import type { Pod, PodStatus } from '../../../../api/generated/types.ts';
import { tolerationsTolerate } from '../../../../api/toleration.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { Rejection } from '../admission/predicates.ts';
import { podCgroupPath } from '../cgroups/values.ts';
import { type KubeletDeps, podEvent } from '../deps.ts';
import type { KillOptions } from '../pod-workers.ts';
import { isCriticalPod, podUid } from '../pod.ts';
import { LABEL_CONTAINER_NAME, LABEL_POD_UID } from '../runtime/pod-status.ts';
import { endedByKubelet } from '../status/disruption.ts';
import { podQos } from '../status/qos.ts';
import { type LocalUsage, emptyDirOverLimit, ephemeralOverLimit } from './local-storage.ts';
import { evictionMessage } from './message.ts';
import { rankForDisk, rankForMemory, rankForPids } from './rank.ts';
import {
  type MetThreshold,
  type Pressure,
  RESOURCES,
  byEvictionPriority,
  configuredThresholds,
  metThresholds,
  pressureOf,
} from './thresholds.ts';
import type { PodUsage } from './usage.ts';
import { VolumeStats } from './volume-stats.ts';

// Models pkg/kubelet/eviction/eviction_manager.go (1.36).

export interface EvictionOptions {
  readonly deps: KubeletDeps;
  readonly pods: () => Pod[];
  readonly kill: (pod: Pod, kill: Omit<KillOptions, 'completed'>) => Task<boolean>;
  /** Whether nothing of the Pod is left on the node. */
  readonly finished: (uid: string) => boolean;
  readonly mounted: (uid: string, volume: string) => boolean;
  /** Frees disk that no Pod needs: ended containers and unused images. */
  readonly reclaimDisk: () => Task;
}

interface Eviction {
  readonly message: string;
  readonly graceSeconds: number;
  readonly annotations?: Readonly<Record<string, string>>;
  /** The node ran short: the Pod is marked as disrupted. */
  readonly disrupts: boolean;
}

const PERIOD_US = 10_000_000;
const CLEANUP_POLL_US = 1_000_000;
const CLEANUP_POLLS = 30;
const HARD_GRACE = 1;
const ORDER: readonly Pressure[] = ['MemoryPressure', 'DiskPressure', 'PIDPressure'];

export class EvictionManager {
  readonly volumeStats: VolumeStats;
  private readonly options: EvictionOptions;
  /** When each condition was last found true. */
  private readonly lastMet = new Map<Pressure, number>();
  /** As of the last round. */
  private conditions: readonly Pressure[] = [];
  /** When each threshold that is met now was first found met. */
  private firstMet = new Map<string, number>();

  constructor(options: EvictionOptions) {
    this.options = options;
    this.volumeStats = new VolumeStats(options);
  }

  pressures(): { memoryPressure: boolean; diskPressure: boolean; pidPressure: boolean } {
    const on = (pressure: Pressure): boolean => this.conditions.includes(pressure);
    return {
      memoryPressure: on('MemoryPressure'),
      diskPressure: on('DiskPressure'),
      pidPressure: on('PIDPressure'),
    };
  }

  /** Node admission under pressure. */
  admit(pod: Pod): Rejection | undefined {
    const { conditions } = this;
    if (conditions.length === 0 || isCriticalPod(pod)) return undefined;
    if (conditions.length === 1 && conditions[0] === 'MemoryPressure') {
      const taint = { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' } as const;
      if (podQos(pod) !== 'BestEffort' || tolerationsTolerate(pod.spec.tolerations, taint)) return undefined;
    }
    return { reason: 'Evicted', message: `The node had condition: [${conditions.join(' ')}]. ` };
  }

  /** Looks every ten seconds; after an eviction as soon as the Pod is cleaned up. */
  *run(): Task {
    for (;;) {
      const evicted = yield* this.synchronize();
      if (evicted.length > 0) yield* this.waitForCleanup(evicted);
      else yield* sleep(PERIOD_US);
    }
  }

  /** A Pod with limits on what it keeps has come: the cluster is not quiet before it was measured twice. */
  expect(pod: Pod): void {
    if (!limitsLocalStorage(pod)) return;
    const { kernel, config } = this.options.deps;
    const measured = pod.spec.volumes?.some(({ emptyDir }) => emptyDir !== undefined) === true;
    const us = PERIOD_US + (measured ? 3 * config.volumeStatsAggUs : PERIOD_US);
    kernel.after(us, () => undefined, { background: false });
  }

  private *waitForCleanup(pods: readonly Pod[]): Task {
    for (let poll = 0; poll < CLEANUP_POLLS; poll++) {
      yield* sleep(CLEANUP_POLL_US);
      if (pods.every((pod) => this.options.finished(podUid(pod)))) return;
    }
  }

  /** One round; answers the Pods that it evicted. */
  private *synchronize(): Task<readonly Pod[]> {
    const { deps, pods } = this.options;
    const active = pods();
    const met = metThresholds(configuredThresholds(deps.config), deps.host.meters());
    const due = this.observe(met);
    const evicted = yield* this.evictOverLocalLimits(active);
    const threshold = byEvictionPriority(due)[0];
    if (evicted.length > 0 || threshold === undefined) return evicted;
    deps.kernel.escalate();
    const resource = RESOURCES[threshold.signal];
    const about = { apiVersion: 'v1', kind: 'Node', name: deps.nodeName };
    const text = `Attempting to reclaim ${resource}`;
    deps.recorder.eventAbout(about, 'Warning', 'EvictionThresholdMet', text);
    if (pressureOf(threshold.signal) === 'DiskPressure') {
      yield* this.options.reclaimDisk();
      if (metThresholds(configuredThresholds(deps.config), deps.host.meters()).length === 0) return [];
    }
    return yield* this.evictOne(threshold, active);
  }

  /** Notes conditions and grace periods; answers the thresholds whose grace period is over. */
  private observe(met: readonly MetThreshold[]): readonly MetThreshold[] {
    const { kernel, config } = this.options.deps;
    const now = kernel.now();
    const before = this.firstMet;
    const key = ({ signal, value }: MetThreshold): string => `${signal}<${value}`;
    this.firstMet = new Map(met.map((threshold) => [key(threshold), before.get(key(threshold)) ?? now]));
    for (const { signal } of met) this.lastMet.set(pressureOf(signal), now);
    const conditions = ORDER.filter((pressure) => {
      const at = this.lastMet.get(pressure);
      return at !== undefined && now - at < config.evictionPressureTransitionUs;
    });
    if (conditions.length !== this.conditions.length) kernel.escalate();
    this.conditions = conditions;
    return met.filter((threshold) => now - (this.firstMet.get(key(threshold)) ?? now) >= threshold.graceUs);
  }

  private *evictOne(threshold: MetThreshold, active: readonly Pod[]): Task<readonly Pod[]> {
    const usages = yield* this.usages(active);
    const rank =
      threshold.signal === 'memory.available'
        ? rankForMemory
        : threshold.signal === 'pid.available'
          ? rankForPids
          : rankForDisk;
    const { evictionMaxPodGracePeriod } = this.options.deps.config;
    const graceSeconds = threshold.graceUs === 0 ? HARD_GRACE : evictionMaxPodGracePeriod;
    for (const usage of rank(usages)) {
      const why = evictionMessage(threshold, usage);
      if (yield* this.evict(usage.pod, { ...why, graceSeconds, disrupts: true })) return [usage.pod];
    }
    return [];
  }

  /** Limits that a Pod itself sets on what it keeps on the node. */
  private *evictOverLocalLimits(active: readonly Pod[]): Task<readonly Pod[]> {
    const evicted: Pod[] = [];
    for (const pod of active) {
      const used = yield* this.localUsage(pod);
      const message =
        used === undefined ? undefined : (emptyDirOverLimit(pod, used) ?? ephemeralOverLimit(pod, used));
      if (message === undefined) continue;
      if (yield* this.evict(pod, { message, graceSeconds: HARD_GRACE, disrupts: false })) evicted.push(pod);
    }
    return evicted;
  }

  /** Undefined when the Pod limits nothing, or nothing of it runs. */
  private *localUsage(pod: Pod): Task<LocalUsage | undefined> {
    if (!limitsLocalStorage(pod)) return undefined;
    const { runtime } = this.options.deps;
    const uid = podUid(pod);
    const listed = yield* runtime.listContainers(uid);
    const written = new Map<string, number>();
    for (const { id, labels, state } of listed.ok ? listed.value : []) {
      if (state !== 'RUNNING') continue;
      const stats = yield* runtime.containerStats(id);
      if (stats.ok) written.set(labels[LABEL_CONTAINER_NAME] ?? '', stats.value.writableLayerBytes);
    }
    if (written.size === 0) return undefined;
    return {
      volume: (name) => this.volumeStats.usedBytes(uid, name),
      container: (name) => written.get(name),
    };
  }

  private *usages(pods: readonly Pod[]): Task<PodUsage[]> {
    const { runtime, host } = this.options.deps;
    const listed = yield* runtime.listContainers();
    const out: PodUsage[] = [];
    for (const pod of pods) {
      const uid = podUid(pod);
      const containers = new Map<string, { memoryBytes: number; diskBytes: number }>();
      let processes = 0;
      for (const { id, labels, state } of listed.ok ? listed.value : []) {
        if (labels[LABEL_POD_UID] !== uid || state !== 'RUNNING') continue;
        const stats = yield* runtime.containerStats(id);
        if (!stats.ok) continue;
        processes += stats.value.processes;
        containers.set(labels[LABEL_CONTAINER_NAME] ?? '', {
          memoryBytes: stats.value.memoryWorkingSetBytes,
          diskBytes: stats.value.writableLayerBytes,
        });
      }
      let diskBytes = [...containers.values()].reduce((sum, each) => sum + each.diskBytes, 0);
      for (const { name } of pod.spec.volumes ?? []) diskBytes += this.volumeStats.usedBytes(uid, name) ?? 0;
      const memoryBytes = host.cgroups.memoryUsage(podCgroupPath(pod));
      out.push({ pod, memoryBytes, diskBytes, processes, containers });
    }
    return out;
  }

  /** Ends the Pod and waits for its containers; false for one that is never evicted. */
  private *evict(pod: Pod, eviction: Eviction): Task<boolean> {
    if (isCriticalPod(pod)) return false;
    const { deps, kill } = this.options;
    const { message, graceSeconds, annotations, disrupts } = eviction;
    deps.kernel.escalate();
    podEvent(deps, pod, ['Warning', 'Evicted'], message, annotations);
    const because = disrupts ? { because: message } : {};
    const status = (given: PodStatus): PodStatus =>
      endedByKubelet(given, pod, { reason: 'Evicted', message, ...because });
    yield* kill(pod, { evict: true, graceOverride: graceSeconds, status });
    return true;
  }
}

function limitsLocalStorage({ spec }: Pod): boolean {
  return (
    spec.volumes?.some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined) === true ||
    [...spec.containers, ...(spec.initContainers ?? [])].some(
      ({ resources }) => resources?.limits?.['ephemeral-storage'] !== undefined,
    )
  );
}
