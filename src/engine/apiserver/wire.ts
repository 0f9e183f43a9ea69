import { Future, type Task, TIMED_OUT, waitUpTo } from '../kernel/task.ts';

/** Every place but one: the other end of a cut that is to all. */
const EVERYONE = '*';

/** Which places are cut off from the API server. Faults of the network are set here. */
export class Wire {
  /** The machine the server runs on: who is on it reaches the server whatever the network does. */
  private readonly host: string;
  private readonly cuts = new Set<string>();
  private readonly waiting = new Map<string, Future>();

  constructor(host: string) {
    this.host = host;
  }

  isCut(from: string): boolean {
    if (this.cuts.size === 0 || from === this.host) return false;
    return (
      this.cuts.has(key(from, EVERYONE)) ||
      this.cuts.has(key(this.host, EVERYONE)) ||
      this.cuts.has(key(from, this.host)) ||
      this.cuts.has(key(this.host, from))
    );
  }

  /** Between two places, or between one and all others. */
  cut(place: string, other = EVERYONE): void {
    this.cuts.add(key(place, other));
  }

  heal(place: string, other = EVERYONE): void {
    this.cuts.delete(key(place, other));
    for (const [from, healed] of [...this.waiting]) {
      if (this.isCut(from)) continue;
      this.waiting.delete(from);
      healed.resolve();
    }
  }

  /** Waits until something can be carried; false when that took too long. */
  *carries(from: string, timeoutUs: number): Task<boolean> {
    if (!this.isCut(from)) return true;
    let healed = this.waiting.get(from);
    if (healed === undefined) {
      healed = new Future();
      this.waiting.set(from, healed);
    }
    return (yield* waitUpTo(healed, timeoutUs)) !== TIMED_OUT;
  }
}

const key = (place: string, other: string): string => `${place} ${other}`;
