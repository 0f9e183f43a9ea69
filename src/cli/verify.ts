import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ALL_FACETS } from '../recording/comparable/compare.ts';
import { fallen, heldText, readHeld } from '../recording/held.ts';
import { KNOWN_DIFFERENCES } from '../recording/known-differences.ts';
import {
  differencesText,
  proofsText,
  staleText,
  statusLine,
  tableText,
  timingText,
} from '../recording/verify-text.ts';
import type { Case, Proof, Verdict } from '../recording/verify.ts';
import { exitCode, onlyFacets, proofsOf, statusOf, verifyCase } from '../recording/verify.ts';
import type { Recording } from '../recording/format.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { record, straying } from './engine.ts';
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
  /** A list of scenarios that must agree: then only these decide the exit code. */
  readonly held: string | undefined;
  /** Where to write the list of those that agree. */
  readonly hold: string | undefined;
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
  const proofs = options.seed === undefined ? cases.flatMap(prove) : [];
  print(tableText(verdicts, KNOWN_DIFFERENCES));
  print(proofsText(verdicts, KNOWN_DIFFERENCES, proofs));
  if (options.facets.length === 0) print(staleText(verdicts, KNOWN_DIFFERENCES));
  if (options.hold !== undefined) writeFileSync(options.hold, heldText(verdicts, KNOWN_DIFFERENCES));
  if (proofs.some(({ holds }) => !holds)) return { code: 1 };
  return options.held === undefined
    ? { code: exitCode(verdicts, KNOWN_DIFFERENCES) }
    : heldOutcome(verdicts, options.held, print);
}

/** Plays what is known to be chance with the seeds under which it comes out as recorded. */
const prove = (one: Case): Proof[] => proofsOf(one, KNOWN_DIFFERENCES, playedWith);

/** Another seed is another outcome only where latencies stray from their medians. */
export const playedWith = (scenario: Scenario, name: string, seed: number): Recording =>
  record(straying(scenario), name, { seed });

/** Counts as tests do: what is held and agrees has passed. */
function heldOutcome(verdicts: readonly Verdict[], file: string, print: Print): Outcome {
  if (!existsSync(file)) return notUnderstood(`there is no file ${file}`);
  const held = readHeld(readFileSync(file, 'utf8'));
  const lost = fallen(verdicts, held, KNOWN_DIFFERENCES);
  for (const name of lost) print(`no longer agrees: ${name}\n`);
  print(`${held.size - lost.length} passed, ${lost.length} failed\n`);
  return { code: lost.length === 0 ? 0 : 1 };
}

function judge(one: Case, options: VerifyOptions, print: Print): Verdict {
  const { seed } = options;
  const verdict = onlyFacets(
    verifyCase(one, (scenario, name) =>
      seed === undefined ? record(scenario, name) : playedWith(scenario, name, seed),
    ),
    options.facets,
  );
  const status = statusOf(verdict, KNOWN_DIFFERENCES);
  if (options.onlyFailing && (status === 'exact' || status === 'known')) return verdict;
  print(statusLine(verdict, KNOWN_DIFFERENCES));
  if (options.show > 0 && status !== 'exact') print(differencesText(verdict, options.show));
  if (options.timing) print(timingText(verdict));
  return verdict;
}
