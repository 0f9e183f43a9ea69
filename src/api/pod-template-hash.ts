import type { PodTemplateSpec } from './generated/types.ts';
import { goDump } from './go-dump.ts';
import { safeEncodeString } from './random-name.ts';

const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The value of pod-template-hash, and of the hash of a DaemonSet's revision: FNV-1a over Go's dump of the template and,
 * when there were collisions, their number in eight bytes. Models pkg/controller ComputeHash (1.36).
 */
export function podTemplateHash(template: PodTemplateSpec, collisions?: number): string {
  let hash = BASIS;
  const add = (byte: number): void => {
    hash = Math.imul(hash ^ byte, PRIME);
  };
  for (const byte of utf8(goDump('PodTemplateSpec', template))) add(byte);
  if (collisions !== undefined) for (let i = 0; i < 8; i++) add(i < 4 ? (collisions >>> (8 * i)) & 0xff : 0);
  return safeEncodeString(String(hash >>> 0));
}

/** The bytes of a text in UTF-8. */
export function* utf8(text: string): Generator<number> {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) yield code;
    else {
      const extra = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      yield ([0, 0xc0, 0xe0, 0xf0][extra] ?? 0) | (code >> (6 * extra));
      for (let i = extra - 1; i >= 0; i--) yield 0x80 | ((code >> (6 * i)) & 0x3f);
    }
  }
}
