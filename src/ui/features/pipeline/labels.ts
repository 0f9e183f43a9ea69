import type { EdgeView } from '../../projections/pipeline/view.ts';
import { packetWidth } from '../../widgets/drawing/packet.tsx';
import type { Geometry, LineShape, Point } from './geometry/geometry.ts';

/** A letter of the trail's names is about this wide, and this much is left between two. */
const LETTER = 7.3;
const BETWEEN = 6;
const LINE_HEIGHT = 14;
/** From the middle of a number of the trail to where something else may begin. */
const NUMBER_ROOM = 14;
/** Numbers this near in height stand beside a name. */
const BESIDE = 16;
/** Less than so many letters say nothing. */
const LEAST_LETTERS = 18;

const cut = (label: string, letters: number): string =>
  label.length <= letters ? label : `${label.slice(0, Math.max(1, letters - 1))}…`;

/** Room for a name: up to the next line's number, or the drawing's end. */
function roomAt(geometry: Geometry, own: LineShape, at: NonNullable<LineShape['label']>): number {
  const beside = Object.values(geometry.lines)
    .filter(
      (shape) => shape !== own && shape.number !== undefined && Math.abs(shape.number.y - at.y) < BESIDE,
    )
    .map((shape) => shape.number?.x ?? 0);
  if (at.end === true)
    return at.x - Math.max(0, ...beside.filter((x) => x < at.x).map((x) => x + NUMBER_ROOM));
  return Math.min(geometry.width, ...beside.filter((x) => x > at.x).map((x) => x - NUMBER_ROOM)) - at.x;
}

/** The names of lines that can stand beside each other, cut where they would run into another line: the newer one keeps its place. Pure. */
export function lineNames(
  geometry: Geometry,
  edges: readonly Pick<EdgeView, 'line' | 'label' | 'n'>[],
): ReadonlyMap<string, string> {
  const kept: { readonly from: number; readonly to: number; readonly y: number }[] = [];
  const named = new Map<string, string>();
  for (const { line, label } of [...edges].sort((a, b) => (b.n ?? 0) - (a.n ?? 0))) {
    const shape = geometry.lines[line];
    const at = shape?.label;
    if (shape === undefined || at === undefined || label === '') continue;
    const name = cut(label, Math.floor(roomAt(geometry, shape, at) / LETTER));
    const width = name.length * LETTER;
    const from = at.end === true ? at.x - width : at.x;
    const place = { from, to: from + width, y: at.y };
    const free = kept.every(
      (other) =>
        Math.abs(other.y - place.y) > LINE_HEIGHT ||
        place.from > other.to + BETWEEN ||
        place.to < other.from - BETWEEN,
    );
    if (!free) continue;
    kept.push(place);
    named.set(line, name);
  }
  return named;
}

/** As much of a packet's label as fits between the numbers on both sides of it, and within the drawing. Pure. */
export function fitLabel(label: string, { x, y }: Point, numbers: readonly Point[], width: number): string {
  const beside = numbers.filter((number) => Math.abs(number.y - y) < BESIDE + 4).map((number) => number.x);
  const from = Math.max(0, ...beside.filter((at) => at < x).map((at) => at + NUMBER_ROOM));
  const to = Math.min(width, ...beside.filter((at) => at > x).map((at) => at - NUMBER_ROOM));
  let letters = label.length;
  while (letters > LEAST_LETTERS && packetWidth(label.slice(0, letters)) > to - from) letters--;
  return cut(label, letters);
}
