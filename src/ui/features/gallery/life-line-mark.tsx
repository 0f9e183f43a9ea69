import { galleryText } from '../../../i18n/catalogue/gallery.ts';
import type { LifePart, LifeState } from '../../../scenario/catalogue/life-line.ts';
import { useText } from '../../widgets/ui-context.tsx';

/** Width and height of the drawing, in px. */
const WIDE = 132;
const HIGH = 20;
const FROM = 1;
const SPACE = WIDE - 2 * FROM;

interface Look {
  readonly y: number;
  readonly h: number;
  readonly fill: string;
  readonly stroke?: string;
}
const PENDING: Look = { y: 5, h: 10, fill: 'url(#hatch-pending)', stroke: 'var(--state-pending)' };
/** A shape says what: thin is running, thick is Ready; hatches lean right for waiting, left for ending. */
const LOOKS: Readonly<Record<Exclude<LifeState, 'g'>, Look>> = {
  p: PENDING,
  x: { y: 5, h: 10, fill: 'url(#hatch-danger)', stroke: 'var(--state-failed)' },
  r: { y: 7.5, h: 5, fill: 'var(--state-running)' },
  R: { y: 4.5, h: 11, fill: 'var(--state-running)' },
  c: { y: 9, h: 2, fill: 'var(--state-failed)' },
  s: { y: 7.5, h: 5, fill: 'var(--state-succeeded)' },
  f: { y: 9, h: 2, fill: 'var(--state-failed)' },
  t: { y: 5, h: 10, fill: 'url(#hatch-terminating)', stroke: 'var(--state-terminating)' },
};
const HIDDEN = { role: 'presentation', 'aria-hidden': true } as const;

function Part({
  state,
  x,
  width,
}: {
  readonly state: LifeState;
  readonly x: number;
  readonly width: number;
}) {
  if (state === 'g')
    return <path d={`M${x} 10h${width}`} stroke="var(--text-off)" strokeDasharray="2 3" fill="none" />;
  const { y, h, fill, stroke } = LOOKS[state];
  return (
    <>
      <rect
        x={x}
        y={y}
        width={Math.max(1.5, width - 1)}
        height={h}
        fill={fill}
        {...(stroke === undefined ? {} : { stroke })}
      />
      {state === 'f' && (
        <g transform={`translate(${x - 1} 3.5) scale(1.08)`}>
          <path d="M3.6.4h4.8l3.2 3.2v4.8l-3.2 3.2H3.6L.4 8.4V3.6z" fill="var(--state-failed)" />
          <path d="M4 4l4 4M8 4l-4 4" stroke="var(--bg-canvas)" strokeWidth="1.7" strokeLinecap="round" />
        </g>
      )}
    </>
  );
}

/** Where each part lies, side by side. */
function placed(life: readonly LifePart[], total: number) {
  let x = FROM;
  return life.map(({ state, share }) => {
    const width = (share / total) * SPACE;
    x += width;
    return { state, x: x - width, width };
  });
}

/** A Pod's life as a ribbon: how long it was what. */
export function LifeLineMark({ life }: { readonly life: readonly LifePart[] }) {
  const t = useText(galleryText);
  const total = life.reduce((sum, { share }) => sum + share, 0);
  if (total === 0)
    return (
      <svg width={WIDE} height={HIGH} viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={t('life.none')}>
        <path d={`M${FROM} 10h${SPACE}`} stroke="var(--text-off)" strokeDasharray="2 3" />
        <path d={`M${FROM} 4v12`} stroke="var(--state-failed)" strokeWidth="2.5" />
      </svg>
    );
  const words = life.map(({ state }) => t(`life.${state}`)).join(', ');
  return (
    <svg width={WIDE} height={HIGH} viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={words}>
      {placed(life, total).map(({ state, x, width }) => (
        <Part key={x} state={state} x={x} width={width} />
      ))}
    </svg>
  );
}

/** One look of the legend. */
export function LifeSample({ state }: { readonly state: Exclude<LifeState, 'g'> }) {
  const { y, h, fill, stroke } = LOOKS[state];
  return (
    <svg width={20} height={HIGH} {...HIDDEN}>
      <rect x={0.5} y={y} width={19} height={h} fill={fill} {...(stroke === undefined ? {} : { stroke })} />
    </svg>
  );
}
