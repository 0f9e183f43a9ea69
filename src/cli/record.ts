import { record } from './engine.ts';
import type { RunOptions } from './engine.ts';
import { loadScenario, writeJson } from './files.ts';
import type { NamedScenario } from './files.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD, notUnderstood } from './outcome.ts';

/** Writes the recording of each scenario to a folder. All scenarios are read before the first is played. */
export function recordCommand(
  which: readonly string[],
  folder: string | undefined,
  options: RunOptions,
  print: Print,
): Outcome {
  if (folder === undefined) return notUnderstood('record needs --out DIR');
  const scenarios: NamedScenario[] = [];
  for (const one of which) {
    const loaded = loadScenario(one);
    if (!loaded.ok) return notUnderstood(loaded.error);
    scenarios.push(loaded.value);
  }
  for (const { name, scenario } of scenarios)
    print(`${writeJson(folder, name, record(scenario, name, options))}\n`);
  return GOOD;
}
