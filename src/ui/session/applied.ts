import type { TimedInput } from '../../scenario/timed-input.ts';
import { parseDuration } from '../../scenario/duration.ts';

type Files = Readonly<Record<string, string>>;

/** A command as it was typed, and when. Virtual µs. */
interface Typed {
  readonly at: number;
  readonly line: string;
}

const SENDS_FILES = /\bkubectl\s+(?:.*\s)?(?:apply|create|replace)\s(?:.*\s)?(?:-f|--filename)[= ]\S/;

/**
 * What a file read when the run last sent it to the cluster; undefined when it never did. A run that came as a link or
 * from the catalogue has its commands like one that was made here.
 */
export function appliedText(
  name: string,
  commands: readonly Typed[],
  inputs: readonly TimedInput[],
  own: Files,
): string | undefined {
  const last = commands.findLast(
    ({ line }) => SENDS_FILES.test(line) && line.split(/[\s=,]+/).includes(name),
  );
  if (last === undefined) return undefined;
  const tabs = inputs.findLast(({ at, files }) => files !== undefined && (parseDuration(at) ?? 0) <= last.at);
  return (tabs?.files ?? own)[name];
}
