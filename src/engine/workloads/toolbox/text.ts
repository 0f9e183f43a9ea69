import { compareText } from '../../../base/compare.ts';
import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { utf8Length } from '../vfs/tree.ts';
import {
  badOption,
  fail,
  linesOf,
  openError,
  options,
  out,
  over,
  readAll,
  readFile,
  writeAll,
} from './io.ts';

/** Copies each file (or stdin) to stdout as it comes, so that endless input flows. */
export function* cat(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'nbevtuA');
  if (bad !== undefined) return yield* badOption(sys, 'cat', bad);
  let status = 0;
  let line = 0;
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const opened = path === '-' ? { ok: true as const, value: 0 } : sys.open(path, 'read');
    if (!opened.ok) {
      status = yield* fail(sys, openError('cat', path, opened.error));
      continue;
    }
    for (;;) {
      const chunk = yield* sys.read(opened.value);
      if (chunk === 'interrupted') continue;
      if (!chunk.ok) {
        status = yield* fail(sys, `cat: read error: ${ERRNO_TEXT[chunk.error]}`);
        break;
      }
      if (chunk.value === '') break;
      const text = flags.has('n')
        ? linesOf(chunk.value)
            .map((each) => `${String(++line).padStart(6)}\t${each}\n`)
            .join('')
        : chunk.value;
      if (!(yield* out(sys, text))) return 1;
    }
    if (path !== '-') sys.close(opened.value);
  }
  return status;
}

/** Runs `each` over the files named (stdin for none); a missing one is told in `name: path: text`. */
export function* eachFile(
  sys: Syscalls,
  name: string,
  paths: readonly string[],
  each: (text: string, path: string) => Task,
): Task<number> {
  let status = 0;
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const text = yield* readFile(sys, path);
    if (text.ok) yield* each(text.value, path);
    else status = yield* fail(sys, `${name}: ${path}: ${ERRNO_TEXT[text.error]}`);
  }
  return status;
}

/** `-5` means `-n 5` for head and tail. */
function oldCount(argv: readonly string[]): readonly string[] {
  return argv.flatMap((arg, index) =>
    index > 0 && /^-\d+$/.test(arg) && !/^-[a-z]*[nc]$/.test(argv[index - 1] as string)
      ? ['-n', arg.slice(1)]
      : [arg],
  );
}

function size(text: string): number {
  const found = /^([-+]?\d+)([bkmKM]?)$/.exec(text);
  if (found === null) return Number.NaN;
  const unit = { b: 512, k: 1024, K: 1024, m: 1024 * 1024, M: 1024 * 1024, '': 1 }[found[2] ?? ''] ?? 1;
  return Number(found[1]) * unit;
}

export function* head(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(oldCount(argv), 'n:c:qv');
  if (bad !== undefined) return yield* badOption(sys, 'head', bad);
  const bytes = flags.get('c');
  const count = size(bytes ?? flags.get('n') ?? '10');
  if (Number.isNaN(count)) return yield* fail(sys, `head: invalid number '${bytes ?? flags.get('n')}'`);
  let first = true;
  let status = 0;
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const opened = path === '-' ? { ok: true as const, value: 0 } : sys.open(path, 'read');
    if (!opened.ok) {
      status = yield* fail(sys, `head: ${path}: ${ERRNO_TEXT[opened.error]}`);
      continue;
    }
    if (rest.length > 1 && !flags.has('q')) yield* out(sys, `${first ? '' : '\n'}==> ${path} <==\n`);
    first = false;
    const text = yield* readLines(
      sys,
      opened.value,
      bytes === undefined ? count : Number.POSITIVE_INFINITY,
      bytes === undefined ? Number.POSITIVE_INFINITY : count,
    );
    yield* out(sys, text);
    if (path !== '-') sys.close(opened.value);
  }
  return status;
}

/** At most so many lines or characters: head stops reading there, and the writer before it in the pipe learns of it. */
function* readLines(sys: Syscalls, fd: number, lines: number, chars: number): Task<string> {
  if (lines < 0 || chars < 0) {
    const all = yield* readAll(sys, fd);
    const text = all.ok ? all.value : '';
    return lines < 0
      ? linesOf(text)
          .slice(0, lines)
          .map((line) => `${line}\n`)
          .join('')
      : text.slice(0, chars);
  }
  let text = '';
  let seen = 0;
  while (seen < lines && text.length < chars) {
    const chunk = yield* sys.read(fd);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') break;
    for (const piece of chunk.value.split(/(?<=\n)/)) {
      if (seen >= lines) break;
      text += piece;
      if (piece.endsWith('\n')) seen++;
    }
  }
  return text.slice(0, chars);
}

export function* tail(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(oldCount(argv), 'n:c:fFqs:v');
  if (bad !== undefined) return yield* badOption(sys, 'tail', bad);
  const asked = flags.get('c') ?? flags.get('n') ?? '10';
  const count = size(asked);
  if (Number.isNaN(count)) return yield* fail(sys, `tail: invalid number '${asked}'`);
  const follow = flags.has('f') || flags.has('F');
  const sizes = new Map<string, number | undefined>();
  let shown = 0;
  let status = 0;
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const opened = yield* readFile(sys, path);
    if (!opened.ok) {
      yield* fail(sys, openError('tail', path, opened.error));
      if (flags.has('F')) sizes.set(path, undefined);
      else status = 1;
      continue;
    }
    const text = opened.value;
    if (rest.length > 1 && !flags.has('q')) yield* out(sys, `${shown > 0 ? '\n' : ''}==> ${path} <==\n`);
    shown++;
    sizes.set(path, text.length);
    yield* out(
      sys,
      flags.has('c')
        ? lastPart(Array.from(text), asked, count).join('')
        : lastPart(linesOf(text), asked, count)
            .map((line) => `${line}\n`)
            .join(''),
    );
  }
  if (sizes.size === 0) return yield* fail(sys, 'tail: no files');
  while (follow && sizes.size > 0) {
    if ([...sizes.keys()].every((path) => path === '/dev/null')) {
      yield* sys.pause();
      continue;
    }
    if ((yield* sys.sleep(1_000_000)) === 'interrupted') continue;
    for (const [path, seen] of sizes) {
      if (path === '-') continue;
      const text = yield* readFile(sys, path);
      if (!text.ok) {
        if (flags.has('F') && seen !== undefined) {
          yield* fail(sys, `tail: ${path} has been renamed or deleted: ${ERRNO_TEXT[text.error]}`);
          sizes.set(path, undefined);
        }
        continue;
      }
      if (seen === undefined) yield* fail(sys, `tail: ${path} has appeared; following end of new file`);
      if (text.value.length > (seen ?? 0)) yield* out(sys, text.value.slice(seen ?? 0));
      sizes.set(path, text.value.length);
    }
  }
  return status;
}

function lastPart<T>(items: readonly T[], asked: string, count: number): readonly T[] {
  if (asked.startsWith('+')) return items.slice(Math.max(0, count - 1));
  const wanted = Math.abs(count);
  return wanted === 0 ? [] : items.slice(-wanted);
}

export function* wc(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'clLmw');
  if (bad !== undefined) return yield* badOption(sys, 'wc', bad);
  const wanted =
    flags.size === 0 ? ['l', 'w', 'c'] : ['l', 'w', 'm', 'c', 'L'].filter((flag) => flags.has(flag));
  const totals = wanted.map(() => 0);
  const print = function* (counts: readonly number[], name: string): Task {
    // A single number of stdin stands alone, columns are nine wide.
    const columns =
      counts.length === 1 ? String(counts[0]) : counts.map((count) => String(count).padStart(9)).join(' ');
    yield* out(sys, `${columns}${name === '-' ? '' : ` ${name}`}\n`);
  };
  const status = yield* eachFile(sys, 'wc', rest, function* (text, path) {
    const counts = wanted.map((what) => count(text, what));
    for (const [index, value] of counts.entries()) totals[index] = (totals[index] as number) + value;
    yield* print(counts, path);
  });
  if (rest.length > 1) yield* print(totals, 'total');
  return status;
}

function count(text: string, what: string): number {
  switch (what) {
    case 'l':
      return text.split('\n').length - 1;
    case 'w':
      return text.split(/\s+/).filter((word) => word !== '').length;
    case 'm':
      return Array.from(text).length;
    case 'L':
      return Math.max(0, ...linesOf(text).map((line) => line.length));
    default:
      return utf8Length(text);
  }
}

export function* sort(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'bcdfghik:mMno:rRst:T:uzV');
  if (bad !== undefined) return yield* badOption(sys, 'sort', bad);
  const lines: string[] = [];
  const status = yield* eachFile(sys, 'sort', rest, (text) => {
    lines.push(...linesOf(text));
    return over(undefined);
  });
  const key = sortKey(flags.get('k'), flags.get('t'));
  const numeric = flags.has('n') || flags.has('h') || /n/.test(flags.get('k') ?? '');
  const reverse = flags.has('r') || /r/.test(flags.get('k') ?? '') ? -1 : 1;
  const fold = (text: string): string => (flags.has('f') ? text.toUpperCase() : text);
  const compare = (a: string, b: string): number => {
    const [left, right] = [key(a), key(b)];
    const byKey = numeric ? number(left) - number(right) : compareText(fold(left), fold(right));
    return reverse * (byKey !== 0 || flags.has('u') || flags.has('s') ? byKey : compareText(a, b));
  };
  lines.sort(compare);
  const shown = flags.has('u')
    ? lines.filter((line, index) => index === 0 || compare(lines[index - 1] as string, line) !== 0)
    : lines;
  const text = shown.map((line) => `${line}\n`).join('');
  const target = flags.get('o');
  if (target === undefined) yield* out(sys, text);
  else {
    const opened = sys.open(target, 'write', { create: true, truncate: true });
    if (!opened.ok) return yield* fail(sys, openError('sort', target, opened.error));
    yield* writeAll(sys, opened.value, text);
    sys.close(opened.value);
  }
  return status;
}

function number(text: string): number {
  const found = /^\s*(-?\d*\.?\d+)([KMGT]?)/.exec(text);
  return found === null
    ? 0
    : Number(found[1]) * 1024 ** ' KMGT'.indexOf(found[2] === '' ? ' ' : (found[2] as string));
}

function sortKey(spec: string | undefined, separator: string | undefined): (line: string) => string {
  if (spec === undefined) return (line) => line;
  const found = /^(\d+)(?:\.(\d+))?[a-z]*(?:,(\d+))?/.exec(spec);
  const from = Number(found?.[1] ?? 1) - 1;
  const char = Number(found?.[2] ?? 1) - 1;
  const to = found?.[3] === undefined ? undefined : Number(found[3]);
  return (line) => {
    const fields = separator === undefined ? line.trimStart().split(/\s+/) : line.split(separator);
    return fields
      .slice(from, to)
      .join(separator ?? ' ')
      .slice(char);
  };
}

export function* uniq(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cdui');
  if (bad !== undefined) return yield* badOption(sys, 'uniq', bad);
  return yield* eachFile(sys, 'uniq', rest.slice(0, 1), function* (text) {
    const runs: { readonly line: string; count: number }[] = [];
    for (const line of linesOf(text)) {
      const last = runs[runs.length - 1];
      const same =
        last !== undefined &&
        (flags.has('i') ? last.line.toLowerCase() === line.toLowerCase() : last.line === line);
      if (same) last.count++;
      else runs.push({ line, count: 1 });
    }
    const shown = runs.filter(
      ({ count: times }) => (!flags.has('d') || times > 1) && (!flags.has('u') || times === 1),
    );
    yield* out(
      sys,
      shown
        .map(({ line, count: times }) => `${flags.has('c') ? `${String(times).padStart(7)} ` : ''}${line}\n`)
        .join(''),
    );
  });
}

export function* tee(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'ai');
  if (bad !== undefined) return yield* badOption(sys, 'tee', bad);
  let status = 0;
  const fds: number[] = [1];
  for (const path of rest) {
    const opened = sys.open(path, flags.has('a') ? 'append' : 'write', {
      create: true,
      truncate: !flags.has('a'),
    });
    if (opened.ok) fds.push(opened.value);
    else status = yield* fail(sys, openError('tee', path, opened.error));
  }
  for (;;) {
    const chunk = yield* sys.read(0);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') return status;
    for (const fd of fds) yield* writeAll(sys, fd, chunk.value);
  }
}

/** rev, tac and nl: small filters of whole texts. */
export function lineFilter(name: string, change: (lines: string[]) => string[]) {
  return function* (sys: Syscalls, argv: readonly string[]): Task<number> {
    return yield* eachFile(
      sys,
      name,
      argv.slice(1).filter((arg) => !arg.startsWith('-') || arg === '-'),
      function* (text) {
        yield* out(
          sys,
          change(linesOf(text))
            .map((line) => `${line}\n`)
            .join(''),
        );
      },
    );
  };
}
