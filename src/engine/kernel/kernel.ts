import { type Random, randomStream } from '../../base/rng.ts';
import type { Actor, Level, Seq, SimTime } from '../../trace/ids.ts';
import type { RecordKind, RecordKinds } from '../../trace/record.ts';
import type { Due, Runnable } from './due.ts';
import { DueQueue } from './due-queue.ts';
import { LIMITS } from './limits.ts';
import { Recorder, type RecordSink } from './recorder.ts';
import { Running, type Turns } from './running.ts';
import type { Future, Task } from './task.ts';

const HEX = '0123456789abcdef';
/** The median wait of something woken for its turn on a busy machine's CPU. */
const LAG_US = 1_500;

/** A running task. `done` carries its result; `cancel` ends it where it is suspended (its `finally` blocks run). */
export interface TaskHandle<T> {
  readonly done: Future<T>;
  cancel(): void;
}

export interface Timer {
  cancel(): void;
}

export interface SpawnOptions {
  /** Periodic work that goes on for ever and does not keep a cluster from being quiet. */
  readonly background?: boolean;
}

export interface KernelOptions {
  readonly seed: number;
  /** How far latencies stray from their medians: 0 not at all (the default), 1 from half to twice. */
  readonly spread?: number;
  /** Virtual time of the cluster's own start: at or before 0. */
  readonly startAt?: number;
  /** Unix time in microseconds of virtual time 0. */
  readonly epochUs: number;
  /** Where records go. */
  readonly sink: RecordSink;
  /** Most detailed level to record (3 = everything). */
  readonly level?: Level;
}

/** What `advance` was granted. */
export interface Budget {
  /** Run nothing later than this. */
  readonly until?: number;
  readonly maxTurns?: number;
  /** Stop once only background work is left (or the next foreground work is beyond `quietAfterUs`). */
  readonly quiet?: boolean;
}

export type AdvanceResult = 'quiet' | 'until' | 'turns' | 'limit' | 'empty';

/**
 * The one clock, queue, source of chance and identity. One queued event is one turn and runs to completion.
 * How a run is chunked by `advance` changes no record.
 */
export class Kernel implements Turns {
  private clock: number;
  private readonly epochUs: number;
  private readonly queue = new DueQueue();
  private turns = 0;
  private readonly streams = new Map<string, Random>();
  private readonly seed: number;
  private readonly spread: number;
  private readonly recorder: Recorder;
  private background = false;

  constructor(options: KernelOptions) {
    this.clock = options.startAt ?? 0;
    this.epochUs = options.epochUs;
    this.seed = options.seed;
    this.spread = options.spread ?? 0;
    this.recorder = new Recorder(options.sink, options.level ?? 3);
  }

  /** Virtual time in whole microseconds. */
  now(): SimTime {
    return this.clock as SimTime;
  }

  /** The cluster's wall clock: Unix time in microseconds. */
  unixUs(): number {
    return this.epochUs + this.clock;
  }

  /** The named stream of chance; the same name always means the same stream. */
  random(stream: string): Random {
    let found = this.streams.get(stream);
    if (found === undefined) {
      found = randomStream(this.seed, stream);
      this.streams.set(stream, found);
    }
    return found;
  }

  /** How long what takes `us` in the median takes this time, drawn from the place's own stream. */
  around(us: number, place: string): number {
    if (this.spread === 0) return us;
    return Math.round(us * 2 ** (this.spread * this.random(`latency/${place}`).between(-1, 1)));
  }

  /** How long something woken waits for its turn on the CPU: not at all where latencies keep to their medians. */
  lag(place: string): number {
    if (this.spread === 0) return 0;
    return Math.round(LAG_US * 8 ** (this.spread * this.random(`lag/${place}`).between(-1, 1)));
  }

  /** A fresh UID in the form of a version 4 UUID. */
  uid(): string {
    const random = this.random('uid');
    const head = `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}`;
    return `${head}-${'89ab'[random.int(4)]}${hex(random, 3)}-${hex(random, 12)}`;
  }

  /** `length` random hexadecimal digits: container and sandbox ids. */
  hexId(length: number): string {
    return hex(this.random('hex-id'), length);
  }

  /** Appends a record; its cause is `cause`, else what this turn is about. Answers its seq. */
  record<K extends RecordKind>(actor: Actor, kind: K, data: RecordKinds[K], cause?: Seq): Seq | undefined {
    return this.recorder.record(this.clock as SimTime, this.turns, actor, kind, data, cause);
  }

  /** Whether records of this level are kept: ask before building costly data. */
  records(level: Level): boolean {
    return this.recorder.keeps(level);
  }

  /** The record that what happens next follows from. */
  get cause(): Seq | undefined {
    return this.recorder.cause;
  }

  /** Says that what follows in this turn follows from `cause`. */
  setCause(cause: Seq | undefined): void {
    this.recorder.cause = cause;
  }

  /** Runs `run` in its own turn after `delayUs`, in the cause of now. */
  after(delayUs: number, run: () => void, options?: SpawnOptions): Timer {
    return this.due(delayUs, run, options?.background ?? this.background);
  }

  /** Runs `run` in its own turn at virtual time `at` (at once when that is past). */
  at(at: number, run: () => void, options?: SpawnOptions): Timer {
    return this.enqueue(at, run, options?.background ?? this.background);
  }

  /** As `after`, for what says itself whether it is background work. */
  due(delayUs: number, run: Runnable, background: boolean): Due {
    return this.enqueue(this.clock + Math.max(0, Math.round(delayUs)), run, background);
  }

  /** Starts a task; its first step runs in a turn of its own, now. */
  spawn<T>(task: Task<T>, options?: SpawnOptions): TaskHandle<T> {
    return new Running(this, task, options?.background ?? this.background);
  }

  /** Whether this turn is about background work. */
  get inBackground(): boolean {
    return this.background;
  }

  /**
   * What follows in this turn matters: a change of the world came of background work,
   * so the cluster is not quiet until its consequences have played out.
   */
  escalate(): void {
    this.background = false;
  }

  /** Time of the next due foreground event, or undefined. O(queue). */
  nextForeground(): number | undefined {
    let least: number | undefined;
    for (const due of this.queue.values()) {
      if (due.state === 'waiting' && !due.background && (least === undefined || due.at < least))
        least = due.at;
    }
    return least;
  }

  /** Runs turns within the budget and says why it stopped. */
  advance(budget: Budget): AdvanceResult {
    let left = budget.maxTurns ?? Number.POSITIVE_INFINITY;
    const until = budget.until ?? Number.POSITIVE_INFINITY;
    for (;;) {
      if (budget.quiet === true && this.queue.foreground === 0) return 'quiet';
      const due = this.queue.peek();
      if (due === undefined) return this.finish(until, 'empty');
      if (due.at > until) return this.finish(until, 'until');
      if (left-- <= 0) return 'turns';
      if (this.turns >= LIMITS.turns || this.recorder.full) return 'limit';
      this.queue.pop();
      this.turn(due);
    }
  }

  private finish(until: number, result: AdvanceResult): AdvanceResult {
    if (Number.isFinite(until) && until > this.clock) this.clock = until;
    return result;
  }

  private enqueue(at: number, run: Runnable, background: boolean): Due {
    return this.queue.add(Math.max(at, this.clock), run, this.recorder.cause, background);
  }

  private turn(due: Due): void {
    this.clock = due.at;
    this.turns++;
    this.recorder.cause = due.cause;
    this.background = due.background;
    if (typeof due.run === 'function') due.run();
    else due.run.step();
    this.background = false;
    this.recorder.cause = undefined;
  }
}

function hex(random: Random, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += HEX[random.int(16)];
  return text;
}
