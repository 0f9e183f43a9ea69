import { parseDuration } from '../../scenario/duration.ts';
import type { TimedInput } from '../../scenario/timed-input.ts';
import type { RunDocument } from '../../worker/protocol.ts';

const timeOf = ({ at }: TimedInput): number => parseDuration(at) ?? 0;

const inOrder = (inputs: readonly TimedInput[]): readonly TimedInput[] =>
  [...inputs].sort((a, b) => timeOf(a) - timeOf(b));

/**
 * The virtual time in µs before which two runs are the same by what they are made from: the time of the first input that
 * only one of them has. 0 or less when the scenario or the seed differs; infinite when nothing does.
 */
export function sameUntil(a: RunDocument, b: RunDocument): number {
  if (a.scenario !== b.scenario || a.seed !== b.seed) return Number.NEGATIVE_INFINITY;
  const [left, right] = [inOrder(a.inputs), inOrder(b.inputs)];
  for (let place = 0; place < Math.max(left.length, right.length); place++) {
    const [mine, other] = [left[place], right[place]];
    if (mine === undefined || other === undefined) return timeOf((mine ?? other) as TimedInput);
    if (JSON.stringify(mine) !== JSON.stringify(other)) return Math.min(timeOf(mine), timeOf(other));
  }
  return Number.POSITIVE_INFINITY;
}

/**
 * When a branch's own part begins, after the last record it shares with its parent, in virtual µs: at the first input
 * that only one of them has. Without the parent at its own first input after that record.
 */
export function ownPartAt(own: RunDocument, parent: RunDocument | undefined, sharedUs: number): number {
  const until = parent === undefined ? Number.POSITIVE_INFINITY : sameUntil(parent, own);
  if (Number.isFinite(until) && until > sharedUs) return until;
  const later = own.inputs.map(timeOf).filter((at) => at > sharedUs);
  return later.length === 0 ? sharedUs : Math.min(...later);
}
