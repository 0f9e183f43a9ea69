import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { Result } from '../../../base/result.ts';

/** An applet: busybox's own programs and the shell's builtins share it. `argv[0]` is the name it was called by. */
export type Applet = (sys: Syscalls, argv: readonly string[]) => Task<number>;

/** A task that is over at once. */
// eslint-disable-next-line require-yield
export function* over<T>(value: T): Task<T> {
  return value;
}

/** Writes all of it, whatever interrupts. False when that failed (a full disk, a closed pipe). */
export function* writeAll(sys: Syscalls, fd: number, text: string): Task<boolean> {
  if (text === '') return true;
  for (;;) {
    const written = yield* sys.write(fd, text);
    if (written !== 'interrupted') return written.ok;
  }
}

export function out(sys: Syscalls, text: string): Task<boolean> {
  return writeAll(sys, 1, text);
}

/** Prints `message` on stderr and answers the exit code. */
export function* fail(sys: Syscalls, message: string, code = 1): Task<number> {
  yield* writeAll(sys, 2, `${message}\n`);
  return code;
}

/** `cat: can't open 'x': No such file or directory` */
export function openError(name: string, path: string, error: Errno): string {
  return `${name}: can't open '${path}': ${ERRNO_TEXT[error]}`;
}

/** After so much, endless input takes memory faster. */
const HASTE_BYTES = 64 * 1024 * 1024;

/** Reads to the end. What is beyond the bound is not kept but takes memory: endless input meets the OOM killer. */
export function* readAll(sys: Syscalls, fd: number, limit = 4_000_000): Task<Result<string, Errno>> {
  let text = '';
  let more = 0;
  for (;;) {
    const chunk = yield* sys.read(fd);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok) return chunk;
    if (chunk.value === '') return { ok: true, value: text };
    if (text.length <= limit) text += chunk.value;
    else {
      more += chunk.value.length;
      yield* sys.grow(more < HASTE_BYTES ? chunk.value.length : HASTE_BYTES / 8);
    }
  }
}

/** The contents of a file, or of stdin for '-'. */
export function* readFile(sys: Syscalls, path: string): Task<Result<string, Errno>> {
  if (path === '-') return yield* readAll(sys, 0);
  const opened = sys.open(path, 'read');
  if (!opened.ok) return opened;
  const text = yield* readAll(sys, opened.value);
  sys.close(opened.value);
  return text;
}

/** The lines of a text; a last line without an end counts. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  return lines;
}

/**
 * Options as getopt reads them: `spec` is getopt's own (`n:` takes a value). Operands may stand before options, as GNU's
 * and musl's getopt allow, unless the spec begins with `+`. A script given in pieces (-e) is joined by line ends.
 */
export function options(
  argv: readonly string[],
  spec: string,
): { readonly flags: ReadonlyMap<string, string>; readonly rest: readonly string[]; readonly bad?: string } {
  const flags = new Map<string, string>();
  const operands: string[] = [];
  let at = 1;
  for (; at < argv.length; at++) {
    const arg = argv[at] as string;
    if (arg === '--') {
      at++;
      break;
    }
    if (!arg.startsWith('-') || arg === '-') {
      if (spec.startsWith('+')) break;
      operands.push(arg);
      continue;
    }
    for (let i = 1; i < arg.length; i++) {
      const flag = arg[i] as string;
      const place = spec.indexOf(flag);
      if (place < 0 || ':+'.includes(flag)) return { flags, rest: argv.slice(at), bad: flag };
      if (spec[place + 1] !== ':') {
        flags.set(flag, '');
        continue;
      }
      const value = arg.slice(i + 1) || argv[++at];
      if (value === undefined) return { flags, rest: [], bad: flag };
      const before = flags.get(flag);
      flags.set(flag, before === undefined || flag !== 'e' ? value : `${before}\n${value}`);
      break;
    }
  }
  return { flags, rest: [...operands, ...argv.slice(at)] };
}

/** What getopt and busybox print of an unknown option. */
export function* badOption(sys: Syscalls, name: string, flag: string): Task<number> {
  return yield* fail(sys, `${name}: unrecognized option: ${flag}`);
}
