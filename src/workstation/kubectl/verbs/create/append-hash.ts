import { toCompactJson } from '../../../../api/json-text.ts';
import { utf8Bytes } from '../../../../base/base64.ts';

// Models kubectl/pkg/util/hash/hash.go (1.36): ten digits of a SHA-256 in letters that spell nothing.

const LETTERS: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

/** The suffix --append-hash gives an object with these contents. */
export function contentHash(content: object): string {
  return Array.from(
    sha256(utf8Bytes(toCompactJson(content))).slice(0, 10),
    (digit) => LETTERS[digit] ?? digit,
  ).join('');
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: readonly number[]): string {
  const message = [...bytes, 0x80];
  while (message.length % 64 !== 56) message.push(0);
  const bits = BigInt(bytes.length) * 8n;
  for (let shift = 56n; shift >= 0n; shift -= 8n) message.push(Number((bits >> shift) & 255n));
  const state = FIRST_STATE.slice();
  for (let at = 0; at < message.length; at += 64) compress(state, message.slice(at, at + 64));
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const primes = (count: number): number[] => {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
};
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const FIRST_STATE = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = primes(64).map((prime) => fraction(Math.cbrt(prime)));
const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: number[], block: readonly number[]): void {
  const w: number[] = [];
  for (let i = 0; i < 64; i++) {
    if (i < 16)
      w.push(
        ((block[i * 4] ?? 0) << 24) |
          ((block[i * 4 + 1] ?? 0) << 16) |
          ((block[i * 4 + 2] ?? 0) << 8) |
          (block[i * 4 + 3] ?? 0),
      );
    else {
      const [a, b] = [w[i - 15] ?? 0, w[i - 2] ?? 0];
      w.push(
        ((w[i - 16] ?? 0) +
          (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
          (w[i - 7] ?? 0) +
          (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10))) |
          0,
      );
    }
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const t1 =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (w[i] ?? 0)) |
      0;
    const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + word) | 0;
}
