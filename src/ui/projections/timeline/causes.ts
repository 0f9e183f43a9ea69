import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { Level } from '../../../trace/ids.ts';
import type { LaneIndex } from './lanes.ts';

/** A mark that made another: both are drawn at the level that is shown. */
export interface CausalLink {
  readonly from: TraceRecord;
  readonly to: TraceRecord;
}

/** Causes without a mark of their own that are walked over to the next that has one. */
const FARTHEST = 60;
/** Links of a chain that are drawn. */
const LONGEST_CHAIN = 12;
/** Records looked through for what a record led to. */
const LOOK_AHEAD = 3_000;
/** What a record led to directly, at most. */
const MOST_EFFECTS = 12;

/** The nearest record up the causes that has a mark at this level. */
export function markedCause(
  trace: Trace,
  lanes: LaneIndex,
  level: Level,
  record: TraceRecord,
): TraceRecord | undefined {
  let cause = trace.find(record.cause);
  for (let steps = 0; cause !== undefined && steps < FARTHEST; steps++) {
    const mark = lanes.markOf(cause.seq);
    if (mark !== undefined && mark.level <= level) return cause;
    cause = trace.find(cause.cause);
  }
  return undefined;
}

/** From a record up to its root, and from it to what it led to directly. */
export function causalLinks(
  trace: Trace,
  lanes: LaneIndex,
  level: Level,
  seq: number,
): { readonly causes: readonly CausalLink[]; readonly effects: readonly CausalLink[] } {
  const start = trace.find(seq);
  if (start === undefined) return { causes: [], effects: [] };
  const causes: CausalLink[] = [];
  let to = start;
  while (causes.length < LONGEST_CHAIN) {
    const from = markedCause(trace, lanes, level, to);
    if (from === undefined) break;
    causes.push({ from, to });
    to = from;
  }
  return { causes, effects: effectsOf(trace, lanes, level, start) };
}

function effectsOf(trace: Trace, lanes: LaneIndex, level: Level, from: TraceRecord): readonly CausalLink[] {
  const effects: CausalLink[] = [];
  // What came of it through records without a mark counts as its own.
  const through = new Set<number>([from.seq]);
  const end = Math.min(trace.length, from.seq + LOOK_AHEAD);
  for (let at = from.seq + 1; at < end && effects.length < MOST_EFFECTS; at++) {
    const to = trace.at(at);
    if (to.cause === undefined || !through.has(to.cause)) continue;
    const mark = lanes.markOf(at);
    if (mark !== undefined && mark.level <= level) effects.push({ from, to });
    else through.add(at);
  }
  return effects;
}
