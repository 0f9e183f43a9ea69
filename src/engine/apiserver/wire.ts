import { Future, type Task, TIMED_OUT, waitUpTo } from '../kernel/task.ts';

/** Which places are cut off from the API server. Faults of the network are set here. */
export class Wire {
  private readonly cuts = new Map<string, Future>();

  isCut(from: string): boolean {
    return this.cuts.has(from);
  }

  cut(from: string): void {
    if (!this.cuts.has(from)) this.cuts.set(from, new Future());
  }

  heal(from: string): void {
    const healed = this.cuts.get(from);
    this.cuts.delete(from);
    healed?.resolve();
  }

  /** Waits until something can be carried; false when that took too long. */
  *carries(from: string, timeoutUs: number): Task<boolean> {
    const healed = this.cuts.get(from);
    if (healed === undefined) return true;
    return (yield* waitUpTo(healed, timeoutUs)) !== TIMED_OUT;
  }
}
