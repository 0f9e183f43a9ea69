import type { Seq } from '../../trace/ids.ts';
import type { Kernel, Timer } from '../kernel/kernel.ts';
import { Channel, type Task, sleep } from '../kernel/task.ts';

const BASE_DELAY_US = 5_000;
const MAX_DELAY_US = 1_000_000_000;
/** Over all keys of a queue: one every 100 ms, a hundred at once. */
const REFILL_US = 100_000;
const BURST = 100;

/**
 * A rate-limited queue of keys: each key is in it once, and never worked on twice at a time.
 * Models client-go util/workqueue. The cause of the first add travels with the key.
 */
export class WorkQueue<K extends string = string> {
  readonly name: string;
  private readonly kernel: Kernel;
  private readonly ready = new Channel<K>();
  private readonly dirty = new Map<K, Seq | undefined>();
  private readonly processing = new Set<K>();
  private readonly failures = new Map<K, number>();
  private readonly waiting = new Map<K, { readonly at: number; readonly timer: Timer }>();
  private readonly baseDelayUs: number;
  private readonly maxDelayUs: number;
  /** Absent where a queue has delays of its own. */
  private readonly bucket: { tokens: number; at: number } | undefined;

  constructor(kernel: Kernel, name: string, delays?: { readonly baseUs?: number; readonly maxUs?: number }) {
    this.kernel = kernel;
    this.name = name;
    this.baseDelayUs = delays?.baseUs ?? BASE_DELAY_US;
    this.maxDelayUs = delays?.maxUs ?? MAX_DELAY_US;
    this.bucket = delays === undefined ? { tokens: BURST, at: 0 } : undefined;
  }

  /** Keys waiting to be worked on now. */
  get length(): number {
    return this.ready.size;
  }

  /** Keys that will be added later, with their virtual time in µs. */
  delayed(): ReadonlyMap<K, { readonly at: number }> {
    return this.waiting;
  }

  add(key: K): void {
    if (this.dirty.has(key)) return;
    this.dirty.set(key, this.kernel.cause);
    if (!this.processing.has(key)) this.ready.send(key);
  }

  /** Adds after `us`; of several times for one key the earliest counts. */
  addAfter(key: K, us: number): void {
    if (us <= 0) return this.add(key);
    const at = this.kernel.now() + us;
    const standing = this.waiting.get(key);
    if (standing !== undefined) {
      if (standing.at <= at) return;
      standing.timer.cancel();
    }
    const timer = this.kernel.after(us, () => {
      this.waiting.delete(key);
      this.add(key);
    });
    this.waiting.set(key, { at, timer });
  }

  /** Takes back a later look at a key that has nothing more to wait for. */
  dropDelayed(key: K): void {
    this.waiting.get(key)?.timer.cancel();
    this.waiting.delete(key);
  }

  /** Adds after the key's back-off, 5 ms doubling per failure up to 1000 s, and when the whole queue may. */
  addRateLimited(key: K): void {
    const failures = this.failures.get(key) ?? 0;
    this.failures.set(key, failures + 1);
    const backOff = Math.min(this.baseDelayUs * 2 ** failures, this.maxDelayUs);
    this.addAfter(key, Math.max(backOff, this.reserve()));
  }

  /** Takes a token of the queue's bucket; answers how long until it is there. */
  private reserve(): number {
    const { bucket } = this;
    if (bucket === undefined) return 0;
    const now = this.kernel.now();
    bucket.tokens = Math.min(BURST, bucket.tokens + (now - bucket.at) / REFILL_US) - 1;
    bucket.at = now;
    return bucket.tokens < 0 ? Math.ceil(-bucket.tokens * REFILL_US) : 0;
  }

  /** Forgets the key's failures. */
  forget(key: K): void {
    this.failures.delete(key);
  }

  requeues(key: K): number {
    return this.failures.get(key) ?? 0;
  }

  /** Takes the next key; give it back with `done`. The turn's cause becomes what added the key. */
  *get(): Task<K> {
    const key = yield* this.ready.receive();
    const lag = this.kernel.lag(`queue/${this.name}`);
    if (lag > 0) yield* sleep(lag);
    this.kernel.setCause(this.dirty.get(key) ?? this.kernel.cause);
    this.dirty.delete(key);
    this.processing.add(key);
    return key;
  }

  /** Ends work on a key; one that was added meanwhile comes again. */
  done(key: K): void {
    this.processing.delete(key);
    if (this.dirty.has(key)) this.ready.send(key);
  }

  /** Drops everything: the component died. */
  clear(): void {
    while (this.ready.poll() !== undefined);
    this.dirty.clear();
    this.processing.clear();
    this.failures.clear();
    if (this.bucket !== undefined) this.bucket.tokens = BURST;
    for (const { timer } of this.waiting.values()) timer.cancel();
    this.waiting.clear();
  }
}
