import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import { LineInput, fail } from './io.ts';
import type { Address, SedCommand } from './sed-parser.ts';

/** The lines of all files as one text, read one line ahead: `$` is the last of the last. */
export class SedInput {
  status = 0;
  /** Whether the line given last had an end. */
  ended = true;
  number = 0;
  private readonly sys: Syscalls;
  private readonly paths: string[];
  private file: { readonly lines: LineInput; readonly fd: number } | undefined;
  private ahead: { readonly line: string; readonly ended: boolean } | undefined;
  private begun = false;

  constructor(sys: Syscalls, paths: readonly string[]) {
    this.sys = sys;
    this.paths = [...paths];
  }

  get last(): boolean {
    return this.ahead === undefined;
  }

  *next(): Task<string | undefined> {
    if (!this.begun) this.ahead = yield* this.read();
    this.begun = true;
    const { ahead } = this;
    if (ahead === undefined) return undefined;
    this.ahead = yield* this.read();
    this.number++;
    this.ended = ahead.ended || this.ahead !== undefined;
    return ahead.line;
  }

  private *read(): Task<{ readonly line: string; readonly ended: boolean } | undefined> {
    for (;;) {
      this.file ??= yield* this.open();
      if (this.file === undefined) return undefined;
      const { lines, fd } = this.file;
      const line = yield* lines.next();
      if (line !== undefined) return { line, ended: lines.ended };
      if (fd > 0) this.sys.close(fd);
      this.file = undefined;
    }
  }

  private *open(): Task<{ readonly lines: LineInput; readonly fd: number } | undefined> {
    for (;;) {
      const path = this.paths.shift();
      if (path === undefined) return undefined;
      const opened = path === '-' ? { ok: true as const, value: 0 } : this.sys.open(path, 'read');
      if (opened.ok) return { lines: new LineInput(this.sys, opened.value), fd: opened.value };
      this.status = yield* fail(this.sys, `sed: ${path}: ${ERRNO_TEXT[opened.error]}`);
    }
  }
}

/** Whether a command applies to the line read last; ranges remember that they have begun. */
export function selects(command: SedCommand, input: SedInput, space: string): boolean {
  const { number } = input;
  const at = (address: Address): boolean => {
    switch (address.kind) {
      case 'line':
        return number === address.line;
      case 'last':
        return input.last;
      case 'step':
        return number >= address.first && (number - address.first) % Math.max(1, address.step) === 0;
      case 'match':
        return address.regex.test(space);
      case 'more':
        return false;
    }
  };
  let chosen = true;
  if (command.from !== undefined && command.to === undefined) chosen = at(command.from);
  else if (command.from !== undefined && command.to !== undefined) {
    const { to } = command;
    if (to.kind === 'more') {
      if (at(command.from) && (command.until ?? -1) < number) command.until = number + to.lines;
      chosen = number <= (command.until ?? -1);
      command.active = chosen && number < (command.until ?? -1);
    } else if (command.active || (number === 1 && command.from.kind === 'line' && command.from.line === 0)) {
      command.active = !(at(to) || (to.kind === 'line' && number >= to.line));
    } else {
      chosen = at(command.from);
      command.active = chosen && !(to.kind === 'line' && to.line <= number);
    }
  }
  return chosen !== command.negated;
}
