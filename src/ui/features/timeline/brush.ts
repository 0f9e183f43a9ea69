import { LANE_PATHS } from '../../widgets/glyphs/lane-shapes.ts';

/** For words; figures are in `MONO`. */
export const FONT = "12px 'Pretendard Variable', sans-serif";
export const MONO = "11px 'JetBrains Mono Variable', monospace";
/** In CSS px. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Right-leaning lines mean waiting, left-leaning ones ending. */
export function hatch(context: CanvasRenderingContext2D, box: Box, hue: string, lean: 1 | -1): void {
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width, box.height);
  context.clip();
  context.strokeStyle = hue;
  context.lineWidth = 1.4;
  context.globalAlpha = 0.75;
  context.beginPath();
  for (let x = box.x - box.height; x < box.x + box.width + box.height; x += 6) {
    context.moveTo(x, lean === 1 ? box.y + box.height : box.y);
    context.lineTo(x + box.height, lean === 1 ? box.y : box.y + box.height);
  }
  context.stroke();
  context.restore();
}

const paths = new Map<string, Path2D>();

/** A lane glyph around a point. */
export function shape(
  context: CanvasRenderingContext2D,
  { x, y }: { readonly x: number; readonly y: number },
  name: keyof typeof LANE_PATHS,
  how: 'fill' | 'stroke' | 'both',
): void {
  let path = paths.get(name);
  if (path === undefined) {
    path = new Path2D(LANE_PATHS[name]);
    paths.set(name, path);
  }
  context.save();
  context.translate(x, y);
  if (how !== 'stroke') context.fill(path);
  if (how !== 'fill') context.stroke(path);
  context.restore();
}

/** An S from one point to another. */
export function curve(
  context: CanvasRenderingContext2D,
  from: { x: number; y: number },
  to: { x: number; y: number },
): void {
  const middle = (from.y + to.y) / 2;
  stroke(context, () => {
    context.moveTo(from.x, from.y);
    context.bezierCurveTo(from.x, middle, to.x, middle, to.x, to.y);
  });
}

/** Strokes what `draw` traces. */
export function stroke(context: CanvasRenderingContext2D, draw: () => void): void {
  context.beginPath();
  draw();
  context.stroke();
}

/** Fills a box with rounded corners. */
export function rounded(context: CanvasRenderingContext2D, { x, y, width, height }: Box): void {
  context.beginPath();
  context.roundRect(x, y, width, height, 2);
  context.fill();
}

/** The text, cut with an ellipsis to fit; '' when not even three letters fit. */
export function clipped(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  for (let length = text.length - 1; length >= 3; length--) {
    const cut = `${text.slice(0, length)}…`;
    if (context.measureText(cut).width <= width) return cut;
  }
  return '';
}
