import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { fail, linesOf, openError, options, out, readFile, writeAll } from './io.ts';
import { RegexError } from './regex.ts';
import { type Address, type SedCommand, SedError, parseSed } from './sed-parser.ts';

/** A sed of the commands scripts in manifests use: s y d p q a i c = n N D P, addresses, ranges, `!`, -n, -i, -E. */
export function* sed(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'nEre:f:i');
  if (bad !== undefined) return yield* fail(sys, `sed: unrecognized option: ${bad}`);
  const operands = [...rest];
  let script = flags.get('e');
  const file = flags.get('f');
  if (file !== undefined) {
    const text = yield* readFile(sys, file);
    if (!text.ok) return yield* fail(sys, openError('sed', file, text.error));
    script = text.value;
  }
  script ??= operands.shift();
  if (script === undefined) return yield* fail(sys, 'sed: no previous regexp');
  try {
    const commands = parseSed(script, flags.has('E') || flags.has('r'));
    return yield* apply(sys, commands, { quiet: flags.has('n'), inPlace: flags.has('i'), files: operands });
  } catch (error) {
    if (error instanceof SedError) return yield* fail(sys, `sed: ${error.message}`);
    if (error instanceof RegexError) return yield* fail(sys, `sed: bad regex: ${error.message}`);
    throw error;
  }
}

function* apply(
  sys: Syscalls,
  commands: readonly SedCommand[],
  how: { readonly quiet: boolean; readonly inPlace: boolean; readonly files: readonly string[] },
): Task<number> {
  let status = 0;
  for (const path of how.files.length === 0 ? ['-'] : how.files) {
    const text = yield* readFile(sys, path);
    if (!text.ok) {
      status = yield* fail(sys, `sed: ${path}: ${ERRNO_TEXT[text.error]}`);
      continue;
    }
    const result = edit(linesOf(text.value), commands, how.quiet);
    if (how.inPlace && path !== '-') {
      const opened = sys.open(path, 'write', { truncate: true });
      if (!opened.ok) return yield* fail(sys, openError('sed', path, opened.error));
      yield* writeAll(sys, opened.value, result);
      sys.close(opened.value);
    } else yield* out(sys, result);
  }
  return status;
}

/** Runs the script over the lines. Pure. */
export function edit(lines: readonly string[], commands: readonly SedCommand[], quiet: boolean): string {
  let result = '';
  for (let index = 0; index < lines.length; index++) {
    let space = lines[index] as string;
    let after = '';
    let deleted = false;
    let quit = false;
    for (const command of commands) {
      if (!selects(command, index, lines, space)) continue;
      switch (command.name) {
        case 's':
          space = substitute(space, command, (text) => (result += `${text}\n`));
          break;
        case 'y':
          space = transliterate(space, command);
          break;
        case 'd':
          deleted = true;
          break;
        case 'p':
          result += `${space}\n`;
          break;
        case 'P':
          result += `${space.split('\n')[0]}\n`;
          break;
        case 'q':
          quit = true;
          break;
        case '=':
          result += `${index + 1}\n`;
          break;
        case 'a':
          after += `${command.text}\n`;
          break;
        case 'i':
          result += `${command.text}\n`;
          break;
        case 'c':
          result += `${command.text}\n`;
          deleted = true;
          break;
        case 'n':
          if (!quiet) result += `${space}\n`;
          if (index + 1 < lines.length) space = lines[++index] as string;
          break;
        case 'N':
          if (index + 1 < lines.length) space += `\n${lines[++index]}`;
          break;
      }
      if (deleted || quit) break;
    }
    if (!deleted && !quiet) result += `${space}\n`;
    result += after;
    if (quit) break;
  }
  return result;
}

function selects(command: SedCommand, index: number, lines: readonly string[], space: string): boolean {
  const at = (address: Address): boolean =>
    address.kind === 'line'
      ? index + 1 === address.line
      : address.kind === 'last'
        ? index === lines.length - 1
        : address.regex.test(space);
  let chosen = true;
  if (command.from !== undefined && command.to === undefined) chosen = at(command.from);
  else if (command.from !== undefined && command.to !== undefined) {
    if (command.active) {
      if (at(command.to) || (command.to.kind === 'line' && index + 1 >= command.to.line))
        command.active = false;
    } else {
      chosen = at(command.from);
      command.active = chosen && !(command.to.kind === 'line' && command.to.line <= index + 1);
    }
  }
  return chosen !== command.negated;
}

function substitute(space: string, command: SedCommand, print: (text: string) => void): string {
  const { regex, text = '', flags = '' } = command;
  if (regex === undefined) return space;
  const nth = Number(/\d+/.exec(flags)?.[0] ?? 1);
  const all = flags.includes('g');
  let result = '';
  let at = 0;
  let seen = 0;
  let changed = false;
  while (at <= space.length) {
    const match = regex.exec(space, at);
    if (match === undefined) break;
    seen++;
    result += space.slice(at, match.start);
    if (seen === nth || (all && seen > nth)) {
      result += replacement(text, match.groups);
      changed = true;
    } else result += match.groups[0];
    at = match.end;
    if (match.end === match.start) result += space[at++] ?? '';
    if (changed && !all) break;
  }
  result += space.slice(at);
  if (changed && flags.includes('p')) print(result);
  return changed ? result : space;
}

function replacement(text: string, groups: readonly (string | undefined)[]): string {
  return text.replace(/\\([0-9])|\\n|\\t|\\([\s\S])|&/g, (whole, group?: string, literal?: string) => {
    if (whole === '&') return groups[0] ?? '';
    if (group !== undefined) return groups[Number(group)] ?? '';
    return whole === '\\n' ? '\n' : whole === '\\t' ? '\t' : (literal ?? '');
  });
}

function transliterate(space: string, command: SedCommand): string {
  const [from = '', to = ''] = (command.text ?? '').split('\0');
  return Array.from(space)
    .map((char) => (from.includes(char) ? (to[from.indexOf(char)] ?? char) : char))
    .join('');
}
