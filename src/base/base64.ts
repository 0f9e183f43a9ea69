import { isOctet, octetOf } from './octets.ts';

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a text in UTF-8; octets are themselves. */
export function utf8Bytes(text: string): number[] {
  const out: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    // It takes two units of the text.
    if (code > 0xffff) at++;
    if (code < 0x80) out.push(code);
    else if (isOctet(code)) out.push(octetOf(code));
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
  return base64OfBytes(utf8Bytes(text));
}

export function base64OfBytes(bytes: readonly number[]): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const b = bytes[at + 1];
    const c = bytes[at + 2];
    const group = ((bytes[at] as number) << 16) | ((b ?? 0) << 8) | (c ?? 0);
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

/** The bytes of whatever base64 there is in the text: other characters are passed over. */
export function anyBase64Bytes(text: string): number[] {
  const out: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text) {
    const value = DIGITS.indexOf(char);
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push((bits >> held) & 255);
  }
  return out;
}

/** Bytes that the base64 stands for. */
export function base64Length(encoded: string): number {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  return Math.floor((encoded.length * 3) / 4) - padding;
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

/** Text of whatever base64 there is: UTF-8, or else each byte stands for itself. */
export function textOfAnyBase64(encoded: string): string {
  const bytes = anyBase64Bytes(encoded);
  const text = textOfBytes(bytes);
  return text.includes('\uFFFD') ? bytes.map((byte) => String.fromCharCode(byte)).join('') : text;
}

/** The alphabet of links and tokens, without padding. */
export function base64Url(text: string): string {
  return encodeBase64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of `base64Url`. */
export function fromBase64Url(encoded: string): string {
  return textOfBytes(anyBase64Bytes(encoded.replaceAll('-', '+').replaceAll('_', '/')));
}
