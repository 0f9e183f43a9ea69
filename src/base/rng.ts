import { fnv1a } from './hash.ts';

/** A seeded stream of chance. Draws from one stream never move another. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** An integer in [0, bound). */
  int(bound: number): number;
  /** A float in [low, high). */
  between(low: number, high: number): number;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
}

/** sfc32 seeded from `seed` and the stream's name. */
export function randomStream(seed: number, name: string): Random {
  let a = fnv1a(name, seed >>> 0);
  let b = fnv1a(`${name}/b`, a);
  let c = fnv1a(`${name}/c`, b);
  let counter = 1;
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) draw();
  return {
    next: draw,
    int: (bound) => Math.floor(draw() * bound),
    between: (low, high) => low + draw() * (high - low),
    pick: <T>(items: readonly T[]) => items[Math.floor(draw() * items.length)] as T,
  };
}
