const INTERRUPT = '\x03';
const END_OF_INPUT = '\x04';
const ERASE = '\x7f';
const BACKSPACE = '\b';
const KILL_LINE = '\x15';
const ERASE_WORD = '\x17';
const RUB_OUT = '\b \b';
/** Arrows and the like: what a shell would make of them is not modelled, and a line has no use for them. */
// oxlint-disable-next-line no-control-regex -- that is what they are
const ESCAPES = /\x1b(?:\[[0-9;]*[ -/]*[@-~]|O.|.)/g;

/**
 * A terminal between keys and a process: lines are edited, shown as they are typed and handed on whole; Ctrl-C and Ctrl-D go
 * by themselves. Models the tty's canonical mode (ICANON, ECHO, ICRNL).
 */
export class LineDiscipline {
  private readonly show: (text: string) => void;
  private readonly deliver: (text: string) => void;
  private line: string[] = [];

  constructor(show: (text: string) => void, deliver: (text: string) => void) {
    this.show = show;
    this.deliver = deliver;
  }

  type(keys: string): void {
    for (const key of keys.replace(ESCAPES, '').replaceAll('\r', '\n')) this.key(key);
  }

  private key(key: string): void {
    if (key === '\n') {
      this.show('\n');
      return this.flush('\n');
    }
    if (key === INTERRUPT) {
      this.line = [];
      return this.deliver(INTERRUPT);
    }
    if (key === END_OF_INPUT) return this.line.length === 0 ? this.deliver(END_OF_INPUT) : this.flush('');
    if (key === ERASE || key === BACKSPACE) return this.erase(1);
    if (key === KILL_LINE) return this.erase(this.line.length);
    if (key === ERASE_WORD) return this.erase(/\S*\s*$/.exec(this.line.join(''))?.[0].length ?? 0);
    this.line.push(key);
    this.show(key);
  }

  private flush(end: string): void {
    const line = this.line.join('') + end;
    this.line = [];
    this.deliver(line);
  }

  private erase(count: number): void {
    const taken = Math.min(count, this.line.length);
    this.line.splice(this.line.length - taken);
    if (taken > 0) this.show(RUB_OUT.repeat(taken));
  }
}

/** Output as a terminal gets it: a line's end also takes the cursor back. Models ONLCR. */
export function forTerminal(text: string): string {
  return text.replace(/\r?\n/g, '\r\n');
}
