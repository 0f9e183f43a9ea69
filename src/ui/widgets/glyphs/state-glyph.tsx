import { assertUnreachable } from '../../../base/assert.ts';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { useText } from '../ui-context.tsx';
import { type StateKind, stateHue } from './states.ts';

const TICK = 'M3.4 6.2l1.9 1.9 3.4-3.9';
const OCTAGON = 'M3.6.4h4.8l3.2 3.2v4.8l-3.2 3.2H3.6L.4 8.4V3.6z';

/** The shape on a 12 × 12 grid. `ink` is what shows through a filled shape. */
function shape(kind: StateKind, hue: string, ink: string) {
  switch (kind) {
    case 'pending':
      return <><circle cx="6" cy="6" r="4.6" fill="none" stroke={hue} strokeWidth="1.7" /><path d="M6 1.4a4.6 4.6 0 0 1 0 9.2z" fill={hue} /></>;
    case 'waiting':
      return <circle cx="6" cy="6" r="4.6" fill="none" stroke={hue} strokeWidth="1.7" strokeDasharray="2.4 2.4" />;
    case 'running':
      return <circle cx="6" cy="6" r="5" fill={hue} />;
    case 'ready':
      return <><circle cx="6" cy="6" r="5.6" fill={hue} /><path d={TICK} fill="none" stroke={ink} strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" /></>;
    case 'succeeded':
      return <><rect x=".8" y=".8" width="10.4" height="10.4" rx="1.5" fill="none" stroke={hue} strokeWidth="1.5" /><path d={TICK} fill="none" stroke={hue} strokeWidth="1.6" /></>;
    case 'failed':
      return <><path d={OCTAGON} fill={hue} /><path d="M4 4l4 4M8 4l-4 4" stroke={ink} strokeWidth="1.7" strokeLinecap="round" /></>;
    case 'terminating':
      return <><circle cx="6" cy="6" r="4.8" fill="none" stroke={hue} strokeWidth="1.7" /><path d="M1.6 10.4l8.8-8.8" stroke={hue} strokeWidth="1.7" /></>;
    case 'unknown':
      return <><circle cx="6" cy="6" r="5" fill="none" stroke={hue} strokeWidth="1.4" strokeDasharray="2 1.6" /><path d="M4.6 4.8c0-1 .6-1.5 1.4-1.5s1.4.5 1.4 1.2c0 1-1.4 1-1.4 2M6 8.4v.2" stroke={hue} fill="none" strokeWidth="1.2" strokeLinecap="round" /></>;
    case 'gone':
      return <><circle cx="6" cy="6" r="4.8" fill="none" stroke={hue} strokeWidth="1.3" strokeDasharray="2.4 2" /><path d="M4 6h4" stroke={hue} strokeWidth="1.3" /></>;
    default:
      return assertUnreachable(kind);
  }
}

/** A state's shape inside a larger drawing, its top left corner at (x, y). */
export function StateMark({ kind, size = 12, x = 0, y = 0, ink = 'var(--bg-canvas)' }: { readonly kind: StateKind; readonly size?: number; readonly x?: number; readonly y?: number; readonly ink?: string }) {
  return <g transform={`translate(${x} ${y}) scale(${size / 12})`}>{shape(kind, stateHue(kind), ink)}</g>;
}

/** A state's shape as an icon. It speaks its name unless `quiet`, for places where the name stands beside it. */
export function StateGlyph({ kind, size = 14, quiet = false }: { readonly kind: StateKind; readonly size?: number; readonly quiet?: boolean }) {
  const t = useText(commonText);
  return (
    <svg width={size} height={size} viewBox="-.3 -.3 12.6 12.6" style={{ flex: 'none' }} {...(quiet ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(`state.${kind}`) })}>
      {shape(kind, stateHue(kind), 'var(--bg-canvas)')}
    </svg>
  );
}
