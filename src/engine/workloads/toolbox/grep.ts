import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { BufferedOutput, LineInput, badOption, fail, linesOf, options, readFile } from './io.ts';
import { type Regex, RegexError, compileRegex } from './regex.ts';

interface Search {
  readonly matches: (line: string) => boolean;
  readonly regexes: readonly Regex[];
  readonly flags: ReadonlyMap<string, string>;
  readonly named: boolean;
}

/** Models busybox findutils/grep.c. Exit 0: something matched, 1: nothing, 2: trouble. */
export function* grep(sys: Syscalls, argv: readonly string[]): Task<number> {
  const args = patternsOf(argv);
  const { flags, rest, bad } = options(args.rest, 'A:B:C:EFHLchilm:noqrRsvwxae:f:');
  if (bad !== undefined) return yield* badOption(sys, 'grep', bad);
  const patterns = [...args.patterns];
  const operands = [...rest];
  const fromFile = flags.get('f');
  if (fromFile !== undefined) {
    const text = yield* readFile(sys, fromFile);
    if (!text.ok) return yield* fail(sys, `grep: ${fromFile}: ${ERRNO_TEXT[text.error]}`, 2);
    patterns.push(...linesOf(text.value));
  } else if (patterns.length === 0) {
    const pattern = operands.shift();
    if (pattern === undefined)
      return yield* fail(
        sys,
        'Usage: grep [-HhnlLoqvsrRiwFE] [-m N] [-A|B|C N] { PATTERN | -e PATTERN... | -f FILE... } [FILE]...',
        2,
      );
    patterns.push(...pattern.split('\n'));
  }
  const recursive = flags.has('r') || flags.has('R');
  const files = recursive ? walk(sys, operands.length === 0 ? ['.'] : operands) : operands;
  const applet = (argv[0] ?? 'grep').split('/').pop();
  try {
    const search = compile(
      patterns,
      flags,
      applet,
      (files.length > 1 || recursive || flags.has('H')) && !flags.has('h'),
    );
    return yield* searchFiles(sys, search, files);
  } catch (error) {
    if (!(error instanceof RegexError)) throw error;
    return yield* fail(sys, `grep: bad regex '${patterns[0] ?? ''}': ${error.message}`, 2);
  }
}

/** -e may stand anywhere and more than once. */
function patternsOf(argv: readonly string[]): {
  readonly patterns: readonly string[];
  readonly rest: readonly string[];
} {
  const patterns: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] as string;
    if (arg === '--') return { patterns, rest: [...rest, ...argv.slice(i)] };
    const found = /^-([A-Za-df-z]*)e(.*)$/s.exec(arg);
    if (i === 0 || found === null || arg.startsWith('--')) {
      rest.push(arg);
      continue;
    }
    if (found[1] !== '') rest.push(`-${found[1]}`);
    patterns.push(found[2] !== '' ? (found[2] as string) : (argv[++i] ?? ''));
  }
  const options_ = rest.filter((arg, index) => index > 0 && arg.startsWith('-') && arg !== '-');
  return patterns.length === 0
    ? { patterns, rest }
    : {
        patterns,
        rest: [rest[0] as string, ...options_, ...rest.slice(1).filter((arg) => !options_.includes(arg))],
      };
}

function compile(
  patterns: readonly string[],
  flags: ReadonlyMap<string, string>,
  applet: string | undefined,
  named: boolean,
): Search {
  const extended = flags.has('E') || applet === 'egrep';
  const fixed = flags.has('F') || applet === 'fgrep';
  const ignoreCase = flags.has('i');
  const source = (pattern: string): string =>
    fixed
      ? pattern.replace(/[.[\]*^$\\+?(){}|]/g, (char) => ('.[]*^$\\'.includes(char) ? `\\${char}` : char))
      : pattern;
  const wrap = (pattern: string): string => {
    if (flags.has('x')) return extended ? `^(${pattern})$` : `^\\(${pattern}\\)$`;
    if (flags.has('w')) return extended ? `\\<(${pattern})\\>` : `\\<\\(${pattern}\\)\\>`;
    return pattern;
  };
  const regexes = patterns.map((pattern) =>
    compileRegex(wrap(source(pattern)), { extended: extended && !fixed, ignoreCase }),
  );
  const inverted = flags.has('v');
  return { matches: (line) => regexes.some((regex) => regex.test(line)) !== inverted, regexes, flags, named };
}

function* searchFiles(sys: Syscalls, search: Search, files: readonly string[]): Task<number> {
  let found = false;
  let trouble = false;
  const output = new BufferedOutput(sys);
  for (const path of files.length === 0 ? ['-'] : files) {
    const opened = path === '-' ? { ok: true as const, value: 0 } : sys.open(path, 'read');
    // A folder has no lines.
    if (!opened.ok && opened.error === 'EISDIR') continue;
    if (!opened.ok) {
      trouble = true;
      yield* output.flush();
      if (!search.flags.has('s')) yield* fail(sys, `grep: ${path}: ${ERRNO_TEXT[opened.error]}`);
      continue;
    }
    const lines = new LineInput(sys, opened.value);
    const name = path === '-' ? '(standard input)' : path;
    const matched = yield* new FileSearch(sys, search, { name, output }).all(lines);
    if (opened.value > 0) sys.close(opened.value);
    found = found || matched;
    if (output.failed || (matched && search.flags.has('q'))) break;
  }
  yield* output.flush();
  return trouble && !(found && search.flags.has('q')) ? 2 : found ? 0 : 1;
}

/** Lines between payments of CPU, and steps of patterns that cost as much. */
const LINES = 500;
const PATTERN_STEPS = 20_000;

/** The search of one file, line by line as they come. */
class FileSearch {
  private readonly sys: Syscalls;
  private readonly search: Search;
  private readonly name: string;
  private readonly output: BufferedOutput;
  private readonly before: number;
  private readonly after: number;
  /** Lines before a match that may be wanted. */
  private readonly kept: { readonly line: string; readonly index: number }[] = [];
  private shownTo = -1;
  private owed = 0;
  private steps = 0;

  constructor(
    sys: Syscalls,
    search: Search,
    where: { readonly name: string; readonly output: BufferedOutput },
  ) {
    this.sys = sys;
    this.search = search;
    this.name = where.name;
    this.output = where.output;
    const { flags } = search;
    this.before = Number(flags.get('B') ?? flags.get('C') ?? 0);
    this.after = Number(flags.get('A') ?? flags.get('C') ?? 0);
  }

  *all(lines: LineInput): Task<boolean> {
    const { flags } = this.search;
    const limit = Number(flags.get('m') ?? Number.POSITIVE_INFINITY);
    const named = flags.has('l') || flags.has('L');
    const silent = flags.has('q') || flags.has('c') || named;
    let hits = 0;
    for (let index = 0; (hits < limit || this.owed > 0) && !this.output.failed; index++) {
      const line = yield* lines.next();
      if (line === undefined) break;
      const hit = hits < limit && this.search.matches(line);
      yield* this.pay(index);
      if (hit) hits++;
      if (hit && (flags.has('q') || named)) break;
      if (!silent) yield* this.show(line, index, hit);
    }
    if (flags.has('q')) return hits > 0;
    if (named) {
      const listed = hits > 0 === flags.has('l');
      if (listed) yield* this.output.write(`${this.name}\n`);
      return listed;
    }
    if (flags.has('c')) yield* this.output.write(`${this.label(':')}${hits}\n`);
    return hits > 0;
  }

  private *pay(index: number): Task {
    for (const regex of this.search.regexes) this.steps += regex.spent();
    if (index % LINES !== LINES - 1 && this.steps < PATTERN_STEPS) return;
    yield* this.sys.cpu(Math.max(100, this.steps / 100), Math.max(1, this.steps / PATTERN_STEPS));
    this.steps = 0;
  }

  private label(mark: string): string {
    return this.search.named ? `${this.name}${mark}` : '';
  }

  private *show(line: string, index: number, hit: boolean): Task {
    if (this.search.flags.has('o')) {
      if (hit) yield* this.output.write(this.onlyMatches(line, index));
      return;
    }
    if (!hit && this.owed > 0) {
      this.owed--;
      return yield* this.print(line, index, '-');
    }
    if (!hit) {
      if (this.before === 0) return;
      this.kept.push({ line, index });
      if (this.kept.length > this.before) this.kept.shift();
      return;
    }
    const first = this.kept[0]?.index ?? index;
    if (this.before + this.after > 0 && this.shownTo >= 0 && first > this.shownTo + 1)
      yield* this.output.write('--\n');
    for (const each of this.kept.splice(0)) yield* this.print(each.line, each.index, '-');
    yield* this.print(line, index, ':');
    this.owed = this.after;
  }

  private *print(line: string, index: number, mark: string): Task {
    this.shownTo = index;
    const number = this.search.flags.has('n') ? `${index + 1}${mark}` : '';
    yield* this.output.write(`${this.label(mark)}${number}${line}\n`);
  }

  private onlyMatches(line: string, index: number): string {
    let text = '';
    const head = `${this.label(':')}${this.search.flags.has('n') ? `${index + 1}:` : ''}`;
    for (const regex of this.search.regexes) {
      for (let at = 0; at <= line.length; ) {
        const match = regex.exec(line, at);
        if (match === undefined) break;
        if (match.end > match.start) text += `${head}${line.slice(match.start, match.end)}\n`;
        at = Math.max(match.end, match.start + 1);
      }
    }
    return text;
  }
}

function walk(sys: Syscalls, paths: readonly string[]): string[] {
  const found: string[] = [];
  for (const path of paths) {
    const names = sys.readdir(path);
    if (!names.ok) found.push(path);
    else
      found.push(
        ...walk(
          sys,
          names.value
            .map((name) => `${path === '/' ? '' : path}/${name}`)
            .filter((child) => sys.stat(child, { followLinks: false }).ok && found.length < 5_000),
        ),
      );
  }
  return found;
}
