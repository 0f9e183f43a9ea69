import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

// RFC 6455 as far as a server needs it that carries binary messages.

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CONTINUATION = 0x0;
const BINARY = 0x2;
const CLOSE = 0x8;
const PING = 0x9;
const PONG = 0xa;
const NORMAL_CLOSURE = 1000;
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** One connection upgraded to a WebSocket. */
export class WebSocketConnection {
  private readonly socket: Duplex;
  private readonly message: (bytes: Buffer) => void;
  private pending: Buffer;
  private parts: Buffer[] = [];

  constructor(socket: Duplex, head: Buffer, message: (bytes: Buffer) => void) {
    this.socket = socket;
    this.message = message;
    this.pending = head;
    socket.on('data', (chunk: Buffer) => {
      this.pending = Buffer.concat([this.pending, chunk]);
      this.read();
    });
  }

  /** The head that says yes, in the subprotocol chosen. */
  accept(request: IncomingMessage, protocol: string): void {
    const key = request.headers['sec-websocket-key'] ?? '';
    const answer = createHash('sha1').update(`${key}${GUID}`).digest('base64');
    this.socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${answer}`,
        `Sec-WebSocket-Protocol: ${protocol}`,
        '',
        '',
      ].join('\r\n'),
    );
    this.read();
  }

  send(bytes: Buffer): void {
    this.frame(BINARY, bytes);
  }

  end(): void {
    const code = Buffer.alloc(2);
    code.writeUInt16BE(NORMAL_CLOSURE);
    this.frame(CLOSE, code);
    this.socket.end();
  }

  private frame(opcode: number, bytes: Buffer): void {
    if (this.socket.destroyed || this.socket.writableEnded) return;
    this.socket.write(Buffer.concat([frameHead(opcode, bytes.length), bytes]));
  }

  private read(): void {
    for (let frame = takeFrame(this.pending); frame !== undefined; frame = takeFrame(this.pending)) {
      this.pending = frame.rest;
      this.take(frame);
    }
    if (this.pending.length > MESSAGE_LIMIT) this.socket.destroy();
  }

  private take({ opcode, final, bytes }: Frame): void {
    if (opcode === PING) return this.frame(PONG, bytes);
    if (opcode === PONG) return;
    if (opcode === CLOSE) return this.end();
    this.parts = opcode === CONTINUATION ? [...this.parts, bytes] : [bytes];
    if (!final) return;
    this.message(Buffer.concat(this.parts));
    this.parts = [];
  }
}

/** Subprotocols that a client offers to speak; none when it asks for no WebSocket. */
export function offeredProtocols({ headers }: IncomingMessage): readonly string[] {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return [];
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());
}

interface Frame {
  readonly opcode: number;
  readonly final: boolean;
  readonly bytes: Buffer;
  readonly rest: Buffer;
}

/** The first frame of what has come, unmasked; undefined while it is not whole. */
function takeFrame(pending: Buffer): Frame | undefined {
  const [first, second] = pending;
  if (first === undefined || second === undefined) return undefined;
  const [length, at] = lengthOf(pending, second & 0x7f);
  const masked = (second & 0x80) !== 0;
  const from = at + (masked ? 4 : 0);
  if (pending.length < from + length) return undefined;
  const bytes = Buffer.from(pending.subarray(from, from + length));
  if (masked) for (let i = 0; i < length; i++) bytes[i] = (bytes[i] ?? 0) ^ (pending[at + (i & 3)] ?? 0);
  return { opcode: first & 0x0f, final: (first & 0x80) !== 0, bytes, rest: pending.subarray(from + length) };
}

/** A frame's length, and where what follows it begins. */
function lengthOf(pending: Buffer, short: number): readonly [length: number, at: number] {
  if (short === 126) return [pending.length < 4 ? Infinity : pending.readUInt16BE(2), 4];
  if (short === 127) return [pending.length < 10 ? Infinity : Number(pending.readBigUInt64BE(2)), 10];
  return [short, 2];
}

function frameHead(opcode: number, length: number): Buffer {
  const first = 0x80 | opcode;
  if (length < 126) return Buffer.from([first, length]);
  const long = length > 0xffff;
  const head = Buffer.alloc(long ? 10 : 4);
  head[0] = first;
  head[1] = long ? 127 : 126;
  if (long) head.writeBigUInt64BE(BigInt(length), 2);
  else head.writeUInt16BE(length, 2);
  return head;
}
