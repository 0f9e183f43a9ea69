import { FULL } from './full.ts';
import type { Geometry } from './geometry.ts';
import { NARROW } from './narrow.ts';
import { STRIP } from './strip.ts';

/** A geometry, how large it is drawn, and where its corner lies. */
export interface Fit {
  readonly geometry: Geometry;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  /** Height it takes; more than there is means scrolling. */
  readonly height: number;
}

/** A little smaller than 1 is still read as 12 px; larger than this the drawing looks like a poster. */
const LEAST = 0.97;
const MOST: Readonly<Record<Geometry['id'], number>> = { full: 1.7, strip: 1.5, narrow: 1.3 };

/** The richest arrangement whose words stay at least 12 px; where none fits, the one that loses least, scrolling down. */
export function chooseGeometry(width: number, height: number): Fit {
  const scaleOf = (geometry: Geometry): number =>
    Math.min(width / geometry.width, height / geometry.height, MOST[geometry.id]);
  const fitting = [FULL, STRIP, NARROW].find((geometry) => scaleOf(geometry) >= LEAST);
  if (fitting !== undefined) return place(fitting, scaleOf(fitting), { width, height });
  const widest = [STRIP, NARROW].find((geometry) => width / geometry.width >= LEAST) ?? NARROW;
  return place(widest, Math.max(Math.min(width / widest.width, 1), 0.82), { width, height });
}

/** Room below is shared out, more of it to the bottom: the sentence above belongs to the drawing. */
const ABOVE = 0.4;

function place(
  geometry: Geometry,
  scale: number,
  room: { readonly width: number; readonly height: number },
): Fit {
  const round = Math.abs(scale - 1) < 0.03 ? 1 : scale;
  const height = Math.ceil(geometry.height * round);
  return {
    geometry,
    scale: round,
    x: Math.round((room.width - geometry.width * round) / 2),
    y: Math.max(0, Math.round((room.height - height) * ABOVE)),
    height,
  };
}
