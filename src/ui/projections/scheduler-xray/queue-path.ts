import type { RecordOf } from '../../../trace/record.ts';
import type { Attempt } from './attempts.ts';

type Move = RecordOf<'sched.queue'>;

/** The three places a waiting Pod can be in; a gated one lies with the unschedulable. */
export const LANES = ['active', 'backoff', 'unschedulable'] as const;
export type Lane = (typeof LANES)[number];

/** A stay in one place, in virtual µs. */
export interface Stay {
  readonly lane: Lane;
  readonly gated: boolean;
  readonly from: number;
  readonly to: number;
}

/** What took the Pod out of a place where it waited. */
export interface Wake {
  readonly lane: Lane;
  readonly at: number;
  readonly seq: number;
  /** Upstream's word for the event. */
  readonly event: string;
}

/** A Pod's way through the queues, ready to be drawn. */
export interface QueuePath {
  readonly startUs: number;
  /** Behind the last thing that happened, so that its words have room. */
  readonly endUs: number;
  readonly stays: readonly Stay[];
  readonly wakes: readonly Wake[];
  readonly attempts: readonly { readonly number: number; readonly at: number }[];
  readonly ticks: readonly number[];
  readonly tickUs: number;
}

/** Room behind the last thing, as a part of all that is drawn. */
const ROOM = 0.24;
const MOST_TICKS = 6;
/** What a tick's words take of all that is drawn. */
const TICK = 0.05;
/** A run of a moment is drawn as long as this. */
const SHORTEST_US = 1_000;

const laneOf = (queue: Move['data']['queue']): Lane | undefined =>
  queue === 'none' ? undefined : queue === 'gated' ? 'unschedulable' : queue;

/** The way of a Pod that waited until `until`; undefined when it was in no queue. */
export function queuePath(
  moves: readonly Move[],
  attempts: readonly Attempt[],
  until: number,
): QueuePath | undefined {
  const [first] = moves;
  if (first === undefined) return undefined;
  const stays: Stay[] = [];
  const wakes: Wake[] = [];
  moves.forEach(({ at, seq, data }, place) => {
    const lane = laneOf(data.queue);
    const before = moves[place - 1];
    const left = before === undefined ? undefined : laneOf(before.data.queue);
    if (left !== undefined && left !== 'active' && left !== lane)
      wakes.push({ lane: left, at, seq, event: data.event });
    if (lane === undefined) return;
    const to = moves[place + 1]?.at ?? Math.max(until, at);
    stays.push({ lane, gated: data.queue === 'gated', from: at, to });
  });
  const startUs = first.at;
  const lastUs = Math.max(startUs + SHORTEST_US, until, ...stays.map(({ to }) => to));
  const endUs = startUs + (lastUs - startUs) / (1 - ROOM);
  const tickUs = niceStep((endUs - startUs) / MOST_TICKS);
  const firstTick = Math.ceil(startUs / tickUs) * tickUs;
  // The last tick's words need room, too.
  const lastTick = endUs - (endUs - startUs) * TICK;
  const ticks: number[] = [];
  for (let at = firstTick; at <= lastTick; at += tickUs) ticks.push(at);
  return {
    startUs,
    endUs,
    stays,
    wakes,
    attempts: attempts.map(({ number, filter }) => ({ number, at: filter.at })),
    ticks,
    tickUs,
  };
}

/** The next step of 1, 2, 5, 10, 20 … that is at least `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10) * power;
}

/** What an attempt's label takes of the whole. */
const PILL = 0.15;

/** Where a moment lies, from 0 to 1. */
export function shareOf({ startUs, endUs }: QueuePath, at: number): number {
  return (at - startUs) / (endUs - startUs);
}

/** The places of the attempts that have room for a label. */
export function labelled(path: QueuePath): ReadonlySet<number> {
  return spaced(
    path.attempts.map(({ at }) => shareOf(path, at)),
    PILL,
  );
}

/** Which of some marks keep their words when each takes `width` of the whole: later ones first. `at` from 0 to 1. */
export function spaced(at: readonly number[], width: number): ReadonlySet<number> {
  const kept = new Set<number>();
  let free = Number.POSITIVE_INFINITY;
  for (let place = at.length - 1; place >= 0; place--) {
    const here = at[place] ?? 0;
    if (here + width > free) continue;
    kept.add(place);
    free = here;
  }
  return kept;
}
