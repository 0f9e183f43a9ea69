import { printedCounts } from '../recording/comparable/compare.ts';
import type { Case } from '../recording/verify.ts';
import { play } from './engine.ts';
import { RECORDINGS, loadCases } from './files.ts';
import type { Outcome, Print } from './outcome.ts';
import { notUnderstood } from './outcome.ts';

/** How often each count came out. */
export type Histogram = ReadonlyMap<number, number>;

/** Plays the recordings that counted something with many seeds, and prints how often each count came out beside what was recorded. */
export function raceCommand(which: readonly string[], seeds: number, print: Print): Outcome {
  const cases: Case[] = [];
  for (const word of which.length === 0 ? [RECORDINGS] : which) {
    const loaded = loadCases(word);
    if (!loaded.ok) return notUnderstood(loaded.error);
    cases.push(...loaded.value);
  }
  const counting = cases.filter(({ golden }) => golden.ranges !== undefined);
  if (counting.length === 0) return notUnderstood('none of these scenarios counts anything');
  let outside = 0;
  for (const one of counting) {
    for (const [name, range] of Object.entries(one.golden.ranges ?? {})) {
      const counted = countsOver(one, name, seeds);
      const left = beyond(counted, range);
      outside += left;
      print(
        `${one.name}  ${name} ${histogramText(counted)}; recorded ${range[0]} to ${range[1]}, outside ${left}\n`,
      );
    }
  }
  return { code: outside === 0 ? 0 : 1 };
}

function countsOver({ scenario }: Case, name: string, seeds: number): Histogram {
  const counted = new Map<number, number>();
  for (let seed = 1; seed <= seeds; seed++) {
    const { records } = play(scenario, { seed, level: 1 });
    const text = records.map((record) => (record.kind === 'command.output' ? record.data.text : '')).join('');
    for (const count of printedCounts(text, name)) counted.set(count, (counted.get(count) ?? 0) + 1);
  }
  return counted;
}

/** Runs whose count lies outside of the range. */
export function beyond(counted: Histogram, [least, most]: readonly [number, number]): number {
  let runs = 0;
  for (const [count, times] of counted) if (count < least || count > most) runs += times;
  return runs;
}

/** `1 in 12 runs, 2 in 150`: least count first. */
export function histogramText(counted: Histogram): string {
  const sorted = [...counted].sort(([a], [b]) => a - b);
  if (sorted.length === 0) return 'was never printed';
  return sorted
    .map(([count, times], place) => `${count} in ${times}${place === 0 ? ' runs' : ''}`)
    .join(', ');
}
