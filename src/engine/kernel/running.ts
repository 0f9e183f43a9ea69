import { assert } from '../../base/assert.ts';
import type { Due, Runnable } from './due.ts';
import { type AnyFuture, Future, type Task, type Waiter } from './task.ts';

/** What a running task needs of the kernel. */
export interface Turns {
  /** Whether this turn is about background work. */
  readonly inBackground: boolean;
  due(delayUs: number, run: Runnable, background: boolean): Due;
}

/** A task between its first step and its end. Each step is a turn of its own. */
export class Running<T> {
  readonly done = new Future<T>();
  private readonly turns: Turns;
  private readonly task: Task<T>;
  private readonly background: boolean;
  private pending: { cancel(): void } | undefined;
  private ended = false;

  constructor(turns: Turns, task: Task<T>, background: boolean) {
    this.turns = turns;
    this.task = task;
    this.background = background;
    this.pending = turns.due(0, this, background);
  }

  /** Resumes the task where it is suspended. */
  step(): void {
    this.pending = undefined;
    const result = this.task.next();
    if (this.ended) return;
    if (result.done === true) {
      this.ended = true;
      this.done.resolve(result.value);
      return;
    }
    const call = result.value;
    if (call.op === 'sleep') {
      assert(Number.isFinite(call.us), 'sleep needs a finite time');
      this.pending = this.turns.due(call.us, this, this.background);
    } else this.pending = new Waiting(this.turns, this, this.background, call);
  }

  cancel(): void {
    if (this.ended) return;
    this.ended = true;
    this.pending?.cancel();
    this.task.return(undefined as never);
  }
}

/** A task that waits for a future, perhaps only for a time. */
class Waiting implements Waiter {
  private readonly turns: Turns;
  private readonly running: { step(): void };
  private readonly background: boolean;
  private readonly future: AnyFuture;
  private timeout: Due | undefined;
  private wake: Due | undefined;

  constructor(
    turns: Turns,
    running: { step(): void },
    background: boolean,
    { future, timeoutUs }: { readonly future: AnyFuture; readonly timeoutUs: number | undefined },
  ) {
    this.turns = turns;
    this.running = running;
    this.background = background;
    this.future = future;
    future.await(this);
    if (timeoutUs !== undefined && !future.settled) this.timeout = turns.due(timeoutUs, this, background);
  }

  settled(): void {
    this.timeout?.cancel();
    // A background waiter woken by what matters does work that matters.
    this.wake = this.turns.due(0, this.running, this.background && this.turns.inBackground);
  }

  /** The time ran out first. */
  step(): void {
    this.future.forget(this);
    this.running.step();
  }

  cancel(): void {
    this.future.forget(this);
    this.timeout?.cancel();
    this.wake?.cancel();
  }
}
