import { startTime } from './victims.ts';
import type { Victims } from './victims.ts';

/** So that even the lowest priority makes the sum grow: more victims, more cost. Models math.MaxInt32 + 1. */
const PRIORITY_OFFSET = 2 ** 31;

type Candidate = readonly [node: string, victims: Victims];

/** Each rule only decides among those that the rules before it leave equal; the highest value stays. */
const RULES: readonly ((victims: Victims) => number | string)[] = [
  ({ pdbViolations }) => -pdbViolations,
  ({ victims }) => -(victims[0]?.priority ?? 0),
  ({ victims }) => -victims.reduce((sum, { priority }) => sum + priority + PRIORITY_OFFSET, 0),
  ({ victims }) => -victims.length,
  earliestStart,
];

/** When the longest-running of the most important victims began: the later, the less is lost. */
function earliestStart({ victims }: Victims): string {
  const highest = victims.reduce((most, { priority }) => Math.max(most, priority), Number.MIN_SAFE_INTEGER);
  const times = victims.filter(({ priority }) => priority === highest).map(startTime);
  return times.reduce((earliest, time) => (time < earliest ? time : earliest), '\uffff');
}

/** The node whose victims cost least. Models preemption.go pickOneNodeForPreemption (1.36). */
export function pickNode(candidates: ReadonlyMap<string, Victims>): string | undefined {
  let left: readonly Candidate[] = [...candidates];
  for (const rule of RULES) {
    if (left.length <= 1) break;
    const values = left.map(([, victims]) => rule(victims));
    const best = values.reduce((most, value) => (value > most ? value : most));
    left = left.filter((_, i) => values[i] === best);
  }
  return left[0]?.[0];
}
