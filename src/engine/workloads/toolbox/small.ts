import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { type Applet, badOption, fail, linesOf, openError, options, out, readFile } from './io.ts';
import { durationUs } from './processes.ts';
import { eachFile } from './text.ts';

/** Prints a constant: arch. */
export function constant(text: string): Applet {
  return function* (sys) {
    yield* out(sys, text);
    return 0;
  };
}

export function* tty(sys: Syscalls): Task<number> {
  const terminal = sys.isTerminal(0);
  yield* out(sys, terminal ? '/dev/pts/0\n' : 'not a tty\n');
  return terminal ? 0 : 1;
}

export function* usleep(sys: Syscalls, argv: readonly string[]): Task<number> {
  const us = durationUs(argv[1] ?? '');
  if (us === undefined) return yield* fail(sys, `usleep: invalid number '${argv[1] ?? ''}'`);
  const until = sys.now() + us / 1_000_000;
  while (sys.now() < until) yield* sys.sleep(until - sys.now());
  return 0;
}

/** A container may not unmount: it lacks CAP_SYS_ADMIN. */
export function* umount(sys: Syscalls, argv: readonly string[]): Task<number> {
  let status = 0;
  for (const path of options(argv, 'arlfnt:O:d').rest) {
    const stat = sys.stat(path);
    const why = stat.ok ? 'Operation not permitted' : ERRNO_TEXT[stat.error];
    status = yield* fail(sys, `umount: can't unmount ${path}: ${why}`);
  }
  return status;
}

export function* unlink(sys: Syscalls, argv: readonly string[]): Task<number> {
  const [, path = ''] = argv;
  const gone = sys.unlink(path);
  return gone.ok ? 0 : yield* fail(sys, `unlink: can't remove file '${path}': ${ERRNO_TEXT[gone.error]}`);
}

function bytes(text: string | undefined): number {
  const found = /^\+?(\d+)([kKmMgG]?)/.exec(text ?? '');
  const unit = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[(found?.[2] ?? '').toLowerCase()];
  return Number(found?.[1] ?? 0) * (unit ?? 1);
}

/** truncate -s and fallocate -l: a file of that many bytes, which count against limits as any others. */
export function sizeApplet(name: 'truncate' | 'fallocate'): Applet {
  return function* (sys, argv) {
    const { flags, rest, bad } = options(argv, 's:l:o:c');
    if (bad !== undefined) return yield* badOption(sys, name, bad);
    const wanted = bytes(flags.get('s') ?? flags.get('l'));
    for (const path of rest) {
      const stat = sys.stat(path);
      const has = stat.ok ? stat.value.sizeBytes : 0;
      const shrinks = name === 'truncate' && has > wanted;
      const opened = sys.open(path, 'append', { create: true, truncate: shrinks });
      if (!opened.ok) return yield* fail(sys, `${name}: ${path}: open: ${ERRNO_TEXT[opened.error]}`);
      const more = wanted - (shrinks ? 0 : has);
      const written = more > 0 ? yield* sys.write(opened.value, { zeros: more }) : 'interrupted';
      sys.close(opened.value);
      if (written !== 'interrupted' && !written.ok)
        return yield* fail(sys, `${name}: fallocate '${path}': ${ERRNO_TEXT[written.error]}`);
    }
    return 0;
  };
}

/** paste -d LIST [-s]: lines side by side, or all of a file in one line. */
export function* paste(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'd:s');
  if (bad !== undefined) return yield* badOption(sys, 'paste', bad);
  const marks = (flags.get('d') ?? '\t').replace(/\\t/g, '\t').replace(/\\n/g, '\n') || '\0';
  const join = (fields: readonly string[]): string =>
    fields.reduce((line, field, index) => line + (marks[(index - 1) % marks.length] ?? '') + field);
  const columns: string[][] = [];
  for (const path of rest.length === 0 ? ['-'] : rest) {
    const text = yield* readFile(sys, path);
    if (!text.ok) return yield* fail(sys, openError('paste', path, text.error));
    columns.push(linesOf(text.value));
  }
  const rows = flags.has('s')
    ? columns
    : Array.from({ length: Math.max(...columns.map((lines) => lines.length)) }, (_, row) =>
        columns.map((lines) => lines[row] ?? ''),
      );
  yield* out(sys, rows.map((row) => `${row.length === 0 ? '' : join(row)}\n`).join(''));
  return 0;
}

/** hexdump -C, od -c/-x/-t x1 in one: sixteen characters a line. */
export function dump(name: 'od' | 'hexdump'): Applet {
  return function* (sys, argv) {
    const { flags, rest } = options(argv, 'cxbCt:A:N:n:v');
    const letters = flags.has('c');
    const canonical = name !== 'od';
    return yield* eachFile(sys, name, rest, function* (text) {
      const data = text.slice(0, Number(flags.get('N') ?? flags.get('n') ?? 65_536));
      let lines = '';
      const offset = (at: number): string =>
        flags.get('A') === 'n' ? '' : at.toString(canonical ? 16 : 8).padStart(canonical ? 8 : 7, '0');
      for (let at = 0; at < data.length; at += 16) {
        const chars = Array.from(data.slice(at, at + 16));
        const hex = chars.map((char) => char.charCodeAt(0).toString(16).padStart(2, '0'));
        if (canonical)
          lines += `${offset(at)}  ${hex.slice(0, 8).join(' ').padEnd(23)}  ${hex.slice(8).join(' ').padEnd(23)}  |${chars.map((char) => (/[ -~]/.test(char) ? char : '.')).join('')}|\n`;
        else
          lines += `${offset(at)}${letters ? chars.map((char) => printable(char).padStart(4)).join('') : ` ${hex.join(' ')}`}\n`;
      }
      yield* out(sys, `${lines}${flags.get('A') === 'n' ? '' : `${offset(data.length)}\n`}`);
    });
  };
}

/** xxd, and with -p the digits alone. */
export function* xxd(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest } = options(argv, 'pl:c:us:r');
  return yield* eachFile(sys, 'xxd', rest, function* (text) {
    const from = Number(flags.get('s') ?? 0);
    const data = text.slice(from, from + Number(flags.get('l') ?? 65_536));
    const width = Number(flags.get('c') ?? (flags.has('p') ? 30 : 16)) || 16;
    let lines = '';
    for (let at = 0; at < data.length; at += width) {
      const chars = Array.from(data.slice(at, at + width));
      const hex = chars.map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
      const pairs = (hex.match(/.{1,4}/g) ?? []).join(' ');
      lines += flags.has('p')
        ? `${hex}\n`
        : `${(from + at).toString(16).padStart(8, '0')}: ${pairs.padEnd(Math.ceil(width / 2) * 5 - 1)}  ${chars.map((char) => (/[ -~]/.test(char) ? char : '.')).join('')}\n`;
    }
    yield* out(sys, lines);
  });
}

function printable(char: string): string {
  const named = { '\0': '\\0', '\n': '\\n', '\t': '\\t', '\r': '\\r', '\b': '\\b' }[char];
  return named ?? (/[ -~]/.test(char) ? char : char.charCodeAt(0).toString(8).padStart(3, '0'));
}

export function* fold(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest } = options(argv, 'bsw:');
  const width = Math.max(1, Number(flags.get('w') ?? 80));
  return yield* eachFile(sys, 'fold', rest, function* (text) {
    yield* out(
      sys,
      text.replace(new RegExp(`[^\\n]{${width}}(?=[^\\n])`, 'g'), (piece) => `${piece}\n`),
    );
  });
}

/** sysctl [-n] NAME…, -w NAME=VALUE…: files under /proc/sys. */
export function* sysctl(sys: Syscalls, argv: readonly string[]): Task<number> {
  const { flags, rest, bad } = options(argv, 'neaqwp:');
  if (bad !== undefined) return yield* badOption(sys, 'sysctl', bad);
  let status = 0;
  for (const word of rest) {
    const at = word.indexOf('=');
    const [name, value] = at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
    const path = `/proc/sys/${name.replace(/\./g, '/')}`;
    const opened = sys.open(path, value === undefined ? 'read' : 'write');
    if (!opened.ok && opened.error === 'ENOENT') {
      if (!flags.has('e')) status = yield* fail(sys, `sysctl: error: '${name}' is an unknown key`);
      continue;
    }
    const done = !opened.ok
      ? opened
      : value === undefined
        ? yield* readFile(sys, path)
        : yield* sys.write(opened.value, `${value}\n`);
    if (opened.ok) sys.close(opened.value);
    if (done === 'interrupted') continue;
    if (!done.ok) {
      const doing = value === undefined ? 'reading' : 'setting';
      status = yield* fail(sys, `sysctl: error ${doing} key '${name}': ${ERRNO_TEXT[done.error]}`);
      continue;
    }
    const shown = value ?? String(done.value).trim();
    if (!flags.has('q')) yield* out(sys, flags.has('n') ? `${shown}\n` : `${name} = ${shown}\n`);
  }
  return status;
}
