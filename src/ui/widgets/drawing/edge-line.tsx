import { assertUnreachable } from '../../../base/assert.ts';

/** How two places talk: the line says it. Solid request, dotted standing watch, double gRPC, dashed exec, dots of bytes. */
export type EdgeKind = 'request' | 'watch' | 'grpc' | 'exec' | 'data';

export interface EdgeLineProps {
  readonly kind: EdgeKind;
  /** Path data in the drawing's units, from the one who starts to the one who answers. */
  readonly d: string;
  /** A CSS colour: the actor's, or `var(--text-off)` when nothing moves on it. */
  readonly hue: string;
  /** What lies behind, for the gap inside a double line. */
  readonly ground?: string;
  /** Thinner, for legends and idle lines. */
  readonly fine?: boolean;
}

/** A line of the drawing without its ends; `ArrowHead` and `WatchRing` close it. */
export function EdgeLine({ kind, d, hue, ground = 'var(--bg-canvas)', fine = false }: EdgeLineProps) {
  const base = { d, fill: 'none', stroke: hue, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
  switch (kind) {
    case 'request':
      return <path {...base} strokeWidth={fine ? 1.5 : 2} />;
    case 'watch':
      return <path {...base} strokeWidth={fine ? 1.6 : 2} strokeDasharray=".1 5" />;
    case 'grpc':
      return (
        <>
          <path {...base} strokeLinecap="butt" strokeWidth={fine ? 5.7 : 6.4} />
          <path {...base} strokeLinecap="butt" stroke={ground} strokeWidth={fine ? 3.1 : 3.6} />
        </>
      );
    case 'exec':
      return <path {...base} strokeWidth={fine ? 1.2 : 1.6} strokeDasharray="2 4" />;
    case 'data':
      return <path {...base} strokeWidth={fine ? 3.6 : 4.6} strokeDasharray={fine ? '.1 10' : '.1 12'} />;
    default:
      return assertUnreachable(kind);
  }
}

/** Where an arrow looks. */
export type Heading = 'up' | 'down' | 'left' | 'right';

const TURN: Readonly<Record<Heading, number>> = { down: 0, left: 90, up: 180, right: -90 };

/** An arrow head with its tip on (x, y). */
export function ArrowHead({
  x,
  y,
  heading,
  hue,
  fine = false,
}: {
  readonly x: number;
  readonly y: number;
  readonly heading: Heading;
  readonly hue: string;
  readonly fine?: boolean;
}) {
  return (
    <path
      d={fine ? 'M0 0L-2.9 -6L2.9 -6z' : 'M0 0L-3.6 -7.5L3.6 -7.5z'}
      transform={`translate(${x} ${y}) rotate(${TURN[heading]})`}
      fill={hue}
    />
  );
}

/** The ring at the watcher's end of a standing watch. */
export function WatchRing({
  x,
  y,
  hue,
  ground = 'var(--bg-canvas)',
}: {
  readonly x: number;
  readonly y: number;
  readonly hue: string;
  readonly ground?: string;
}) {
  return (
    <>
      <circle cx={x} cy={y} r="3.6" fill={ground} stroke={hue} strokeWidth="1.5" />
      <circle cx={x} cy={y} r="1.1" fill={hue} />
    </>
  );
}
