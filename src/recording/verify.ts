import type { Scenario } from '../scenario/scenario.ts';
import type { FacetComparison, FacetName } from './comparable/compare.ts';
import { ALL_FACETS, compareRecording } from './comparable/compare.ts';
import type { Golden, SchedulerGolden } from './comparable/golden.ts';
import type { Moment } from './comparable/timing.ts';
import { timingDifferences } from './comparable/timing.ts';
import type { Recording } from './format.ts';
import type { KnownDifference } from './known-differences.ts';

/** Plays a scenario to its end and answers what was seen. The engine stands behind it. */
export type RunScenario = (scenario: Scenario, name: string) => Recording;

/** A scenario with what the real cluster did. */
export interface Case {
  readonly area: string;
  readonly name: string;
  readonly scenario: Scenario;
  readonly golden: Golden | SchedulerGolden;
}

/** What became of one case. */
export interface Verdict {
  readonly area: string;
  readonly name: string;
  readonly facets: readonly FacetComparison[];
  /** Moments that lie more than TIMING_SECONDS apart; to read, not part of the status. */
  readonly timing: readonly Moment[];
  /** The mistake of ours that ended the run, where one did. */
  readonly crashed?: string;
}

/** On the busy machine of the recordings only differences of several seconds mean something. */
const TIMING_SECONDS = 3;

export type Status = 'exact' | 'known' | 'differs' | 'crashed';

/** Plays the case and compares. A mistake in the engine becomes part of the verdict, so that the other cases still run. */
export function verifyCase(one: Case, run: RunScenario): Verdict {
  const head = { area: one.area, name: one.name };
  try {
    const recording = run(one.scenario, one.name);
    const timing = timingDifferences(one.golden, recording, TIMING_SECONDS);
    return { ...head, facets: compareRecording(one.golden, recording), timing };
  } catch (problem) {
    return {
      ...head,
      facets: [],
      timing: [],
      crashed: problem instanceof Error ? (problem.stack ?? problem.message) : String(problem),
    };
  }
}

/** The verdict with only the named facets. */
export function onlyFacets(verdict: Verdict, names: readonly string[]): Verdict {
  return names.length === 0
    ? verdict
    : { ...verdict, facets: verdict.facets.filter(({ facet }) => names.includes(facet)) };
}

/** Whether a known difference is chance as its entry says: under the seed it names the facet agrees. */
export interface Proof {
  readonly entry: KnownDifference;
  readonly seed: number;
  readonly holds: boolean;
}

/** Plays the case with each seed that its entries name. */
export function proofsOf(
  one: Case,
  known: readonly KnownDifference[],
  run: (scenario: Scenario, name: string, seed: number) => Recording,
): Proof[] {
  const played = new Map<number, Verdict>();
  return known.flatMap((entry) => {
    const { seed } = entry;
    if (seed === undefined || entry.scenario !== `${one.area}/${one.name}`) return [];
    const verdict = played.get(seed) ?? verifyCase(one, (scenario, name) => run(scenario, name, seed));
    played.set(seed, verdict);
    const facet = verdict.facets.find((compared) => compared.facet === entry.facet);
    return [{ entry, seed, holds: facet?.differences.length === 0 }];
  });
}

/** How many of the known scenarios have a proof for every facet that differs. */
export function countProven(
  verdicts: readonly Verdict[],
  known: readonly KnownDifference[],
  proofs: readonly Proof[],
): number {
  const proven = (verdict: Verdict, facet: FacetName): boolean =>
    proofs.some(
      ({ entry, holds }) =>
        holds && entry.scenario === `${verdict.area}/${verdict.name}` && entry.facet === facet,
    );
  return verdicts.filter(
    (verdict) =>
      statusOf(verdict, known) === 'known' &&
      verdict.facets.every(({ facet, differences }) => differences.length === 0 || proven(verdict, facet)),
  ).length;
}

export function isKnown(verdict: Verdict, facet: FacetName, known: readonly KnownDifference[]): boolean {
  return known.some((entry) => entry.scenario === `${verdict.area}/${verdict.name}` && entry.facet === facet);
}

export function statusOf(verdict: Verdict, known: readonly KnownDifference[]): Status {
  if (verdict.crashed !== undefined) return 'crashed';
  const differing = verdict.facets.filter(({ differences }) => differences.length > 0);
  if (differing.length === 0) return 'exact';
  return differing.every(({ facet }) => isKnown(verdict, facet, known)) ? 'known' : 'differs';
}

/** Entries of the known list whose facet agrees. */
export function staleKnown(
  verdicts: readonly Verdict[],
  known: readonly KnownDifference[],
): KnownDifference[] {
  return known.filter((entry) => {
    const verdict = verdicts.find(({ area, name }) => `${area}/${name}` === entry.scenario);
    const facet = verdict?.facets.find((compared) => compared.facet === entry.facet);
    return facet !== undefined && facet.differences.length === 0;
  });
}

/** Counts of one area and facet: `of` counts where the golden holds something or a difference was found. */
export interface FacetCount {
  readonly exact: number;
  readonly of: number;
}

export interface AreaCounts {
  readonly area: string;
  readonly scenarios: number;
  readonly byStatus: Readonly<Record<Status, number>>;
  readonly facets: ReadonlyMap<FacetName, FacetCount>;
}

/** One row an area, in order of appearance. A crashed run counts in no facet. */
export function countAreas(verdicts: readonly Verdict[], known: readonly KnownDifference[]): AreaCounts[] {
  const areas = [...new Set(verdicts.map(({ area }) => area))];
  return areas.map((area) =>
    countUnder(
      area,
      verdicts.filter((verdict) => verdict.area === area),
      known,
    ),
  );
}

/** The verdicts of any areas counted together under one name. */
export function countUnder(
  area: string,
  verdicts: readonly Verdict[],
  known: readonly KnownDifference[],
): AreaCounts {
  const count = (status: Status): number =>
    verdicts.filter((verdict) => statusOf(verdict, known) === status).length;
  return {
    area,
    scenarios: verdicts.length,
    byStatus: {
      exact: count('exact'),
      known: count('known'),
      differs: count('differs'),
      crashed: count('crashed'),
    },
    facets: countFacets(verdicts),
  };
}

function countFacets(verdicts: readonly Verdict[]): ReadonlyMap<FacetName, FacetCount> {
  const counts = new Map<FacetName, FacetCount>();
  for (const name of ALL_FACETS) {
    const compared = verdicts.flatMap(({ facets }) => facets.filter(({ facet }) => facet === name));
    const telling = compared.filter(({ empty, differences }) => !empty || differences.length > 0);
    if (telling.length > 0)
      counts.set(name, {
        exact: telling.filter(({ differences }) => differences.length === 0).length,
        of: telling.length,
      });
  }
  return counts;
}

/** 0 when nothing differs beyond the known list and nothing crashed, else 1. */
export function exitCode(verdicts: readonly Verdict[], known: readonly KnownDifference[]): 0 | 1 {
  const good = verdicts.every((verdict) => ['exact', 'known'].includes(statusOf(verdict, known)));
  return good ? 0 : 1;
}
