import type { Task } from '../../kernel/task.ts';
import type { Syscalls } from '../program.ts';
import { copyFile } from './files.ts';
import { BufferedOutput, Gathered, fail, openError, options, readFile, writeAll } from './io.ts';
import { RegexError } from './regex.ts';
import { SedInput, selects } from './sed-input.ts';
import { type SedCommand, SedError, parseSed } from './sed-parser.ts';

/** A sed of the commands scripts in manifests use: s y d p q a i c = n N D P G g H h x b t T r, labels, groups, addresses, ranges, `!`, -n, -i, -E. */
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

interface How {
  readonly quiet: boolean;
  readonly inPlace: string | undefined;
  readonly files: readonly string[];
}

function* apply(sys: Syscalls, commands: readonly SedCommand[], how: How): Task<number> {
  if (how.inPlace === undefined) {
    const input = new SedInput(sys, how.files.length === 0 ? ['-'] : how.files);
    const output = new BufferedOutput(sys);
    const code = yield* new Run(sys, commands, { quiet: how.quiet, input, output }).all();
    yield* output.flush();
    return code || input.status;
  }
  let status = 0;
  for (const path of how.files) {
    const input = new SedInput(sys, [path]);
    const all = new Gathered(sys);
    const output = { failed: false, write: (text: string) => all.add(text) };
    const code = yield* new Run(sys, commands, { quiet: how.quiet, input, output }).all();
    status = code || input.status || status;
    if (input.status > 0) continue;
    if (how.inPlace !== '') yield* copyFile(sys, path, path + how.inPlace, 'sed');
    const opened = sys.open(path, 'write', { truncate: true });
    if (!opened.ok) return yield* fail(sys, openError('sed', path, opened.error));
    yield* writeAll(sys, opened.value, yield* all.taken());
    sys.close(opened.value);
  }
  return status;
}

/** What a space may hold: text that only grows meets the end of memory. */
const MAX_TEXT = 4_000_000;
/** Commands between payments of CPU. */
const STEPS = 200;
const STEPS_US = 100;
/** Steps of patterns that cost as much as a turn. */
const PATTERN_STEPS = 20_000;

interface Streams {
  readonly quiet: boolean;
  readonly input: SedInput;
  readonly output: { readonly failed: boolean; write(text: string): Task };
}

/** One run of a script: the pattern space, the hold space and what is to be printed after the line. */
class Run {
  private readonly sys: Syscalls;
  private readonly commands: readonly SedCommand[];
  private readonly streams: Streams;
  private quit = false;
  private space = '';
  private hold = '';
  private after = '';
  private changed = false;
  private steps = 0;
  /** Printed text that lacked its end of line because the input did. */
  private open = false;

  constructor(sys: Syscalls, commands: readonly SedCommand[], streams: Streams) {
    this.sys = sys;
    this.commands = commands;
    this.streams = streams;
  }

  *all(): Task<number> {
    const { input, output } = this.streams;
    let code = 0;
    while (!this.quit && !output.failed) {
      const line = yield* input.next();
      if (line === undefined) break;
      this.space = line;
      this.changed = false;
      code = (yield* this.cycle()) ?? code;
    }
    return code;
  }

  /** The script once over the space; answers the exit code of q. */
  private *cycle(): Task<number | undefined> {
    let deleted = false;
    let code: number | undefined;
    for (let at = 0; at < this.commands.length; at++) {
      yield* this.step();
      const command = this.commands[at] as SedCommand;
      const chosen = selects(command, this.streams.input, this.space);
      if (command.name === '{' ? !chosen : chosen && this.jumpsAway(command)) {
        at = (command.jump as number) - 1;
        continue;
      }
      if (!chosen) continue;
      if (command.name === 'D' && this.space.includes('\n')) {
        // The rest of the space goes through the script again, without a new line.
        this.space = this.space.slice(this.space.indexOf('\n') + 1);
        yield* this.printAfter();
        at = -1;
        continue;
      }
      if ('dDcQ'.includes(command.name)) deleted = true;
      if (command.name === 'q' || command.name === 'Q') code = command.code ?? 0;
      yield* this.apply(command);
      if (Math.max(this.space.length, this.hold.length) > MAX_TEXT) throw new SedError('out of memory');
      if (deleted || this.quit) break;
    }
    if (!deleted && !this.streams.quiet) yield* this.print(this.space);
    yield* this.printAfter();
    return code;
  }

  private *step(): Task {
    if (++this.steps % STEPS === 0) yield* this.sys.cpu(STEPS_US);
  }

  /** Prints what was in the space: its end of line is the input's. */
  private *print(text: string): Task {
    yield* this.printLine(text, this.streams.input.ended);
  }

  private *printLine(text: string, ended = true): Task {
    yield* this.streams.output.write(`${this.open ? '\n' : ''}${text}${ended ? '\n' : ''}`);
    this.open = !ended;
  }

  private *printAfter(): Task {
    const { after } = this;
    this.after = '';
    if (after !== '') yield* this.printLine(after.replace(/\n$/, ''), after.endsWith('\n'));
  }

  private jumpsAway({ name }: SedCommand): boolean {
    const { changed } = this;
    if (name === 't' || name === 'T') this.changed = false;
    return name === 'b' || (name === 't' && changed) || (name === 'T' && !changed);
  }

  private *apply(command: SedCommand): Task {
    const { space } = this;
    const { input } = this.streams;
    switch (command.name) {
      case 's':
        yield* this.substitute(command);
        break;
      case 'y':
        this.space = transliterate(space, command);
        break;
      case 'p':
        yield* this.print(space);
        break;
      case 'P':
        yield* this.printLine(space.split('\n', 1)[0] as string);
        break;
      case 'q':
      case 'Q':
        this.quit = true;
        break;
      case 'r':
        this.after += command.contents ?? '';
        break;
      case '=':
        yield* this.printLine(String(input.number));
        break;
      case 'a':
        this.after += `${command.text}\n`;
        break;
      case 'i':
        yield* this.printLine(command.text ?? '');
        break;
      case 'c':
        // Once for a whole range.
        if (command.to === undefined || !command.active) yield* this.printLine(command.text ?? '');
        break;
      case 'n':
      case 'N':
        yield* this.nextLine(command.name === 'N');
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

  private *substitute(command: SedCommand): Task {
    const printed: string[] = [];
    const changed = substitute(this.space, command, (text) => printed.push(text));
    const steps = command.regex?.spent() ?? 0;
    if (steps > PATTERN_STEPS) yield* this.sys.cpu(steps / 100, Math.ceil(steps / PATTERN_STEPS));
    if (changed === undefined) return;
    this.space = changed;
    this.changed = true;
    for (const text of printed) yield* this.print(text);
  }

  /** n and N: without a next line it is over, and the space is printed as at the end of a cycle. */
  private *nextLine(join: boolean): Task {
    const { input, quiet } = this.streams;
    if (input.last) {
      this.quit = true;
      return;
    }
    if (!join && !quiet) yield* this.print(this.space);
    yield* this.printAfter();
    const line = (yield* input.next()) ?? '';
    this.space = join ? `${this.space}\n${line}` : line;
  }
}

/** The space after `s`; undefined when nothing matched. */
function substitute(space: string, command: SedCommand, print: (text: string) => void): string | undefined {
  const { regex, text = '', flags = '' } = command;
  if (regex === undefined) return undefined;
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
  return changed ? result : undefined;
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
