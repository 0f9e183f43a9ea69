import { Cursor, isWordCharacter } from './cursor.ts';
import { type Mark, plainProblem, scannerProblem } from './problem.ts';
import { type ScalarStyle, type ScannedScalar, scanBlock, scanPlain, scanQuoted } from './scalars.ts';
import { scanDirective, scanTag } from './tags.ts';

// From text to tokens. Models the scanner of libyaml as go-yaml v2 carries it: a mapping key without
// `?` is only known once its `:` has come, so tokens wait until no pending key can stand before them.

export type TokenType =
  | 'stream-end'
  | 'directive'
  | 'document-start'
  | 'document-end'
  | 'block-sequence-start'
  | 'block-mapping-start'
  | 'block-end'
  | 'flow-sequence-start'
  | 'flow-sequence-end'
  | 'flow-mapping-start'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

export interface Token {
  readonly type: TokenType;
  readonly start: Mark;
  readonly end: Mark;
  /** text of a scalar, name of an anchor or alias, suffix of a tag */
  readonly value: string;
  readonly style?: ScalarStyle;
  /** handle of a tag */
  readonly handle?: string;
}

interface PendingKey {
  possible: boolean;
  readonly required: boolean;
  readonly tokenNumber: number;
  readonly mark: Mark;
}

const MAX_DEPTH = 10_000;
const MAX_KEY_LENGTH = 1024;
const FLOW_STARTS: Readonly<Record<string, TokenType>> = {
  '[': 'flow-sequence-start',
  '{': 'flow-mapping-start',
};
const FLOW_ENDS: Readonly<Record<string, TokenType>> = { ']': 'flow-sequence-end', '}': 'flow-mapping-end' };
const FORBIDDEN = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

export class Scanner {
  private readonly cursor: Cursor;
  private readonly queue: Token[] = [];
  private taken = 0;
  private indent = -1;
  private readonly indents: number[] = [];
  private readonly pendingKeys: PendingKey[];
  private keyAllowed = true;
  private ended = false;

  constructor(text: string) {
    if (FORBIDDEN.test(text)) throw plainProblem('control characters are not allowed');
    this.cursor = new Cursor(text.startsWith('\ufeff') ? text.slice(1) : text);
    this.pendingKeys = [{ possible: false, required: false, tokenNumber: 0, mark: this.cursor.mark }];
  }

  /** The next token, left in place. */
  peek(): Token {
    while (this.needsMore()) this.fetch();
    return this.queue[0] as Token;
  }

  take(): Token {
    const token = this.peek();
    this.queue.shift();
    this.taken += 1;
    return token;
  }

  private get flowLevel(): number {
    return this.pendingKeys.length - 1;
  }

  private get lastKey(): PendingKey {
    return this.pendingKeys[this.pendingKeys.length - 1] as PendingKey;
  }

  private needsMore(): boolean {
    if (this.queue.length === 0) return !this.ended;
    return this.pendingKeys.some((key) => key.tokenNumber === this.taken && this.isStillPossible(key));
  }

  /** A key must end on its line and within 1024 characters. */
  private isStillPossible(key: PendingKey): boolean {
    if (!key.possible) return false;
    if (key.mark.line === this.cursor.lineNow && key.mark.index + MAX_KEY_LENGTH >= this.cursor.indexNow)
      return true;
    if (key.required) throw scannerProblem(this.cursor.mark, "could not find expected ':'", key.mark);
    key.possible = false;
    return false;
  }

  private saveKey(): void {
    const mark = this.cursor.mark;
    if (!this.keyAllowed) return;
    const required = this.flowLevel === 0 && this.indent === mark.column;
    this.dropKey();
    const tokenNumber = this.taken + this.queue.length;
    this.pendingKeys[this.pendingKeys.length - 1] = { possible: true, required, tokenNumber, mark };
  }

  private dropKey(): void {
    const key = this.lastKey;
    if (key.possible && key.required) {
      throw scannerProblem(this.cursor.mark, "could not find expected ':'", key.mark);
    }
    key.possible = false;
  }

  private rollIndent(column: number, type: TokenType, mark: Mark, at?: number): void {
    if (this.flowLevel > 0 || this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > MAX_DEPTH) {
      throw scannerProblem(this.cursor.mark, `exceeded max depth of ${MAX_DEPTH}`, mark);
    }
    this.queue.splice(at ?? this.queue.length, 0, { type, start: mark, end: mark, value: '' });
  }

  private unrollIndent(column: number): void {
    if (this.flowLevel > 0) return;
    while (this.indent > column) {
      this.push('block-end', this.cursor.mark);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  private push(type: TokenType, start: Mark, value = ''): void {
    this.queue.push({ type, start, end: this.cursor.mark, value });
  }

  private pushIndicator(type: TokenType, length = 1): void {
    const start = this.cursor.mark;
    this.cursor.skip(length);
    this.push(type, start);
  }

  private pushScalar(scalar: ScannedScalar): void {
    const { value, style, start, end } = scalar;
    this.queue.push({ type: 'scalar', start, end, value, style });
  }

  private skipToToken(): void {
    const cursor = this.cursor;
    for (;;) {
      while (cursor.peek() === ' ' || (cursor.peek() === '\t' && (this.flowLevel > 0 || !this.keyAllowed)))
        cursor.skip();
      if (cursor.peek() === '#') while (!cursor.isBreakOrEnd()) cursor.skip();
      if (!cursor.isBreak()) return;
      cursor.takeBreak();
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }

  private fetch(): void {
    const cursor = this.cursor;
    this.skipToToken();
    this.unrollIndent(cursor.columnNow);
    if (cursor.atEnd) return this.fetchStreamEnd();
    const char = cursor.peek();
    if (cursor.columnNow === 0 && char === '%') return this.fetchDirective();
    if (cursor.atDocumentIndicator()) return this.fetchDocumentIndicator(char);
    if (Object.hasOwn(FLOW_STARTS, char)) return this.fetchFlowStart(FLOW_STARTS[char] as TokenType);
    if (Object.hasOwn(FLOW_ENDS, char)) return this.fetchFlowEnd(FLOW_ENDS[char] as TokenType);
    if (char === ',') return this.fetchFlowEntry();
    if (char === '-' && cursor.isBlankOrEnd(1)) return this.fetchBlockEntry();
    if (char === '?' && (this.flowLevel > 0 || cursor.isBlankOrEnd(1))) return this.fetchKey();
    if (char === ':' && (this.flowLevel > 0 || cursor.isBlankOrEnd(1))) return this.fetchValue();
    this.fetchContent(char);
  }

  private fetchContent(char: string): void {
    const cursor = this.cursor;
    if (char === '*' || char === '&') return this.fetchAnchor(char === '*' ? 'alias' : 'anchor');
    if (char === '!') return this.fetchTag();
    if ((char === '|' || char === '>') && this.flowLevel === 0) {
      this.dropKey();
      this.keyAllowed = true;
      return this.pushScalar(scanBlock(cursor, this.indent));
    }
    const quoted = char === "'" || char === '"';
    if (!quoted && !this.startsPlain(char)) {
      throw scannerProblem(cursor.mark, 'found character that cannot start any token', cursor.mark);
    }
    this.saveKey();
    this.keyAllowed = false;
    if (quoted) return this.pushScalar(scanQuoted(cursor));
    const scalar = scanPlain(cursor, this.indent + 1, this.flowLevel > 0);
    this.pushScalar(scalar);
    if (scalar.endedOverLines) this.keyAllowed = true;
  }

  private startsPlain(char: string): boolean {
    if (char === '-') return !this.cursor.isBlank(1);
    if (char === '?' || char === ':') return this.flowLevel === 0 && !this.cursor.isBlankOrEnd(1);
    return !this.cursor.isBlankOrEnd() && !',[]{}#&*!|>\'"%@`'.includes(char);
  }

  private fetchStreamEnd(): void {
    this.cursor.forceNewLine();
    this.unrollIndent(-1);
    this.dropKey();
    this.keyAllowed = false;
    this.push('stream-end', this.cursor.mark);
    this.ended = true;
  }

  private fetchDirective(): void {
    this.unrollIndent(-1);
    this.dropKey();
    this.keyAllowed = false;
    const start = this.cursor.mark;
    this.push('directive', start, scanDirective(this.cursor));
  }

  private fetchDocumentIndicator(char: string): void {
    this.unrollIndent(-1);
    this.dropKey();
    this.keyAllowed = false;
    this.pushIndicator(char === '-' ? 'document-start' : 'document-end', 3);
  }

  private fetchFlowStart(type: TokenType): void {
    this.saveKey();
    const mark = this.cursor.mark;
    this.pendingKeys.push({
      possible: false,
      required: false,
      tokenNumber: this.taken + this.queue.length,
      mark,
    });
    if (this.flowLevel > MAX_DEPTH) throw scannerProblem(mark, `exceeded max depth of ${MAX_DEPTH}`, mark);
    this.keyAllowed = true;
    this.pushIndicator(type);
  }

  private fetchFlowEnd(type: TokenType): void {
    this.dropKey();
    if (this.flowLevel > 0) this.pendingKeys.pop();
    this.keyAllowed = false;
    this.pushIndicator(type);
  }

  private fetchFlowEntry(): void {
    this.dropKey();
    this.keyAllowed = true;
    this.pushIndicator('flow-entry');
  }

  private fetchBlockEntry(): void {
    const mark = this.cursor.mark;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed)
        throw scannerProblem(mark, 'block sequence entries are not allowed in this context');
      this.rollIndent(mark.column, 'block-sequence-start', mark);
    }
    this.dropKey();
    this.keyAllowed = true;
    this.pushIndicator('block-entry');
  }

  private fetchKey(): void {
    const mark = this.cursor.mark;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) throw scannerProblem(mark, 'mapping keys are not allowed in this context');
      this.rollIndent(mark.column, 'block-mapping-start', mark);
    }
    this.dropKey();
    this.keyAllowed = this.flowLevel === 0;
    this.pushIndicator('key');
  }

  private fetchValue(): void {
    const key = this.lastKey;
    if (this.isStillPossible(key)) {
      const at = key.tokenNumber - this.taken;
      this.queue.splice(at, 0, { type: 'key', start: key.mark, end: key.mark, value: '' });
      this.rollIndent(key.mark.column, 'block-mapping-start', key.mark, at);
      key.possible = false;
      this.keyAllowed = false;
    } else {
      const mark = this.cursor.mark;
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) throw scannerProblem(mark, 'mapping values are not allowed in this context');
        this.rollIndent(mark.column, 'block-mapping-start', mark);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    this.pushIndicator('value');
  }

  private fetchAnchor(type: 'alias' | 'anchor'): void {
    this.saveKey();
    this.keyAllowed = false;
    const cursor = this.cursor;
    const start = cursor.mark;
    cursor.skip();
    let name = '';
    while (isWordCharacter(cursor.peek())) name += cursor.take();
    if (name === '' || !(cursor.isBlankOrEnd() || '?:,]}%@`'.includes(cursor.peek()))) {
      throw scannerProblem(cursor.mark, 'did not find expected alphabetic or numeric character', start);
    }
    this.push(type, start, name);
  }

  private fetchTag(): void {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.mark;
    const { handle, suffix } = scanTag(this.cursor);
    this.queue.push({ type: 'tag', start, end: this.cursor.mark, value: suffix, handle });
  }
}
