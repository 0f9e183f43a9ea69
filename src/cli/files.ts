import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Json } from '../base/json.ts';
import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import { distill } from '../recording/comparable/distill.ts';
import type { Golden, SchedulerGolden } from '../recording/comparable/golden.ts';
import type { Recording } from '../recording/format.ts';
import type { Case } from '../recording/verify.ts';
import { CATALOGUE, catalogueEntry } from '../scenario/catalogue/all.ts';
import { checkScenario } from '../scenario/check-scenario.ts';
import { parseScenario } from '../scenario/parse.ts';
import { problemText } from '../scenario/problem.ts';
import type { Scenario } from '../scenario/scenario.ts';

/** The recordings that come with Podscope. */
export const RECORDINGS = fileURLToPath(new URL('../recording/recordings', import.meta.url));
const SCENARIO_ENDINGS = ['.yaml', '.yml'];

export interface NamedScenario {
  readonly name: string;
  readonly scenario: Scenario;
}

/** A scenario file, or a built-in scenario by its name; refuses in plain words. */
export function loadScenario(which: string): Result<NamedScenario, string> {
  const entry = catalogueEntry(which);
  if (entry !== undefined && !existsSync(which)) {
    const checked = checkScenario(entry.document as unknown as Json);
    return checked.ok
      ? ok({ name: entry.id, scenario: checked.value })
      : err(listed(which, checked.error.map(problemText)));
  }
  if (!existsSync(which)) {
    return err(
      `there is no file ${which}, and no built-in scenario of that name (there are ${CATALOGUE.map(({ id }) => id).join(', ')})`,
    );
  }
  if (statSync(which).isDirectory()) return err(`${which} is a folder; name a scenario file`);
  const parsed = parseScenario(readFileSync(which, 'utf8'));
  return parsed.ok
    ? ok({ name: nameOf(which), scenario: parsed.value })
    : err(listed(which, parsed.error.map(problemText)));
}

const nameOf = (file: string): string => basename(file, extname(file));

function listed(file: string, problems: readonly string[]): string {
  return [`${file} is no scenario that can be played:`, ...problems.map((problem) => `  ${problem}`)].join(
    '\n',
  );
}

/** The cases that a word names: an area or a case of the project's recordings, a folder of either, a file. */
export function loadCases(which: string): Result<readonly Case[], string> {
  const found = [
    which,
    join(RECORDINGS, which),
    ...SCENARIO_ENDINGS.map((ending) => join(RECORDINGS, which + ending)),
  ].find((path) => existsSync(path));
  if (found === undefined) return err(`there is no file, folder or area ${which}`);
  const files = scenarioFiles(resolve(found)).filter((file) => existsSync(goldenOf(file)));
  if (files.length === 0)
    return err(`${which} has no scenario with a recording (NAME.yaml beside NAME.json)`);
  const cases: Case[] = [];
  for (const file of files) {
    const loaded = loadCase(file);
    if (!loaded.ok) return loaded;
    cases.push(loaded.value);
  }
  return ok(cases);
}

/** Every scenario that was recorded. */
export function recordedScenarios(): readonly Scenario[] {
  return scenarioFiles(RECORDINGS).flatMap((file) => {
    const loaded = loadScenario(file);
    return loaded.ok ? [loaded.value.scenario] : [];
  });
}

function scenarioFiles(path: string): string[] {
  if (!statSync(path).isDirectory())
    return [extname(path) === '.json' ? path.replace(/\.json$/, '.yaml') : path];
  const names = readdirSync(path).sort();
  const here = names
    .filter((name) => SCENARIO_ENDINGS.includes(extname(name)))
    .map((name) => join(path, name));
  const below = names.map((name) => join(path, name)).filter((inner) => statSync(inner).isDirectory());
  return [...here, ...below.flatMap(scenarioFiles)];
}

const goldenOf = (file: string): string => join(dirname(file), `${nameOf(file)}.json`);

function loadCase(file: string): Result<Case, string> {
  const scenario = loadScenario(file);
  if (!scenario.ok) return scenario;
  try {
    const read = JSON.parse(readFileSync(goldenOf(file), 'utf8')) as Golden | SchedulerGolden | Recording;
    return ok({
      area: basename(dirname(file)),
      name: nameOf(file),
      scenario: scenario.value.scenario,
      // What `record` writes is compared as well as what was brought into the comparable form.
      golden: 'watch' in read ? distill(read) : read,
    });
  } catch (problem) {
    return err(
      `${goldenOf(file)} cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`,
    );
  }
}

/** Writes DIR/NAME.json, making the folder when it is not there; answers the path. */
export function writeJson(folder: string, name: string, value: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, `${JSON.stringify(value, null, 1)}\n`);
  return path;
}
