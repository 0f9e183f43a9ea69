import type { Redirect, Word } from './ast.ts';
import { Cursor, type ParseSubstitution, WordReader, isBreak, startsProcess } from './words.ts';

const RESERVED = new Set([
  'if',
  'then',
  'elif',
  'else',
  'fi',
  'while',
  'until',
  'for',
  'do',
  'done',
  'case',
  'esac',
  '{',
  '}',
  '!',
  'in',
]);
const OPERATORS = [
  '<<-',
  '&&',
  '||',
  ';;',
  '<<',
  '>>',
  '<&',
  '>&',
  '<>',
  '>|',
  ';',
  '&',
  '|',
  '<',
  '>',
  '(',
  ')',
];

interface PendingDocument {
  readonly strip: boolean;
  readonly quoted: boolean;
  readonly end: string;
  readonly fill: (body: Word) => void;
}

/** Reads the pieces commands are made of: blanks, operators, reserved words, redirections and here-documents. */
export abstract class TokenReader {
  protected readonly cursor: Cursor;

  protected readonly words: WordReader;

  private readonly substitution: ParseSubstitution;
  private documents: PendingDocument[] = [];
  /** The other half of `&>`. */
  private errors: Redirect | undefined;

  constructor(cursor: Cursor, substitution: ParseSubstitution) {
    this.cursor = cursor;
    this.substitution = substitution;
    this.words = new WordReader(cursor, substitution);
  }

  protected redirects(): Redirect[] {
    const found: Redirect[] = [];
    for (;;) {
      this.blanks();
      const redirect = this.redirect();
      if (redirect === undefined) return found;
      found.push(redirect);
    }
  }

  protected redirect(): Redirect | undefined {
    const { cursor, errors } = this;
    this.errors = undefined;
    if (errors !== undefined) return errors;
    if (startsProcess(cursor)) return undefined;
    const match = /(\d*|&(?=>))(<<<|<<-|<<|>>|<&|>&|<>|>\||<|>)/y;
    match.lastIndex = cursor.at;
    const found = match.exec(cursor.text);
    if (found === null) return undefined;
    cursor.at += found[0].length;
    const op = found[2] as string;
    const both = found[1] === '&';
    if (both) this.errors = { fd: 2, op: '>&', target: [{ kind: 'text', text: '1', quoted: false }] };
    const fd = found[1] === '' || both ? (op.startsWith('<') ? 0 : 1) : Number(found[1]);
    this.blanks();
    const target = this.words.word();
    if (target === undefined) return this.unexpected();
    if (op === '<<<') {
      if (!cursor.bash) return cursor.fail('unexpected redirection');
      return { fd, op: '<<', target: [...target, { kind: 'text', text: '\n', quoted: true }] };
    }
    if (op !== '<<' && op !== '<<-') return { fd, op: op as Redirect['op'], target };
    const document = { fd, op: '<<' as const, target: [] as Word };
    const end = target.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const quoted = target.some((part) => part.kind === 'text' && part.quoted);
    this.documents.push({ strip: op === '<<-', quoted, end, fill: (body) => (document.target = body) });
    return document;
  }

  /** Reads the bodies of here-documents that were announced on the line just ended. */
  protected readDocuments(): void {
    const pending = this.documents;
    this.documents = [];
    for (const { strip, quoted, end, fill } of pending) {
      let body = '';
      for (;;) {
        if (this.cursor.ended) break;
        const newline = this.cursor.text.indexOf('\n', this.cursor.at);
        const stop = newline < 0 ? this.cursor.text.length : newline;
        let line = this.cursor.text.slice(this.cursor.at, stop);
        this.cursor.at = newline < 0 ? stop : stop + 1;
        this.cursor.line++;
        if (strip) line = line.replace(/^\t+/, '');
        if (line === end) break;
        body += `${line}\n`;
      }
      if (quoted) fill([{ kind: 'text', text: body, quoted: true }]);
      else
        fill(
          new WordReader(new Cursor(body, this.cursor.line, this.cursor.bash), this.substitution).document(),
        );
    }
  }

  protected blanks(): void {
    const { cursor } = this;
    for (;;) {
      const char = cursor.peek();
      if (char === ' ' || char === '\t' || char === '\r') cursor.next();
      else if (char === '\\' && cursor.peek(1) === '\n') cursor.at += 2;
      else if (char === '#' && (cursor.at === 0 || isBreak(cursor.text[cursor.at - 1] as string))) {
        while (!cursor.ended && cursor.peek() !== '\n') cursor.next();
      } else return;
    }
  }

  /** Takes line ends; answers whether there was one. */
  protected newlines(): boolean {
    for (let taken = false; ; taken = true) {
      this.blanks();
      if (this.cursor.peek() !== '\n') return taken;
      this.cursor.next();
      this.readDocuments();
    }
  }

  protected operator(): string | undefined {
    this.blanks();
    return OPERATORS.find((operator) => this.cursor.text.startsWith(operator, this.cursor.at));
  }

  protected take(operator: string): void {
    this.cursor.at += operator.length;
  }

  /** The reserved word here, if there is one. Only asked where the grammar may have one. */
  protected reserved(): string | undefined {
    this.blanks();
    let end = this.cursor.at;
    while (end < this.cursor.text.length && !isBreak(this.cursor.text[end] as string)) end++;
    const word = this.cursor.text.slice(this.cursor.at, end);
    return RESERVED.has(word) ? word : undefined;
  }

  protected takeWord(word: string): void {
    this.cursor.at += word.length;
  }

  protected expect(word: string): void {
    this.newlines();
    if (this.reserved() === word) return this.takeWord(word);
    this.unexpected(word);
  }

  protected expectOperator(operator: string): void {
    this.newlines();
    if (this.operator() === operator) return this.take(operator);
    this.unexpected(operator);
  }

  /** The text of `((…))`; the reader is on the first bracket. Undefined when it is not closed by two. */
  protected arithmeticText(): string | undefined {
    const { cursor } = this;
    let depth = 0;
    for (let at = cursor.at; at < cursor.text.length; at++) {
      if (cursor.text[at] === '(') depth++;
      else if (cursor.text[at] === ')' && --depth === 0) {
        if (cursor.text[at - 1] !== ')') return undefined;
        const text = cursor.text.slice(cursor.at + 2, at - 1);
        cursor.at = at + 1;
        return text;
      }
    }
    return undefined;
  }

  /** A text in which everything expands and nothing is split: an arithmetic expression. */
  protected expanding(text: string): Word {
    const word = this.words.nestedDocument(text);
    return word.map((part) => ({ ...part, quoted: true }) as (typeof word)[number]);
  }

  protected plainWord(): string {
    return (this.words.word() ?? []).map((part) => (part.kind === 'text' ? part.text : '')).join('');
  }

  protected unexpected(expecting?: string): never {
    this.blanks();
    const suffix = expecting === undefined ? '' : ` (expecting "${expecting}")`;
    if (this.cursor.ended) return this.cursor.fail(`unexpected end of file${suffix}`, true);
    if (this.cursor.peek() === '\n') return this.cursor.fail(`unexpected newline${suffix}`);
    const operator = this.operator();
    let end = this.cursor.at;
    while (end < this.cursor.text.length && !isBreak(this.cursor.text[end] as string)) end++;
    const token = operator ?? this.cursor.text.slice(this.cursor.at, end);
    if (operator !== undefined && /[<>]/.test(operator))
      return this.cursor.fail(`unexpected redirection${suffix}`);
    const reserved = operator !== undefined || RESERVED.has(token);
    return this.cursor.fail(reserved ? `unexpected "${token}"${suffix}` : `unexpected word${suffix}`);
  }
}
