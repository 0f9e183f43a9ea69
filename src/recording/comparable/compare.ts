import type { Json } from '../../base/json.ts';
import { asObject } from '../../base/json.ts';
import type { Recording } from '../format.ts';
import type { Difference } from './differences.ts';
import { beyondVary, differences } from './differences.ts';
import { distill } from './distill.ts';
import { FACETS, facets } from './facets.ts';
import type { Golden, SchedulerGolden } from './golden.ts';
import { isSchedulerGolden } from './golden.ts';
import { distillScheduler } from './scheduler-distill.ts';

export const SCHEDULER_FACETS = [
  'commands',
  'pods',
  'attempts',
  'nodes',
  'claims',
  'otherEvents',
  'distribution',
] as const;

/** The names of all facets, in the order of the table. `ranges` holds counts that programs printed. */
export const ALL_FACETS = [
  'commands',
  'rows',
  'fields',
  'events',
  'conditions',
  'final',
  'requests',
  'cri',
  'pods',
  'attempts',
  'nodes',
  'claims',
  'otherEvents',
  'distribution',
  'ranges',
] as const;
export type FacetName = (typeof ALL_FACETS)[number];

/** One facet of one scenario. `empty`: the golden holds nothing there, so that agreement says little. */
export interface FacetComparison {
  readonly facet: FacetName;
  readonly empty: boolean;
  readonly differences: readonly Difference[];
}

/** What the two hold of a facet, and where they differ; paths that varied on the real cluster are left out. */
export function compareRecording(golden: Golden | SchedulerGolden, recording: Recording): FacetComparison[] {
  const pairs = isSchedulerGolden(golden)
    ? schedulerPairs(golden, recording)
    : generalPairs(golden, distill(recording));
  const compared = pairs.map(({ facet, want, got }) => ({
    facet,
    empty: isEmpty(want),
    differences: beyondVary(differences(want, got, facet), golden.vary ?? []),
  }));
  const counts = rangeDifferences(golden, recording);
  return counts === undefined
    ? compared
    : [...compared, { facet: 'ranges', empty: false, differences: counts }];
}

interface Pair {
  readonly facet: FacetName;
  readonly want: Json;
  readonly got: Json;
}

function generalPairs(golden: Golden, distilled: Golden): Pair[] {
  const [want, got] = [facets(golden), facets(distilled)];
  return FACETS.map((facet) => ({ facet, want: want[facet], got: got[facet] }));
}

/** A recording without attempts (one that was not made by the recorder) is compared in the other facets. */
function schedulerPairs(golden: SchedulerGolden, recording: Recording): Pair[] {
  const [want, got] = [
    asObject(golden as unknown as Json),
    asObject(distillScheduler(recording) as unknown as Json),
  ];
  const unrecorded = (recording.attempts ?? []).length === 0 && !isEmpty(want['attempts'] ?? null);
  return SCHEDULER_FACETS.filter((facet) => facet in want && !(facet === 'attempts' && unrecorded)).map(
    (facet) => ({
      facet,
      want: want[facet] ?? null,
      got: got[facet] ?? null,
    }),
  );
}

function isEmpty(value: Json): boolean {
  return typeof value !== 'object' || value === null ? false : Object.keys(value).length === 0;
}

/** The counts that a text tells under a name: `failed=4`. */
export function printedCounts(text: string, name: string): number[] {
  return [...text.matchAll(new RegExp(`\\b${name}=(\\d+)`, 'g'))].map((found) => Number(found[1]));
}

/** Counts such as `failed=4` must lie within what was seen on the real cluster. */
function rangeDifferences(golden: Golden | SchedulerGolden, recording: Recording): Difference[] | undefined {
  if (golden.ranges === undefined) return undefined;
  const lines = recording.commands.flatMap((command) => command.stdout.split('\n'));
  return Object.entries(golden.ranges).flatMap(([name, [least, most]]) => {
    const counts = lines.flatMap((line) => printedCounts(line, name));
    const inside = counts.length > 0 && counts.every((count) => count >= least && count <= most);
    return inside ? [] : [{ path: `ranges/${name}`, want: `${least} to ${most}`, got: counts }];
  });
}
