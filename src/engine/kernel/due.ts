import type { Seq } from '../../trace/ids.ts';

/** What a turn runs. An object where one is at hand: a task is resumed many times, and no function is made for each. */
export type Runnable = (() => void) | { step(): void };

/** How much of the queue keeps a cluster from being quiet. */
export interface Foreground {
  left: number;
}

/** A thing to be done at a time. Equal times go in order of `order`. Cancelling it is free; the queue drops it when it comes up. */
export class Due {
  readonly at: number;
  readonly order: number;
  readonly run: Runnable;
  readonly cause: Seq | undefined;
  /** What counts this one while it waits; undefined for background work. */
  readonly foreground: Foreground | undefined;
  state: 'waiting' | 'ran' | 'cancelled' = 'waiting';

  // oxlint-disable-next-line max-params -- the most made object of all
  constructor(
    at: number,
    order: number,
    run: Runnable,
    cause: Seq | undefined,
    foreground: Foreground | undefined,
  ) {
    this.at = at;
    this.order = order;
    this.run = run;
    this.cause = cause;
    this.foreground = foreground;
    if (foreground !== undefined) foreground.left++;
  }

  cancel(): void {
    if (this.state !== 'waiting') return;
    this.state = 'cancelled';
    if (this.foreground !== undefined) this.foreground.left--;
  }

  /** Its turn has come. */
  begin(): void {
    this.state = 'ran';
    if (this.foreground !== undefined) this.foreground.left--;
  }
}

/** The order of the queue. */
export function comesBefore(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
