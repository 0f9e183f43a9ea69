import { type Axis, axisOf } from '../../projections/timeline/axis.ts';
import type { Race } from '../../projections/twins/race.ts';
import type { Twins } from './use-twins.ts';

/** The clock both halves share: where a virtual time lies, in px. */
export interface Scale {
  readonly axis: Axis;
  readonly left: number;
  readonly width: number;
  /** No room for names beside the lanes: they stand above them. */
  readonly stacked: boolean;
  x(us: number): number;
}

/** Room at the right for labels behind the last bar, in px. */
const RIGHT = 90;
/** Names of lanes need as much room beside them, in px. */
const LEAST_LEFT = 100;
/** How much of the time before a race and after it is shown, in µs. */
const MARGIN_US = 300_000;

/** The scale of a race: real time, from a little before the deletion until nothing more happens in either. */
export function raceScale(races: readonly (Race | undefined)[], left: number, width: number): Scale {
  const known = races.filter((race) => race !== undefined);
  const from = Math.min(...known.map(({ startUs }) => startUs)) - MARGIN_US;
  const ends = known.flatMap(({ startUs, quietUs, process, requests }) => [
    startUs + MARGIN_US,
    quietUs ?? startUs,
    process.exitUs ?? startUs,
    requests.findLast(({ ok }) => !ok)?.at ?? startUs,
  ]);
  return scaleOf(axisOf([from, Math.max(...ends) + MARGIN_US * 2], 'real'), left, width);
}

/** The scale of two runs in general: the steps of both, gaps folded, from shortly before they part. */
export function lifeScale({ a, b, shared }: Twins, left: number, width: number): Scale {
  const times = new Set<number>();
  for (const { trace, story } of [a, b]) {
    const steps = story.steps(2);
    const first = Math.max(0, story.countUntil(shared, 2) - STEPS_BEFORE);
    for (const seq of steps.slice(first)) times.add(trace.at(seq).at);
  }
  return scaleOf(
    axisOf(
      [...times].sort((x, y) => x - y),
      'stretched',
    ),
    left,
    width,
  );
}

/** Steps of the common past that are shown. */
const STEPS_BEFORE = 12;

function scaleOf(axis: Axis, left: number, width: number): Scale {
  const span = Math.max(40, width - left - RIGHT);
  return { axis, left, width, stacked: left < LEAST_LEFT, x: (us) => left + axis.toPosition(us) * span };
}
