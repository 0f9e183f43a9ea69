import { memo } from 'react';
import { IconMark } from '../../../widgets/glyphs/icon-mark.tsx';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { EtcdNode, Shown } from './types.ts';

/** etcd: a cylinder, touched by the band's end only. */
export const EtcdPart = memo(function EtcdPart({ data }: Shown<EtcdNode>) {
  const { etcd, geometry, label, open, selected } = data;
  const { w = 0, h = 0 } = geometry.boxes.etcd ?? {};
  const down = etcd.state === 'stopped';
  const hue = down ? 'var(--text-3)' : etcd.state === 'idle' ? 'var(--line-strong)' : 'var(--actor-etcd)';
  const stroke = { stroke: hue, strokeWidth: 1.5, strokeDasharray: down ? '4 4' : undefined };
  const rx = w / 2 - 1;
  const ry = geometry.words ? 11 : 7;
  const top = ry + 1;
  const side = h - 2 * top;
  const body = `M1 ${top}a${rx} ${ry} 0 0 1 ${2 * rx} 0v${side}a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`;
  return (
    <Stop id="etcd" label={label} onOpen={open} selected={selected}>
      <Ends />
      <svg width={w} height={h} aria-hidden="true" className={styles.drawn}>
        <path d={body} fill="var(--bg-panel)" {...stroke} />
        {down && <path d={body} fill="url(#hatch-ghost)" />}
        <path d={`M1 ${top}a${rx} ${ry} 0 0 0 ${2 * rx} 0`} fill="none" {...stroke} />
        {down && <IconMark name="bolt" hue="var(--state-pending)" x={w - 24} y={h - 2 * top} />}
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
        <text
          x={w / 2}
          y={geometry.words ? h / 2 + 3 : h / 2 + 11}
          textAnchor="middle"
          className={styles.name}
        >
          etcd
        </text>
        {geometry.words && (
          <text x={w / 2} y={h / 2 + 22} textAnchor="middle" className={styles.monoSecond}>
            {etcd.detail}
          </text>
        )}
      </svg>
    </Stop>
  );
});
