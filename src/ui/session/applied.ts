import type { TimedInput } from '../../scenario/timed-input.ts';
import { parseDuration } from '../../scenario/duration.ts';

type Files = Readonly<Record<string, string>>;

/** A command as it was typed, and when; `stdin` is what it was given to read. Virtual µs. */
interface Typed {
  readonly seq: number;
  readonly at: number;
  readonly line: string;
  readonly stdin?: string;
}

/** A file on its way to the cluster: by which command, and what it read then. Virtual µs. */
export interface Sent {
  readonly seq: number;
  readonly at: number;
  readonly text: string | undefined;
}

const SENDS_FILES = /\bkubectl\s+(?:.*\s)?(?:apply|create|replace)\s(?:.*\s)?(?:-f|--filename)[= ]\S/;

const sends = (line: string, name: string): boolean =>
  SENDS_FILES.test(line) && line.split(/[\s=,]+/).includes(name);

/** Whether an input sends a file as it reads now: what was done a moment ago has no command in the records yet. */
export function isSentBy(
  input: TimedInput | undefined,
  name: string,
  text: string | undefined,
  own: Files,
): boolean {
  const line = input?.step['kubectl'];
  if (input === undefined || typeof line !== 'string') return false;
  return sends(`kubectl ${line}`, name) && (input.files ?? own)[name] === text;
}

/**
 * The commands with which the run sent a file to the cluster, in order: those that name it, and those of the scenario
 * that carry the text it was made from. A run that came as a link or from the catalogue has its commands like one that
 * was made here.
 */
export function sendings(
  name: string,
  commands: readonly Typed[],
  inputs: readonly TimedInput[],
  own: Files,
): readonly Sent[] {
  return commands.flatMap(({ seq, at, line, stdin }): Sent[] => {
    if (stdin !== undefined)
      return SENDS_FILES.test(line) && stdin === own[name] ? [{ seq, at, text: stdin }] : [];
    if (!sends(line, name)) return [];
    const tabs = inputs.findLast(
      (input) => input.files !== undefined && (parseDuration(input.at) ?? 0) <= at,
    );
    return [{ seq, at, text: (tabs?.files ?? own)[name] }];
  });
}
