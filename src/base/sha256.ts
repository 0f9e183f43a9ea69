const MASK = 0xffffffff;

/** The first 32 bits of the fractional part of the n-th root of a prime. */
function fraction(prime: number, root: number): number {
  const value = prime ** (1 / root);
  return Math.floor((value - Math.floor(value)) * 2 ** 32) >>> 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

const PRIMES = primes(64);
const ROUND = PRIMES.map((prime) => fraction(prime, 3));
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

/** SHA-256 of bytes, as bytes: for names of chains and for sha256sum, not for secrets. */
export function sha256(message: readonly number[]): number[] {
  const bytes = [...message, 0x80];
  const length = message.length * 8;
  while (bytes.length % 64 !== 56) bytes.push(0);
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(length / 2 ** shift) & 0xff);
  const state = [...INITIAL];
  for (let at = 0; at < bytes.length; at += 64) compress(state, bytes.slice(at, at + 64));
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff]);
}

function compress(state: number[], block: readonly number[]): void {
  const words: number[] = [];
  for (let i = 0; i < 16; i++)
    words.push(
      ((block[4 * i] as number) << 24) |
        ((block[4 * i + 1] as number) << 16) |
        ((block[4 * i + 2] as number) << 8) |
        (block[4 * i + 3] as number),
    );
  for (let i = 16; i < 64; i++) {
    const [w15, w2] = [words[i - 15] as number, words[i - 2] as number];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words.push(((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (words[i] as number)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (((state[index] as number) + value) & MASK) >>> 0;
}
