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
/** What a program keeps of one text. */
const MOST_TEXT = 4_000_000;
/** Texts up to this long are nobody's concern. */
const SMALL_TEXT = 262_144;

/** Text that comes in pieces. What is beyond the bound is not kept but takes memory: endless text meets the OOM killer. */
export class Gathered {
  text = '';
  private readonly sys: Syscalls;
  private held = 0;
  private more = 0;

  constructor(sys: Syscalls) {
    this.sys = sys;
  }

  *add(piece: string): Task {
    if (this.text.length <= MOST_TEXT) {
      this.text += piece;
      if (this.text.length < this.held + SMALL_TEXT) return;
      yield* this.sys.hold(this.text.length - this.held);
      this.held = this.text.length;
    } else {
      this.more += piece.length;
      yield* this.sys.grow(this.more < HASTE_BYTES ? piece.length : HASTE_BYTES / 8);
    }
  }

  /** The text, which is the caller's from here on. */
  *taken(): Task<string> {
    const { text } = this;
    this.text = '';
    if (this.held > 0) yield* this.sys.hold(-this.held);
    if (this.more > 0) yield* this.sys.grow(-this.more);
    this.held = 0;
    this.more = 0;
    return text;
  }
}

/** Reads to the end. */
export function* readAll(sys: Syscalls, fd: number): Task<Result<string, Errno>> {
  const all = new Gathered(sys);
  for (;;) {
    const chunk = yield* sys.read(fd);
    if (chunk === 'interrupted') continue;
    if (!chunk.ok) return chunk;
    if (chunk.value === '') return { ok: true, value: yield* all.taken() };
    yield* all.add(chunk.value);
  }
}

/** The lines that come through a descriptor, as they come. */
export class LineInput {
  /** Whether the last line that was read had an end. */
  ended = true;
  private readonly sys: Syscalls;
  private readonly fd: number;
  private readonly open: Gathered;
  private lines: readonly string[] = [];
  private at = 0;
  private over = false;

  constructor(sys: Syscalls, fd: number) {
    this.sys = sys;
    this.fd = fd;
    this.open = new Gathered(sys);
  }

  /** The next line without its end; undefined when there is none any more. */
  *next(): Task<string | undefined> {
    for (;;) {
      const line = this.lines[this.at];
      if (line !== undefined) {
        this.at++;
        return line;
      }
      if (this.over) {
        if (this.open.text === '') return undefined;
        this.ended = false;
        return yield* this.open.taken();
      }
      const chunk = yield* this.sys.read(this.fd);
      if (chunk === 'interrupted') continue;
      if (!chunk.ok || chunk.value === '') this.over = true;
      else yield* this.take(chunk.value);
    }
  }

  private *take(chunk: string): Task {
    const end = chunk.indexOf('\n');
    if (end < 0) return yield* this.open.add(chunk);
    const first = (yield* this.open.taken()) + chunk.slice(0, end);
    const rest = chunk.slice(end + 1).split('\n');
    yield* this.open.add(rest.pop() as string);
    this.lines = [first, ...rest];
    this.at = 0;
  }
}

/** Output as the C library buffers it where it is no terminal. */
const BUFFER = 1_024;

export class BufferedOutput {
  /** The reader is gone, or there is no room. */
  failed = false;
  private readonly sys: Syscalls;
  private readonly fd: number;
  private text = '';

  constructor(sys: Syscalls, fd = 1) {
    this.sys = sys;
    this.fd = fd;
  }

  *write(text: string): Task {
    this.text += text;
    if (this.text.length >= BUFFER || this.sys.isTerminal(this.fd)) yield* this.flush();
  }

  *flush(): Task {
    const { text } = this;
    this.text = '';
    if (!(yield* writeAll(this.sys, this.fd, text))) this.failed = true;
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
 * and musl's getopt allow, unless the spec begins with `+`. What may be given in pieces (-e, sort's -k) is joined by line ends.
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
      flags.set(flag, before === undefined || !'ek'.includes(flag) ? value : `${before}\n${value}`);
      break;
    }
  }
  return { flags, rest: [...operands, ...argv.slice(at)] };
}

/** What getopt and busybox print of an unknown option. */
export function* badOption(sys: Syscalls, name: string, flag: string): Task<number> {
  return yield* fail(sys, `${name}: unrecognized option: ${flag}`);
}
