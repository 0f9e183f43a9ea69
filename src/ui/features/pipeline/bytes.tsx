import { useContext, useEffect, useRef } from 'react';
import { useSession } from '../../session/use-session.tsx';
import { useUi } from '../../widgets/ui-context.tsx';
import { playheadOf } from '../../projections/playhead.ts';
import type { Geometry } from './geometry/geometry.ts';
import { MovingContext } from './nodes/image.tsx';
import { pointAlong } from './path.ts';
import styles from './pipeline.module.css';

/** One dot follows the other after this much virtual time. */
const EVERY_US = 180_000;
const GAP = 10.5;
const MARGIN = 8;

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Dots along a path, one a gap, moved on by a share of the gap; they grow towards their goal. */
function dotsOn(d: string, length: number, share: number): readonly Dot[] {
  const dots: Dot[] = [];
  for (let at = GAP * share; at < length; at += GAP) {
    const part = at / length;
    dots.push({ ...pointAlong(d, part), r: 2 + 1.1 * part });
  }
  return dots;
}

function lengthOf(d: string): number {
  const a = pointAlong(d, 0);
  const b = pointAlong(d, 1);
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Bytes from the registry: dots on one canvas, placed by virtual time. Nothing moves while nothing plays. */
export function Bytes({ geometry, scale }: { readonly geometry: Geometry; readonly scale: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const moving = useContext(MovingContext);
  const { runs, cursor } = useSession();
  const { theme, reducedMotion } = useUi();
  const d = geometry.lines.data?.d;
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === undefined || context === null || d === undefined) return undefined;
    const hue = getComputedStyle(element).getPropertyValue('--now');
    const length = lengthOf(d);
    const density = scale * window.devicePixelRatio;
    const draw = (): void => {
      context.setTransform(density, 0, 0, density, 0, 0);
      context.clearRect(0, 0, geometry.width, geometry.height);
      const branch = runs.active();
      if (branch === undefined || !moving.getState().bytes) return;
      const { timeUs } = playheadOf(branch.trace, branch.story, cursor.getState());
      const share = reducedMotion ? 0.8 : (timeUs / EVERY_US) % 1;
      context.fillStyle = hue;
      for (const { x, y, r } of dotsOn(d, length, share)) {
        context.beginPath();
        context.arc(x, y, r, 0, 2 * Math.PI);
        context.fill();
      }
    };
    draw();
    return moving.subscribe(draw);
    // The theme changes what --now is.
  }, [d, geometry, scale, moving, runs, cursor, reducedMotion, theme]);
  const density = scale * (typeof window === 'undefined' ? 1 : window.devicePixelRatio);
  return (
    <canvas
      ref={canvas}
      className={styles.bytes}
      width={Math.ceil((geometry.width + MARGIN) * density)}
      height={Math.ceil((geometry.height + MARGIN) * density)}
      style={{ width: geometry.width + MARGIN, height: geometry.height + MARGIN }}
      aria-hidden="true"
    />
  );
}
