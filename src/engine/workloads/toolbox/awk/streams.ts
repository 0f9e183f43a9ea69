import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import type { Syscalls } from '../../program.ts';
import { fail, writeAll } from '../io.ts';
import { waitFor } from '../processes.ts';
import { AwkError } from './lexer.ts';
import type { Cut } from './records.ts';

const BUFFER = 4_096;
const STANDARD: Readonly<Record<string, number>> = { '/dev/stdout': 1, '/dev/stderr': 2, '-': 1 };

/** Text by records, from a descriptor. */
export class Input {
  private readonly sys: Syscalls;
  readonly fd: number;
  private buffer = '';
  private over = false;

  constructor(sys: Syscalls, fd: number) {
    this.sys = sys;
    this.fd = fd;
  }

  /** The next record; undefined at the end. `cut` finds the first separator in what is there, or the whole at the end. */
  *record(cut: (text: string, over: boolean) => Cut | undefined): Task<string | undefined> {
    for (;;) {
      const found = this.buffer === '' ? undefined : cut(this.buffer, this.over);
      if (found !== undefined) {
        const record = this.buffer.slice(found.start, found.end);
        this.buffer = this.buffer.slice(found.next);
        return record;
      }
      if (this.over) {
        const rest = this.buffer;
        this.buffer = '';
        return /^\n*$/.test(rest) && cut('\n', true) === undefined ? undefined : rest || undefined;
      }
      const chunk = yield* this.sys.read(this.fd);
      if (chunk === 'interrupted') continue;
      if (!chunk.ok || chunk.value === '') this.over = true;
      else this.buffer += chunk.value;
      if (this.buffer.length > 4_000_000) throw new AwkError('out of memory');
    }
  }
}

interface Output {
  readonly fd: number;
  readonly pid?: number;
  buffer: string;
}

/** The files and commands that a program reads and writes, by name. */
export class Streams {
  private readonly sys: Syscalls;
  private readonly inputs = new Map<string, Input & { pid?: number }>();
  private readonly outputs = new Map<string, Output>([['', { fd: 1, buffer: '' }]]);

  constructor(sys: Syscalls) {
    this.sys = sys;
  }

  *write(text: string, how?: '>' | '>>' | '|', name = ''): Task {
    let output = this.outputs.get(name);
    if (output === undefined) {
      const opened = how === '|' ? yield* this.command(name, 'write') : this.file(name, how === '>>');
      output = { ...opened, buffer: '' };
      this.outputs.set(name, output);
    }
    output.buffer += text;
    if (output.buffer.length >= BUFFER || output.fd === 2 || this.sys.isTerminal(output.fd))
      yield* this.drain(output);
  }

  private file(name: string, append: boolean): { readonly fd: number } {
    const standard = STANDARD[name];
    if (standard !== undefined) return { fd: standard };
    const opened = this.sys.open(name, append ? 'append' : 'write', { create: true, truncate: !append });
    if (!opened.ok) throw new AwkError(`${name}: ${ERRNO_TEXT[opened.error]}`);
    return { fd: opened.value };
  }

  private *drain(output: Output): Task {
    const { buffer } = output;
    output.buffer = '';
    yield* writeAll(this.sys, output.fd, buffer);
  }

  *flush(): Task {
    for (const output of this.outputs.values()) yield* this.drain(output);
  }

  /** A shell with the command, of which this process holds the other end of a pipe. */
  private *command(
    text: string,
    want: 'read' | 'write',
  ): Task<{ readonly fd: number; readonly pid: number }> {
    yield* this.flush();
    const { sys } = this;
    const [reads, writes] = sys.pipe();
    const fds = new Map([
      [0, want === 'read' ? 0 : reads],
      [1, want === 'read' ? writes : 1],
      [2, 2],
    ]);
    const child = sys.spawn('/bin/sh', { argv: ['sh', '-c', text], fds });
    sys.close(want === 'read' ? writes : reads);
    if (!child.ok) {
      sys.close(want === 'read' ? reads : writes);
      throw new AwkError(`can't execute '/bin/sh': ${ERRNO_TEXT[child.error]}`);
    }
    return { fd: want === 'read' ? reads : writes, pid: child.value };
  }

  /** Where records come from; undefined when the file cannot be opened. */
  *input(from: 'file' | 'command', name: string): Task<Input | undefined> {
    const known = this.inputs.get(name);
    if (known !== undefined) return known;
    const { sys } = this;
    if (from === 'command') {
      const { fd, pid } = yield* this.command(name, 'read');
      const made = Object.assign(new Input(sys, fd), { pid });
      this.inputs.set(name, made);
      return made;
    }
    const standard = name === '-' || name === '/dev/stdin';
    const opened = standard ? { ok: true as const, value: 0 } : sys.open(name, 'read');
    if (!opened.ok) return undefined;
    const made = new Input(sys, opened.value);
    this.inputs.set(name, made);
    return made;
  }

  /** close(): the exit code of a command, 0 of a file, −1 of what is not open. */
  *close(name: string): Task<number> {
    const input = this.inputs.get(name);
    const output = name === '' ? undefined : this.outputs.get(name);
    this.inputs.delete(name);
    if (output !== undefined) this.outputs.delete(name);
    let code = -1;
    if (output !== undefined) yield* this.drain(output);
    for (const open of [input, output]) {
      if (open === undefined) continue;
      if (open.fd > 2) this.sys.close(open.fd);
      code = 0;
      if (open.pid === undefined) continue;
      const status = yield* waitFor(this.sys, open.pid);
      code = typeof status === 'number' ? status : status.code;
    }
    return code;
  }

  /** Everything is written, and commands are waited for. */
  *finish(): Task {
    yield* this.flush();
    for (const name of [...this.inputs.keys(), ...this.outputs.keys()])
      if (name !== '') yield* this.close(name);
  }

  *system(text: string): Task<number> {
    yield* this.flush();
    const { sys } = this;
    const child = sys.spawn('/bin/sh', { argv: ['sh', '-c', text] });
    if (!child.ok) return yield* fail(sys, `awk: can't execute '/bin/sh': ${ERRNO_TEXT[child.error]}`, 127);
    const status = yield* waitFor(sys, child.value);
    return typeof status === 'number' ? status : status.code;
  }
}
