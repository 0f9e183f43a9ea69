import type { Seq } from '../../trace/ids.ts';

/** What a turn runs. An object where one is at hand: a task is resumed many times, and no function is made for each. */
export type Runnable = (() => void) | { step(): void };

/** Where a due waits: told when it will not come up. */
interface Waiting {
  cancelled(due: Due): void;
}

/** A thing to be done at a time; equal times go in order of `order`. Cancelling it is cheap; the queue drops it later. */
export class Due {
  readonly at: number;
  readonly order: number;
  readonly run: Runnable;
  readonly cause: Seq | undefined;
  /** It does not keep a cluster from being quiet. */
  readonly background: boolean;
  private readonly queue: Waiting;
  state: 'waiting' | 'ran' | 'cancelled' = 'waiting';

  // oxlint-disable-next-line max-params -- the most made object of all
  constructor(
    at: number,
    order: number,
    run: Runnable,
    cause: Seq | undefined,
    background: boolean,
    queue: Waiting,
  ) {
    this.at = at;
    this.order = order;
    this.run = run;
    this.cause = cause;
    this.background = background;
    this.queue = queue;
  }

  cancel(): void {
    if (this.state !== 'waiting') return;
    this.state = 'cancelled';
    this.queue.cancelled(this);
  }
}
