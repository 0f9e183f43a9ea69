import { ACTOR_SHAPES, type ActorRole, actorHue } from './actors.ts';

interface Body {
  readonly role: ActorRole;
  /** Edge length in px. */
  readonly size?: number;
  /** Idle grey instead of the actor's hue. */
  readonly muted?: boolean;
}

/** An actor's glyph inside a larger drawing, its top left corner at (x, y). */
export function ActorMark({
  role,
  size = 15,
  muted = false,
  x = 0,
  y = 0,
}: Body & { readonly x?: number; readonly y?: number }) {
  const hue = muted ? 'var(--text-3)' : actorHue(role);
  const shape = ACTOR_SHAPES[role];
  const scale = size / 16;
  return (
    <g
      transform={`translate(${x} ${y}) scale(${scale})`}
      fill="none"
      stroke={hue}
      strokeWidth={1.425 / scale}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shape.stroke !== undefined && <path d={shape.stroke} />}
      {shape.fill !== undefined && <path d={shape.fill} fill={hue} stroke="none" />}
    </g>
  );
}

/** An actor's glyph as an icon of its own. Decorative: the name stands beside it. */
export function ActorGlyph({ role, size = 15, muted = false }: Body) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <ActorMark role={role} size={size} muted={muted} />
    </svg>
  );
}
