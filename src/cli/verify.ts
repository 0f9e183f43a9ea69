import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ALL_FACETS } from '../recording/comparable/compare.ts';
import { fallen, heldText, playedHeld, readHeld } from '../recording/held.ts';
import { KNOWN_DIFFERENCES } from '../recording/known-differences.ts';
import {
  differencesText,
  proofsText,
  staleText,
  statusLine,
  tableText,
  timingText,
} from '../recording/verify-text.ts';
import type { Case, Verdict } from '../recording/verify.ts';
import { exitCode, statusOf } from '../recording/verify.ts';
import { RECORDINGS, loadCases } from './files.ts';
import type { Outcome, Print } from './outcome.ts';
import { notUnderstood } from './outcome.ts';
import type { Judged, Playing } from './verify-case.ts';
import { judgeCase } from './verify-case.ts';
import { judgeInProcesses } from './verify-jobs.ts';

export interface VerifyOptions {
  readonly playing: Playing;
  /** Processes to play in; up to one: this one, with an answer at once. */
  readonly jobs: number;
  /** Differences to print of each scenario. */
  readonly show: number;
  readonly onlyFailing: boolean;
  /** Whether moments far from the recorded ones are printed. */
  readonly timing: boolean;
  /** A list of scenarios that must agree: then only these decide the exit code. */
  readonly held: string | undefined;
  /** Where to write the list of those that agree. */
  readonly hold: string | undefined;
}

/** Plays each case, prints how it compares, then the table. */
export function verifyCommand(
  which: readonly string[],
  options: VerifyOptions,
  print: Print,
): Outcome | Promise<Outcome> {
  const unknown = options.playing.facets.find((facet) => !(ALL_FACETS as readonly string[]).includes(facet));
  if (unknown !== undefined)
    return notUnderstood(`there is no facet ${unknown}; there are ${ALL_FACETS.join(', ')}`);
  const cases: Case[] = [];
  for (const word of which.length === 0 ? [RECORDINGS] : which) {
    const loaded = loadCases(word);
    if (!loaded.ok) return notUnderstood(loaded.error);
    cases.push(...loaded.value);
  }
  const done = ({ verdict }: Judged): void => printVerdict(verdict, options, print);
  if (options.jobs > 1)
    return judgeInProcesses(cases, options.playing, options.jobs, done).then((judged) =>
      sum(judged, options, print),
    );
  const judged = cases.map((one) => {
    const answer = judgeCase(one, options.playing);
    done(answer);
    return answer;
  });
  return sum(judged, options, print);
}

/** The table and what decides the exit code. */
function sum(judged: readonly Judged[], options: VerifyOptions, print: Print): Outcome {
  const verdicts = judged.map(({ verdict }) => verdict);
  const proofs = judged.flatMap((one) => one.proofs);
  print(tableText(verdicts, KNOWN_DIFFERENCES));
  print(proofsText(verdicts, KNOWN_DIFFERENCES, proofs));
  if (options.playing.facets.length === 0) print(staleText(verdicts, KNOWN_DIFFERENCES));
  if (options.hold !== undefined) writeFileSync(options.hold, heldText(verdicts));
  if (proofs.some(({ holds }) => !holds)) return { code: 1 };
  return options.held === undefined
    ? { code: exitCode(verdicts, KNOWN_DIFFERENCES) }
    : heldOutcome(verdicts, options.held, print);
}

/** Counts as tests do: what is held, was played and agrees has passed. */
function heldOutcome(verdicts: readonly Verdict[], file: string, print: Print): Outcome {
  if (!existsSync(file)) return notUnderstood(`there is no file ${file}`);
  const held = readHeld(readFileSync(file, 'utf8'));
  const lost = fallen(verdicts, held);
  for (const name of lost) print(`no longer agrees: ${name}\n`);
  print(`${playedHeld(verdicts, held).length - lost.length} passed, ${lost.length} failed\n`);
  return { code: lost.length === 0 ? 0 : 1 };
}

function printVerdict(verdict: Verdict, options: VerifyOptions, print: Print): void {
  const status = statusOf(verdict, KNOWN_DIFFERENCES);
  if (options.onlyFailing && (status === 'exact' || status === 'known')) return;
  print(statusLine(verdict, KNOWN_DIFFERENCES));
  if (options.show > 0 && status !== 'exact') print(differencesText(verdict, options.show));
  if (options.timing) print(timingText(verdict));
}
