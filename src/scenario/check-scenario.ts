import type { Json } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import type { Place } from './checks.ts';
import { migrate } from './migrate.ts';
import type { ScenarioProblem } from './problem.ts';
import { readScenario } from './read-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Checks a scenario that is data already: from a link, from storage, from the catalogue. */
export function checkScenario(document: Json): Result<Scenario, readonly ScenarioProblem[]> {
  return checked(document, (problem) => problem);
}

/** Reads what a text or JSON held; `locate` says where in it a problem is. */
export function checked(
  document: Json,
  locate: (problem: ScenarioProblem) => ScenarioProblem,
): Result<Scenario, readonly ScenarioProblem[]> {
  const place: Place = { path: [], problems: [] };
  const current = migrate(document, place);
  const scenario = current === undefined ? undefined : readScenario(current, place);
  return scenario === undefined || place.problems.length > 0 ? err(place.problems.map(locate)) : ok(scenario);
}

/** The scenario of a text that is JSON and has no mistake; undefined when it takes the reader of YAML to say more. */
export function scenarioOfJson(text: string): Scenario | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const read = checkScenario(JSON.parse(text) as Json);
    return read.ok ? read.value : undefined;
  } catch {
    return undefined;
  }
}
