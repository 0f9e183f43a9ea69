import { type Result, err, ok } from '../../base/result.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { Future, TIMED_OUT, type Task, wait, waitUpTo } from '../kernel/task.ts';
import type { Connection, NetError, Payload } from './port.ts';

/** What the wires between two ends are like at a moment. */
export interface Path {
  /** One way, in µs. */
  latencyUs(): number;
  /** Nothing gets through now. */
  blocked(): boolean;
}

/** What an end of a connection tells about itself to whoever records traffic. */
export interface EndEvents {
  sent?(payload: Payload): void;
  received?(payload: Payload): void;
  /** This end closed ('local'), or the peer's word arrived. */
  over?(by: 'local' | 'remote'): void;
}

interface EndPoint {
  readonly address: string;
  readonly port: number;
}

/** Retransmissions of a lost segment: 0.2 s doubling, as TCP's first ones. */
const RETRY_US = 200_000;
const MAX_RETRIES = 10;

type Message =
  | { readonly kind: 'data'; readonly payload: Payload }
  | { readonly kind: 'end' }
  | { readonly kind: 'reset' };

/** One end of a connection: an inbox, and the way to the other end. */
export class End implements Connection {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  readonly events: EndEvents = {};
  versatile = false;
  /** Told once when nothing more can happen on this end. */
  onOver: (() => void) | undefined;
  /** Its namespace is gone: nothing more leaves or arrives. */
  dead = false;
  private readonly kernel: Kernel;
  private readonly path: Path;
  private other: End | undefined;
  private readonly inbox: Message[] = [];
  private arrival = new Future();
  private shut: 'end' | 'reset' | undefined;
  /** Time begins before 0: clusters are set up there. */
  private lastArrival = Number.NEGATIVE_INFINITY;

  constructor(kernel: Kernel, path: Path, ends: { readonly local: EndPoint; readonly remote: EndPoint }) {
    this.kernel = kernel;
    this.path = path;
    this.localAddress = ends.local.address;
    this.localPort = ends.local.port;
    this.remoteAddress = ends.remote.address;
    this.remotePort = ends.remote.port;
  }

  /** Joins two ends. */
  static join(a: End, b: End): void {
    a.other = b;
    b.other = a;
  }

  get closed(): boolean {
    return this.shut !== undefined;
  }

  send(payload: Payload): Result<void, NetError> {
    if (this.shut !== undefined) return err('reset');
    this.events.sent?.(payload);
    this.transmit({ kind: 'data', payload }, 0);
    return ok();
  }

  close(how: 'end' | 'reset' = 'end'): void {
    if (this.shut !== undefined) return;
    this.shut = how;
    this.events.over?.('local');
    this.transmit({ kind: how }, 0);
    this.onOver?.();
    this.wake();
  }

  /** The namespace went away: no word to the peer. */
  vanish(): void {
    this.dead = true;
    this.shut ??= 'reset';
    this.wake();
  }

  poll(): Result<Payload | 'end', NetError> | undefined {
    const message = this.inbox[0];
    if (message === undefined) return this.shut === undefined ? undefined : err('reset');
    if (message.kind === 'end') return ok('end');
    if (message.kind === 'reset') {
      this.shut ??= 'reset';
      return err('reset');
    }
    this.inbox.shift();
    return ok(message.payload);
  }

  ready(): Future {
    if (this.inbox.length > 0 || this.shut !== undefined) {
      const now = new Future();
      now.resolve();
      return now;
    }
    return this.arrival;
  }

  *receive(timeoutUs?: number): Task<Result<Payload | 'end', NetError>> {
    for (;;) {
      const message = this.poll();
      if (message !== undefined) return message;
      if (timeoutUs === undefined) yield* wait(this.arrival);
      else if ((yield* waitUpTo(this.arrival, timeoutUs)) === TIMED_OUT) return err('timeout');
    }
  }

  private transmit(message: Message, tries: number): void {
    const { other, path } = this;
    if (other === undefined || this.dead) return;
    if (path.blocked()) {
      if (tries < MAX_RETRIES)
        this.kernel.after(RETRY_US * 2 ** tries, () => this.transmit(message, tries + 1), {
          background: true,
        });
      return;
    }
    // Messages of one direction never overtake each other.
    const at = Math.max(this.kernel.now() + path.latencyUs(), this.lastArrival);
    this.lastArrival = at;
    this.kernel.at(at, () => other.arrive(message));
  }

  private arrive(message: Message): void {
    if (this.dead) return;
    if (this.shut !== undefined) {
      // What comes for a socket that is gone is answered with a reset.
      if (message.kind === 'data') this.transmit({ kind: 'reset' }, 0);
      return;
    }
    this.inbox.push(message);
    if (message.kind === 'data') this.events.received?.(message.payload);
    else this.events.over?.('remote');
    this.wake();
  }

  private wake(): void {
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }
}
