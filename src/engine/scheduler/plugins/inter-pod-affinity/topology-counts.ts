import type { Labels } from '../../../../api/label-selector.ts';

/** Numbers by topology key and value: `kubernetes.io/hostname`, `worker-1` → 2. Entries that come to 0 are gone. */
export class TopologyCounts {
  private readonly keys = new Map<string, Map<string, number>>();

  get empty(): boolean {
    return this.keys.size === 0;
  }

  add(key: string, labels: Labels, amount: number): void {
    const value = labels[key];
    if (value === undefined) return;
    let counts = this.keys.get(key);
    if (counts === undefined) {
      counts = new Map();
      this.keys.set(key, counts);
    }
    const sum = (counts.get(value) ?? 0) + amount;
    if (sum !== 0) counts.set(value, sum);
    else {
      counts.delete(value);
      if (counts.size === 0) this.keys.delete(key);
    }
  }

  get(key: string, value: string): number {
    return this.keys.get(key)?.get(value) ?? 0;
  }

  /** Whether a node with these labels is in a counted domain of any key. */
  touches(labels: Labels): boolean {
    for (const [key, counts] of this.keys) {
      const value = labels[key];
      if (value !== undefined && (counts.get(value) ?? 0) > 0) return true;
    }
    return false;
  }

  clone(): TopologyCounts {
    const copy = new TopologyCounts();
    for (const [key, counts] of this.keys) copy.keys.set(key, new Map(counts));
    return copy;
  }
}
