import { type Regex, compileRegex } from './regex.ts';

export type Address =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  /** `FIRST~STEP` */
  | { readonly kind: 'step'; readonly first: number; readonly step: number }
  /** `+N`, as the end of a range. */
  | { readonly kind: 'more'; readonly lines: number }
  | { readonly kind: 'match'; readonly regex: Regex };

/** One command with where it applies. */
export interface SedCommand {
  readonly from?: Address;
  readonly to?: Address;
  readonly negated: boolean;
  readonly name: string;
  readonly regex?: Regex;
  readonly text?: string;
  readonly flags?: string;
  /** Where `{` goes when it does not apply, and b and t go. */
  jump?: number;
  active: boolean;
  /** The line a range of so many lines ends with. */
  until?: number;
  /** What q ends with. */
  readonly code?: number;
  /** Of the file that `r` names. */
  contents?: string;
}

/** The script is none that this sed runs. */
export class SedError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Reads a script. Throws SedError, or RegexError for a pattern that is none. */
export function parseSed(script: string, extended: boolean): SedCommand[] {
  return new SedParser(script, extended).commands();
}

class SedParser {
  private at = 0;
  private last: Regex | undefined;
  private readonly script: string;
  private readonly extended: boolean;

  constructor(script: string, extended: boolean) {
    this.script = script;
    this.extended = extended;
  }

  commands(): SedCommand[] {
    const commands: SedCommand[] = [];
    const open: SedCommand[] = [];
    for (;;) {
      while (/[\s;]/.test(this.script[this.at] ?? '')) this.at++;
      if (this.at >= this.script.length) break;
      const command = this.command();
      commands.push(command);
      if (command.name === '{') open.push(command);
      if (command.name !== '}') continue;
      const group = open.pop();
      if (group === undefined) throw new SedError('unexpected }');
      group.jump = commands.length;
    }
    if (open.length > 0) throw new SedError('unmatched {');
    for (const command of commands) {
      if (!'btT'.includes(command.name)) continue;
      const to = commands.findIndex(({ name, text }) => name === ':' && text === command.text);
      if (to < 0 && command.text !== '') throw new SedError(`can't find label for jump to '${command.text}'`);
      command.jump = to < 0 ? commands.length : to;
    }
    return commands;
  }

  private command(): SedCommand {
    const from = this.address();
    const to = this.accept(',') ? (this.count() ?? this.address()) : undefined;
    const negated = this.accept('!');
    while (this.script[this.at] === ' ') this.at++;
    const name = this.script[this.at++] ?? '';
    const base = { from, to, negated, name, active: false };
    if (name === 's' || name === 'y') return { ...base, ...this.substitution(name) };
    if (name !== '' && 'aic'.includes(name)) return { ...base, text: this.line() };
    if (name !== '' && ':btT'.includes(name)) {
      const label = /^\s*([^\s;}]*)/.exec(this.script.slice(this.at)) as RegExpExecArray;
      this.at += label[0].length;
      return { ...base, text: label[1] };
    }
    if (name === 'r') return { ...base, text: this.line() };
    if (name === 'q' || name === 'Q') {
      const code = /^\s*(\d*)/.exec(this.script.slice(this.at)) as RegExpExecArray;
      this.at += code[0].length;
      return { ...base, code: Number(code[1]) };
    }
    if (name !== '' && 'dpnNPD=gGhHx{}'.includes(name)) return base;
    throw new SedError(`unsupported command ${name}`);
  }

  private substitution(name: 's' | 'y'): Pick<SedCommand, 'regex' | 'text' | 'flags'> {
    const pattern = this.delimited();
    this.at--;
    const text = this.delimited();
    const flags = /^[gpiI0-9]*/.exec(this.script.slice(this.at))?.[0] ?? '';
    this.at += flags.length;
    if (name === 'y') return { text: `${pattern}\0${text}` };
    return {
      regex: this.regex(pattern, /i/i.test(flags)),
      text,
      flags,
    };
  }

  /** The text of a, i and c: to the end of the line. */
  private line(): string {
    const end = this.script.indexOf('\n', this.at + (this.script[this.at] === '\\' ? 2 : 0));
    const stop = end < 0 ? this.script.length : end;
    const text = this.script.slice(this.at, stop);
    this.at = stop;
    return text.replace(/^\\\n?|^\s+/, '').trimStart();
  }

  /** `+N`: so many lines more. */
  private count(): Address | undefined {
    const found = /^\+(\d+)/.exec(this.script.slice(this.at));
    if (found === null) return undefined;
    this.at += found[0].length;
    return { kind: 'more', lines: Number(found[1]) };
  }

  private address(): Address | undefined {
    const number = /^\d+/.exec(this.script.slice(this.at));
    if (number !== null) {
      this.at += number[0].length;
      const step = /^~(\d+)/.exec(this.script.slice(this.at));
      if (step === null) return { kind: 'line', line: Number(number[0]) };
      this.at += step[0].length;
      return { kind: 'step', first: Number(number[0]), step: Number(step[1]) };
    }
    if (this.accept('$')) return { kind: 'last' };
    if (this.script[this.at] !== '/') return undefined;
    return { kind: 'match', regex: this.regex(this.delimited(), false) };
  }

  /** An empty pattern is the one before it. */
  private regex(pattern: string, ignoreCase: boolean): Regex {
    const regex =
      pattern === '' && this.last !== undefined
        ? this.last
        : compileRegex(pattern, { extended: this.extended, ignoreCase });
    this.last = regex;
    return regex;
  }

  /** The text up to the next unescaped delimiter; the reader is on the first one. */
  private delimited(): string {
    const { script } = this;
    const mark = script[this.at] as string;
    let text = '';
    for (this.at++; this.at < script.length && script[this.at] !== mark; this.at++) {
      if (script[this.at] === '\\' && script[this.at + 1] === mark) this.at++;
      else if (script[this.at] === '\\') text += script[this.at++];
      text += script[this.at] ?? '';
    }
    if (this.at >= script.length) throw new SedError(`unmatched '${mark}'`);
    this.at++;
    return text;
  }

  private accept(char: string): boolean {
    if (this.script[this.at] !== char) return false;
    this.at++;
    return true;
  }
}
