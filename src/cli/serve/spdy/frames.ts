import { uint32 } from './dictionary.ts';

// Frames of SPDY/3.1, as far as a server of Kubernetes' streams meets them.

export const SYN_STREAM = 1;
export const SYN_REPLY = 2;
export const RST_STREAM = 3;
export const PING = 6;
export const GOAWAY = 7;
export const FIN = 0x01;

const VERSION = 3;
const CONTROL = 0x80_00_00_00;
const HEAD_BYTES = 8;

/** `type` 0 is data, whose `stream` is told by its head. */
export interface Frame {
  readonly type: number;
  readonly stream: number;
  readonly flags: number;
  readonly body: Buffer;
}

/** The first frame of what has come, and what follows it; undefined while it is not whole. */
export function takeFrame(pending: Buffer): { readonly frame: Frame; readonly rest: Buffer } | undefined {
  if (pending.length < HEAD_BYTES) return undefined;
  const head = pending.readUInt32BE(0);
  const flags = pending.readUInt8(4);
  const end = HEAD_BYTES + pending.readUIntBE(5, 3);
  if (pending.length < end) return undefined;
  const body = pending.subarray(HEAD_BYTES, end);
  const control = head >= CONTROL;
  const frame = control
    ? {
        type: head & 0xff_ff,
        stream: body.length < 4 ? 0 : body.readUInt32BE(0) & 0x7f_ff_ff_ff,
        flags,
        body,
      }
    : { type: 0, stream: head, flags, body };
  return { frame, rest: pending.subarray(end) };
}

export function controlFrame(type: number, body: Buffer): Buffer {
  return Buffer.concat([uint32(CONTROL + VERSION * 0x1_00_00 + type), uint32(body.length), body]);
}

export function dataFrame(stream: number, bytes: Buffer, fin: boolean): Buffer {
  return Buffer.concat([uint32(stream), uint32((fin ? FIN : 0) * 0x1_00_00_00 + bytes.length), bytes]);
}

/** Names and values of a header block; undefined when it is cut off. */
export function readHeaders(block: Buffer): Readonly<Record<string, string>> | undefined {
  const words: string[] = [];
  let at = 4;
  while (at + 4 <= block.length) {
    const end = at + 4 + block.readUInt32BE(at);
    if (end > block.length) return undefined;
    words.push(block.toString('utf8', at + 4, end));
    at = end;
  }
  if (block.length < 4 || words.length !== 2 * block.readUInt32BE(0)) return undefined;
  return Object.fromEntries(
    words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? '']] : [])),
  );
}
