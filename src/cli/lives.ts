import type { Json } from '../base/json.ts';
import { CATALOGUE } from '../scenario/catalogue/all.ts';
import { lifeLine, lifeText } from '../scenario/catalogue/life-line.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { play } from './engine.ts';
import type { Outcome, Print } from './outcome.ts';
import { GOOD } from './outcome.ts';

const HEAD = `// Written by \`npm run -s podscope -- lives\`: how the first Pod of each scenario fares, in percent of the run.
export const LIVES: Readonly<Record<string, string>> = {
`;

/** Plays every built-in scenario and prints the module with their life lines, src/scenario/catalogue/lives.ts. */
export function livesCommand(print: Print): Outcome {
  print(HEAD);
  for (const { id, document } of CATALOGUE) {
    const checked = checkScenario(document as unknown as Json);
    if (!checked.ok) return { code: 1, message: `${id} is no scenario that can be played` };
    const until = document.until === undefined ? { untilUs: 30_000_000 } : {};
    const { records, endUs } = play(checked.value, { level: 2, ...until });
    const key = /^\w+$/.test(id) ? id : `'${id}'`;
    print(`  ${key}: '${lifeText(lifeLine(records, endUs))}',\n`);
  }
  print('};\n');
  return GOOD;
}
