import { type Result, err, ok } from '../../base/result.ts';
import type { Kernel } from '../../engine/kernel/kernel.ts';
import { Future, type Task } from '../../engine/kernel/task.ts';
import type { NetStream } from '../../engine/workloads/process/context.ts';
import type { NetError, Payload } from '../../engine/workloads/sockets.ts';

/** The two ends of a connection of the learner's machine. */
export interface StreamEnds {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
}

export type Answer = Result<Payload | 'end', NetError>;

/** A connection whose other end answers each message with one: what is sent goes there, the answer is what comes next. */
export class AnsweredStream implements NetStream {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  closed = false;
  private readonly kernel: Kernel;
  private readonly answer: (payload: Payload) => Task<Answer>;
  private readonly hangUp: () => void;
  private readonly arrived: Answer[] = [];
  private arrival = new Future();

  constructor(
    kernel: Kernel,
    ends: StreamEnds,
    answer: (payload: Payload) => Task<Answer>,
    hangUp: () => void = () => undefined,
  ) {
    this.kernel = kernel;
    this.localAddress = ends.localAddress;
    this.localPort = ends.localPort;
    this.remoteAddress = ends.remoteAddress;
    this.remotePort = ends.remotePort;
    this.answer = answer;
    this.hangUp = hangUp;
  }

  send(payload: Payload): Result<void, NetError> {
    if (this.closed) return err('reset');
    this.kernel.spawn(this.exchange(payload));
    return ok();
  }

  private *exchange(payload: Payload): Task {
    this.arrived.push(yield* this.answer(payload));
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  poll(): Answer | undefined {
    return this.arrived.shift();
  }

  ready(): Future {
    return this.arrival;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.hangUp();
  }
}
