import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { utf8Length } from '../vfs/file-text.ts';
import {
  BufferedOutput,
  badOption,
  fail,
  linesOf,
  openError,
  options,
  out,
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
    yield* copyHead(
      sys,
      opened.value,
      bytes === undefined ? count : Number.POSITIVE_INFINITY,
      bytes === undefined ? Number.POSITIVE_INFINITY : count,
    );
    if (path !== '-') sys.close(opened.value);
  }
  return status;
}

/** At most so many lines or characters: head stops reading there, and the writer before it in the pipe learns of it. */
function* copyHead(sys: Syscalls, fd: number, lines: number, chars: number): Task {
  if (lines < 0 || chars < 0) {
    const all = yield* readAll(sys, fd);
    const text = all.ok ? all.value : '';
    yield* out(
      sys,
      lines < 0
        ? text
            .split(/(?<=\n)/)
            .slice(0, lines)
            .join('')
        : text.slice(0, chars),
    );
    return;
  }
  const output = new BufferedOutput(sys);
  let [linesLeft, charsLeft] = [lines, chars];
  while (linesLeft > 0 && charsLeft > 0 && !output.failed) {
    const chunk = yield* sys.read(fd);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') break;
    let end = Math.min(chunk.value.length, charsLeft);
    if (linesLeft !== Number.POSITIVE_INFINITY) {
      let at = 0;
      while (linesLeft > 0 && at < end) {
        const newline = chunk.value.indexOf('\n', at);
        at = newline < 0 ? end : newline + 1;
        if (newline >= 0) linesLeft--;
      }
      end = at;
    }
    charsLeft -= end;
    yield* output.write(chunk.value.slice(0, end));
  }
  yield* output.flush();
}

/** A file that tail shows and may go on to follow; without a descriptor while it is not there. */
interface Followed {
  readonly path: string;
  fd: number | undefined;
  inode: number;
  /** Bytes of it that were shown. */
  seen: number;
}

export function* tail(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(oldCount(argv), 'n:c:fFqs:v');
  if (bad !== undefined) return yield* badOption(sys, 'tail', bad);
  const asked = flags.get('c') ?? flags.get('n') ?? '10';
  const count = size(asked);
  if (Number.isNaN(count)) return yield* fail(sys, `tail: invalid number '${asked}'`);
  const files: Followed[] = [];
  let status = 0;
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const opened = path === '-' ? { ok: true as const, value: 0 } : sys.open(path, 'read');
    const text = opened.ok ? yield* readAll(sys, opened.value) : opened;
    if (!opened.ok || !text.ok) {
      yield* fail(sys, openError('tail', path, text.ok ? 'EIO' : text.error));
      if (flags.has('F')) files.push({ path, fd: undefined, inode: 0, seen: 0 });
      else status = 1;
      continue;
    }
    const first = files.every(({ fd }) => fd === undefined);
    if (rest.length > 1 && !flags.has('q')) yield* out(sys, `${first ? '' : '\n'}==> ${path} <==\n`);
    files.push({ path, fd: opened.value, inode: inodeOf(sys, path), seen: utf8Length(text.value) });
    yield* out(
      sys,
      flags.has('c')
        ? lastPart(Array.from(text.value), asked, count).join('')
        : lastPart(text.value.split(/(?<=\n)/), asked, count).join(''),
    );
  }
  if (files.length === 0) return yield* fail(sys, 'tail: no files');
  if (flags.has('f') || flags.has('F')) yield* follow(sys, files, flags.has('F'));
  return status;
}

function inodeOf(sys: Syscalls, path: string): number {
  const stat = sys.stat(path);
  return stat.ok ? stat.value.inode : 0;
}

/** Shows what comes to be in the files, once a second; by name (-F) also those that take their place. */
function* follow(sys: Syscalls, files: readonly Followed[], byName: boolean): Task {
  const pace = 1_000_000;
  for (;;) {
    if (files.every(({ path }) => path === '/dev/null' || path === '-')) {
      yield* sys.pause();
      continue;
    }
    if ((yield* sys.sleep(pace)) === 'interrupted') continue;
    for (const file of files) if (file.path !== '-') yield* showMore(sys, file, byName);
  }
}

function* showMore(sys: Syscalls, file: Followed, byName: boolean): Task {
  const { path } = file;
  const stat = sys.stat(path);
  if (byName && !stat.ok && file.fd !== undefined) {
    yield* fail(sys, `tail: ${path} has been renamed or deleted: ${ERRNO_TEXT[stat.error]}`);
    sys.close(file.fd);
    file.fd = undefined;
  }
  const replaced = stat.ok && byName && stat.value.inode !== file.inode;
  const shorter = stat.ok && stat.value.inode === file.inode && stat.value.sizeBytes < file.seen;
  if (stat.ok && (replaced || shorter || (byName && file.fd === undefined))) {
    if (file.fd === undefined) yield* fail(sys, `tail: ${path} has appeared; following end of new file`);
    else sys.close(file.fd);
    const opened = sys.open(path, 'read');
    Object.assign(file, { fd: opened.ok ? opened.value : undefined, inode: stat.value.inode, seen: 0 });
  }
  if (file.fd === undefined) return;
  for (;;) {
    const chunk = yield* sys.read(file.fd);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok || chunk.value === '') return;
    file.seen += utf8Length(chunk.value);
    yield* out(sys, chunk.value);
  }
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
      return linesOf(text).reduce((most, line) => Math.max(most, line.length), 0);
    default:
      return utf8Length(text);
  }
}

export function* uniq(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'cduif:s:w:');
  if (bad !== undefined) return yield* badOption(sys, 'uniq', bad);
  const fields = new RegExp(`^(?:[ \\t]*[^ \\t]+){0,${Math.min(Number(flags.get('f') ?? 0) || 0, 1_000)}}`);
  const from = Number(flags.get('s') ?? 0);
  const to = flags.has('w') ? from + Number(flags.get('w')) : undefined;
  const compared = (line: string): string => {
    const part = line.replace(fields, '').slice(from, to);
    return flags.has('i') ? part.toLowerCase() : part;
  };
  return yield* eachFile(sys, 'uniq', rest.slice(0, 1), function* (text) {
    const runs: { readonly line: string; count: number }[] = [];
    for (const line of linesOf(text)) {
      const last = runs[runs.length - 1];
      if (last !== undefined && compared(last.line) === compared(line)) last.count++;
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
