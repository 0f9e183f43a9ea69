import { memo } from 'react';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import type { Gate } from '../../../projections/pipeline/view.ts';
import { ArrowHead } from '../../../widgets/drawing/edge-line.tsx';
import { IconMark } from '../../../widgets/glyphs/icon-mark.tsx';
import { ActorMark } from '../../../widgets/glyphs/actor-glyph.tsx';
import { useText } from '../../../widgets/ui-context.tsx';
import { barAt, type Geometry } from '../geometry/geometry.ts';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { BandNode, Shown } from './types.ts';

const HUE = 'var(--actor-apiserver)';

/** A gate: empty, inverse while it looks, ticked, barred. */
function GateMark({
  gate,
  x,
  y,
  size,
}: {
  readonly gate: Gate;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}) {
  const { verdict } = gate;
  const passing = verdict === 'passing';
  const refused = verdict === 'refused';
  const done = verdict === 'passed' || verdict === 'mutated';
  const k = size / 18;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={size}
        height={size}
        rx="4"
        fill={passing ? 'var(--now)' : 'var(--bg-canvas)'}
        stroke={passing ? 'var(--now)' : refused ? 'var(--state-failed)' : done ? HUE : 'var(--text-3)'}
        strokeWidth="1.5"
        strokeDasharray={verdict === 'skipped' ? '3 3' : undefined}
      />
      {done && (
        <path
          d="M5 9.5l3 3 5-6"
          transform={`scale(${k})`}
          fill="none"
          stroke={HUE}
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )}
      {refused && (
        <rect x={size / 2 - 2} y={-size * 0.45} width="4" height={size * 1.9} fill="var(--state-failed)" />
      )}
    </g>
  );
}

/** The bar before a gate that the request did not come to. */
function BarBefore({
  geometry,
  index,
  words,
}: {
  readonly geometry: Geometry;
  readonly index: number;
  readonly words: string;
}) {
  const { y, size } = geometry.gates;
  const x = barAt(geometry.gates, index, true);
  return (
    <>
      <rect x={x - 2} y={y - size * 0.45} width="4" height={size * 1.9} fill="var(--state-failed)" />
      {geometry.words && (
        <text x={x} y={y + 35} textAnchor="middle" className={styles.second}>
          {words}
        </text>
      )}
    </>
  );
}

/** How far the names beside a bar between two gates give way. */
const ASIDE = 9;

interface GatesProps {
  readonly gates: readonly Gate[];
  readonly stored: boolean;
  readonly hue: string;
  readonly geometry: Geometry;
}

function Gates({ gates, stored, hue, geometry }: GatesProps) {
  const t = useText(pipelineText);
  const { xs, y, size, store } = geometry.gates;
  const mid = y + size / 2;
  const first = xs[0] ?? 0;
  return (
    <>
      <path
        d={`M${first - 9 < 12 ? first : first - 9} ${mid}H${store - 46}`}
        stroke={hue}
        strokeWidth="1.5"
        opacity=".6"
        fill="none"
      />
      <path
        d={`M${store - 46} ${mid}H${store - 4}`}
        stroke={hue}
        strokeWidth="1.5"
        opacity={stored ? 1 : 0.6}
        fill="none"
      />
      <ArrowHead x={store} y={mid} heading="right" hue={hue} fine={!geometry.words} />
      {gates.map((gate, index) => {
        const x = xs[index] ?? 0;
        const middle = x + size / 2;
        // The name of what stands between two gates pushes theirs apart.
        const aside = gate.before !== undefined ? ASIDE : gates[index + 1]?.before !== undefined ? -ASIDE : 0;
        return (
          <g key={gate.id}>
            <title>{`${t(`gate.${gate.id}`)}: ${t(`verdict.${gate.verdict}`)}`}</title>
            <GateMark gate={gate} x={x} y={y} size={size} />
            {gate.before !== undefined && (
              <BarBefore geometry={geometry} index={index} words={t(`gate.${gate.before}`)} />
            )}
            {geometry.words && (
              <text x={middle + aside} y={y + 35} textAnchor="middle" className={styles.second}>
                {t(`gate.${gate.id}`)}
              </text>
            )}
            {geometry.words && gate.fields > 0 && (
              <text x={x + size + 5} y={mid - 4} className={styles.tick}>
                {t('gate.fields', { n: gate.fields })}
              </text>
            )}
          </g>
        );
      })}
      <text x={store + 6} y={mid + 4.5} className={stored ? styles.strong : styles.second}>
        {t('store')}
      </text>
    </>
  );
}

/** kube-apiserver: a place, not a box. The request in hand, its gates, and what is open. */
export const BandPart = memo(function BandPart({ data }: Shown<BandNode>) {
  const { band, geometry, label, open, enter, selected } = data;
  const { w = 0, h = 0 } = geometry.boxes.band ?? {};
  const full = geometry.words;
  const title = full ? { x: 38, y: 23 } : geometry.id === 'strip' ? { x: 37, y: 27 } : { x: 34, y: 22 };
  const good = band.code === undefined || band.code < 400;
  const down = band.card.state === 'stopped';
  const hue = down ? 'var(--text-3)' : HUE;
  return (
    <Stop
      id="band"
      label={label}
      onOpen={open}
      {...(enter === undefined ? {} : { onEnter: enter })}
      selected={selected}
    >
      <Ends />
      <svg width={w} height={h} aria-hidden="true" className={styles.drawn}>
        <rect
          x="1"
          y="1"
          width={w - 2}
          height={h - 2}
          rx="10"
          fill={down ? 'url(#hatch-ghost)' : 'url(#band-tint)'}
          stroke={hue}
          strokeWidth="1.5"
          strokeDasharray={down ? '4 4' : undefined}
        />
        {full && !down && (
          <path
            d={`M10 1.25H${w - 10}M10 ${h - 1.25}H${w - 10}`}
            stroke={HUE}
            strokeWidth="2.5"
            strokeLinecap="round"
          />
        )}
        {selected && (
          <rect
            x="-3"
            y="-3"
            width={w + 6}
            height={h + 6}
            rx="13"
            fill="none"
            stroke="var(--focus)"
            strokeWidth="2"
          />
        )}
        {down && <IconMark name="bolt" hue="var(--state-pending)" x={w - 30} y={title.y - 13} />}
        <ActorMark role="apiserver" x={title.x - 24} y={title.y - 13} size={16} />
        <text x={title.x} y={title.y} className={styles.bandName}>
          kube-apiserver
        </text>
        {full && (
          <foreignObject x="160" y="9" width={w - 160 - 52} height="20">
            <div className={styles.bandWords}>{band.words}</div>
          </foreignObject>
        )}
        {full && band.code !== undefined && (
          <text
            x={w - 16}
            y="23"
            textAnchor="end"
            className={styles.mono}
            style={{ fill: good ? 'var(--state-running)' : 'var(--state-failed)' }}
          >
            {band.code}
          </text>
        )}
        <Gates gates={band.gates} stored={band.stored} hue={hue} geometry={geometry} />
        {full && (
          <text x={w - 16} y="76" textAnchor="end" className={styles.second}>
            {band.watches}
          </text>
        )}
      </svg>
    </Stop>
  );
});
