import { ALL_FACETS } from '../recording/comparable/compare.ts';
import { KNOWN_DIFFERENCES } from '../recording/known-differences.ts';
import { differencesText, staleText, statusLine, tableText, timingText } from '../recording/verify-text.ts';
import type { Case, Verdict } from '../recording/verify.ts';
import { exitCode, onlyFacets, statusOf, verifyCase } from '../recording/verify.ts';
import { record } from './engine.ts';
import { RECORDINGS, loadCases } from './files.ts';
import type { Outcome, Print } from './outcome.ts';
import { notUnderstood } from './outcome.ts';

export interface VerifyOptions {
  /** None: all. */
  readonly facets: readonly string[];
  /** Differences to print of each scenario. */
  readonly show: number;
  readonly onlyFailing: boolean;
  /** Whether moments far from the recorded ones are printed. */
  readonly timing: boolean;
  readonly seed?: number;
}

/** Plays each case, prints how it compares, then the table. */
export function verifyCommand(which: readonly string[], options: VerifyOptions, print: Print): Outcome {
  const unknown = options.facets.find((facet) => !(ALL_FACETS as readonly string[]).includes(facet));
  if (unknown !== undefined)
    return notUnderstood(`there is no facet ${unknown}; there are ${ALL_FACETS.join(', ')}`);
  const cases: Case[] = [];
  for (const word of which.length === 0 ? [RECORDINGS] : which) {
    const loaded = loadCases(word);
    if (!loaded.ok) return notUnderstood(loaded.error);
    cases.push(...loaded.value);
  }
  const verdicts = cases.map((one) => judge(one, options, print));
  print(
    `${tableText(verdicts, KNOWN_DIFFERENCES)}${options.facets.length === 0 ? staleText(verdicts, KNOWN_DIFFERENCES) : ''}`,
  );
  return { code: exitCode(verdicts, KNOWN_DIFFERENCES) };
}

function judge(one: Case, options: VerifyOptions, print: Print): Verdict {
  const seed = options.seed === undefined ? {} : { seed: options.seed };
  const verdict = onlyFacets(
    verifyCase(one, (scenario, name) => record(scenario, name, seed)),
    options.facets,
  );
  const status = statusOf(verdict, KNOWN_DIFFERENCES);
  if (options.onlyFailing && (status === 'exact' || status === 'known')) return verdict;
  print(statusLine(verdict, KNOWN_DIFFERENCES));
  if (options.show > 0 && status !== 'exact') print(differencesText(verdict, options.show));
  if (options.timing) print(timingText(verdict));
  return verdict;
}
