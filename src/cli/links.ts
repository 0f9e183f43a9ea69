import type { Json } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import { readInputs, type SessionInput } from '../engine/cluster/inputs.ts';
import { catalogueEntry } from '../scenario/catalogue/all.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { parseScenario } from '../scenario/parse.ts';
import { problemText } from '../scenario/problem.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { TimedInput } from '../scenario/timed-input.ts';
import { isLink } from '../share/is-link.ts';
import { decodeLink } from '../share/link.ts';

/** A run that came as a link: everything that determines its records. */
export interface LinkedRun {
  readonly scenario: Scenario;
  readonly seed?: number;
  readonly inputs: readonly SessionInput[];
  readonly untilUs?: number;
}

/** The fragment of a word that is a link of the page: a whole address, or what follows its host. */
export function fragmentOf(word: string): string | undefined {
  const fragment = word.slice(word.indexOf('#'));
  return word.includes('#') && isLink(fragment) ? fragment : undefined;
}

/** Reads a link as the page does; refuses in plain words. */
export async function openLink(fragment: string): Promise<Result<LinkedRun, string>> {
  const decoded = await decodeLink(fragment);
  if (!decoded.ok) return err(`the link does not open: ${decoded.error.kind}`);
  const { catalogue, scenario, seed, inputs = [], untilUs } = decoded.value.run;
  const entry = catalogue === undefined ? undefined : catalogueEntry(catalogue);
  const checked =
    scenario === undefined
      ? checkScenario((entry?.document ?? null) as unknown as Json)
      : parseScenario(scenario);
  if (!checked.ok) return err(checked.error.map(problemText).join('; '));
  const read = readInputs(inputs as unknown as readonly TimedInput[], checked.value);
  if (!read.ok) return err(read.error.map(problemText).join('; '));
  return ok({
    scenario: checked.value,
    inputs: read.value,
    ...(seed === undefined ? {} : { seed }),
    ...(untilUs === undefined ? {} : { untilUs }),
  });
}
