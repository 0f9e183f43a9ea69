import { Future } from '../../engine/kernel/task.ts';
import type { Stream } from '../../engine/workloads/process/descriptors.ts';

/** The terminal's input: what has been typed and not yet read. */
export class TerminalInput implements Stream {
  readonly terminal = true;
  /** Whether some program waits for a line. */
  wanted = false;
  private typed = '';
  private arrival = new Future();

  type(text: string): void {
    this.typed += text;
    const { arrival } = this;
    this.arrival = new Future();
    arrival.resolve();
  }

  /** A line at a time, as a terminal gives it. */
  read(max: number): string | undefined {
    this.wanted = this.typed === '';
    if (this.wanted) return undefined;
    const end = this.typed.indexOf('\n');
    const text = this.typed.slice(0, Math.min(max, end < 0 ? this.typed.length : end + 1));
    this.typed = this.typed.slice(text.length);
    return text;
  }

  ready(): Future {
    return this.arrival;
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
