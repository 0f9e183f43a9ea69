import type { SimTime } from '../../trace/ids.ts';

/**
 * Sequential component code: a generator that yields syscalls; the kernel resumes it.
 * Each suspension is a point in virtual time; between two nothing else runs.
 */
export type Task<T = void> = Generator<Syscall, T, unknown>;

/** What a task may ask of the kernel. Use what stands below rather than making one by hand. */
export type Syscall =
  | { readonly op: 'sleep'; readonly us: number }
  | { readonly op: 'wait'; readonly future: AnyFuture; readonly timeoutUs: number | undefined };

/** Who is told once a future is settled. */
export interface Waiter {
  settled(): void;
}

export interface AnyFuture {
  readonly settled: boolean;
  await(waiter: Waiter): void;
  forget(waiter: Waiter): void;
}

/** What `wait` answers when the time ran out first. */
export const TIMED_OUT: unique symbol = Symbol('timed out');

/** Suspends for `us` microseconds of virtual time (0 lets everything else due now run first). */
export function* sleep(us: number): Task {
  yield sleepFor(us);
}

/** What `sleep` yields: `yield sleepFor(us)` does the same without a generator of its own, where that is done for every request. */
export function sleepFor(us: number): Syscall {
  return { op: 'sleep', us };
}

/** Suspends until `at`; at once when that is past. */
export function* sleepUntil(at: SimTime | number, now: SimTime | number): Task {
  if (at > now) yield { op: 'sleep', us: at - now };
}

/** Suspends until the future is settled; answers its value. */
export function* wait<T>(future: Future<T>): Task<T> {
  if (!future.settled) yield { op: 'wait', future, timeoutUs: undefined };
  return future.value();
}

/** As `wait`, but answers TIMED_OUT when `timeoutUs` passes first. */
export function* waitUpTo<T>(future: Future<T>, timeoutUs: number): Task<T | typeof TIMED_OUT> {
  if (!future.settled) yield { op: 'wait', future, timeoutUs };
  return future.settled ? future.value() : TIMED_OUT;
}

/** A value that will be there later, once. Settling wakes the waiters in the order they came, each in a turn of its own. */
export class Future<T = void> {
  private isSettled = false;
  private result: T | undefined = undefined;
  private waiters: Waiter[] | undefined = undefined;

  get settled(): boolean {
    return this.isSettled;
  }

  /** The value; only after it is settled. */
  value(): T {
    if (!this.isSettled) throw new Error('future is not settled');
    return this.result as T;
  }

  /** Settles it; later calls change nothing, so a race has one winner. */
  resolve(value: T): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.result = value;
    const waiters = this.waiters;
    this.waiters = undefined;
    if (waiters !== undefined) for (const waiter of waiters) waiter.settled();
  }

  /** Tells `waiter` once settled: at once when it is. */
  await(waiter: Waiter): void {
    if (this.isSettled) waiter.settled();
    else if (this.waiters === undefined) this.waiters = [waiter];
    else this.waiters.push(waiter);
  }

  /** `waiter` need not be told any more. */
  forget(waiter: Waiter): void {
    this.waiters = this.waiters?.filter((other) => other !== waiter);
  }

  /** Calls `listener` once settled; answers how to take that back. */
  subscribe(listener: () => void): () => void {
    const waiter = { settled: listener };
    this.await(waiter);
    return () => this.forget(waiter);
  }
}

/** A mailbox between tasks: any number of senders, receivers in order. */
export class Channel<T> {
  private readonly items: T[] = [];
  private arrival = new Future();

  get size(): number {
    return this.items.length;
  }

  send(item: T): void {
    this.items.push(item);
    const arrival = this.arrival;
    this.arrival = new Future();
    arrival.resolve();
  }

  /** Takes an item if there is one. */
  poll(): T | undefined {
    return this.items.shift();
  }

  /** Takes the next item, waiting for it. */
  *receive(): Task<T> {
    for (;;) {
      const item = this.items.shift();
      if (item !== undefined) return item;
      yield* wait(this.arrival);
    }
  }

  /** As `receive`, but TIMED_OUT when nothing came within `timeoutUs`. */
  *receiveUpTo(timeoutUs: number): Task<T | typeof TIMED_OUT> {
    if (this.items.length === 0) yield* waitUpTo(this.arrival, timeoutUs);
    const item = this.items.shift();
    return item === undefined ? TIMED_OUT : item;
  }
}
