import { unescapeC } from '../toolbox/echo.ts';
import { type Command, type ParameterOp, ShellSyntaxError, type Word, type WordPart } from './ast.ts';

/** Where the parser is in its text. */
export class Cursor {
  readonly text: string;
  at = 0;
  line: number;
  /** bash's own syntax is read too: arrays, `$(<file)`, `${x,,}`. */
  readonly bash: boolean;
  /** Nesting of substitutions, bounded so that hostile text cannot exhaust the stack. */
  depth = 0;

  constructor(text: string, line: number, bash = false) {
    this.text = text;
    this.line = line;
    this.bash = bash;
  }

  peek(offset = 0): string {
    return this.text[this.at + offset] ?? '';
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  next(): string {
    const char = this.text[this.at++] ?? '';
    if (char === '\n') this.line++;
    return char;
  }

  fail(message: string, incomplete = false): never {
    throw new ShellSyntaxError(`syntax error: ${message}`, this.line, incomplete);
  }
}

export type ParseSubstitution = (cursor: Cursor) => Command;

const MAX_DEPTH = 100;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL = /[@*#?$!\-0-9]/;
const OPERATORS: readonly ParameterOp[] = [
  ':-',
  ':=',
  ':?',
  ':+',
  '##',
  '%%',
  '//',
  '-',
  '=',
  '?',
  '+',
  '#',
  '%',
  '/',
  ':',
  ',,',
  '^^',
];

/** Reads the words of shell text: quotes, escapes and substitutions. Models ash's readtoken1. */
export class WordReader {
  private readonly cursor: Cursor;
  private readonly substitution: ParseSubstitution;

  constructor(cursor: Cursor, substitution: ParseSubstitution) {
    this.cursor = cursor;
    this.substitution = substitution;
  }

  /** Reads a word up to a blank or an operator; undefined when there is none. */
  word(): Word | undefined {
    const parts: WordPart[] = [];
    const start = this.cursor.at;
    this.tilde(parts);
    while (!this.cursor.ended) {
      if (startsProcess(this.cursor)) this.process(parts);
      else if (isBreak(this.cursor.peek())) break;
      else this.part(parts, '');
    }
    return this.cursor.at === start ? undefined : parts;
  }

  private process(parts: WordPart[]): void {
    const { cursor } = this;
    const reads = cursor.peek() === '>';
    cursor.at += 2;
    const body = this.nested();
    if (cursor.next() !== ')') cursor.fail('unexpected end of file', true);
    parts.push({ kind: 'process', body, reads });
  }

  /** The regular expression after `=~`: up to a blank outside of parentheses, backslashes kept. */
  regex(): Word {
    const parts: WordPart[] = [];
    const { cursor } = this;
    for (let depth = 0; !cursor.ended && (depth > 0 || !' \t\n'.includes(cursor.peek())); ) {
      const char = cursor.peek();
      if ('$"\'`'.includes(char) && !/\$[\s)|]/.test(`${char}${cursor.peek(1) || ' '}`)) {
        this.part(parts, '');
        continue;
      }
      if (char === '(') depth++;
      if (char === ')') depth--;
      text(parts, cursor.next() + (char === '\\' ? cursor.next() : ''), true);
    }
    return parts;
  }

  /** Reads up to `end` (not taken), as inside `${name:-…}`; blanks belong to it. */
  until(end: string, quoted: boolean): Word {
    const parts: WordPart[] = [];
    while (this.cursor.peek() !== end) {
      if (this.cursor.ended) this.cursor.fail(`unterminated quoted string (${end})`, true);
      if (quoted) this.quotedPart(parts, end);
      else this.part(parts, end);
    }
    return parts;
  }

  /** The body of a here-document or an arithmetic expression: everything expands, quotes are plain. */
  document(): Word {
    const parts: WordPart[] = [];
    while (!this.cursor.ended) this.quotedPart(parts, '', true);
    return parts;
  }

  /** A text within the one that is read: an array's index. */
  nestedDocument(body: string): Word {
    const { line, bash } = this.cursor;
    return new WordReader(new Cursor(body, line, bash), this.substitution).document();
  }

  private tilde(parts: WordPart[]): void {
    if (this.cursor.peek() !== '~') return;
    const match = /~([A-Za-z0-9_.-]*)(?=[/\s;&|<>()]|$)/y;
    match.lastIndex = this.cursor.at;
    const found = match.exec(this.cursor.text);
    if (found === null) return;
    this.cursor.at += found[0].length;
    parts.push({ kind: 'tilde', user: found[1] ?? '' });
  }

  private part(parts: WordPart[], end: string): void {
    const { cursor } = this;
    const char = cursor.peek();
    if (char === '\\') {
      cursor.next();
      if (cursor.peek() === '\n') cursor.next();
      else text(parts, cursor.ended ? '\\' : cursor.next(), true);
    } else if (char === "'") this.single(parts);
    else if (char === '"') this.double(parts);
    else if (char === '$') this.dollar(parts, false);
    else if (char === '`') this.backquote(parts, false);
    else if (char !== end) text(parts, cursor.next(), false);
  }

  private quotedPart(parts: WordPart[], end: string, document = false): void {
    const { cursor } = this;
    const char = cursor.peek();
    if (char === '\\') {
      cursor.next();
      const escaped = cursor.peek();
      if (escaped === '\n') cursor.next();
      else if ('$`\\'.includes(escaped) || (escaped === '"' && !document) || escaped === end)
        text(parts, cursor.next(), true);
      else text(parts, '\\', true);
    } else if (char === '$') this.dollar(parts, true);
    else if (char === '`') this.backquote(parts, true);
    else if (char === '"' && !document) this.double(parts);
    else text(parts, cursor.next(), true);
  }

  private single(parts: WordPart[]): void {
    const { cursor } = this;
    cursor.next();
    const close = cursor.text.indexOf("'", cursor.at);
    if (close < 0) cursor.fail("unterminated quoted string (')", true);
    const body = cursor.text.slice(cursor.at, close);
    for (const char of body) if (char === '\n') cursor.line++;
    cursor.at = close + 1;
    text(parts, body, true);
  }

  private double(parts: WordPart[]): void {
    const { cursor } = this;
    cursor.next();
    // An empty pair of quotes still makes a word; "$@" of no arguments makes none.
    if (!/^\$(?:@|\{@\})/.test(cursor.text.slice(cursor.at, cursor.at + 4))) text(parts, '', true);
    while (cursor.peek() !== '"') {
      if (cursor.ended) cursor.fail('unterminated quoted string (")', true);
      this.quotedPart(parts, '"');
    }
    cursor.next();
  }

  private dollar(parts: WordPart[], quoted: boolean): void {
    const { cursor } = this;
    cursor.next();
    const char = cursor.peek();
    if (char === '(') {
      if (cursor.peek(1) === '(' && this.arithmetic(parts, quoted)) return;
      cursor.next();
      const body = this.nested();
      parts.push({ kind: 'command', body: cursor.bash ? contentsOf(body) : body, quoted });
      if (cursor.next() !== ')') cursor.fail('unexpected end of file (expecting ")")', true);
    } else if (char === '{') this.braces(parts, quoted);
    else if (char === "'" && !quoted) this.escapes(parts);
    else if (SPECIAL.test(char)) parts.push({ kind: 'parameter', name: cursor.next(), quoted });
    else {
      const name = this.name();
      if (name === '') text(parts, '$', quoted);
      else parts.push({ kind: 'parameter', name, quoted });
    }
  }

  /** `$'…'`: C escapes. */
  private escapes(parts: WordPart[]): void {
    const { cursor } = this;
    const body = /'((?:[^'\\]|\\[\s\S])*)'/y;
    body.lastIndex = cursor.at;
    const found = body.exec(cursor.text);
    if (found === null) return cursor.fail("unterminated quoted string (')", true);
    cursor.at += found[0].length;
    text(parts, unescapeC((found[1] as string).replace(/\\(['"])/g, '$1'), false).text, true);
  }

  private nested(): Command {
    if (++this.cursor.depth > MAX_DEPTH) this.cursor.fail('nested too deep');
    const body = this.substitution(this.cursor);
    this.cursor.depth--;
    return body;
  }

  private name(): string {
    NAME.lastIndex = this.cursor.at;
    const name = NAME.exec(this.cursor.text)?.[0] ?? '';
    this.cursor.at += name.length;
    return name;
  }

  private braces(parts: WordPart[], quoted: boolean): void {
    const { cursor } = this;
    cursor.next();
    if (cursor.peek() === '#' && cursor.peek(1) !== '}' && !/[:\-=?+#%]/.test(cursor.peek(1))) {
      cursor.next();
      const name = SPECIAL.test(cursor.peek()) ? this.digits() : this.name();
      const index = this.index();
      if (cursor.next() !== '}') cursor.fail('bad substitution');
      parts.push({ kind: 'length', name, ...index, quoted });
      return;
    }
    const name = SPECIAL.test(cursor.peek()) ? this.digits() : this.name();
    if (name === '') cursor.fail('bad substitution');
    const index = this.index();
    const op = OPERATORS.find((candidate) => cursor.text.startsWith(candidate, cursor.at));
    if (op === undefined) {
      if (cursor.ended) cursor.fail("missing '}'", true);
      if (cursor.next() !== '}') cursor.fail('bad substitution');
      parts.push({ kind: 'parameter', name, ...index, quoted });
      return;
    }
    if (/[,^]/.test(op) && !cursor.bash) cursor.fail('bad substitution');
    cursor.at += op.length;
    if (++cursor.depth > MAX_DEPTH) cursor.fail('nested too deep');
    // Patterns keep their special characters even between double quotes.
    const argument = this.until('}', quoted && !'#%/'.includes(op[0] as string));
    cursor.depth--;
    cursor.next();
    parts.push({ kind: 'parameter', name, ...index, op, argument, quoted });
  }

  /** `[index]` of an array. */
  private index(): { readonly index?: Word } {
    const { cursor } = this;
    if (!cursor.bash || cursor.peek() !== '[') return {};
    cursor.next();
    const index = this.until(']', true);
    cursor.next();
    return { index };
  }

  private digits(): string {
    const { cursor } = this;
    let name = cursor.next();
    if (/\d/.test(name)) while (/\d/.test(cursor.peek())) name += cursor.next();
    return name;
  }

  /** Reads `((…))`; answers false when it turns out to be a subshell in a substitution. */
  private arithmetic(parts: WordPart[], quoted: boolean): boolean {
    const { cursor } = this;
    let depth = 0;
    for (let at = cursor.at; at < cursor.text.length; at++) {
      const char = cursor.text[at];
      if (char === '(') depth++;
      else if (char === ')' && --depth === 0) {
        if (cursor.text[at - 1] !== ')') return false;
        const inner = new Cursor(cursor.text.slice(cursor.at + 2, at - 1), cursor.line, cursor.bash);
        inner.depth = cursor.depth;
        const expression = new WordReader(inner, this.substitution).document();
        cursor.at = at + 1;
        cursor.line = inner.line;
        parts.push({ kind: 'arithmetic', expression, quoted });
        return true;
      }
    }
    return cursor.fail("missing '))'", true);
  }

  private backquote(parts: WordPart[], quoted: boolean): void {
    const { cursor } = this;
    cursor.next();
    let body = '';
    while (cursor.peek() !== '`') {
      if (cursor.ended) cursor.fail('EOF in backquote substitution', true);
      const char = cursor.next();
      if (char === '\\' && '$`\\'.includes(cursor.peek())) body += cursor.next();
      else body += char;
    }
    cursor.next();
    const inner = new Cursor(body, cursor.line, cursor.bash);
    inner.depth = cursor.depth + 1;
    if (inner.depth > MAX_DEPTH) cursor.fail('nested too deep');
    parts.push({ kind: 'command', body: this.substitution(inner), quoted });
  }
}

/** `$(<file)` is the file. */
function contentsOf(body: Command): Command {
  if (body.kind !== 'simple' || body.words.length + body.assignments.length > 0) return body;
  return { ...body, words: [[{ kind: 'text', text: 'cat', quoted: false }]] };
}

function text(parts: WordPart[], value: string, quoted: boolean): void {
  const last = parts[parts.length - 1];
  if (last?.kind === 'text' && last.quoted === quoted)
    parts[parts.length - 1] = { kind: 'text', text: last.text + value, quoted };
  else parts.push({ kind: 'text', text: value, quoted });
}

/** bash's `<(` and `>(`, which are no redirections. */
export function startsProcess({ bash, text, at }: Cursor): boolean {
  return bash && (text.startsWith('<(', at) || text.startsWith('>(', at));
}

export function isBreak(char: string): boolean {
  return char === '' || ' \t\n;&|<>()'.includes(char);
}
