import { isOctet, octetOf, textOfOctets } from '../../base/octets.ts';

/** Beyond ASCII, what needs a look at each character: octets, and what Node could not decode. */
const SPECIAL = /[\uef80-\uefff\ufffd]/;

/** Bytes as the simulation's text: UTF-8, and what is none octet by octet. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return SPECIAL.test(text) ? textOfOctets(bytes) : text;
}

/** The bytes of the simulation's text. */
export function bytesOf(text: string): Buffer {
  if (!SPECIAL.test(text)) return Buffer.from(text);
  const parts: Buffer[] = [];
  let plain = '';
  for (const char of text) {
    if (!isOctet(char.charCodeAt(0))) {
      plain += char;
      continue;
    }
    parts.push(Buffer.from(plain), Buffer.from([octetOf(char.charCodeAt(0))]));
    plain = '';
  }
  return Buffer.concat([...parts, Buffer.from(plain)]);
}

/** Text of bytes that come in pieces: a character cut in two waits for its rest. */
export class TextOfPieces {
  private held: Buffer = Buffer.alloc(0);

  take(piece: Buffer): string {
    const bytes = Buffer.concat([this.held, piece]);
    const end = bytes.length - cutOff(bytes);
    this.held = bytes.subarray(end);
    return textOf(bytes.subarray(0, end));
  }

  /** What is still held when nothing more comes. */
  rest(): string {
    const { held } = this;
    this.held = Buffer.alloc(0);
    return textOf(held);
  }
}

/** How many bytes at the end are the beginning of a character. */
function cutOff(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return width > back ? back : 0;
  }
  return 0;
}
