import { Heap } from '../../base/heap.ts';
import type { Seq } from '../../trace/ids.ts';
import { Due, type Runnable } from './due.ts';

/** So few cancelled ones are not worth a sweep. */
const SWEPT_FROM = 64;

/** What is due, in order of time and then of coming. */
export class DueQueue {
  private readonly heap = new Heap<Due>((a, b) => a.at < b.at || (a.at === b.at && a.order < b.order));
  private nextOrder = 0;
  private dropped = 0;
  private foregrounds = 0;

  /** How many wait that keep a cluster from being quiet. */
  get foreground(): number {
    return this.foregrounds;
  }

  /** Everything that waits, in no particular order; some of it may have been cancelled. */
  values(): readonly Due[] {
    return this.heap.values();
  }

  /** Puts in what is to run at a time. Background: it does not keep a cluster from being quiet. */
  add(at: number, run: Runnable, cause: Seq | undefined, background: boolean): Due {
    const due = new Due(at, this.nextOrder++, run, cause, background, this);
    if (!background) this.foregrounds++;
    this.heap.push(due);
    return due;
  }

  /** The first, without taking it. */
  peek(): Due | undefined {
    for (;;) {
      const first = this.heap.peek();
      if (first?.state !== 'cancelled') return first;
      this.dropped--;
      this.heap.pop();
    }
  }

  /** Takes the first, whose turn has come. */
  pop(): Due | undefined {
    const first = this.peek();
    if (first === undefined) return undefined;
    first.state = 'ran';
    if (!first.background) this.foregrounds--;
    this.heap.pop();
    return first;
  }

  /** One that waits here was cancelled. Those are swept out when they are most of all: some would come up only after hours. */
  cancelled(due: Due): void {
    if (!due.background) this.foregrounds--;
    this.dropped++;
    if (this.dropped <= SWEPT_FROM || 2 * this.dropped <= this.heap.size) return;
    this.heap.keep(({ state }) => state !== 'cancelled');
    this.dropped = 0;
  }
}
