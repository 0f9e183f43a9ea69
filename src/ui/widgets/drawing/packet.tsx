import { assertUnreachable } from '../../../base/assert.ts';
import { type ActorRole, actorHue } from '../glyphs/actors.ts';

/** What travels: a request (filled pill), a watch event (outlined pill), a CRI call (square chip), a commit (diamond), a signal (flag). */
export type PacketShape = 'pill' | 'outline' | 'chip' | 'diamond' | 'flag';

/** `now` is the inverse of the page and belongs to the present record alone. */
export type PacketTone = 'now' | 'actor' | 'failed';

export interface PacketProps {
  readonly shape: PacketShape;
  readonly label: string;
  readonly role: ActorRole;
  readonly tone?: PacketTone;
  /** Centre. */
  readonly x?: number;
  readonly y?: number;
}

const GLYPH_WIDTH = 6.7;

/** The width of a packet with this label, in the drawing's units: for keeping two apart. */
export function packetWidth(label: string): number {
  return label.length * GLYPH_WIDTH + 15;
}

function Label({
  label,
  ink,
  weight,
}: {
  readonly label: string;
  readonly ink: string;
  readonly weight: number;
}) {
  return (
    <text
      textAnchor="middle"
      y="3.9"
      // As a style: the drawing's own size for words would outrank an attribute.
      style={{
        fontFamily: 'var(--font-mono)',
        fontSize: 11,
        fontVariantLigatures: 'none',
        fontWeight: weight,
        fill: ink,
      }}
    >
      {label}
    </text>
  );
}

interface Paint {
  readonly hue: string;
  readonly ink: string;
  readonly now: boolean;
}

function body(shape: PacketShape, label: string, { hue, ink, now }: Paint) {
  const width = packetWidth(label);
  const box = { x: -width / 2, y: -9, width, height: 18 };
  switch (shape) {
    case 'pill':
      return (
        <>
          <rect {...box} rx="9" fill={hue} />
          <Label label={label} ink={ink} weight={700} />
        </>
      );
    case 'outline':
      return (
        <>
          <rect {...box} rx="9" fill={now ? hue : 'var(--bg-canvas)'} stroke={hue} strokeWidth="1.5" />
          <Label label={label} ink={now ? ink : hue} weight={620} />
        </>
      );
    case 'chip':
      return (
        <>
          <rect {...box} rx="2" fill={now ? hue : 'var(--bg-panel)'} stroke={hue} strokeWidth="1.5" />
          <Label label={label} ink={now ? ink : hue} weight={650} />
        </>
      );
    case 'diamond':
      return (
        <>
          <path d="M0 -9l9 9-9 9-9-9z" fill={hue} />
          <text
            x="14"
            y="-9"
            fontSize="12"
            style={{ fontFamily: 'var(--font-mono)', fill: 'var(--text-2)', fontWeight: 450 }}
          >
            {label}
          </text>
        </>
      );
    case 'flag':
      return (
        <>
          <path d="M0 -15V15" stroke={hue} strokeWidth="2.2" />
          <path d={`M0 -15h${label.length * GLYPH_WIDTH + 13}v15H0z`} fill={hue} />
          <text
            x="6"
            y="-4"
            fontSize="11"
            style={{ fontFamily: 'var(--font-mono)', fill: ink, fontWeight: 700 }}
          >
            {label}
          </text>
        </>
      );
    default:
      return assertUnreachable(shape);
  }
}

/** A labelled packet, centred on (x, y). */
export function Packet({ shape, label, role, tone = 'actor', x = 0, y = 0 }: PacketProps) {
  const hue =
    tone === 'now'
      ? 'var(--now)'
      : tone === 'failed'
        ? 'var(--state-failed)'
        : shape === 'flag'
          ? 'var(--state-terminating)'
          : actorHue(role);
  const ink = tone === 'now' ? 'var(--now-ink)' : 'var(--bg-canvas)';
  return <g transform={`translate(${x} ${y})`}>{body(shape, label, { hue, ink, now: tone === 'now' })}</g>;
}

/** Where a request was refused: a red bar across its line and the status code behind it. */
export function RefusedBar({
  x,
  y,
  code,
}: {
  readonly x: number;
  readonly y: number;
  readonly code: string;
}) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect x="-2" y="-17" width="4" height="34" fill="var(--state-failed)" />
      <text
        x="12"
        y="4.5"
        fontSize="13"
        style={{ fontFamily: 'var(--font-mono)', fill: 'var(--state-failed)', fontWeight: 700 }}
      >
        {code}
      </text>
    </g>
  );
}

/** A trail number on an edge: the last eight keep their actor's hue, the present one is inverse. */
export function TrailNumber({
  n,
  x,
  y,
  role,
  now = false,
}: {
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly role: ActorRole;
  readonly now?: boolean;
}) {
  const hue = now ? 'var(--now)' : actorHue(role);
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r="8.5" fill={now ? hue : 'var(--bg-canvas)'} stroke={hue} strokeWidth="1.2" />
      <text
        y="3.9"
        textAnchor="middle"
        fontSize="11"
        style={{
          fontFamily: 'var(--font-mono)',
          fontWeight: 700,
          fill: now ? 'var(--now-ink)' : 'var(--text)',
        }}
      >
        {n}
      </text>
    </g>
  );
}
