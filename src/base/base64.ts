const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      );
  }
  return bytes;
}

/** Standard base64 of the text's UTF-8. */
export function base64Encode(text: string): string {
  const bytes = utf8(text);
  let encoded = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = [bytes[i], bytes[i + 1], bytes[i + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    encoded += (ALPHABET[bits >> 18] ?? '') + (ALPHABET[(bits >> 12) & 63] ?? '');
    encoded += b === undefined ? '=' : (ALPHABET[(bits >> 6) & 63] ?? '');
    encoded += c === undefined ? '=' : (ALPHABET[bits & 63] ?? '');
  }
  return encoded;
}

/** The text of standard base64; bytes that are no UTF-8 come out as U+FFFD. */
export function base64Decode(encoded: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const char of encoded) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) continue;
    bits = (bits << 6) | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 255);
  }
  return fromUtf8(bytes);
}

function fromUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    const more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (lead >= 0x80 && more === 0) {
      text += '\ufffd';
      continue;
    }
    let code = more === 0 ? lead : lead & (0x3f >> more);
    for (let j = 0; j < more; j++) code = (code << 6) | ((bytes[++i] ?? 0) & 63);
    text += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }
  return text;
}

/** Bytes that the base64 stands for. */
export function base64Length(encoded: string): number {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  return Math.floor((encoded.length * 3) / 4) - padding;
}

/** The alphabet of links and tokens, without padding. */
export function base64Url(text: string): string {
  return base64Encode(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of `base64Url`. */
export function fromBase64Url(encoded: string): string {
  return base64Decode(encoded.replaceAll('-', '+').replaceAll('_', '/'));
}
