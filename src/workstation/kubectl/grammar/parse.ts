import { parseGoDuration } from '../../../api/duration.ts';
import { goQuote } from '../../../api/go-text.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { CommandSpec } from './command.ts';
import type { FlagSpec } from './flag.ts';
import { GLOBAL_FLAGS } from './global.ts';

// Models cobra's Find and Traverse and pflag's parseArgs (flags before or after arguments).

/** A command line taken apart. `dashAt` is how many arguments stood before `--`. */
export interface ParsedLine {
  readonly path: readonly CommandSpec[];
  readonly args: readonly string[];
  readonly dashAt: number | undefined;
  readonly flags: Flags;
}

/** A line that cannot be taken apart: `message` is what kubectl prints behind `error: `. */
export interface ParseRefusal {
  readonly path: readonly CommandSpec[];
  readonly message: string;
}

/** The values of flags; those not given have their default. */
export class Flags {
  private readonly specs: ReadonlyMap<string, FlagSpec>;
  private readonly values: Map<string, string[]>;
  private readonly line: (readonly [name: string, value: string])[] = [];

  constructor(specs: ReadonlyMap<string, FlagSpec>, values: Map<string, string[]> = new Map()) {
    this.specs = specs;
    this.values = values;
  }

  has(name: string): boolean {
    return this.specs.has(name);
  }

  /** Whether a name means one of these flags, not one of the command's own of the same name. */
  isSpec(name: string, among: readonly FlagSpec[]): boolean {
    const spec = this.specs.get(name);
    return spec !== undefined && among.includes(spec);
  }

  /** Whether it was given on the line. */
  changed(name: string): boolean {
    return this.values.has(name);
  }

  text(name: string): string {
    return this.values.get(name)?.at(-1) ?? this.specs.get(name)?.default ?? '';
  }

  bool(name: string): boolean {
    return TRUE.has(this.text(name));
  }

  number(name: string): number {
    return Number(this.text(name));
  }

  /** In microseconds. */
  durationUs(name: string): number {
    const parsed = parseGoDuration(this.text(name));
    return parsed.ok ? parsed.value : 0;
  }

  /** All values of a repeatable flag. */
  list(name: string): readonly string[] {
    const spec = this.specs.get(name);
    const given =
      this.values.get(name) ??
      (spec === undefined || spec.default === '[]' ? [] : spec.default.slice(1, -1).split(','));
    return spec?.type === 'strings' || spec?.type === 'stringToString' ? given.flatMap(splitCsv) : given;
  }

  /** What stood on the line, in its order. */
  given(): readonly (readonly [name: string, value: string])[] {
    return this.line;
  }

  /** Flags given that are deprecated, each once. */
  deprecated(): readonly FlagSpec[] {
    return [...this.values.keys()].flatMap((name) => {
      const spec = this.specs.get(name);
      return spec?.deprecated === undefined ? [] : [spec];
    });
  }

  /** One more value of a flag of this name. */
  add(name: string, value: string): void {
    const spec = this.specs.get(name);
    if (spec !== undefined) this.set(spec, value);
  }

  set(spec: FlagSpec, value: string): void {
    this.line.push([spec.name, value]);
    const held = this.values.get(spec.name);
    if (held === undefined) this.values.set(spec.name, [value]);
    else held.push(value);
  }
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const FALSE: ReadonlySet<string> = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

/** Values between commas; a quoted one may hold commas. Models pflag readAsCSV. */
function splitCsv(text: string): string[] {
  if (text === '') return [];
  const out: string[] = [];
  let word = '';
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    else if (letter === ',' && !quoted) {
      out.push(word);
      word = '';
    } else word += letter;
  }
  return [...out, word];
}

/** Takes kubectl's arguments apart. */
export function parseLine(root: CommandSpec, argv: readonly string[]): Result<ParsedLine, ParseRefusal> {
  const { path, rest } = findCommand(root, argv);
  const specs = flagsOf(path);
  const state = new Parsing(specs);
  const problem = state.parse(rest);
  if (problem !== undefined) return err({ path, message: problem });
  return ok({ path, args: state.args, dashAt: state.dashAt, flags: state.flags });
}

/** Every flag a command takes, its own first. */
export function flagsOf(path: readonly CommandSpec[]): ReadonlyMap<string, FlagSpec> {
  const specs = new Map<string, FlagSpec>();
  for (const spec of path.at(-1)?.flags ?? []) specs.set(spec.name, spec);
  for (const spec of GLOBAL_FLAGS) if (!specs.has(spec.name)) specs.set(spec.name, spec);
  return specs;
}

interface Found {
  readonly path: readonly CommandSpec[];
  readonly rest: readonly string[];
}

/** The innermost command the words name; flags among them are stepped over. Models cobra.Command.Find. */
export function findCommand(root: CommandSpec, argv: readonly string[]): Found {
  const path = [root];
  let rest = [...argv];
  for (;;) {
    const current = path.at(-1) as CommandSpec;
    const at = firstArgument(rest, flagsOf(path));
    const word = at === undefined ? undefined : rest[at];
    const next = word === undefined ? undefined : subcommand(current, word);
    if (next === undefined || at === undefined) return { path, rest };
    path.push(next);
    rest = [...rest.slice(0, at), ...rest.slice(at + 1)];
  }
}

export function subcommand(command: CommandSpec, word: string): CommandSpec | undefined {
  return command.commands?.find((sub) => sub.name === word || sub.aliases?.includes(word) === true);
}

function firstArgument(words: readonly string[], specs: ReadonlyMap<string, FlagSpec>): number | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') return undefined;
    if (!word.startsWith('-') || word === '-') return at;
    if (takesNext(word, specs)) at++;
  }
  return undefined;
}

/** Whether a flag's value is the next word, as far as cobra can tell before it parses. */
function takesNext(word: string, specs: ReadonlyMap<string, FlagSpec>): boolean {
  if (word.includes('=')) return false;
  if (word.startsWith('--')) {
    const spec = specs.get(word.slice(2));
    return spec !== undefined && spec.bare === undefined;
  }
  if (word.length !== 2) return false;
  const spec = byShort(specs, word.slice(1));
  return spec !== undefined && spec.bare === undefined;
}

function byShort(specs: ReadonlyMap<string, FlagSpec>, letter: string): FlagSpec | undefined {
  for (const spec of specs.values()) if (spec.short === letter) return spec;
  return undefined;
}

class Parsing {
  readonly args: string[] = [];
  readonly flags: Flags;
  dashAt: number | undefined;
  private readonly specs: ReadonlyMap<string, FlagSpec>;

  constructor(specs: ReadonlyMap<string, FlagSpec>) {
    this.specs = specs;
    this.flags = new Flags(specs);
  }

  /** The problem, if there is one. */
  parse(words: readonly string[]): string | undefined {
    const rest = [...words];
    for (;;) {
      const word = rest.shift();
      if (word === undefined) return undefined;
      if (word === '--') {
        this.dashAt = this.args.length;
        this.args.push(...rest);
        return undefined;
      }
      if (!word.startsWith('-') || word === '-') {
        this.args.push(word);
        continue;
      }
      const problem = word.startsWith('--') ? this.long(word, rest) : this.shorts(word, rest);
      if (problem !== undefined) return problem;
    }
  }

  private long(word: string, rest: string[]): string | undefined {
    const body = word.slice(2);
    if (body.startsWith('-') || body.startsWith('=')) return `bad flag syntax: ${word}`;
    const equals = body.indexOf('=');
    const name = equals < 0 ? body : body.slice(0, equals);
    const spec = this.specs.get(name.replaceAll('_', '-'));
    if (spec === undefined) return name === 'help' ? this.help(body.slice(5)) : `unknown flag: --${name}`;
    if (equals >= 0) return this.assign(spec, body.slice(equals + 1));
    if (spec.bare !== undefined) return this.assign(spec, spec.bare);
    const value = rest.shift();
    return value === undefined ? `flag needs an argument: ${word}` : this.assign(spec, value);
  }

  private shorts(word: string, rest: string[]): string | undefined {
    let letters = word.slice(1);
    while (letters !== '') {
      const letter = letters[0] as string;
      const spec = byShort(this.specs, letter);
      const after = letters.slice(1);
      if (spec === undefined) {
        if (letter === 'h') return this.help();
        return `unknown shorthand flag: '${letter}' in -${letters}`;
      }
      if (after.length > 1 && after.startsWith('=')) return this.assign(spec, after.slice(1));
      if (spec.bare !== undefined) {
        const problem = this.assign(spec, spec.bare);
        if (problem !== undefined) return problem;
        letters = after;
        continue;
      }
      if (after !== '') return this.assign(spec, after);
      const value = rest.shift();
      return value === undefined
        ? `flag needs an argument: '${letter}' in ${word}`
        : this.assign(spec, value);
    }
    return undefined;
  }

  private help(given = ''): string | undefined {
    return this.assign(HELP, given === '' ? 'true' : given);
  }

  private assign(spec: FlagSpec, value: string): string | undefined {
    const problem = valueProblem(spec, value);
    if (problem === undefined) {
      this.flags.set(
        spec,
        spec.type === 'count' && value === '+1' ? String(this.flags.number(spec.name) + 1) : value,
      );
      return undefined;
    }
    const names = spec.short === undefined ? `--${spec.name}` : `-${spec.short}, --${spec.name}`;
    return `invalid argument ${goQuote(value)} for ${goQuote(names)} flag: ${problem}`;
  }
}

const HELP: FlagSpec = { name: 'help', short: 'h', type: 'bool', default: 'false', bare: 'true' };

const INT_BITS: Readonly<Record<string, bigint>> = { int: 64n, int32: 32n, int64: 64n, count: 64n };

function valueProblem(spec: FlagSpec, value: string): string | undefined {
  switch (spec.type) {
    case 'bool':
      return TRUE.has(value) || FALSE.has(value)
        ? undefined
        : `strconv.ParseBool: parsing ${goQuote(value)}: invalid syntax`;
    case 'count':
      return value === '+1' ? undefined : integerProblem(value, 64n);
    case 'int':
    case 'int32':
    case 'int64':
      return integerProblem(value, INT_BITS[spec.type] ?? 64n);
    case 'duration': {
      const parsed = parseGoDuration(value);
      return parsed.ok ? undefined : parsed.error;
    }
    case 'string':
    case 'strings':
    case 'stringArray':
      return undefined;
    case 'stringToString': {
      const bare = splitCsv(value).find((part) => !part.includes('='));
      return bare === undefined ? undefined : `${bare} must be formatted as key=value`;
    }
  }
}

function integerProblem(value: string, bits: bigint): string | undefined {
  const head = `strconv.ParseInt: parsing ${goQuote(value)}: `;
  if (!/^[+-]?(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]*|[1-9][0-9]*)$/.test(value))
    return `${head}invalid syntax`;
  const size = BigInt(/^[+-]/.test(value) ? value.slice(1) : value);
  const limit = 1n << (bits - 1n);
  return size > (value.startsWith('-') ? limit : limit - 1n) ? `${head}value out of range` : undefined;
}
