import type { Pod, PodStatus } from '../../../../api/generated/types.ts';
import { amountOf, amountValue, formatAmount, amountFromValue } from '../../../../api/quantity.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { NodeMeters } from '../../cri/port/host.ts';
import type { Rejection } from '../admission/predicates.ts';
import { podCgroupPath } from '../cgroups/values.ts';
import { type KubeletDeps, podEvent } from '../deps.ts';
import type { KillOptions } from '../pod-workers.ts';
import { isCriticalPod, podUid } from '../pod.ts';
import { LABEL_CONTAINER_NAME, LABEL_POD_UID } from '../runtime/pod-status.ts';
import { endedByKubelet } from '../status/disruption.ts';
import { podQos } from '../status/qos.ts';
import type { PodUsage } from './usage.ts';
import { rankForDisk, rankForMemory, rankForPids } from './rank.ts';
import { emptyDirOverLimit, ephemeralOverLimit, limitsEphemeral } from './local-storage.ts';

// Models pkg/kubelet/eviction/eviction_manager.go (1.36).

export type Signal =
  | 'memory.available'
  | 'nodefs.available'
  | 'nodefs.inodesFree'
  | 'imagefs.available'
  | 'imagefs.inodesFree'
  | 'pid.available';

export interface EvictionOptions {
  readonly deps: KubeletDeps;
  readonly pods: () => Pod[];
  readonly mayRun: (uid: string) => boolean;
  readonly kill: (pod: Pod, kill: Omit<KillOptions, 'completed'>) => Task<boolean>;
}

interface Threshold {
  readonly signal: Signal;
  readonly available: number;
  readonly limit: number;
  readonly limitText: string;
}

const PERIOD_US = 10_000_000;
const HARD_GRACE = 1;
const RESOURCES: Readonly<Record<Signal, string>> = {
  'memory.available': 'memory',
  'nodefs.available': 'ephemeral-storage',
  'nodefs.inodesFree': 'inodes',
  'imagefs.available': 'ephemeral-storage',
  'imagefs.inodesFree': 'inodes',
  'pid.available': 'pids',
};

export class EvictionManager {
  private readonly options: EvictionOptions;
  /** When each condition was last found true. */
  private readonly lastMet = new Map<'memory' | 'disk' | 'pid', number>();

  constructor(options: EvictionOptions) {
    this.options = options;
  }

  pressures(): { memoryPressure: boolean; diskPressure: boolean; pidPressure: boolean } {
    const { kernel, config } = this.options.deps;
    const on = (what: 'memory' | 'disk' | 'pid'): boolean => {
      const at = this.lastMet.get(what);
      return at !== undefined && kernel.now() - at < config.evictionPressureTransitionUs;
    };
    return { memoryPressure: on('memory'), diskPressure: on('disk'), pidPressure: on('pid') };
  }

  /** Node admission under pressure. */
  admit(pod: Pod): Rejection | undefined {
    const { memoryPressure, diskPressure, pidPressure } = this.pressures();
    const conditions = [
      ...(memoryPressure ? ['MemoryPressure'] : []),
      ...(diskPressure ? ['DiskPressure'] : []),
      ...(pidPressure ? ['PIDPressure'] : []),
    ];
    if (conditions.length === 0 || isCriticalPod(pod)) return undefined;
    if (conditions.length === 1 && memoryPressure) {
      if (podQos(pod) !== 'BestEffort') return undefined;
      const key = 'node.kubernetes.io/memory-pressure';
      const tolerated = (pod.spec.tolerations ?? []).some(
        (each) =>
          (each.key === key || each.key === undefined) &&
          (each.effect === undefined || each.effect === 'NoSchedule'),
      );
      if (tolerated) return undefined;
    }
    return { reason: 'Evicted', message: `The node had condition: [${conditions.join(' ')}]. ` };
  }

  *run(): Task {
    for (;;) {
      yield* sleep(PERIOD_US);
      while (yield* this.round()) yield* sleep(1_000_000);
    }
  }

  /** One look; true when a Pod was evicted. */
  private *round(): Task<boolean> {
    const { deps, pods } = this.options;
    const meters = deps.host.meters();
    const active = pods();
    for (const pod of active) {
      const message = yield* this.overLocalLimit(pod);
      if (message !== undefined && this.options.mayRun(podUid(pod)))
        return yield* this.evict(pod, message, undefined);
    }
    const met = this.metThresholds(meters);
    if (met.length === 0) return false;
    deps.kernel.escalate();
    for (const { signal } of met) this.lastMet.set(conditionOf(signal), deps.kernel.now());
    const first = met[0] as Threshold;
    const about = { apiVersion: 'v1', kind: 'Node', namespace: '', name: deps.nodeName, uid: deps.nodeName };
    deps.recorder.eventAbout(
      about,
      'Warning',
      'EvictionThresholdMet',
      `Attempting to reclaim ${RESOURCES[first.signal]}`,
    );
    const usages = yield* this.usages(active);
    const rank =
      first.signal === 'memory.available'
        ? rankForMemory
        : first.signal === 'pid.available'
          ? rankForPids
          : rankForDisk;
    for (const usage of rank(usages)) {
      if (isCriticalPod(usage.pod) || !this.options.mayRun(podUid(usage.pod))) continue;
      return yield* this.evict(usage.pod, this.messageFor(first, usage), 'TerminationByKubelet');
    }
    return false;
  }

  /** Limits that a Pod itself sets on what it keeps on the node. */
  private *overLocalLimit(pod: Pod): Task<string | undefined> {
    const { runtime, host } = this.options.deps;
    const emptyDir = emptyDirOverLimit(pod, host.disk);
    if (emptyDir !== undefined || !limitsEphemeral(pod)) return emptyDir;
    const listed = yield* runtime.listContainers(podUid(pod));
    const written = new Map<string, number>();
    for (const { id, labels, state } of listed.ok ? listed.value : []) {
      if (state !== 'RUNNING') continue;
      const stats = yield* runtime.containerStats(id);
      if (stats.ok) written.set(labels[LABEL_CONTAINER_NAME] ?? '', stats.value.writableLayerBytes);
    }
    if (written.size === 0) return undefined;
    return ephemeralOverLimit(pod, host.disk, (container) => written.get(container) ?? 0);
  }

  private *usages(pods: readonly Pod[]): Task<PodUsage[]> {
    const { runtime, host } = this.options.deps;
    const listed = yield* runtime.listContainers();
    const out: PodUsage[] = [];
    for (const pod of pods) {
      const containers = new Map<string, { memoryBytes: number; diskBytes: number }>();
      let processes = 0;
      for (const { id, labels, state } of listed.ok ? listed.value : []) {
        if (labels[LABEL_POD_UID] !== podUid(pod) || state !== 'RUNNING') continue;
        const stats = yield* runtime.containerStats(id);
        if (!stats.ok) continue;
        processes += stats.value.processes;
        containers.set(labels[LABEL_CONTAINER_NAME] ?? '', {
          memoryBytes: stats.value.memoryWorkingSetBytes,
          diskBytes: stats.value.writableLayerBytes,
        });
      }
      const diskBytes = [...containers.values()].reduce((sum, each) => sum + each.diskBytes, 0);
      out.push({
        pod,
        memoryBytes: host.cgroups.memoryUsage(podCgroupPath(pod)),
        diskBytes,
        processes,
        containers,
      });
    }
    return out;
  }

  private metThresholds(meters: NodeMeters): Threshold[] {
    const { evictionHard } = this.options.deps.config;
    const figures: Partial<Record<Signal, readonly [available: number, capacity: number]>> = {
      'memory.available': [
        meters.memoryCapacityBytes - meters.memoryWorkingSetBytes,
        meters.memoryCapacityBytes,
      ],
      'nodefs.available': [meters.diskCapacityBytes - meters.diskUsedBytes, meters.diskCapacityBytes],
      'nodefs.inodesFree': [meters.inodes - meters.inodesUsed, meters.inodes],
      'imagefs.available': [meters.diskCapacityBytes - meters.diskUsedBytes, meters.diskCapacityBytes],
    };
    const met: Threshold[] = [];
    for (const [name, text] of Object.entries(evictionHard)) {
      const figure = figures[name as Signal];
      if (figure === undefined) continue;
      const [available, capacity] = figure;
      const limit = text.endsWith('%')
        ? (capacity * Number(text.slice(0, -1))) / 100
        : amountValue(amountOf(text));
      const limitText = text.endsWith('%') ? binary(limit) : text;
      if (available < limit) met.push({ signal: name as Signal, available, limit, limitText });
    }
    return met;
  }

  private messageFor({ signal, available, limitText }: Threshold, usage: PodUsage): string {
    const resource = RESOURCES[signal];
    let message = `The node was low on resource: ${resource}. Threshold quantity: ${limitText}, available: ${binary(available)}. `;
    if (resource !== 'memory' && resource !== 'ephemeral-storage') return message;
    for (const container of usage.pod.spec.containers) {
      const used = usage.containers.get(container.name);
      if (used === undefined) continue;
      const bytes = resource === 'memory' ? used.memoryBytes : used.diskBytes;
      const request = container.resources?.requests?.[resource] ?? '0';
      if (bytes <= amountValue(amountOf(request))) continue;
      message += `Container ${container.name} was using ${binary(bytes)}, request is ${request}, has larger consumption of ${resource}. `;
    }
    return message;
  }

  private *evict(pod: Pod, message: string, condition: 'TerminationByKubelet' | undefined): Task<boolean> {
    const { deps, kill } = this.options;
    deps.kernel.escalate();
    podEvent(deps, pod, ['Warning', 'Evicted'], message);
    const because = condition === undefined ? {} : { because: message };
    const status = (given: PodStatus): PodStatus =>
      endedByKubelet(given, pod, { reason: 'Evicted', message, ...because });
    return yield* kill(pod, { evict: true, graceOverride: HARD_GRACE, status });
  }
}

function conditionOf(signal: Signal): 'memory' | 'disk' | 'pid' {
  if (signal === 'memory.available') return 'memory';
  return signal === 'pid.available' ? 'pid' : 'disk';
}

function binary(bytes: number): string {
  return formatAmount(amountFromValue(Math.floor(bytes), 'BinarySI'));
}
