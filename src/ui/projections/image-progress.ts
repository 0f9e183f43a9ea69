import type { LayerFacts } from './run-facts.ts';
import { countUpTo } from './sorted.ts';

/** How much of an image is there. */
export interface ImageProgress {
  /** Each layer's share, 0 to 1, in order of first sight. */
  readonly shares: readonly number[];
  /** Layers that are there whole. */
  readonly done: number;
  readonly bytes: number;
  readonly size: number;
}

/** The image's layers at a virtual time; between two records bytes are drawn as coming evenly. */
export function imageAt(layers: readonly LayerFacts[], timeUs: number): ImageProgress {
  let bytes = 0;
  let size = 0;
  let done = 0;
  const shares = layers.map((layer) => {
    const has = bytesAt(layer, timeUs);
    bytes += has;
    size += layer.size;
    const share = layer.size === 0 ? 1 : has / layer.size;
    if (share >= 1) done++;
    return share;
  });
  return { shares, done, bytes, size };
}

function bytesAt({ ats, bytes }: LayerFacts, timeUs: number): number {
  const known = countUpTo(ats, timeUs);
  const before = known === 0 ? 0 : (bytes[known - 1] as number);
  const next = bytes[known];
  const from = known === 0 ? undefined : ats[known - 1];
  const to = ats[known];
  if (next === undefined || to === undefined || from === undefined) return before;
  return Math.floor(before + ((next - before) * (timeUs - from)) / Math.max(1, to - from));
}
