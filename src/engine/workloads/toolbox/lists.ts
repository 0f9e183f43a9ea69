import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { type Applet, badOption, fail, linesOf, openError, options, out, readFile, writeAll } from './io.ts';

/** The texts of the files named (standard input without any), or the first that cannot be read. */
function* textsOf(
  sys: Syscalls,
  paths: readonly string[],
): Task<{ readonly text: string } | { readonly path: string; readonly error: Errno }> {
  let text = '';
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const read = yield* readFile(sys, path);
    if (!read.ok) return { path, error: read.error };
    text += read.value;
  }
  return { text };
}

/** comm: lines of the first only, of the second only, of both. */
export function* comm(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, '123');
  if (bad !== undefined) return yield* badOption(sys, 'comm', bad);
  const sides: string[][] = [];
  for (const path of rest.slice(0, 2)) {
    const read = yield* readFile(sys, path);
    if (!read.ok) return yield* fail(sys, `comm: ${path}: ${ERRNO_TEXT[read.error]}`);
    sides.push(linesOf(read.value));
  }
  const [a = [], b = []] = sides;
  let [i, j] = [0, 0];
  let text = '';
  const put = (column: number, line: string): void => {
    if (flags.has(String(column))) return;
    const tabs = Array.from({ length: column - 1 }, (_, index) => (flags.has(String(index + 1)) ? '' : '\t'));
    text += `${tabs.join('')}${line}\n`;
  };
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && x === y) {
      put(3, x);
      i++;
      j++;
    } else if (y === undefined || (x !== undefined && x < y)) {
      put(1, x as string);
      i++;
    } else {
      put(2, y);
      j++;
    }
  }
  yield* out(sys, text);
  return 0;
}

/** split -l or -b: pieces named xaa, xab … */
export function* split(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'l:b:a:d');
  if (bad !== undefined) return yield* badOption(sys, 'split', bad);
  const [path = '-', prefix = 'x'] = rest;
  const read = yield* readFile(sys, path);
  if (!read.ok) return yield* fail(sys, openError('split', path, read.error));
  const bytes = flags.get('b');
  const pieces: string[] = [];
  if (bytes !== undefined) {
    const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, K: 1024, M: 1024 ** 2 };
    const size = Math.max(1, Number.parseInt(bytes, 10) * (units[bytes.slice(-1)] ?? 1));
    for (let at = 0; at < read.value.length; at += size) pieces.push(read.value.slice(at, at + size));
  } else {
    const lines = linesOf(read.value);
    const count = Math.max(1, Number(flags.get('l') ?? 1_000));
    for (let at = 0; at < lines.length; at += count)
      pieces.push(
        lines
          .slice(at, at + count)
          .map((line) => `${line}\n`)
          .join(''),
      );
  }
  const width = Number(flags.get('a') ?? 2);
  for (const [index, piece] of pieces.entries()) {
    let [suffix, left] = ['', index];
    for (let digit = 0; digit < width; digit++, left = Math.floor(left / 26))
      suffix = String.fromCharCode(97 + (left % 26)) + suffix;
    if (left > 0) return yield* fail(sys, 'split: suffixes exhausted');
    const opened = sys.open(prefix + suffix, 'write', { create: true, truncate: true });
    if (!opened.ok) return yield* fail(sys, openError('split', prefix + suffix, opened.error));
    yield* writeAll(sys, opened.value, piece);
    sys.close(opened.value);
  }
  return 0;
}

/** shuf [-n N] [-e WORD...] [-i LO-HI] [FILE]. */
export function* shuf(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'n:ei:zr');
  if (bad !== undefined) return yield* badOption(sys, 'shuf', bad);
  const range = /^(\d+)-(\d+)$/.exec(flags.get('i') ?? '');
  let items: string[];
  if (range !== null) {
    const [low, high] = [Number(range[1]), Math.min(Number(range[2]), Number(range[1]) + 100_000)];
    items = Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => String(low + index));
  } else if (flags.has('e')) items = [...rest];
  else {
    const read = yield* textsOf(sys, rest);
    if ('error' in read) return yield* fail(sys, openError('shuf', read.path, read.error));
    items = linesOf(read.text);
  }
  const random = sys.random();
  for (let at = items.length - 1; at > 0; at--) {
    const other = random.int(at + 1);
    [items[at], items[other]] = [items[other] as string, items[at] as string];
  }
  yield* out(
    sys,
    items
      .slice(0, Number(flags.get('n') ?? items.length))
      .map((item) => `${item}\n`)
      .join(''),
  );
  return 0;
}

/** strings: runs of at least four printable characters. */
export function* strings(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'an:fot:');
  if (bad !== undefined) return yield* badOption(sys, 'strings', bad);
  const read = yield* textsOf(sys, rest);
  if ('error' in read) return yield* fail(sys, openError('strings', read.path, read.error));
  const least = Math.max(1, Number(flags.get('n') ?? 4));
  const runs = read.text.split(/[^\t -~]+/).filter((run) => run.length >= least);
  yield* out(sys, runs.map((run) => `${run}\n`).join(''));
  return 0;
}

/** expand and unexpand, eight columns a tab; dos2unix and unix2dos in place or as a filter. */
export function rewriter(name: string, change: (text: string) => string): Applet {
  const inPlace = name.includes('2');
  return function* (sys, argv) {
    const { rest, bad } = options(argv, 't:iaud');
    if (bad !== undefined) return yield* badOption(sys, name, bad);
    const read = yield* textsOf(sys, rest);
    if ('error' in read) return yield* fail(sys, openError(name, read.path, read.error));
    if (!inPlace || rest.length === 0) {
      yield* out(sys, change(read.text));
      return 0;
    }
    for (const path of rest) {
      const text = yield* readFile(sys, path);
      const opened = sys.open(path, 'write', { create: true, truncate: true });
      if (!opened.ok) return yield* fail(sys, openError(name, path, opened.error));
      yield* writeAll(sys, opened.value, change(text.ok ? text.value : ''));
      sys.close(opened.value);
    }
    return 0;
  };
}

export function expandTabs(text: string): string {
  return text.replace(/^.*$/gm, (line) => {
    let wide = '';
    for (const char of line) wide += char === '\t' ? ' '.repeat(8 - (wide.length % 8)) : char;
    return wide;
  });
}

/** less and more into no terminal: cat. */
export function* pager(sys: Syscalls, argv: readonly string[]): Task<number> {
  const name = (argv[0] ?? 'more').split('/').pop() as string;
  const paths = argv.slice(1).filter((arg) => !/^[-+]./.test(arg));
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const read = yield* readFile(sys, path);
    if (!read.ok) return yield* fail(sys, openError(name, path, read.error));
    yield* out(sys, read.value);
  }
  return 0;
}

/** column -t [-s SEPARATORS]: fields under each other. */
export function* column(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'ts:o:');
  if (bad !== undefined) return yield* fail(sys, `column: invalid option -- '${bad}'`);
  const read = yield* textsOf(sys, rest);
  if ('error' in read) return yield* fail(sys, `column: cannot open ${read.path}: ${ERRNO_TEXT[read.error]}`);
  const lines = linesOf(read.text).filter((line) => line.trim() !== '');
  if (!flags.has('t')) {
    yield* out(sys, lines.map((line) => `${line}\n`).join(''));
    return 0;
  }
  const marks = flags.get('s');
  const rows = lines.map((line) =>
    marks === undefined
      ? line.trim().split(/\s+/)
      : Array.from(line).reduce<string[]>(
          (cells, char) => {
            if (marks.includes(char)) cells.push('');
            else cells[cells.length - 1] += char;
            return cells;
          },
          [''],
        ),
  );
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  const gap = flags.get('o') ?? '  ';
  yield* out(
    sys,
    rows
      .map(
        (row) =>
          `${row.map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0))).join(gap)}\n`,
      )
      .join(''),
  );
  return 0;
}

/** install [-d] [-m MODE] [-o USER -g GROUP]: files put in place, or folders made. */
export function* install(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cdDpst:o:g:m:v');
  if (bad !== undefined) return yield* badOption(sys, 'install', bad);
  const mode = Number.parseInt(flags.get('m') ?? '755', 8);
  const makeAll = (path: string): void => {
    const parts = path.split('/');
    for (let at = 1; at <= parts.length; at++) sys.mkdir(parts.slice(0, at).join('/') || '/', 0o755);
  };
  if (flags.has('d')) {
    for (const path of rest) {
      makeAll(path);
      sys.chmod(path, mode);
    }
    return 0;
  }
  const target = flags.get('t') ?? rest.at(-1) ?? '';
  const folder = sys.stat(target);
  const into = flags.has('t') || (folder.ok && folder.value.kind === 'directory');
  for (const path of flags.has('t') ? rest : rest.slice(0, -1)) {
    const text = yield* readFile(sys, path);
    if (!text.ok) return yield* fail(sys, `install: can't stat '${path}': ${ERRNO_TEXT[text.error]}`);
    const to = into ? `${target}/${path.split('/').pop()}` : target;
    if (flags.has('D')) makeAll(to.split('/').slice(0, -1).join('/'));
    const opened = sys.open(to, 'write', { create: true, truncate: true, mode });
    if (!opened.ok) return yield* fail(sys, `install: can't create '${to}': ${ERRNO_TEXT[opened.error]}`);
    yield* writeAll(sys, opened.value, text.value);
    sys.close(opened.value);
    sys.chmod(to, mode);
  }
  return 0;
}
