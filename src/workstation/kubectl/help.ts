import type { CommandSpec } from './grammar/command.ts';
import type { FlagSpec } from './grammar/flag.ts';
import { GLOBAL_FLAGS } from './grammar/global.ts';
import { COMMAND_GROUPS } from './grammar/groups.ts';
import type { HelpText, HelpTexts } from './texts/texts.ts';

// Models kubectl's templates (kubectl/pkg/util/templates, 1.36): long text, examples, commands or options, usage.

const pathText = (path: readonly CommandSpec[]): string => path.map(({ name }) => name).join(' ');

/** What `kubectl COMMAND --help` prints; where the texts are not at hand, what the grammar alone knows. */
export function helpText(path: readonly CommandSpec[], texts: HelpTexts | undefined): string {
  const own = textOf(path, texts);
  const { name, flags, commands = [], aliases = [] } = path.at(-1) as CommandSpec;
  const parts = [`${own?.long ?? `${pathText(path)}: its help text is not at hand.`}\n`];
  if (aliases.length > 0) parts.push(`Aliases:\n${[name, ...aliases].join(', ')}\n`);
  if (own?.examples !== undefined) parts.push(`Examples:\n${own.examples}\n`);
  parts.push(...commandParts(path, texts));
  const options = own === undefined ? bareOptions(flags) : own.options;
  if (options !== undefined) parts.push(`Options:\n${optionLines(options)}`);
  parts.push(`Usage:\n  ${own?.usage ?? `${pathText(path)} [options]`}\n`);
  if (commands.length > 0)
    parts.push(`Use "${pathText(path)} <command> --help" for more information about a given command.`);
  parts.push('Use "kubectl options" for a list of global command-line options (applies to all commands).\n');
  return parts.join('\n');
}

/** What follows an unknown help topic: commands and usage, nothing before. Models cobra's Usage. */
export function usageText(root: CommandSpec, texts: HelpTexts | undefined): string {
  const help = helpText([root], texts);
  return help.slice(help.indexOf(COMMAND_GROUPS[0]?.[0] ?? ''));
}

function textOf(path: readonly CommandSpec[], texts: HelpTexts | undefined): HelpText | undefined {
  return texts?.[pathText(path.slice(1))];
}

function commandParts(path: readonly CommandSpec[], texts: HelpTexts | undefined): string[] {
  const { commands = [] } = path.at(-1) as CommandSpec;
  if (commands.length === 0) return [];
  const width = Math.max(...commands.map(({ name }) => name.length), 11) + 2;
  const line = (command: CommandSpec): string =>
    `  ${command.name.padEnd(width)} ${textOf([...path, command], texts)?.short ?? ''}\n`;
  if (path.length > 1) {
    const sorted = [...commands].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [`Available Commands:\n${sorted.map(line).join('')}`];
  }
  return COMMAND_GROUPS.map(([title, names]) => {
    const found = names.flatMap((name) => commands.filter((command) => command.name === name));
    return `${title}\n${found.map(line).join('')}`;
  });
}

function bareOptions(flags: readonly FlagSpec[]): Record<string, string> | undefined {
  const shown = flags.filter(({ hidden }) => hidden !== true);
  if (shown.length === 0) return undefined;
  const sorted = [...shown].sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(sorted.map((flag) => [optionHead(flag), '']));
}

/** `-n, --namespace=''`: names and default. */
export function optionHead({ name, short, type, default: value }: FlagSpec): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}=${type === 'string' ? `'${value}'` : value}`;
}

function optionLines(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([head, usage]) => `    ${head}:\n\t${usage}\n`)
    .join('\n');
}

/** `kubectl options`. */
export function optionsText(texts: HelpTexts | undefined): string {
  const options = texts?.['options']?.options ?? bareOptions(GLOBAL_FLAGS) ?? {};
  return `The following options can be passed to any command:\n\n${optionLines(options)}\n`;
}
