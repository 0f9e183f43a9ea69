import { resourceByWord } from '../../../../api/resources.ts';
import type { CommandSpec } from '../command.ts';
import type { FlagSpec } from '../flag.ts';
import { GLOBAL_FLAGS } from '../global.ts';
import { findCommand, flagsOf, parseLine } from '../parse.ts';
import { KUBECTL } from '../root.ts';
import { ARGUMENTS, FLAG_VALUES, type FlagValues, GLOBAL_VALUES } from './data.ts';
import { argumentPieces } from './arguments.ts';
import { flagNames } from './flag-names.ts';
import {
  FILE_ENDINGS,
  type Known,
  type Line,
  type Plan,
  type Source,
  noFiles,
  wordsPiece,
} from './pieces.ts';

const NOTHING: Plan = { pieces: [], directive: 0 };

/** What kubectl's own completion offers for a word behind others. Pure. Models cobra's getCompletions and kubectl/pkg/util/completion (1.36). */
export function planOf(words: readonly string[], word: string, known: Known): Plan {
  const waiting = waitingFlag(words);
  const parsed = parseLine(KUBECTL, waiting === undefined ? words : words.slice(0, -1));
  if (!parsed.ok) return NOTHING;
  const { path, args, flags, dashAt } = parsed.value;
  const asked = flags.text('namespace');
  const line: Line = {
    ...known,
    command: namesOf(path),
    args,
    namespace: asked === '' ? known.namespace : asked,
  };
  if (waiting !== undefined) return values(waiting, 0, line);
  const assigned = /^--([\w-]+)=/.exec(word);
  if (dashAt === undefined && assigned !== null) {
    const spec = flagsOf(path).get(assigned[1] ?? '');
    return spec === undefined ? NOTHING : values(spec, assigned[0].length, line);
  }
  const required = (path.at(-1)?.requiredFlags ?? [])
    .filter((name) => !flags.changed(name))
    .map((name) => `--${name}`);
  if (dashAt === undefined && word.startsWith('-')) {
    const missing = required.some((name) => name.startsWith(word));
    const given = missing ? required : flagNames(path, (name) => flags.changed(name));
    return noFiles(wordsPiece(given));
  }
  // Behind a flag of its own a command's commands are no longer meant.
  const own = (path.at(-1)?.flags ?? []).some(
    (spec) => !GLOBAL_FLAGS.includes(spec) && flags.changed(spec.name),
  );
  const plan = argumentPlan(path, word, line, own);
  return required.length === 0 ? plan : { ...plan, pieces: [wordsPiece(required), ...plan.pieces] };
}

const namesOf = (path: readonly CommandSpec[]): string =>
  path
    .slice(1)
    .map(({ name }) => name)
    .join(' ');

function argumentPlan(path: readonly CommandSpec[], word: string, line: Line, flagged: boolean): Plan {
  const { commands = [] } = path.at(-1) as CommandSpec;
  const { args } = line;
  if (path.length === 1 && args[0] === 'help') return helpTopics(args.slice(1));
  if (args.length === 0 && commands.length > 0 && !flagged) return noFiles(wordsPiece(subcommands(path)));
  const kind = ARGUMENTS[line.command];
  return kind === undefined ? NOTHING : argumentPieces(kind, word, line);
}

function subcommands(path: readonly CommandSpec[]): readonly string[] {
  // `alpha` has no commands in this version, so that cobra does not list it.
  const names = (path.at(-1)?.commands ?? []).map(({ name }) => name).filter((name) => name !== 'alpha');
  return [...names, ...(path.length === 1 ? ['help'] : [])].sort();
}

function helpTopics(words: readonly string[]): Plan {
  const { path, rest } = findCommand(KUBECTL, words);
  return rest.length > 0 ? noFiles() : noFiles(wordsPiece(subcommands(path)));
}

/** The flag whose value comes next. */
function waitingFlag(words: readonly string[]): FlagSpec | undefined {
  const last = words.at(-1) ?? '';
  if (!last.startsWith('-') || last.includes('=') || last === '-' || words.includes('--')) return undefined;
  const { path } = findCommand(KUBECTL, words.slice(0, -1));
  for (const spec of flagsOf(path).values()) {
    const named =
      last === `--${spec.name}` ||
      (spec.short !== undefined && /^-\w+$/.test(last) && last.endsWith(spec.short));
    if (named) return spec.bare === undefined ? spec : undefined;
  }
  return undefined;
}

function values(spec: FlagSpec, skip: number, line: Line): Plan {
  const given: FlagValues | undefined =
    FLAG_VALUES[`${line.command} --${spec.name}`] ??
    FLAG_VALUES[`--${spec.name}`] ??
    (GLOBAL_FLAGS.includes(spec) ? GLOBAL_VALUES[spec.name] : undefined);
  if (given === undefined) return { ...NOTHING, skip };
  if (typeof given === 'object' && 'endings' in given)
    return { pieces: [wordsPiece(given.endings)], directive: FILE_ENDINGS, skip };
  const source = valuesOf(given, line);
  return { ...(source === undefined ? NOTHING : noFiles({ source })), skip };
}

function valuesOf(given: Exclude<FlagValues, { readonly endings: unknown }>, line: Line): Source | undefined {
  const { namespace, resources, args } = line;
  if (given === 'containers')
    return args[0] === undefined ? { words: [] } : { containers: args[0], namespace };
  if ('type' in given) {
    const names = resourceByWord(given.type, resources);
    return names && { names, namespace: names.namespaced ? namespace : '' };
  }
  return given;
}
