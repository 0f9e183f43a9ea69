import type { Edge } from '@xyflow/react';
import { memo } from 'react';
import type { EdgeView } from '../../projections/pipeline/view.ts';
import { ArrowHead, EdgeLine, WatchRing } from '../../widgets/drawing/edge-line.tsx';
import { actorHue } from '../../widgets/glyphs/actors.ts';
import type { LineShape } from './geometry/geometry.ts';

export interface LineData extends Record<string, unknown> {
  readonly shape: LineShape;
  readonly view: Pick<EdgeView, 'role' | 'tone'>;
  /** What lies behind it. */
  readonly ground: string;
  /** Not there yet, or no more. */
  readonly ghost: boolean;
  /** Its own colour instead of the actor's. */
  readonly hue?: string;
}
export type LineEdge = Edge<LineData, 'line'> & { readonly data: LineData };

/** A line of the drawing: how two places talk, in the owner's hue while it is in the trail. */
export const Line = memo(function Line({ data }: { readonly data: LineData }) {
  const { shape, view, ground, ghost, hue } = data;
  const idle = view.tone === 'idle';
  const stroke =
    hue ??
    (idle ? (shape.kind === 'request' ? 'var(--line-strong)' : 'var(--text-off)') : actorHue(view.role));
  if (ghost)
    return (
      <path
        d={shape.d}
        fill="none"
        stroke="var(--text-off)"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        strokeLinecap="round"
      />
    );
  if (shape.kind === 'data')
    return (
      <g>
        <path
          d={shape.d}
          fill="none"
          stroke={idle ? 'var(--line-strong)' : stroke}
          strokeWidth="1"
          opacity={idle ? 1 : 0.5}
        />
        {shape.arrow !== undefined && (
          <ArrowHead {...shape.arrow} hue={idle ? 'var(--line-strong)' : stroke} fine />
        )}
      </g>
    );
  return (
    <g>
      <path d={shape.d} fill="none" stroke="transparent" strokeWidth="14" />
      <EdgeLine kind={shape.kind} d={shape.d} hue={stroke} ground={ground} fine={idle} />
      {shape.arrow !== undefined && <ArrowHead {...shape.arrow} hue={stroke} fine={shape.kind === 'exec'} />}
      {shape.ring !== undefined && <WatchRing {...shape.ring} hue={stroke} />}
    </g>
  );
});
