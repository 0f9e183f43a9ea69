/** FNV-1a of the text's UTF-16 code units, 32 bits, unsigned. */
export function fnv1a(text: string, seed = 0x811c9dc5): number {
  let hash = seed >>> 0;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** A running 64-bit digest (two independent 32-bit lanes) for comparing runs; not for secrets. */
export class Digest {
  private low = 0x811c9dc5;
  private high = 0x9747b28c;

  add(text: string): this {
    this.low = fnv1a(text, this.low);
    this.high = fnv1a(text, Math.imul(this.high ^ 0x5bd1e995, 0x85ebca6b));
    return this;
  }

  /** 16 hexadecimal digits. */
  hex(): string {
    return hex8(this.high) + hex8(this.low);
  }
}

function hex8(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
