import { assertUnreachable } from '../../../base/assert.ts';
import { type ActorRole, actorHue } from './actors.ts';
import { LANE_PATHS as P, type LaneKind } from './lane-shapes.ts';

interface Look {
  /** The actor's colour. */
  readonly hue: string;
  /** Not happened yet: outlines only. */
  readonly ghost: boolean;
  /** What lies behind the lane, for marks that are hollow. */
  readonly ground: string;
}

const FAILED = 'var(--state-failed)';
const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

function filled(d: string, { hue, ghost }: Look) {
  return <path d={d} fill={ghost ? 'none' : hue} stroke={hue} strokeWidth="1.3" strokeLinejoin="round" />;
}

function flagLine(hue: string, check: string) {
  return (
    <>
      <path d={P.pole} stroke={hue} strokeWidth="2.2" />
      <path d={check} {...line} stroke="var(--text)" strokeWidth="1.8" />
    </>
  );
}

function note(warning: boolean) {
  return (
    <>
      <path d={P.note} {...line} stroke="var(--text-2)" strokeWidth="1.5" />
      <path d={P.corner} fill={warning ? 'var(--state-pending)' : 'var(--text-2)'} />
    </>
  );
}

function mark(kind: LaneKind, look: Look) {
  const { hue, ghost, ground } = look;
  switch (kind) {
    case 'request':
      return filled(P.pennant, look);
    case 'refused':
      return (
        <>
          <path d={P.pennant} fill="none" stroke={FAILED} strokeWidth="1.6" />
          <path d={P.strike} stroke={FAILED} strokeWidth="1.8" />
        </>
      );
    case 'commit':
      return filled(P.diamond, look);
    case 'watch':
      return <path d={P.ring} fill={ground} stroke={hue} strokeWidth={ghost ? 1.2 : 1.8} />;
    case 'grpc':
      return filled(P.square, look);
    case 'exec':
      return filled(P.triangle, look);
    case 'signal':
      return (
        <>
          <path d={P.pole} stroke="var(--state-terminating)" strokeWidth="2" />
          {filled(P.flag, { ...look, hue: 'var(--state-terminating)' })}
        </>
      );
    case 'probe':
      return <path d={P.tick} stroke={hue} strokeWidth={ghost ? 1.2 : 2.6} />;
    case 'probe-failed':
    case 'traffic-failed':
      return <path d={P.cross} {...line} stroke={FAILED} strokeWidth="2.2" />;
    case 'traffic':
      return (
        <path d={P.dots} fill={ghost ? 'none' : 'var(--text)'} stroke={ghost ? 'var(--text-off)' : 'none'} />
      );
    case 'timer':
      return <path d={P.bar} fill="url(#hatch-pending)" stroke="var(--state-pending)" />;
    case 'deletion':
      return <path d={P.bar} fill="url(#hatch-terminating)" stroke="var(--state-terminating)" />;
    case 'condition-true':
      return flagLine(hue, P.check);
    case 'condition-false':
      return flagLine(hue, P.no);
    case 'event':
    case 'warning':
      return note(kind === 'warning');
    default:
      return assertUnreachable(kind);
  }
}

export interface LaneMarkProps {
  readonly kind: LaneKind;
  readonly role: ActorRole;
  readonly x?: number;
  readonly y?: number;
  readonly ghost?: boolean;
  readonly ground?: string;
}

/** Marks that have no outline form: to come, they fade instead. */
const FADES: ReadonlySet<LaneKind> = new Set([
  'refused',
  'probe-failed',
  'traffic-failed',
  'timer',
  'deletion',
  'condition-true',
  'condition-false',
  'event',
  'warning',
]);

/** A record's mark, centred on (x, y) of a drawing that has `HatchDefs` in the page. */
export function LaneMark({
  kind,
  role,
  x = 0,
  y = 0,
  ghost = false,
  ground = 'var(--bg-panel)',
}: LaneMarkProps) {
  return (
    <g transform={`translate(${x} ${y})`} opacity={ghost && FADES.has(kind) ? 0.5 : undefined}>
      {mark(kind, { hue: actorHue(role), ghost, ground })}
    </g>
  );
}

/** The same as an icon, 18 px high, for lists of records. Decorative: the list names the kind. */
export function LaneGlyph({ kind, role }: { readonly kind: LaneKind; readonly role: ActorRole }) {
  const shift = kind === 'signal' ? -4 : kind === 'condition-true' || kind === 'condition-false' ? -5 : 0;
  return (
    <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true" style={{ flex: 'none' }}>
      <LaneMark kind={kind} role={role} x={shift} />
    </svg>
  );
}
