import { createInflate } from 'node:zlib';
import { COMPRESSED_HEAD, DICTIONARY, uint32 } from './dictionary.ts';
import {
  FIN,
  type Frame,
  GOAWAY,
  PING,
  RST_STREAM,
  SYN_REPLY,
  SYN_STREAM,
  controlFrame,
  dataFrame,
  readHeaders,
  takeFrame,
} from './frames.ts';

const PROTOCOL_ERROR = 1;
/** A frame carries what a client read at once; nothing sends more than this. */
const FRAME_LIMIT = 4 * 1024 * 1024;
/** Of a SYN_STREAM what is before its headers. */
const SYN_HEAD_BYTES = 10;

/** An empty block: without it Go's reader wants the next frame before it gives what is in this one. */
const FLUSH = Buffer.from([0, 0, 0, 0xff, 0xff]);

/** What becomes of a stream that a client opened. */
export interface StreamEvents {
  data(bytes: Buffer): void;
  /** The client sends no more. */
  end(): void;
  /** The client wants no more of it. */
  reset(): void;
}

/** The server's end of a stream. */
export interface SpdyStream {
  readonly id: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  write(bytes: Buffer): void;
  end(): void;
}

export interface SessionEvents {
  send(bytes: Buffer): void;
  /** A stream was opened; without an answer it is refused. */
  opened(stream: SpdyStream): StreamEvents | undefined;
  /** The client broke the protocol. */
  broken(): void;
}

/** A connection that carries SPDY/3.1, seen by the server. Models moby/spdystream: windows are not kept. */
export class SpdySession {
  private readonly events: SessionEvents;
  private readonly streams = new Map<number, StreamEvents>();
  private readonly inflate = createInflate({ dictionary: DICTIONARY });
  private pending: Buffer = Buffer.alloc(0);
  private replied = false;
  /** Headers are inflated in turns of Node's: frames wait for those before them. */
  private taken: Promise<void> = Promise.resolve();

  constructor(events: SessionEvents) {
    this.events = events;
    this.inflate.on('error', () => events.broken());
  }

  receive(bytes: Buffer): void {
    this.pending = Buffer.concat([this.pending, bytes]);
    for (let next = takeFrame(this.pending); next !== undefined; next = takeFrame(this.pending)) {
      const { frame, rest } = next;
      this.pending = rest;
      this.taken = this.taken.then(() => this.take(frame));
    }
    if (this.pending.length > FRAME_LIMIT) this.events.broken();
  }

  /** The connection is gone. */
  close(): void {
    for (const stream of this.streams.values()) stream.reset();
    this.streams.clear();
    this.inflate.close();
  }

  private async take(frame: Frame): Promise<void> {
    const { type, stream, flags, body } = frame;
    if (type === SYN_STREAM) return this.open(frame);
    if (type === PING) return this.events.send(controlFrame(PING, body));
    if (type === GOAWAY) return this.events.broken();
    const events = this.streams.get(stream);
    if (type === RST_STREAM) {
      this.streams.delete(stream);
      return events?.reset();
    }
    if (type !== 0 || events === undefined) return;
    if (body.length > 0) events.data(body);
    if ((flags & FIN) !== 0) events.end();
  }

  private async open({ stream: id, flags, body }: Frame): Promise<void> {
    const headers = await this.headersOf(body.subarray(SYN_HEAD_BYTES));
    if (headers === undefined) return this.events.broken();
    const stream: SpdyStream = {
      id,
      headers,
      write: (bytes) => this.events.send(dataFrame(id, bytes, false)),
      end: () => this.events.send(dataFrame(id, Buffer.alloc(0), true)),
    };
    const events = this.events.opened(stream);
    if (events === undefined)
      return this.events.send(controlFrame(RST_STREAM, Buffer.concat([uint32(id), uint32(PROTOCOL_ERROR)])));
    this.streams.set(id, events);
    this.events.send(controlFrame(SYN_REPLY, Buffer.concat([uint32(id), this.noHeaders()])));
    if ((flags & FIN) !== 0) events.end();
  }

  private headersOf(compressed: Buffer): Promise<Readonly<Record<string, string>> | undefined> {
    return new Promise((resolve) => {
      this.inflate.write(compressed, (problem) => {
        const block = this.inflate.read() as Buffer | null;
        resolve(problem || block === null ? undefined : readHeaders(block));
      });
    });
  }

  /** A header block of none, stored as deflate stores what it does not compress. */
  private noHeaders(): Buffer {
    const block = uint32(0);
    const stored = Buffer.from([0, block.length, 0, 0xff - block.length, 0xff, ...block]);
    const head = this.replied ? Buffer.alloc(0) : COMPRESSED_HEAD;
    this.replied = true;
    return Buffer.concat([head, stored, FLUSH]);
  }
}
