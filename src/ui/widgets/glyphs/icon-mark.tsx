import type { Shape } from './actors.ts';
import { ICONS, type IconName } from './icons.ts';

/** An icon as part of a larger SVG. */
export function IconMark({
  name,
  x,
  y,
  size = 15,
  hue,
}: {
  readonly name: IconName;
  readonly x: number;
  readonly y: number;
  readonly size?: number;
  readonly hue: string;
}) {
  const shape: Shape = ICONS[name];
  return (
    <svg x={x} y={y} width={size} height={size} viewBox="0 0 16 16" fill="none">
      <path
        d={shape.stroke ?? shape.fill}
        stroke={hue}
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
