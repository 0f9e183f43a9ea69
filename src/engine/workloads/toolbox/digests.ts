import { sha256 } from '../../../base/sha256.ts';
import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { utf8Bytes } from '../../../base/base64.ts';
import { type Applet, fail, linesOf, options, out, readFile } from './io.ts';

function rotateLeft(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

/** The message padded to blocks of sixteen words, with its length at the end. */
function blocks(message: readonly number[], little: boolean): number[][] {
  const bytes = [...message, 0x80];
  while (bytes.length % 64 !== 56) bytes.push(0);
  const bits = message.length * 8;
  const length = [0, 8, 16, 24, 32, 40, 48, 56].map((shift) => Math.floor(bits / 2 ** shift) & 0xff);
  bytes.push(...(little ? length : length.reverse()));
  const found: number[][] = [];
  for (let at = 0; at < bytes.length; at += 64) {
    const words: number[] = [];
    for (let i = at; i < at + 64; i += 4) {
      const [a, b, c, d] = bytes.slice(i, i + 4) as [number, number, number, number];
      words.push(little ? a | (b << 8) | (c << 16) | (d << 24) : (a << 24) | (b << 16) | (c << 8) | d);
    }
    found.push(words);
  }
  return found;
}

const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0] as const;
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;

function md5(message: readonly number[]): number[] {
  let state: number[] = START.slice(0, 4);
  for (const words of blocks(message, true)) {
    let [a, b, c, d] = state as [number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const mix = [(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)][round] as number;
      const from = [i, 5 * i + 1, 3 * i + 5, 7 * i][round] as number;
      const sum =
        (a + mix + Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) + (words[from % 16] as number)) | 0;
      [a, d, c, b] = [d, c, b, (b + rotateLeft(sum, SHIFTS[round * 4 + (i % 4)] as number)) | 0];
    }
    state = state.map((word, index) => (word + ([a, b, c, d][index] as number)) | 0);
  }
  return state.flatMap((word) => [word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff, word >>> 24]);
}

function sha1(message: readonly number[]): number[] {
  let state: number[] = [...START];
  for (const words of blocks(message, false)) {
    for (let i = 16; i < 80; i++)
      words.push(
        rotateLeft(
          (words[i - 3] as number) ^
            (words[i - 8] as number) ^
            (words[i - 14] as number) ^
            (words[i - 16] as number),
          1,
        ),
      );
    let [a, b, c, d, e] = state as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const round = Math.floor(i / 20);
      const mix = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const constant = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][round] as number;
      const next = (rotateLeft(a, 5) + mix + e + constant + (words[i] as number)) | 0;
      [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, next];
    }
    state = state.map((word, index) => (word + ([a, b, c, d, e][index] as number)) | 0);
  }
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 0xff, (word >>> 8) & 0xff, word & 0xff]);
}

const WORD = (1n << 64n) - 1n;

/** The first bits of the fractional part of a prime's root, as SHA-512 takes its constants. */
function fraction(prime: bigint, root: 2n | 3n): bigint {
  const scaled = prime << (64n * root);
  let [low, high] = [0n, 1n << 80n];
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** root <= scaled) low = middle;
    else high = middle;
  }
  return low & WORD;
}

function primes(count: number): bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (found.every((prime) => n % prime !== 0n)) found.push(n);
  return found;
}

function sha512(message: readonly number[]): number[] {
  const turn = (word: bigint, bits: bigint): bigint => ((word >> bits) | (word << (64n - bits))) & WORD;
  const constants = primes(80).map((prime) => fraction(prime, 3n));
  let state = primes(8).map((prime) => fraction(prime, 2n));
  const bytes = [...message, 0x80];
  while (bytes.length % 128 !== 120) bytes.push(0);
  const bits = message.length * 8;
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bits / 2 ** shift) & 0xff);
  for (let at = 0; at < bytes.length; at += 128) {
    const words: bigint[] = [];
    for (let i = at; i < at + 128; i += 8)
      words.push(bytes.slice(i, i + 8).reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
    for (let i = 16; i < 80; i++) {
      const [x, y] = [words[i - 15] as bigint, words[i - 2] as bigint];
      const small = turn(x, 1n) ^ turn(x, 8n) ^ (x >> 7n);
      const large = turn(y, 19n) ^ turn(y, 61n) ^ (y >> 6n);
      words.push(((words[i - 16] as bigint) + small + (words[i - 7] as bigint) + large) & WORD);
    }
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < 80; i++) {
      const one = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
      const first = h + one + ((e & f) ^ (~e & WORD & g)) + (constants[i] as bigint) + (words[i] as bigint);
      const zero = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
      const second = zero + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & WORD, c, b, a, (first + second) & WORD];
    }
    state = state.map((word, index) => (word + ([a, b, c, d, e, f, g, h][index] as bigint)) & WORD);
  }
  return state.flatMap((word) =>
    Array.from({ length: 8 }, (_, i) => Number((word >> BigInt(56 - 8 * i)) & 0xffn)),
  );
}

const DIGESTS: Readonly<Record<string, (message: readonly number[]) => number[]>> = {
  md5,
  sha1,
  sha256,
  sha512,
};

/** md5sum, sha1sum, sha256sum: sums of files, or `-c` against a list of them. Models busybox coreutils/md5_sha1_sum.c. */
export function digestApplet(name: 'md5' | 'sha1' | 'sha256' | 'sha512'): Applet {
  const digest = DIGESTS[name] as (message: readonly number[]) => number[];
  const applet = `${name}sum`;
  function* sum(sys: Syscalls, path: string): Task<string | undefined> {
    const text = yield* readFile(sys, path);
    if (!text.ok) {
      yield* fail(sys, `${applet}: can't open '${path}': ${ERRNO_TEXT[text.error]}`);
      return undefined;
    }
    yield* sys.cpu(1 + text.value.length / 500);
    return digest(utf8Bytes(text.value))
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
  }
  function* check(sys: Syscalls, list: string, silent: boolean): Task<number> {
    let status = 0;
    const lines = yield* readFile(sys, list);
    if (!lines.ok) return yield* fail(sys, `${applet}: can't open '${list}': ${ERRNO_TEXT[lines.error]}`);
    for (const line of linesOf(lines.value)) {
      const [wanted = '', path = ''] = line.split(/ [ *]/);
      const same = (yield* sum(sys, path)) === wanted;
      if (!same) status = 1;
      if (!silent) yield* out(sys, `${path}: ${same ? 'OK' : 'FAILED'}\n`);
    }
    return status;
  }
  return function* (sys, argv) {
    const { flags, rest } = options(argv, 'csw');
    let status = 0;
    for (const path of rest.length === 0 ? ['-'] : rest) {
      if (flags.has('c')) {
        status = (yield* check(sys, path, flags.has('s'))) || status;
        continue;
      }
      const value = yield* sum(sys, path);
      if (value === undefined) status = 1;
      else yield* out(sys, `${value}  ${path}\n`);
    }
    return status;
  };
}
