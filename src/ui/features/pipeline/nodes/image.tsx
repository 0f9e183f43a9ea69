import { createContext, memo, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { pipelineText } from '../../../../i18n/catalogue/pipeline.ts';
import type { Moving } from '../../../projections/pipeline/moving.ts';
import { StateGlyph } from '../../../widgets/glyphs/state-glyph.tsx';
import { useText } from '../../../widgets/ui-context.tsx';
import type { Geometry } from '../geometry/geometry.ts';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { STILL } from '../use-pipeline.ts';
import { Ends } from './ends.tsx';
import type { ImageNode, Shown } from './types.ts';

const NOTHING: StoreApi<Moving> = createStore<Moving>(() => STILL);

/** What moves between two records, for the parts that show a piece of it. */
export const MovingContext = createContext<StoreApi<Moving>>(NOTHING);

const BAR = 13;
/** What stands above the first bar. */
const HEAD = 22;
/** Where no layer is known yet: one ghost. */
const GHOSTS: readonly number[] = [0];

const FRAME = { y: 23, pad: 7, line: 17, octagon: 22 } as const;

/** How far a store of few layers moves down, so that the registry's line ends at it and not beside it, in px. */
function dropOf({ id, lines, boxes }: Geometry, bars: number): number {
  const { y = 0, h = 0 } = boxes.image ?? {};
  const height = HEAD + bars * BAR;
  const arrow = lines.data?.arrow;
  return Math.max(0, id === 'full' && arrow !== undefined ? arrow.y - y - height / 2 : h - height);
}

/** Where nothing of the store is asked for: that it is there, and the registry's line ends at it. */
function Store({ geometry }: { readonly geometry: Geometry }) {
  const t = useText(pipelineText);
  const { w = 0, h = 0 } = geometry.boxes.image ?? {};
  const drop = dropOf(geometry, 1);
  return (
    <>
      <Ends />
      <svg width={w} height={h} aria-hidden="true" className={styles.drawn}>
        <text x="0" y={drop + 14} className={styles.thirdMark}>
          {t('image.store')}
        </text>
        <rect
          x=".5"
          y={drop + HEAD}
          width={w - 1}
          height="8"
          rx="2"
          fill="none"
          stroke="var(--line-strong)"
          strokeDasharray="4 3"
        />
      </svg>
    </>
  );
}

/** Where a pull came to its end: the place itself is framed. */
function Failed({ width, lines }: { readonly width: number; readonly lines: readonly string[] }) {
  const height = lines.length * FRAME.line + FRAME.pad * 2;
  return (
    <>
      <rect
        x="1.5"
        y={FRAME.y}
        width={width - 3}
        height={height}
        fill="var(--wash-failed)"
        stroke="var(--state-failed)"
        strokeWidth="3"
      />
      <foreignObject x="10" y={FRAME.y + FRAME.pad} width={width - 18} height={lines.length * FRAME.line}>
        {lines.map((line) => (
          <div key={line} className={styles.imageFailed}>
            {line}
          </div>
        ))}
      </foreignObject>
      <g transform={`translate(${width - FRAME.octagon / 2 - 3} ${FRAME.y - FRAME.octagon / 2 - 2})`}>
        <StateGlyph kind="failed" size={FRAME.octagon} quiet />
      </g>
    </>
  );
}

/** The image that matters now: its layers fill from the left, the one in flight is inverse. */
export const ImagePart = memo(function ImagePart({ data }: Shown<ImageNode>) {
  const t = useText(pipelineText);
  const { image, geometry, label, open, selected } = data;
  const moving = useStore(useContext(MovingContext));
  const { w = 0, h = 0 } = geometry.boxes.image ?? {};
  if (image === undefined) return <Store geometry={geometry} />;
  const room = Math.floor((h - 20) / BAR);
  const known = moving.shares.length > 0 ? moving.shares : image.shares;
  const present = image.state === 'present';
  const bars = known.length === 0 ? (present ? [1] : GHOSTS) : known.slice(0, room);
  const failed = image.state === 'failed';
  const ghost = known.length === 0 && !present;
  const drop = failed || ghost ? 0 : dropOf(geometry, bars.length);
  const figure = failed || ghost ? '' : present ? t('image.present') : moving.share;
  return (
    <Stop id="image" label={label} onOpen={open} selected={selected}>
      <Ends />
      <svg width={w} height={h} aria-hidden="true" className={styles.drawn}>
        <text x="0" y={drop + 14} className={styles.second}>
          {t('image.store')}
        </text>
        <text
          x={w}
          y={drop + 14}
          textAnchor="end"
          className={image.state === 'pulling' ? styles.figure : styles.second}
        >
          {figure}
        </text>
        {failed && (
          <Failed width={w} lines={geometry.details ? [image.image, t('box.stuck')] : [t('box.stuck')]} />
        )}
        {(failed ? [] : bars).map((bar, index) => {
          const share = present ? 1 : bar;
          const whole = share >= 1;
          return (
            <g key={index} transform={`translate(0 ${drop + HEAD + index * BAR})`}>
              <rect
                x=".5"
                width={w - 1}
                height="8"
                rx="2"
                fill="var(--bg-sunken)"
                stroke="var(--line-strong)"
                strokeDasharray={ghost ? '4 3' : undefined}
              />
              <rect
                x=".5"
                width={Math.max(0, (w - 1) * share)}
                height="8"
                rx="2"
                fill={whole ? 'var(--actor-runtime)' : 'var(--now)'}
                opacity={whole ? 0.75 : 1}
              />
            </g>
          );
        })}
        {ghost && !failed && geometry.details && (
          <text x="0" y="47" className={styles.thirdMark}>
            {image.image}
          </text>
        )}
        {ghost && !failed && geometry.details && (
          <text x="0" y="64" className={styles.thirdMark}>
            {t('image.absent')}
          </text>
        )}
      </svg>
    </Stop>
  );
});
