import type { Point } from './geometry/geometry.ts';

interface Measured {
  readonly length: number;
  readonly path: SVGPathElement;
}

const measured = new Map<string, Measured>();

function measure(d: string): Measured {
  let known = measured.get(d);
  if (known === undefined) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', d);
    known = { length: path.getTotalLength(), path };
    measured.set(d, known);
  }
  return known;
}

/** The point a share of the way along a path. Lengths are measured once a path. */
export function pointAlong(d: string, share: number): Point {
  const { length, path } = measure(d);
  const { x, y } = path.getPointAtLength(length * Math.min(1, Math.max(0, share)));
  return { x, y };
}

/** The travel curve of the design, as a share of the way for a share of the time. */
export function eased(share: number): number {
  const rest = 1 - share;
  return share < 0.5 ? 2 * share * share : 1 - 2 * rest * rest;
}
