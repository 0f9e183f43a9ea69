import { utf8Bytes } from '../../../base/base64.ts';
import { isOctet } from '../../../base/octets.ts';
import { utf8Length } from '../vfs/file-text.ts';

// ustar archives whose contents are text: its size counts in UTF-8.

/** A member of an archive. Directories end in a slash and have no text. */
export interface TarEntry {
  readonly name: string;
  readonly mode: number;
  readonly text: string;
}

const BLOCK = 512;
const SIZE_AT = 124;
const SIZE_END = 136;

/** An archive of these members. */
export function packTar(entries: readonly TarEntry[]): string {
  return entries.map(packed).join('') + '\0'.repeat(2 * BLOCK);
}

function packed({ name, mode, text }: TarEntry): string {
  const size = utf8Length(text);
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
  const head =
    name.padEnd(100, '\0') + octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12);
  const type = name.endsWith('/') ? '5' : '0';
  const rest = type.padEnd(101, '\0') + 'ustar  \0'.padEnd(BLOCK - 257, '\0');
  // Its own eight bytes count as blanks.
  const sum = bytesSum(head) + bytesSum(rest) + 8 * 0x20;
  return (
    `${head}${sum.toString(8).padStart(6, '0')}\0 ${rest}${text}` +
    '\0'.repeat((BLOCK - (size % BLOCK)) % BLOCK)
  );
}

/** The members of an archive; undefined when it is none or cut off. */
export function unpackTar(archive: string): TarEntry[] | undefined {
  const out: TarEntry[] = [];
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const header = archive.slice(at, at + BLOCK);
    if (header[0] === '\0') return out;
    if (header.slice(257, 262) !== 'ustar') return undefined;
    const field = (from: number, to: number): string => header.slice(from, to).replace(/\0.*$/s, '');
    const size = Number.parseInt(field(SIZE_AT, SIZE_END), 8);
    const text = takeBytes(archive, at + BLOCK, size);
    if (text === undefined) return undefined;
    out.push({ name: field(0, 100), mode: Number.parseInt(field(100, 108), 8), text });
    at += BLOCK + text.length + ((BLOCK - (size % BLOCK)) % BLOCK);
  }
  return undefined;
}

const bytesSum = (text: string): number => utf8Bytes(text).reduce((sum, byte) => sum + byte, 0);

const widthOf = (code: number): number =>
  code < 0x80 || isOctet(code) ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

/** As much text as makes this many bytes. */
function takeBytes(text: string, from: number, bytes: number): string | undefined {
  let at = from;
  for (let left = bytes; left > 0; ) {
    const code = text.codePointAt(at);
    if (code === undefined) return undefined;
    left -= widthOf(code);
    at += code > 0xffff ? 2 : 1;
  }
  return text.slice(from, at);
}
