import type { Pod } from '../../../../api/generated/types.ts';
import { type Task, sleep } from '../../../kernel/task.ts';
import type { KubeletDeps } from '../deps.ts';
import { podUid } from '../pod.ts';
import { volumeDirectory } from '../volumes/mount.ts';
import { limitsEphemeral } from './local-storage.ts';

// Models pkg/kubelet/server/stats fs_resource_analyzer.go and volume_stat_calculator.go (1.36): volumes are measured rarely.

export interface VolumeStatsOptions {
  readonly deps: KubeletDeps;
  readonly pods: () => readonly Pod[];
  /** Whether the volume is on the node. */
  readonly mounted: (uid: string, volume: string) => boolean;
}

/** What the node's disk volumes held when they were last measured: at first within a minute, then every one to two. */
export class VolumeStats {
  private readonly options: VolumeStatsOptions;
  private readonly nextAt = new Map<string, number>();
  private readonly latest = new Map<string, ReadonlyMap<string, number>>();
  private lookAt: number | undefined;

  constructor(options: VolumeStatsOptions) {
    this.options = options;
  }

  /** Bytes in the volume; undefined before its first measurement. */
  usedBytes(uid: string, volume: string): number | undefined {
    return this.latest.get(uid)?.get(volume);
  }

  *run(): Task {
    const { kernel, config, nodeName } = this.options.deps;
    const random = kernel.random(`volume-stats/${nodeName}`);
    this.lookAt = kernel.now() + Math.round(random.next() * config.volumeStatsAggUs);
    for (;;) {
      const next = Math.min(this.lookAt, ...this.nextAt.values());
      yield* sleep(Math.max(0, next - kernel.now()));
      if (kernel.now() >= this.lookAt) {
        this.look();
        this.lookAt += config.volumeStatsAggUs;
      }
      for (const [uid, at] of this.nextAt) {
        if (at > kernel.now()) continue;
        this.measure(uid);
        this.nextAt.set(uid, kernel.now() + Math.round(config.volumeStatsAggUs * (1 + random.next())));
      }
    }
  }

  /** New Pods are measured from now on, those gone no longer. */
  private look(): void {
    const { pods, deps } = this.options;
    const wanted = new Set(pods().filter(countsVolumes).map(podUid));
    for (const uid of this.nextAt.keys()) {
      if (wanted.has(uid)) continue;
      this.nextAt.delete(uid);
      this.latest.delete(uid);
    }
    for (const uid of wanted) if (!this.nextAt.has(uid)) this.nextAt.set(uid, deps.kernel.now());
  }

  private measure(uid: string): void {
    const { pods, deps, mounted } = this.options;
    const pod = pods().find((each) => podUid(each) === uid);
    const used = new Map<string, number>();
    for (const volume of pod?.spec.volumes ?? []) {
      if (volume.emptyDir === undefined || !mounted(uid, volume.name)) continue;
      used.set(volume.name, deps.host.disk.usage(volumeDirectory(uid, volume)));
    }
    this.latest.set(uid, used);
  }
}

/** Only where somebody asks: a limit of the volume or of the Pod's storage. */
function countsVolumes(pod: Pod): boolean {
  const volumes = (pod.spec.volumes ?? []).filter(({ emptyDir }) => emptyDir !== undefined);
  if (volumes.length === 0) return false;
  return limitsEphemeral(pod) || volumes.some(({ emptyDir }) => emptyDir?.sizeLimit !== undefined);
}
