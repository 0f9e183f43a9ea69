const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number[] {
  const out: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) out.push(code);
    else if (code < 0x800) out.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) out.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      out.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return out;
}

/** Base64 of a text's UTF-8 bytes. */
export function encodeBase64(text: string): string {
  const bytes = utf8Bytes(text);
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b, c] = bytes.slice(at, at + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    out +=
      digit(group >> 18) +
      digit(group >> 12) +
      (b === undefined ? '=' : digit(group >> 6)) +
      (c === undefined ? '=' : digit(group));
  }
  return out;
}

const digit = (bits: number): string => DIGITS[bits & 63] as string;

/** The bytes of base64; undefined when it is none. */
export function base64Bytes(text: string): number[] | undefined {
  const bare = text.replace(/[\r\n]/g, '');
  if (bare.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(bare)) return undefined;
  const out: number[] = [];
  for (let at = 0; at < bare.length; at += 4) {
    const [a, b, c, d] = Array.from(bare.slice(at, at + 4), (char) => DIGITS.indexOf(char)) as [
      number,
      number,
      number,
      number,
    ];
    const group = (a << 18) | (b << 12) | ((c & 63) << 6) | (d & 63);
    out.push((group >> 16) & 255);
    if (c >= 0) out.push((group >> 8) & 255);
    if (d >= 0) out.push(group & 255);
  }
  return out;
}

/** Text of UTF-8 bytes; what is no UTF-8 reads as U+FFFD. */
export function textOfBytes(bytes: readonly number[]): string {
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] as number;
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : -1;
    const tail = more < 0 ? [] : bytes.slice(at, at + more);
    if (more < 0 || tail.length < more || tail.some((byte) => (byte & 0xc0) !== 0x80)) {
      out += '\uFFFD';
      continue;
    }
    at += more;
    const head = more === 0 ? first : first & (0x3f >> more);
    out += String.fromCodePoint(tail.reduce((code, byte) => (code << 6) | (byte & 0x3f), head));
  }
  return out;
}

/** Text of base64, read as UTF-8; undefined when it is no base64. */
export function decodeBase64(text: string): string | undefined {
  const bytes = base64Bytes(text);
  return bytes === undefined ? undefined : textOfBytes(bytes);
}
