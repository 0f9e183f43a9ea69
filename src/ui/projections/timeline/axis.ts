/** How time becomes width: gaps folded, or as it passes. */
export type AxisMode = 'stretched' | 'real';

/** A gap of this much virtual time is drawn wider than no gap by half again; each doubling adds as much. */
const STRETCH_UNIT_US = 200_000;
/** No gap is drawn wider than this many hops. */
const WIDEST_GAP = 3.2;
/** A gap drawn at less than a hundredth of its share of real time is marked as folded. */
const FOLD_RATIO = 100;

/** Width of the gap between two neighbouring steps, in hops: what playing takes for it, too. */
export function gapWeight(us: number): number {
  return Math.min(WIDEST_GAP, 1 + Math.log2(1 + Math.max(0, us) / STRETCH_UNIT_US) / 2);
}

/** The moments of a run's steps, and how far along the stretched axis each lies. Grows with the run; nothing moves. */
export class Knots {
  /** Ascending and distinct. */
  readonly times: number[] = [];
  /** Hops from the first moment to each. */
  readonly widths: number[] = [];

  /** Takes the next step's time. */
  add(us: number): void {
    const last = this.times.length - 1;
    if (last < 0) {
      this.times.push(us);
      this.widths.push(0);
      return;
    }
    const before = this.times[last] as number;
    if (us <= before) return;
    this.times.push(us);
    this.widths.push((this.widths[last] as number) + gapWeight(us - before));
  }

  /** Hops to the last moment. */
  get width(): number {
    return this.widths[this.widths.length - 1] ?? 0;
  }
}

/** Virtual time against a position from 0 (the first step) to 1 (the last). Both directions grow together. */
export interface Axis {
  readonly mode: AxisMode;
  readonly startUs: number;
  readonly endUs: number;
  /** How long the axis is in its own measure: hops when stretched, else µs. */
  readonly extent: number;
  toPosition(us: number): number;
  toTime(position: number): number;
  /** Positions between which much time is folded, at the middle of each gap. */
  folds(): readonly number[];
}

/** The axis through these times, ascending; `times` may repeat. */
export function axisOf(times: readonly number[], mode: AxisMode): Axis {
  const knots = new Knots();
  for (const us of times) knots.add(us);
  return axisThrough(knots, mode);
}

/** The axis through the knots as they are now: it stays as it is when they grow. */
export function axisThrough({ times, widths }: Knots, mode: AxisMode): Axis {
  const count = times.length;
  const startUs = times[0] ?? 0;
  const endUs = Math.max(times[count - 1] ?? 0, startUs + 1);
  if (mode === 'real' || count < 2) return realAxis(mode, startUs, endUs);
  const total = widths[count - 1] as number;
  let folds: readonly number[] | undefined;
  return {
    mode,
    startUs,
    endUs,
    extent: total,
    toPosition: (us) => interpolate(times, widths, us, count) / total,
    toTime: (position) => interpolate(widths, times, clamp(position) * total, count),
    folds: () => (folds ??= foldsOf(times, widths, count)),
  };
}

function realAxis(mode: AxisMode, startUs: number, endUs: number): Axis {
  const span = endUs - startUs;
  return {
    mode,
    startUs,
    endUs,
    extent: span,
    toPosition: (us) => clamp((us - startUs) / span),
    toTime: (position) => startUs + clamp(position) * span,
    folds: () => [],
  };
}

function foldsOf(times: readonly number[], widths: readonly number[], count: number): number[] {
  const span = (times[count - 1] as number) - (times[0] as number);
  const total = widths[count - 1] as number;
  const folds: number[] = [];
  for (let i = 1; i < count; i++) {
    const time = ((times[i] as number) - (times[i - 1] as number)) / span;
    const width = ((widths[i] as number) - (widths[i - 1] as number)) / total;
    if (time > 0.02 && time / width > FOLD_RATIO / count)
      folds.push(((widths[i] as number) + (widths[i - 1] as number)) / 2 / total);
  }
  return folds;
}

/** y at x on the line through the first `count` of (xs[i], ys[i]); xs ascending. */
function interpolate(xs: readonly number[], ys: readonly number[], x: number, count: number): number {
  const last = count - 1;
  if (x <= (xs[0] as number)) return ys[0] as number;
  if (x >= (xs[last] as number)) return ys[last] as number;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) <= x) low = middle;
    else high = middle;
  }
  const x0 = xs[low] as number;
  const y0 = ys[low] as number;
  return y0 + ((x - x0) / ((xs[high] as number) - x0)) * ((ys[high] as number) - y0);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Round times in µs: 1, 2 and 5 of every power of ten from a millisecond, then seconds and minutes as clocks count. */
const ROUND_STEPS = [
  1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000,
  10_000_000, 15_000_000, 30_000_000, 60_000_000, 120_000_000, 300_000_000, 600_000_000, 1_800_000_000,
  3_600_000_000,
];

/** Ticks at round times, none nearer to the one before than `gap` (a share of the view from `from` to `to`). */
export function ticksOf(
  axis: Axis,
  view: { readonly from: number; readonly to: number },
  gap: number,
): readonly { readonly us: number; readonly position: number }[] {
  const ticks: { us: number; position: number }[] = [];
  const least = gap * (view.to - view.from);
  let position = view.from;
  const stop = axis.toTime(view.to);
  for (let guard = 0; guard < 400; guard++) {
    const earliest = axis.toTime(Math.min(1, position));
    const us = roundAfter(earliest, axis.toTime(Math.min(1, position + least)) - earliest);
    if (us > stop || us <= (ticks[ticks.length - 1]?.us ?? Number.NEGATIVE_INFINITY)) break;
    const at = axis.toPosition(us);
    ticks.push({ us, position: at });
    position = at + least;
    if (position > view.to) break;
  }
  return ticks;
}

/** The first time at or after `us` that is round at the scale of `spanUs`. */
function roundAfter(us: number, spanUs: number): number {
  const step = ROUND_STEPS.find((candidate) => candidate >= Math.max(1_000, spanUs)) ?? 3_600_000_000;
  return Math.ceil((us + 1) / step) * step;
}
