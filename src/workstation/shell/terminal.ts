import { Future } from '../../engine/kernel/task.ts';
import type { Stream } from '../../engine/workloads/process/descriptors.ts';

/** What Ctrl-C and Ctrl-D send. */
export const INTERRUPT = '\x03';
export const END_OF_INPUT = '\x04';

/**
 * The terminal's input: what has been typed and not yet read. A line is shown when it is read, as a shell shows what was
 * typed ahead at its next prompt. Models the tty's line discipline (canonical mode; `raw` hands Ctrl-C and Ctrl-D on).
 */
export class TerminalInput implements Stream {
  readonly terminal = true;
  /** Set by a program that passes every key on to another terminal. */
  raw = false;
  /** In the pieces in which it was typed: a command of several lines is one. */
  private typed: string[] = [];
  private arrival = new Future();
  private readonly echo: (text: string) => void;

  constructor(echo: (text: string) => void) {
    this.echo = echo;
  }

  type(text: string): void {
    this.typed.push(text);
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  /** A line at a time, as a terminal gives it; '' is the end that Ctrl-D makes. */
  read(max: number): string | undefined {
    const first = this.typed.shift();
    if (first === undefined) return undefined;
    if (first === END_OF_INPUT && !this.raw) return '';
    if (first === INTERRUPT || first === END_OF_INPUT) return first;
    const end = first.indexOf('\n');
    const text = first.slice(0, Math.min(max, end < 0 ? first.length : end + 1));
    if (text.length < first.length) this.typed.unshift(first.slice(text.length));
    this.echo(text);
    return text;
  }

  ready(): Future {
    return this.arrival;
  }

  /** Takes what nobody has read: the commands typed ahead. */
  rest(): readonly string[] {
    const commands = this.typed.map((text) => text.replace(/\n$/, ''));
    this.typed = [];
    return commands.filter((text) => text !== '' && text !== END_OF_INPUT);
  }
}

/** A given text as standard input. */
export function textInput(text: string): Stream {
  let at = 0;
  return {
    read(max) {
      const part = text.slice(at, at + max);
      at += part.length;
      return part;
    },
  };
}
