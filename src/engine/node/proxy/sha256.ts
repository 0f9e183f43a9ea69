import { sha256 } from '../../../base/sha256.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of the SHA-256 of ASCII text, without padding. */
export function sha256Base32(text: string): string {
  let result = '';
  let held = 0;
  let bits = 0;
  for (const byte of sha256(Array.from(text).map((char) => char.charCodeAt(0) & 0xff))) {
    bits = ((bits << 8) | byte) & 0xffff;
    held += 8;
    while (held >= 5) {
      held -= 5;
      result += BASE32[(bits >> held) & 31];
    }
  }
  return held > 0 ? result + BASE32[(bits << (5 - held)) & 31] : result;
}
