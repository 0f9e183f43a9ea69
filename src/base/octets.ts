// Text holds bytes that are no UTF-8 too: each as a character of a private range, as OPTU-16 of MirBSD has it. What was read
// so is written as the same bytes.

const FIRST = 0xef80;
const LAST = 0xefff;
const SHIFT = 0xef00;

/** Whether a UTF-16 unit stands for a byte of its own. */
export function isOctet(unit: number): boolean {
  return unit >= FIRST && unit <= LAST;
}

/** The byte that such a unit stands for. */
export function octetOf(unit: number): number {
  return unit - SHIFT;
}

/** The text of any bytes. */
export function textOfOctets(bytes: ArrayLike<number>): string {
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const width = characterAt(bytes, at);
    if (width === 0) out += String.fromCharCode(SHIFT + (bytes[at++] ?? 0));
    else {
      out += String.fromCodePoint(codeAt(bytes, at, width));
      at += width;
    }
  }
  return out;
}

/** How many bytes the character there has; 0 when it is none of UTF-8's, or would read as an octet. */
function characterAt(bytes: ArrayLike<number>, at: number): number {
  const first = bytes[at] ?? 0;
  const width =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (let next = 1; next < width; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  const code = codeAt(bytes, at, width);
  const least = [0, 0, 0x80, 0x800, 0x1_0000][width] ?? 0;
  const none = code < least || code > 0x10_ffff || (code >= 0xd800 && code <= 0xdfff) || isOctet(code);
  return none ? 0 : width;
}

function codeAt(bytes: ArrayLike<number>, at: number, width: number): number {
  const first = bytes[at] ?? 0;
  let code = width === 1 ? first : first & (0x7f >> width);
  for (let next = 1; next < width; next++) code = (code << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return code;
}
