import type { CommandSpec } from '../command.ts';
import { type FlagSpec, bool } from '../flag.ts';
import { GLOBAL_FLAGS } from '../global.ts';
import { flagsOf } from '../parse.ts';

const HELP: FlagSpec = bool('help h');
/** Flags that take more than one value can be named again. */
const REPEATED: ReadonlySet<string> = new Set(['strings', 'stringArray', 'stringToString']);

/** The names of the flags a command takes, those of every command first; `changed`: those on the line already. Models cobra's getFlagNameCompletions. */
export function flagNames(
  path: readonly CommandSpec[],
  changed: (name: string) => boolean,
): readonly string[] {
  const own = path.at(-1)?.flags ?? [];
  const all = [...flagsOf(path).values()];
  const inherited =
    path.length === 1 ? [] : all.filter((spec) => GLOBAL_FLAGS.includes(spec) && !own.includes(spec));
  const local = [...all.filter((spec) => !inherited.includes(spec)), HELP];
  return [...sorted(inherited), ...sorted(local)]
    .filter(({ hidden, deprecated }) => hidden !== true && deprecated === undefined)
    .filter(({ name, type }) => REPEATED.has(type) || !changed(name))
    .flatMap(({ name, short }) => [`--${name}`, ...(short === undefined ? [] : [`-${short}`])]);
}

const sorted = (specs: readonly FlagSpec[]): FlagSpec[] =>
  [...specs].sort((a, b) => (a.name < b.name ? -1 : 1));
