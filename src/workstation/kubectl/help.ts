import type { CommandSpec } from './grammar/command.ts';
import type { FlagSpec } from './grammar/flag.ts';
import { GLOBAL_FLAGS } from './grammar/global.ts';
import { COMMAND_GROUPS } from './grammar/groups.ts';

// Models kubectl's templates (kubectl/pkg/util/templates, 1.36): long text, examples, commands or options, usage.

const pathText = (path: readonly CommandSpec[]): string => path.map(({ name }) => name).join(' ');

/** What `kubectl COMMAND --help` prints. */
export function helpText(path: readonly CommandSpec[]): string {
  const command = path.at(-1) as CommandSpec;
  const parts = [`${(command.long ?? `${command.short.replace(/\.$/, '')}.`).trimEnd()}\n`];
  if ((command.aliases ?? []).length > 0)
    parts.push(`Aliases:\n${[command.name, ...(command.aliases ?? [])].join(', ')}\n`);
  if (command.examples !== undefined) parts.push(`Examples:\n${command.examples.trimEnd()}\n`);
  const commands = command.commands ?? [];
  if (path.length === 1) parts.push(...groupedCommands(commands));
  else if (commands.length > 0) parts.push(`Available Commands:\n${commandLines(commands)}`);
  const flags = command.flags.filter(({ hidden }) => hidden !== true);
  if (flags.length > 0) parts.push(`Options:\n${flagLines(flags)}`);
  parts.push(`Usage:\n  ${usageLine(path)}\n`);
  if (commands.length > 0)
    parts.push(
      `Use "${pathText(path)} <command> --help" for more information about a given command.\n`.replace(
        /\n$/,
        '',
      ),
    );
  parts.push('Use "kubectl options" for a list of global command-line options (applies to all commands).\n');
  return parts.join('\n');
}

/** Models cobra's UseLine and the template: a command with nothing else to say has `[flags]`. */
function usageLine(path: readonly CommandSpec[]): string {
  const { use = '', commands = [] } = path.at(-1) ?? {};
  const shown = use === '' && commands.length > 0 ? '[flags]' : use;
  const line = `${pathText(path)}${shown === '' ? '' : ` ${shown}`}`;
  return line.includes('[options]') ? line : `${line} [options]`;
}

function groupedCommands(commands: readonly CommandSpec[]): string[] {
  const width = Math.max(...commands.map(({ name }) => name.length), 11) + 2;
  return COMMAND_GROUPS.map(([title, names]) => {
    const lines = names.flatMap((name) => {
      const found = commands.find((each) => each.name === name);
      return found === undefined ? [] : [`  ${name.padEnd(width)} ${found.short}\n`];
    });
    return `${title}\n${lines.join('')}`;
  });
}

function commandLines(commands: readonly CommandSpec[]): string {
  const sorted = [...commands].sort((a, b) => (a.name < b.name ? -1 : 1));
  const width = Math.max(...sorted.map(({ name }) => name.length), 11) + 2;
  return sorted.map(({ name, short }) => `  ${name.padEnd(width)} ${short}\n`).join('');
}

/** Flags as kubectl prints them: name and default, then the usage below. */
export function flagLines(flags: readonly FlagSpec[]): string {
  const sorted = [...flags].sort((a, b) => (a.name < b.name ? -1 : 1));
  return sorted
    .map(
      (flag) =>
        `    ${flag.short === undefined ? '' : `-${flag.short}, `}--${flag.name}=${defaultText(flag)}:\n\t${flag.usage}\n`,
    )
    .join('\n');
}

function defaultText({ type, default: value }: FlagSpec): string {
  return type === 'string' ? `'${value}'` : value;
}

/** `kubectl options`. */
export function optionsText(): string {
  return `The following options can be passed to any command:\n\n${flagLines(GLOBAL_FLAGS)}`;
}
