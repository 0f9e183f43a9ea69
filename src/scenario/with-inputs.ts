import type { JsonObject } from '../base/json.ts';
import type { ScenarioDocument, StepDocument } from './document.ts';
import { formatDuration, parseDuration } from './duration.ts';
import { runEnd } from './run-end.ts';
import type { TimedInput } from './timed-input.ts';

/** `apply -f web.yaml` and `create -f web.yaml` of one file, the way a step can carry the file's text itself. */
const OF_A_FILE = /^(apply|create)\s+-f\s+(\S+)$/;

/** The step, with the text of the file it reads when that file is another one by now. */
function settled({ step, files }: TimedInput, final: Readonly<Record<string, string>>): JsonObject {
  const line = typeof step['kubectl'] === 'string' ? OF_A_FILE.exec(step['kubectl'].trim()) : null;
  const [, verb, name] = line ?? [];
  const text = name === undefined ? undefined : files?.[name];
  if (verb === undefined || name === undefined || text === undefined || text === final[name]) return step;
  const { kubectl: _line, ...rest } = step;
  return { ...rest, [verb]: text };
}

/** What the reader did to a run. */
interface Done {
  readonly inputs: readonly TimedInput[];
  readonly seed?: number;
  /** How far they had it simulated past its own end. Virtual µs. */
  readonly untilUs?: number;
}

/**
 * A scenario that contains what the reader did: their inputs as steps in order of time, the editor's tabs as its files.
 * What plays from it is the same run, so far as files on the disk were only read by apply and create.
 */
export function withInputs(
  document: ScenarioDocument,
  { inputs, seed, untilUs: extendedUs }: Done,
  files: Readonly<Record<string, string>>,
): ScenarioDocument {
  const added = inputs.map((input): StepDocument => ({ at: input.at, ...settled(input, files) }));
  const at = (step: StepDocument): number => parseDuration(step.at) ?? 0;
  const steps = [...document.steps, ...added].sort((a, b) => at(a) - at(b));
  const own = { untilUs: parseDuration(document.until), extendedUs: undefined, lastInputUs: undefined };
  const lastInputUs = added.length === 0 ? undefined : Math.max(...added.map(at));
  const { most } = runEnd({ ...own, extendedUs, lastInputUs });
  return {
    ...document,
    ...(extendedUs === undefined && most === runEnd(own).most ? {} : { until: formatDuration(most) }),
    ...(Object.keys(files).length === 0 ? {} : { files }),
    steps,
    ...(seed === undefined ? {} : { seed }),
  };
}
