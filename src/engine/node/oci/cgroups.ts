import { type Result, ok } from '../../../base/result.ts';
import type { Kernel } from '../../kernel/kernel.ts';

// Models cgroup v2 as far as it decides what runs: memory.max with its OOM killer, cpu.max as throttling.

export interface CgroupLimits {
  readonly cpuShares?: number;
  readonly cpuQuotaUs?: number;
  readonly memoryLimitBytes?: number;
}

const PERIOD_US = 100_000;
/** Shorter bursts are as good as used when they begin. */
const LONG_BURST_US = 10_000;

/** CPU that is used bit by bit until a time. */
interface Burst {
  readonly us: number;
  readonly from: number;
  readonly to: number;
}

/** One cgroup. Memory is charged to it and all above it. */
export class Cgroup {
  readonly path: string;
  readonly parent: Cgroup | undefined;
  /** It and those above it. */
  private readonly chain: readonly Cgroup[];
  limits: CgroupLimits;
  memoryBytes = 0;
  peakBytes = 0;
  oomKills = 0;
  cpuUsedUs = 0;
  throttledUs = 0;
  private period = -1;
  private usedInPeriodUs = 0;
  /** What was charged at once for a time that is not over. */
  private bursts: readonly Burst[] = [];
  /** Thousandths of a CPU that are used all the time, and until when that is counted. */
  private restMillis = 0;
  private restedUntil = 0;
  /** Ends everything in it: what memory.oom.group = 1 does. */
  onOom: (() => void) | undefined;

  constructor(path: string, parent: Cgroup | undefined, limits: CgroupLimits) {
    this.path = path;
    this.parent = parent;
    this.chain = [this, ...(parent?.chain ?? [])];
    this.limits = limits;
  }

  /** Takes memory, or gives it back. Answers the cgroup whose limit stands in the way. */
  charge(bytes: number): Cgroup | undefined {
    if (bytes > 0) {
      for (const at of this.chain) {
        const limit = at.limits.memoryLimitBytes ?? 0;
        if (limit > 0 && at.memoryBytes + bytes > limit) return at;
      }
    }
    for (const at of this.chain) {
      at.memoryBytes = Math.max(0, at.memoryBytes + bytes);
      at.peakBytes = Math.max(at.peakBytes, at.memoryBytes);
    }
    return undefined;
  }

  /** Virtual µs that `us` of CPU take now under cpu.max: when the period's quota is used up, the next one is waited for. */
  cpuTime(us: number, now: number): number {
    const took = this.timeFor(us, now);
    if (us >= LONG_BURST_US)
      this.bursts = [...this.bursts.filter(({ to }) => to > now), { us, from: now, to: now + took }];
    return took;
  }

  /** So many thousandths of a CPU more (or less) are used all the time. */
  rest(millis: number, now: number): void {
    this.settle(now);
    this.restMillis += millis;
  }

  /** Counts what was used at rest. */
  settle(now: number): void {
    const us = (this.restMillis * (now - this.restedUntil)) / 1_000;
    this.restedUntil = now;
    if (us > 0) for (const at of this.chain) at.cpuUsedUs += us;
  }

  /** CPU time it has used by now. */
  usedUs(now: number): number {
    this.settle(now);
    return Math.round(this.cpuUsedUs - this.cpuAheadUs(now));
  }

  /** Of what was charged, what has not been used yet at that time: a burst is charged when it begins. */
  cpuAheadUs(now: number): number {
    let ahead = 0;
    for (const { us, from, to } of this.bursts) if (to > now) ahead += (us * (to - now)) / (to - from);
    return ahead;
  }

  private timeFor(us: number, now: number): number {
    this.cpuUsedUs += us;
    const quota = this.limits.cpuQuotaUs ?? 0;
    const above = this.parent === undefined ? us : this.parent.timeFor(us, now);
    if (quota <= 0 || quota >= PERIOD_US) return Math.max(us, above);
    const period = Math.floor(now / PERIOD_US);
    if (period > this.period) {
      this.period = period;
      this.usedInPeriodUs = 0;
    }
    const periodsAhead = this.period - period;
    let free = Math.max(0, quota - this.usedInPeriodUs);
    let left = us;
    let ahead = periodsAhead;
    while (left > free) {
      left -= free;
      ahead++;
      free = quota;
      this.usedInPeriodUs = 0;
    }
    this.period = period + ahead;
    this.usedInPeriodUs += left;
    const end = ahead === 0 ? now + us : (period + ahead) * PERIOD_US + left;
    const took = Math.max(us, above, end - now);
    this.throttledUs += took - us;
    return took;
  }
}

/** A node's cgroup tree. */
export class CgroupTree {
  readonly root: Cgroup;
  private readonly groups = new Map<string, Cgroup>();
  private readonly kernel: Kernel;

  constructor(kernel: Kernel, memoryCapacityBytes: number) {
    this.kernel = kernel;
    this.root = new Cgroup('/', undefined, { memoryLimitBytes: memoryCapacityBytes });
    this.groups.set('/', this.root);
  }

  get(path: string): Cgroup | undefined {
    return this.groups.get(path);
  }

  /** Names of the cgroups right below one. */
  childrenOf(group: Cgroup): readonly string[] {
    return [...this.groups.values()]
      .filter(({ parent }) => parent === group)
      .map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  }

  exists(path: string): boolean {
    return this.groups.has(path);
  }

  /** Makes the cgroup with all above it, or gives it new limits. */
  ensure(path: string, limits: CgroupLimits): Result<void, string> {
    this.make(path, limits);
    return ok();
  }

  make(path: string, limits: CgroupLimits): Cgroup {
    const known = this.groups.get(path);
    if (known !== undefined) {
      known.limits = limits;
      return known;
    }
    const slash = path.lastIndexOf('/');
    const above =
      slash <= 0 ? this.root : (this.groups.get(path.slice(0, slash)) ?? this.make(path.slice(0, slash), {}));
    const made = new Cgroup(path, above, limits);
    this.groups.set(path, made);
    return made;
  }

  values(path: string): CgroupLimits | undefined {
    return this.groups.get(path)?.limits;
  }

  memoryUsage(path: string): number {
    return this.groups.get(path)?.memoryBytes ?? 0;
  }

  /** Removes the cgroup with all below it. */
  remove(path: string): void {
    const group = this.groups.get(path);
    if (group === undefined || group === this.root) return;
    if (group.memoryBytes > 0) group.charge(-group.memoryBytes);
    group.settle(this.kernel.now());
    for (const below of this.list(`${path}/`)) this.groups.delete(below);
    this.groups.delete(path);
  }

  /** Paths that begin so. */
  list(prefix: string): readonly string[] {
    return [...this.groups.keys()].filter((path) => path.startsWith(prefix));
  }

  /** All but the root are gone, and what they held. */
  clear(): void {
    this.groups.clear();
    this.groups.set('/', this.root);
    this.root.memoryBytes = 0;
    this.root.cpuUsedUs = 0;
  }

  /** CPU time that the machine's cgroups have used by now, also those that are gone. */
  cpuUsedUs(): number {
    const now = this.kernel.now();
    for (const group of this.groups.values()) group.settle(now);
    let used = this.root.cpuUsedUs;
    for (const group of this.groups.values()) used -= group.cpuAheadUs(now);
    return Math.max(0, Math.round(used));
  }

  now(): number {
    return this.kernel.now();
  }
}
