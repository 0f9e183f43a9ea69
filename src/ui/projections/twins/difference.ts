import type { TraceRecord } from '../../../trace/record.ts';
import type { Trace } from '../../../trace/trace.ts';
import type { StoryIndex } from '../story-index.ts';

/** One of two runs on one clock. */
export interface TwinRun {
  readonly trace: Trace;
  readonly story: StoryIndex;
  /** More of it is still to come: where it stops short, that is no difference yet. */
  readonly growing?: boolean;
}

/** Where two runs part: the first step of each that the other does not take alike. Absent: it has none. */
export interface Difference {
  readonly a: number | undefined;
  readonly b: number | undefined;
  readonly atUs: number;
}

/**
 * The first difference in what the cluster does: the first steps of the story, inputs left out, that are not the same
 * thing at the same time. Undefined: as far as both go, there is none.
 */
export function firstDifference(a: TwinRun, b: TwinRun, shared: number): Difference | undefined {
  const left = stepsFrom(a, shared);
  const right = stepsFrom(b, shared);
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const [mine, other] = [left[place], right[place]];
    if (mine !== undefined && other !== undefined && sameStep(a.trace.at(mine), b.trace.at(other))) continue;
    if ((mine === undefined && a.growing === true) || (other === undefined && b.growing === true))
      return undefined;
    const times = [
      mine === undefined ? [] : a.trace.at(mine).at,
      other === undefined ? [] : b.trace.at(other).at,
    ];
    return { a: mine, b: other, atUs: Math.min(...(times.flat() as number[])) };
  }
  return undefined;
}

function stepsFrom({ trace, story }: TwinRun, shared: number): readonly number[] {
  return story.steps(2).filter((seq) => seq >= shared && !trace.at(seq).kind.startsWith('input.'));
}

/** Whether two steps are the same thing at the same time, apart from numbers in the trace and names that chance gave. */
function sameStep(a: TraceRecord, b: TraceRecord): boolean {
  return a === b || (a.at === b.at && a.actor === b.actor && a.kind === b.kind && same(a.data, b.data));
}

/** Keys whose values only count, or refer to other records. */
const APART: ReadonlySet<string> = new Set([
  'prevSeq',
  'request',
  'index',
  'call',
  'begin',
  'command',
  'uid',
]);

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [mine, other] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  const keys = Object.keys(mine);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => APART.has(key) || (Object.hasOwn(other, key) && same(mine[key], other[key])));
}
