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

/**
 * A centre at which a label of this half width covers none of the points, moved along its line of text and no further
 * than its own half: it still sits on its line.
 */
export function clearOf(centre: Point, half: number, points: readonly Point[]): Point {
  let { x } = centre;
  for (const point of points) {
    const room = half + NUMBER_ROOM;
    if (Math.abs(point.y - centre.y) >= 2 * NUMBER_ROOM || Math.abs(point.x - x) >= room) continue;
    x = point.x > x ? point.x - room : point.x + room;
  }
  return Math.abs(x - centre.x) > half ? centre : { x, y: centre.y };
}

/** From the middle of a number of the trail to where something else may begin. */
const NUMBER_ROOM = 11;
