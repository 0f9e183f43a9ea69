import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { copyFile } from './files.ts';
import { fail, linesOf, openError, options, out, readFile, writeAll } from './io.ts';
import { RegexError } from './regex.ts';
import { type Address, type SedCommand, SedError, parseSed } from './sed-parser.ts';

/** A sed of the commands scripts in manifests use: s y d p q a i c = n N D P G g H h x b t, labels, groups, addresses, ranges, `!`, -n, -i, -E. */
export function* sed(sys: Syscalls, argv: readonly string[]): Task<number> {
  const suffix = argv.find((arg) => /^-i./.test(arg))?.slice(2);
  const { flags, rest, bad } = options(
    argv.map((arg) => (/^-i./.test(arg) ? '-i' : arg)),
    'nEre:f:i',
  );
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
    for (const command of commands) {
      if (command.name !== 'r') continue;
      const text = yield* readFile(sys, command.text ?? '');
      command.contents = text.ok ? text.value : '';
    }
    return yield* apply(sys, commands, {
      quiet: flags.has('n'),
      inPlace: flags.has('i') ? (suffix ?? '') : undefined,
      files: operands,
    });
  } catch (error) {
    if (error instanceof SedError) return yield* fail(sys, `sed: ${error.message}`);
    if (error instanceof RegexError) return yield* fail(sys, `sed: bad regex: ${error.message}`);
    throw error;
  }
}

function* apply(
  sys: Syscalls,
  commands: readonly SedCommand[],
  how: { readonly quiet: boolean; readonly inPlace: string | undefined; readonly files: readonly string[] },
): Task<number> {
  let status = 0;
  for (const path of how.files.length === 0 ? ['-'] : how.files) {
    const text = yield* readFile(sys, path);
    if (!text.ok) {
      status = yield* fail(sys, `sed: ${path}: ${ERRNO_TEXT[text.error]}`);
      continue;
    }
    const result = edit(linesOf(text.value), commands, how.quiet);
    if (how.inPlace !== undefined && path !== '-') {
      if (how.inPlace !== '') yield* copyFile(sys, path, path + how.inPlace, 'sed');
      const opened = sys.open(path, 'write', { truncate: true });
      if (!opened.ok) return yield* fail(sys, openError('sed', path, opened.error));
      yield* writeAll(sys, opened.value, result);
      sys.close(opened.value);
    } else yield* out(sys, result);
  }
  return status;
}

const MAX_JUMPS = 100_000;
/** What a space may hold, and what a script may print: text that only grows meets the end of memory. */
const MAX_TEXT = 4_000_000;

/** Runs the script over the lines. Pure. */
export function edit(lines: readonly string[], commands: readonly SedCommand[], quiet: boolean): string {
  const run = new Run(lines, commands, quiet);
  while (run.index < lines.length && !run.quit) run.cycle();
  return run.result;
}

/** One run of a script: the pattern space, the hold space and what was printed. */
class Run {
  result = '';
  index = 0;
  quit = false;
  private readonly lines: readonly string[];
  private readonly commands: readonly SedCommand[];
  private readonly quiet: boolean;
  private space = '';
  private hold = '';
  private after = '';
  private changed = false;
  private jumps = 0;

  constructor(lines: readonly string[], commands: readonly SedCommand[], quiet: boolean) {
    this.lines = lines;
    this.commands = commands;
    this.quiet = quiet;
  }

  /** The script once over one line. */
  cycle(): void {
    this.space = this.lines[this.index] as string;
    this.changed = false;
    let deleted = false;
    for (let at = 0; at < this.commands.length; at++) {
      const command = this.commands[at] as SedCommand;
      const chosen = selects(command, this.index, this.lines, this.space);
      if (command.name === '{' ? !chosen : chosen && this.jumpsAway(command)) {
        if (++this.jumps > MAX_JUMPS) throw new SedError('jumps without end');
        at = (command.jump as number) - 1;
        continue;
      }
      if (!chosen) continue;
      if (command.name === 'D' && this.space.includes('\n')) {
        // The rest of the space goes through the script again, without a new line.
        if (++this.jumps > MAX_JUMPS) throw new SedError('jumps without end');
        this.space = this.space.slice(this.space.indexOf('\n') + 1);
        this.result += this.after;
        this.after = '';
        at = -1;
        continue;
      }
      if ('dDcQ'.includes(command.name)) deleted = true;
      this.apply(command);
      if (Math.max(this.space.length, this.hold.length, this.result.length) > MAX_TEXT)
        throw new SedError('out of memory');
      if (deleted || this.quit) break;
    }
    if (!deleted && !this.quiet) this.result += `${this.space}\n`;
    this.result += this.after;
    this.after = '';
    this.index++;
  }

  private jumpsAway({ name }: SedCommand): boolean {
    const jumps = name === 'b' || (name === 't' && this.changed);
    if (name === 't') this.changed = false;
    return jumps;
  }

  private apply(command: SedCommand): void {
    const { space } = this;
    switch (command.name) {
      case 's':
        this.space = substitute(space, command, (text) => (this.result += `${text}\n`));
        this.changed ||= this.space !== space;
        break;
      case 'y':
        this.space = transliterate(space, command);
        break;
      case 'p':
        this.result += `${space}\n`;
        break;
      case 'P':
        this.result += `${space.split('\n')[0]}\n`;
        break;
      case 'q':
      case 'Q':
        this.quit = true;
        break;
      case 'r':
        this.after += command.contents ?? '';
        break;
      case '=':
        this.result += `${this.index + 1}\n`;
        break;
      case 'a':
        this.after += `${command.text}\n`;
        break;
      case 'i':
      case 'c':
        this.result += `${command.text}\n`;
        break;
      case 'n':
        // Without a next line it is over, and the space is printed as at the end of a cycle.
        if (this.index + 1 >= this.lines.length) this.quit = true;
        else {
          if (!this.quiet) this.result += `${space}\n`;
          this.result += this.after;
          this.after = '';
          this.space = this.lines[++this.index] as string;
        }
        break;
      case 'N':
        if (this.index + 1 >= this.lines.length) this.quit = true;
        else {
          this.result += this.after;
          this.after = '';
          this.space += `\n${this.lines[++this.index]}`;
        }
        break;
      case 'g':
        this.space = this.hold;
        break;
      case 'G':
        this.space += `\n${this.hold}`;
        break;
      case 'h':
        this.hold = space;
        break;
      case 'H':
        this.hold += `\n${space}`;
        break;
      case 'x':
        [this.space, this.hold] = [this.hold, space];
        break;
    }
  }
}

function selects(command: SedCommand, index: number, lines: readonly string[], space: string): boolean {
  const at = (address: Address): boolean =>
    address.kind === 'line'
      ? index + 1 === address.line
      : address.kind === 'last'
        ? index === lines.length - 1
        : address.kind === 'step'
          ? index + 1 >= address.first && (index + 1 - address.first) % Math.max(1, address.step) === 0
          : address.kind === 'match' && address.regex.test(space);
  let chosen = true;
  if (command.from !== undefined && command.to === undefined) chosen = at(command.from);
  else if (command.from !== undefined && command.to !== undefined) {
    const { to } = command;
    if (to.kind === 'more') {
      if (at(command.from) && (command.until ?? -1) < index) command.until = index + to.lines;
      chosen = index <= (command.until ?? -1);
    } else if (command.active || (index === 0 && command.from.kind === 'line' && command.from.line === 0)) {
      command.active = true;
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
