import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { EtcdNode } from './types.ts';

/** etcd: a cylinder, touched by the band's end only. */
export const EtcdPart = memo(function EtcdPart({ data }: NodeProps<EtcdNode>) {
  const { etcd, geometry, label, open, selected } = data;
  const { w = 0, h = 0 } = geometry.boxes.etcd ?? {};
  const lit = etcd.state !== 'idle';
  const hue = lit ? 'var(--actor-etcd)' : 'var(--line-strong)';
  const rx = w / 2 - 1;
  const ry = geometry.words ? 11 : 7;
  const top = ry + 1;
  const side = h - 2 * top;
  const body = `M1 ${top}a${rx} ${ry} 0 0 1 ${2 * rx} 0v${side}a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`;
  return (
    <Stop id="etcd" label={label} onOpen={open} selected={selected}>
      <Ends />
      <svg width={w} height={h} aria-hidden="true" className={styles.drawn}>
        <path d={body} fill="var(--bg-panel)" stroke={hue} strokeWidth="1.5" />
        <path d={`M1 ${top}a${rx} ${ry} 0 0 0 ${2 * rx} 0`} fill="none" stroke={hue} strokeWidth="1.5" />
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
            {`rev ${etcd.rev}`}
          </text>
        )}
      </svg>
    </Stop>
  );
});
