import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { badOption, fail, linesOf, options, out, readFile } from './io.ts';
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
  for (const path of files.length === 0 ? ['-'] : files) {
    const text = yield* readFile(sys, path);
    if (!text.ok) {
      trouble = true;
      if (!search.flags.has('s')) yield* fail(sys, `grep: ${path}: ${ERRNO_TEXT[text.error]}`);
      continue;
    }
    const matched = yield* searchText(sys, search, text.value, path === '-' ? '(standard input)' : path);
    found = found || matched;
    if (matched && search.flags.has('q')) return 0;
  }
  return trouble ? 2 : found ? 0 : 1;
}

function* searchText(sys: Syscalls, search: Search, text: string, path: string): Task<boolean> {
  const { flags } = search;
  const lines = linesOf(text);
  const limit = Number(flags.get('m') ?? Number.POSITIVE_INFINITY);
  const hits: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (hits.length >= limit) break;
    if (search.matches(line)) hits.push(index);
    if (index % 500 === 499) yield* sys.cpu(100);
  }
  if (flags.has('q')) return hits.length > 0;
  if (flags.has('l') || flags.has('L')) {
    if (hits.length > 0 === flags.has('l')) yield* out(sys, `${path}\n`);
    return hits.length > 0;
  }
  const label = search.named ? `${path}:` : '';
  if (flags.has('c')) {
    yield* out(sys, `${label}${hits.length}\n`);
    return hits.length > 0;
  }
  yield* out(
    sys,
    flags.has('o') ? onlyMatches(search, lines, hits, label) : withContext(search, lines, hits, path),
  );
  return hits.length > 0;
}

function onlyMatches(
  search: Search,
  lines: readonly string[],
  hits: readonly number[],
  label: string,
): string {
  let text = '';
  for (const index of hits) {
    const line = lines[index] as string;
    for (const regex of search.regexes) {
      for (let at = 0; at <= line.length; ) {
        const match = regex.exec(line, at);
        if (match === undefined) break;
        if (match.end > match.start)
          text += `${label}${search.flags.has('n') ? `${index + 1}:` : ''}${line.slice(match.start, match.end)}\n`;
        at = Math.max(match.end, match.start + 1);
      }
    }
  }
  return text;
}

function withContext(
  search: Search,
  lines: readonly string[],
  hits: readonly number[],
  path: string,
): string {
  const { flags } = search;
  const before = Number(flags.get('B') ?? flags.get('C') ?? 0);
  const after = Number(flags.get('A') ?? flags.get('C') ?? 0);
  const shown = new Map<number, boolean>();
  for (const hit of hits) {
    for (let index = Math.max(0, hit - before); index <= Math.min(lines.length - 1, hit + after); index++) {
      shown.set(index, (shown.get(index) ?? false) || index === hit);
    }
  }
  let text = '';
  let previous = -1;
  for (const [index, hit] of [...shown].sort(([a], [b]) => a - b)) {
    if (before + after > 0 && previous >= 0 && index > previous + 1) text += '--\n';
    previous = index;
    const mark = hit ? ':' : '-';
    text += `${search.named ? `${path}${mark}` : ''}${flags.has('n') ? `${index + 1}${mark}` : ''}${lines[index]}\n`;
  }
  return text;
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
