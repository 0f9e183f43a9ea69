import type { ReactNode } from 'react';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { useText } from '../ui-context.tsx';
import { type StateKind, stateHue } from './states.ts';

const TICK = 'M3.4 6.2l1.9 1.9 3.4-3.9';
const CROSS = 'M4 4l4 4M8 4l-4 4';
const OCTAGON = 'M3.6.4h4.8l3.2 3.2v4.8l-3.2 3.2H3.6L.4 8.4V3.6z';
const QUESTION = 'M4.6 4.8c0-1 .6-1.5 1.4-1.5s1.4.5 1.4 1.2c0 1-1.4 1-1.4 2M6 8.4v.2';
const round = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

interface Paint {
  readonly hue: string;
  /** What shows through a filled shape. */
  readonly ink: string;
}

function Ring({
  r,
  hue,
  width,
  dash,
}: {
  readonly r: number;
  readonly hue: string;
  readonly width: number;
  readonly dash?: string;
}) {
  return <circle cx="6" cy="6" r={r} fill="none" stroke={hue} strokeWidth={width} strokeDasharray={dash} />;
}

/** The shapes on a 12 × 12 grid. */
const SHAPES: Readonly<Record<StateKind, (paint: Paint) => ReactNode>> = {
  pending: ({ hue }) => (
    <>
      <Ring r={4.6} hue={hue} width={1.7} />
      <path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" fill={hue} />
    </>
  ),
  waiting: ({ hue }) => <Ring r={4.6} hue={hue} width={1.7} dash="2.4 2.4" />,
  running: ({ hue }) => <circle cx="6" cy="6" r="5" fill={hue} />,
  ready: ({ hue, ink }) => (
    <>
      <circle cx="6" cy="6" r="5.6" fill={hue} />
      <path d={TICK} {...round} stroke={ink} strokeWidth="1.7" />
    </>
  ),
  succeeded: ({ hue }) => (
    <>
      <rect x=".8" y=".8" width="10.4" height="10.4" rx="1.5" fill="none" stroke={hue} strokeWidth="1.5" />
      <path d={TICK} fill="none" stroke={hue} strokeWidth="1.6" />
    </>
  ),
  failed: ({ hue, ink }) => (
    <>
      <path d={OCTAGON} fill={hue} />
      <path d={CROSS} {...round} stroke={ink} strokeWidth="1.7" />
    </>
  ),
  terminating: ({ hue }) => (
    <>
      <Ring r={4.8} hue={hue} width={1.7} />
      <path d="M1.6 10.4l8.8-8.8" stroke={hue} strokeWidth="1.7" />
    </>
  ),
  unknown: ({ hue }) => (
    <>
      <Ring r={5} hue={hue} width={1.4} dash="2 1.6" />
      <path d={QUESTION} {...round} stroke={hue} strokeWidth="1.2" />
    </>
  ),
  gone: ({ hue }) => (
    <>
      <Ring r={4.8} hue={hue} width={1.3} dash="2.4 2" />
      <path d="M4 6h4" stroke={hue} strokeWidth="1.3" />
    </>
  ),
};

/** A state's shape as an icon. It speaks its name unless `quiet`, for places where the name stands beside it. */
export function StateGlyph({
  kind,
  size = 14,
  quiet = false,
}: {
  readonly kind: StateKind;
  readonly size?: number;
  readonly quiet?: boolean;
}) {
  const t = useText(commonText);
  return (
    <svg
      width={size}
      height={size}
      viewBox="-.3 -.3 12.6 12.6"
      style={{ flex: 'none' }}
      {...(quiet ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(`state.${kind}`) })}
    >
      {SHAPES[kind]({ hue: stateHue(kind), ink: 'var(--bg-canvas)' })}
    </svg>
  );
}
