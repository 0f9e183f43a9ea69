import { type Result, err, ok } from '../../../../base/result.ts';

// Models metrics-server pkg/storage (v0.8): the last two points of each node and container, and what was used between them.

/** A container that has run shorter than this tells nothing yet. */
const FRESH_US = 10_000_000;

/** What was measured at a moment. */
export interface Point {
  /** When the container started; 0 for a node. Times are Unix µs. */
  readonly startedUs: number;
  readonly atUs: number;
  readonly cpuSeconds: number;
  readonly memoryBytes: number;
}

/** Points of one round: nodes by name, Pods by `NAMESPACE/NAME`, their containers by name. */
export interface Batch {
  readonly nodes: ReadonlyMap<string, Point>;
  readonly pods: ReadonlyMap<string, ReadonlyMap<string, Point>>;
}

/** What was used over a window. */
export interface Usage {
  readonly cpuNanos: number;
  readonly memoryBytes: number;
  readonly atUs: number;
  readonly windowUs: number;
}

const NOTHING: Batch = { nodes: new Map(), pods: new Map() };

export class Storage {
  private last: Batch = NOTHING;
  private previous: Batch = NOTHING;
  private readonly resolutionUs: number;

  constructor(resolutionUs: number) {
    this.resolutionUs = resolutionUs;
  }

  /** Whether anything can be told. */
  get ready(): boolean {
    return this.previous.nodes.size > 0 || this.previous.pods.size > 0;
  }

  store(batch: Batch): void {
    const nodes = new Map<string, Point>();
    for (const [name, point] of batch.nodes) {
      const before = this.last.nodes.get(name);
      if (before !== undefined && point.atUs > before.atUs) nodes.set(name, before);
    }
    const pods = new Map<string, ReadonlyMap<string, Point>>();
    for (const [key, containers] of batch.pods) {
      const earlier = new Map<string, Point>();
      for (const [name, point] of containers) {
        const before = this.before(point, this.last.pods.get(key)?.get(name));
        if (before !== undefined) earlier.set(name, before);
      }
      if (earlier.size > 0) pods.set(key, earlier);
    }
    this.last = batch;
    this.previous = { nodes, pods };
  }

  /** What a container's point is compared with: its own start, where that lies within one round. */
  private before(point: Point, stored: Point | undefined): Point | undefined {
    const age = point.atUs - point.startedUs;
    if (age < this.resolutionUs && age >= FRESH_US) return { ...point, atUs: point.startedUs, cpuSeconds: 0 };
    // One that restarted since then has nothing to be compared with.
    return stored !== undefined && point.startedUs < stored.atUs && point.atUs > stored.atUs
      ? stored
      : undefined;
  }

  node(name: string): Usage | undefined {
    const used = usage(this.last.nodes.get(name), this.previous.nodes.get(name));
    return used.ok ? used.value : undefined;
  }

  /** A Pod's containers by name; undefined while one of them has nothing to tell. */
  pod(key: string): ReadonlyMap<string, Usage> | undefined {
    const last = this.last.pods.get(key);
    if (last === undefined) return undefined;
    const out = new Map<string, Usage>();
    for (const [name, point] of last) {
      const before = this.previous.pods.get(key)?.get(name);
      if (before === undefined) return undefined;
      const used = usage(point, before);
      if (used.ok) out.set(name, used.value);
    }
    return out;
  }
}

function usage(last: Point | undefined, previous: Point | undefined): Result<Usage, 'unknown' | 'decreased'> {
  if (last === undefined || previous === undefined) return err('unknown');
  if (last.cpuSeconds < previous.cpuSeconds || last.startedUs < previous.startedUs) return err('decreased');
  const windowUs = last.atUs - previous.atUs;
  const cpuNanos = Math.floor(((last.cpuSeconds - previous.cpuSeconds) * 1e9) / (windowUs / 1e6));
  return ok({ cpuNanos, memoryBytes: last.memoryBytes, atUs: last.atUs, windowUs });
}
