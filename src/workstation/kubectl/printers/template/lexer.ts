import { goQuote } from '../../../../api/go-text.ts';
import { CommandError } from '../../errors.ts';

// Models Go's text/template/parse/lex.go.

export type TokenKind =
  | 'text'
  | 'open'
  | 'close'
  | 'space'
  | 'assign'
  | 'declare'
  | 'pipe'
  | 'string'
  | 'character'
  | 'number'
  | 'field'
  | 'dot'
  | 'variable'
  | 'word'
  | '('
  | ')'
  | 'mark'
  | 'error'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Where it stands in the template. */
  readonly at: number;
}

const OPEN = '{{';
const CLOSE = '}}';
const LETTER = /[\p{L}\p{Nd}_]/u;
const NUMBER =
  /^[+-]?(?:0[xX][\da-fA-F_]*|0[oO][0-7_]*|0[bB][01_]*|[\d_]*)(?:\.[\d_]*)?(?:[eEpP][+-]?[\d_]+)?i?/;

/** A template error as text/template/parse words it. */
export function problemAt(source: string, at: number, message: string): CommandError {
  return new CommandError(`template: output:${source.slice(0, at).split('\n').length}: ${message}`);
}

/** A template's tokens; what cannot be read is an `error` at the end. */
export function tokensOf(source: string): readonly Token[] {
  return new Lexer(source).run();
}

class Lexer {
  private readonly source: string;
  private readonly out: Token[] = [];
  private at = 0;
  private depth = 0;

  constructor(source: string) {
    this.source = source;
  }

  run(): readonly Token[] {
    let trims = false;
    for (;;) {
      const open = this.source.indexOf(OPEN, this.at);
      const whole = this.source.slice(this.at, open < 0 ? undefined : open);
      const trimsNext = open >= 0 && /^-\s/.test(this.source.slice(open + 2, open + 4));
      const begun = trims ? whole.trimStart() : whole;
      const text = trimsNext ? begun.trimEnd() : begun;
      if (text !== '') this.put('text', text, this.at);
      if (open < 0) break;
      this.at = open + OPEN.length + (trimsNext ? 1 : 0);
      const ended = this.action(open);
      if (ended === undefined) return this.out;
      trims = ended === 'trims';
    }
    this.put('end', 'EOF', this.source.length);
    return this.out;
  }

  private put(kind: TokenKind, text: string, at: number): void {
    this.out.push({ kind, text, at });
  }

  private fail(message: string): undefined {
    this.put('error', message, this.at);
    return undefined;
  }

  /** One action with its delimiters; says whether it trims the text behind it. Undefined: it could not be read. */
  private action(open: number): 'trims' | 'ends' | undefined {
    const comment = /^\s*\/\*/.exec(this.rest());
    if (comment !== null) return this.comment(comment[0].length);
    this.put('open', OPEN, open);
    for (;;) {
      const closed = this.closed();
      if (closed !== undefined) {
        if (this.depth > 0) return this.fail('unclosed left paren');
        this.put('close', CLOSE, this.at + (closed === 'trims' ? 2 : 0));
        this.at += CLOSE.length + (closed === 'trims' ? 2 : 0);
        return closed;
      }
      if (this.token() === undefined) return undefined;
    }
  }

  private comment(opened: number): 'trims' | 'ends' | undefined {
    const end = this.source.indexOf('*/', this.at + opened);
    if (end < 0) return this.fail('unclosed comment');
    this.at = end + 2;
    const closed = this.closed();
    if (closed === undefined) return this.fail('comment ends before closing delimiter');
    this.at += CLOSE.length + (closed === 'trims' ? 2 : 0);
    return closed;
  }

  private rest(): string {
    return this.source.slice(this.at);
  }

  private closed(): 'trims' | 'ends' | undefined {
    if (/^\s-\}\}/.test(this.rest().slice(0, 4))) return 'trims';
    return this.source.startsWith(CLOSE, this.at) ? 'ends' : undefined;
  }

  private take(kind: TokenKind, length: number): true {
    this.put(kind, this.source.slice(this.at, this.at + length), this.at);
    this.at += length;
    return true;
  }

  /** One token inside an action; undefined: there is none. */
  private token(): true | undefined {
    const letter = this.source[this.at];
    if (letter === undefined) return this.fail('unclosed action');
    const rest = this.rest();
    const blank = /^\s+/.exec(rest)?.[0];
    // A blank before ` -}}` belongs to it.
    if (blank !== undefined)
      return this.take('space', Math.max(1, blank.length - (rest.startsWith('-}}', blank.length) ? 1 : 0)));
    switch (letter) {
      case '=':
        return this.take('assign', 1);
      case ':':
        return rest[1] === '=' ? this.take('declare', 2) : this.fail('expected :=');
      case '|':
        return this.take('pipe', 1);
      case '"':
        return this.quoted(/^"(?:[^"\\\n]|\\[^\n])*"/, 'string', 'unterminated quoted string');
      case "'":
        return this.quoted(/^'(?:[^'\\\n]|\\[^\n])*'/, 'character', 'unterminated character constant');
      case '`':
        return this.quoted(/^`[^`]*`/, 'string', 'unterminated raw quoted string');
      case '(':
        this.depth++;
        return this.take('(', 1);
      case ')':
        return this.depth-- > 0 ? this.take(')', 1) : this.fail('unexpected right paren');
      case '$':
        return this.name('variable');
      default:
        if (/^[+-]|^\d|^\.\d/.test(rest)) return this.number();
        if (letter === '.') return this.name('field');
        if (LETTER.test(letter)) return this.name('word');
        if (letter >= ' ' && letter <= '~') return this.take('mark', 1);
        return this.fail(`unrecognized character in action: ${runeText(rest)}`);
    }
  }

  private quoted(pattern: RegExp, kind: TokenKind, message: string): true | undefined {
    const found = pattern.exec(this.rest())?.[0];
    return found === undefined ? this.fail(message) : this.take(kind, found.length);
  }

  private number(): true | undefined {
    const rest = this.rest();
    const length = NUMBER.exec(rest)?.[0].length ?? 0;
    const next = rest[length] ?? '';
    if (!LETTER.test(next)) return this.take('number', Math.max(1, length));
    return this.fail(`bad number syntax: ${goQuote(rest.slice(0, length + 1))}`);
  }

  /** A word, a variable or a field: up to what may stand behind it. */
  private name(kind: 'word' | 'variable' | 'field'): true | undefined {
    let length = kind === 'word' ? 0 : 1;
    while (LETTER.test(this.source[this.at + length] ?? '')) length++;
    const behind = this.source.slice(this.at + length);
    if (behind !== '' && !/^(?:[\s.,|:()]|\}\})/.test(behind))
      return this.fail(`bad character ${runeText(behind)}`);
    return this.take(kind === 'field' && length === 1 ? 'dot' : kind, length);
  }
}

/** `U+007D '}'`: a letter as Go's %#U has it. */
function runeText(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')} '${String.fromCodePoint(code)}'`;
}
