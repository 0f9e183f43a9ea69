import type { Due } from './due.ts';

/** So few cancelled ones are not worth a sweep. */
const SWEPT_FROM = 64;

/**
 * What is due, in order of time and then of coming: a binary heap. Times and orders stand in lists of their own, so that
 * a comparison reads two numbers side by side and no object: it is made a few dozen times for every turn.
 */
export class DueQueue {
  private readonly times: number[] = [];
  private readonly orders: number[] = [];
  private readonly dues: Due[] = [];
  private nextOrder = 0;
  private dropped = 0;
  private foregrounds = 0;

  /** How many wait that keep a cluster from being quiet. */
  get foreground(): number {
    return this.foregrounds;
  }

  /** Everything that waits, in no particular order; some of it may have been cancelled. */
  values(): readonly Due[] {
    return this.dues;
  }

  push(due: Due): void {
    if (!due.background) this.foregrounds++;
    this.rise(this.dues.length, due.at, this.nextOrder++, due);
  }

  /** The first, without taking it. */
  peek(): Due | undefined {
    for (;;) {
      const first = this.dues[0];
      if (first?.state !== 'cancelled') return first;
      this.dropped--;
      this.removeFirst();
    }
  }

  /** Takes the first, whose turn has come. */
  pop(): Due | undefined {
    const first = this.peek();
    if (first === undefined) return undefined;
    first.state = 'ran';
    if (!first.background) this.foregrounds--;
    this.removeFirst();
    return first;
  }

  /** One that waits here was cancelled. Those are swept out when they are most of all: some would come up only after hours. */
  cancelled(due: Due): void {
    if (!due.background) this.foregrounds--;
    this.dropped++;
    if (this.dropped > SWEPT_FROM && 2 * this.dropped > this.dues.length) this.sweep();
  }

  private removeFirst(): void {
    const time = this.times.pop();
    const order = this.orders.pop();
    const due = this.dues.pop();
    if (time !== undefined && order !== undefined && due !== undefined && this.dues.length > 0)
      this.sink(0, time, order, due);
  }

  private sweep(): void {
    const { times, orders, dues } = this;
    let kept = 0;
    for (let index = 0; index < dues.length; index++) {
      const due = dues[index] as Due;
      if (due.state === 'cancelled') continue;
      this.put(kept++, times[index] as number, orders[index] as number, due);
    }
    times.length = orders.length = dues.length = kept;
    this.dropped = 0;
    for (let index = (kept >> 1) - 1; index >= 0; index--)
      this.sink(index, times[index] as number, orders[index] as number, dues[index] as Due);
  }

  // oxlint-disable-next-line max-params -- the parts of one entry: no object is made for it
  private rise(from: number, time: number, order: number, due: Due): void {
    const { times, orders, dues } = this;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = times[parent] as number;
      // What comes later has the higher order: at an equal time it stays below.
      if (above <= time) break;
      this.put(at, above, orders[parent] as number, dues[parent] as Due);
      at = parent;
    }
    this.put(at, time, order, due);
  }

  // oxlint-disable-next-line max-params -- the parts of one entry: no object is made for it
  private sink(from: number, time: number, order: number, due: Due): void {
    const { times, orders, dues } = this;
    const size = dues.length;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.isBefore(child + 1, times[child] as number, orders[child] as number))
        child++;
      if (!this.isBefore(child, time, order)) break;
      this.put(at, times[child] as number, orders[child] as number, dues[child] as Due);
      at = child;
    }
    this.put(at, time, order, due);
  }

  private isBefore(index: number, time: number, order: number): boolean {
    const own = this.times[index] as number;
    return own < time || (own === time && (this.orders[index] as number) < order);
  }

  // oxlint-disable-next-line max-params -- the parts of one entry: no object is made for it
  private put(index: number, time: number, order: number, due: Due): void {
    this.times[index] = time;
    this.orders[index] = order;
    this.dues[index] = due;
  }
}
