import { KNOWN_DIFFERENCES } from '../recording/known-differences.ts';
import type { Recording } from '../recording/format.ts';
import type { Case, Proof, Verdict } from '../recording/verify.ts';
import { onlyFacets, proofsOf, verifyCase } from '../recording/verify.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { record, straying } from './engine.ts';

/** How cases are played. Plain data: it goes to other processes. */
export interface Playing {
  /** None: all. */
  readonly facets: readonly string[];
  readonly seed?: number;
}

/** How a case compares; where the seed was ours to choose, also whether its known differences are the chance they are said to be. */
export interface Judged {
  readonly verdict: Verdict;
  readonly proofs: readonly Proof[];
}

/** Another seed is another outcome only where latencies stray from their medians. */
export const playedWith = (scenario: Scenario, name: string, seed: number): Recording =>
  record(straying(scenario), name, { seed });

/** Plays a case and compares. */
export function judgeCase(one: Case, { facets, seed }: Playing): Judged {
  const verdict = verifyCase(one, (scenario, name) =>
    seed === undefined ? record(scenario, name) : playedWith(scenario, name, seed),
  );
  return {
    verdict: onlyFacets(verdict, facets),
    proofs: seed === undefined ? proofsOf(one, KNOWN_DIFFERENCES, playedWith) : [],
  };
}
