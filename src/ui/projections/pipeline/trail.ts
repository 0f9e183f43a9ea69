import type { Trace } from '../../../trace/trace.ts';
import type { Playhead } from '../playhead.ts';
import type { StoryIndex } from '../story-index.ts';
import { type Hop, hopIndex } from './hops.ts';
import type { Place } from './places.ts';

/** A line's latest hop and its place in the trail, 1 the oldest. */
export interface TrailMark {
  readonly hop: Hop;
  readonly n: number;
  readonly now: boolean;
}

/** How many lines keep their colour. */
const TRAIL = 8;
/** How far back a trail is looked for. */
const LOOK_BACK = 400;

/** A run and the playhead in it. */
export interface TrailInput {
  readonly trace: Trace;
  readonly story: StoryIndex;
  readonly head: Playhead;
}

/** Where a hop is drawn, if anywhere: which line of which node. */
export type PlaceOf = (hop: Hop) => Place | undefined;

/**
 * The last eight lines that something went over, by line, numbered in order of time. A line has one number: its latest.
 * etcd's lines follow their request and have none.
 */
export function trailAt(
  { trace, story, head }: TrailInput,
  placeOf: PlaceOf,
): ReadonlyMap<string, TrailMark> {
  const found: { readonly place: string; readonly hop: Hop }[] = [];
  const seen = new Set<string>();
  let looked = 0;
  for (const hop of hopIndex(trace, story).back(head.until)) {
    if (++looked > LOOK_BACK || found.length === TRAIL) break;
    const place = placeOf(hop);
    if (place === undefined || place === 'etcd.write' || seen.has(place)) continue;
    seen.add(place);
    found.push({ place, hop });
  }
  const marks = new Map<string, TrailMark>();
  found.reverse();
  for (const [index, { place, hop }] of found.entries())
    marks.set(place, { hop, n: index + 1, now: index === found.length - 1 && hop.seq >= head.seq });
  return marks;
}

/** The last time etcd was written in the story, at or before `seq`. */
export function lastWrite(trace: Trace, story: StoryIndex, seq: number): Hop | undefined {
  let looked = 0;
  for (const hop of hopIndex(trace, story).back(seq)) {
    if (hop.line === 'etcd.write') return hop;
    if (++looked > LOOK_BACK) return undefined;
  }
  return undefined;
}
