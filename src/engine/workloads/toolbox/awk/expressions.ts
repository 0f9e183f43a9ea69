import type { Expression } from './ast.ts';
import { AwkError, type Token } from './lexer.ts';

const ASSIGN = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=', '**=']);
const COMPARE = new Set(['<', '<=', '==', '!=', '>', '>=']);
const WORDS = new Set(
  'BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf'.split(
    ' ',
  ),
);
/** Functions that may be named without parentheses. */
const BARE = new Set(['length']);
const MAX_DEPTH = 200;

/** The expressions of awk by precedence, lowest first. */
export class ExpressionParser {
  private readonly tokens: readonly Token[];
  protected at = 0;
  private depth = 0;
  /** In what print prints, `>` says where to. */
  private plain = true;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  protected get token(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  protected peek(ahead: number): Token {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)] as Token;
  }

  protected is(...texts: readonly string[]): boolean {
    const { type, text } = this.token;
    return type !== 'string' && type !== 'regex' && texts.includes(text);
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected need(text: string): void {
    if (!this.take(text)) throw this.unexpected();
  }

  protected unexpected(): AwkError {
    return new AwkError(`cmd. line:${this.token.line}: Unexpected token`);
  }

  protected newlines(): void {
    while (this.token.type === 'newline') this.at++;
  }

  protected name(): string {
    const { type, text } = this.token;
    if ((type !== 'name' && type !== 'call') || WORDS.has(text)) throw this.unexpected();
    this.at++;
    return text;
  }

  expression(): Expression {
    if (++this.depth > MAX_DEPTH) throw new AwkError('cmd. line:1: memory exhausted');
    const value = this.assignment();
    this.depth--;
    return value;
  }

  /** What print prints: a `>` outside of parentheses is no comparison. */
  protected printed(): Expression {
    const before = this.plain;
    this.plain = false;
    const value = this.expression();
    this.plain = before;
    return value;
  }

  protected inParentheses<T>(read: () => T): T {
    const before = this.plain;
    this.plain = true;
    const value = read();
    this.plain = before;
    return value;
  }

  private assignment(): Expression {
    const left = this.choice();
    const op = this.token.text;
    if (this.token.type !== 'op' || !ASSIGN.has(op) || !isTarget(left)) return left;
    this.at++;
    this.newlines();
    return { kind: 'assign', op: op.slice(0, -1), target: left, value: this.expression() };
  }

  private choice(): Expression {
    const test = this.either();
    if (!this.take('?')) return test;
    this.newlines();
    const yes = this.expression();
    this.newlines();
    this.need(':');
    this.newlines();
    return { kind: 'choice', test, yes, no: this.expression() };
  }

  private either(): Expression {
    return this.joined('||', () => this.joined('&&', () => this.membership()));
  }

  private joined(op: string, next: () => Expression): Expression {
    let left = next();
    while (this.take(op)) {
      this.newlines();
      left = { kind: 'binary', op, left, right: next() };
    }
    return left;
  }

  private membership(): Expression {
    let left = this.matching();
    while (this.take('in')) left = { kind: 'in', name: this.name(), keys: [left] };
    return left;
  }

  private matching(): Expression {
    let left = this.comparison();
    while (this.is('~', '!~')) {
      const op = this.token.text;
      this.at++;
      left = { kind: 'binary', op, left, right: this.comparison() };
    }
    return left;
  }

  private comparison(): Expression {
    let left = this.piped();
    while (this.token.type === 'op' && COMPARE.has(this.token.text) && (this.plain || !this.is('>'))) {
      const op = this.token.text;
      this.at++;
      left = { kind: 'binary', op, left, right: this.piped() };
    }
    return left;
  }

  /** `command | getline`, as often as it is written. */
  private piped(): Expression {
    let left = this.concatenation();
    while (this.is('|') && this.peek(1).text === 'getline' && this.peek(1).type === 'name') {
      this.at += 2;
      left = { kind: 'getline', from: 'command', source: left, ...this.getlineTarget() };
    }
    return left;
  }

  private getlineTarget(): { readonly target?: Expression } {
    const { type, text } = this.token;
    const named = (type === 'name' || type === 'call') && !WORDS.has(text) && !BARE.has(text);
    return named || this.is('$') ? { target: this.primary() } : {};
  }

  protected concatenation(): Expression {
    let left = this.additive();
    while (this.beginsOperand()) left = { kind: 'binary', op: ' ', left, right: this.additive() };
    return left;
  }

  private beginsOperand(): boolean {
    const { type, text } = this.token;
    if (type === 'number' || type === 'string' || type === 'regex' || type === 'call')
      return !WORDS.has(text) || type === 'string';
    if (type === 'name') return !WORDS.has(text) || text === 'getline';
    return type === 'op' && ['$', '(', '++', '--'].includes(text);
  }

  private additive(): Expression {
    let left = this.multiplicative();
    while (this.is('+', '-')) {
      const op = this.token.text;
      this.at++;
      left = { kind: 'binary', op, left, right: this.multiplicative() };
    }
    return left;
  }

  private multiplicative(): Expression {
    let left = this.unary();
    while (this.is('*', '/', '%')) {
      const op = this.token.text;
      this.at++;
      left = { kind: 'binary', op, left, right: this.unary() };
    }
    return left;
  }

  private unary(): Expression {
    if (!this.is('!', '-', '+')) return this.power();
    const op = this.token.text;
    this.at++;
    if (++this.depth > MAX_DEPTH) throw new AwkError('cmd. line:1: memory exhausted');
    const operand = this.unary();
    this.depth--;
    return { kind: 'unary', op, operand };
  }

  private power(): Expression {
    const left = this.postfix();
    if (!this.take('^') && !this.take('**')) return left;
    return { kind: 'binary', op: '^', left, right: this.unary() };
  }

  private postfix(): Expression {
    const target = this.primary();
    if (!this.is('++', '--') || !isTarget(target)) return target;
    const by = this.token.text === '++' ? 1 : -1;
    this.at++;
    return { kind: 'step', target, by, prefix: false };
  }

  private primary(): Expression {
    const { type, text } = this.token;
    if (type === 'number' || type === 'string' || type === 'regex') {
      this.at++;
      if (type === 'number') return { kind: 'number', value: Number(text) };
      return type === 'string' ? { kind: 'string', value: text } : { kind: 'regex', source: text };
    }
    if (this.is('++', '--')) {
      this.at++;
      return { kind: 'step', target: this.primary(), by: text === '++' ? 1 : -1, prefix: true };
    }
    if (this.take('$')) return this.field();
    if (this.take('(')) return this.grouped();
    if (this.take('getline')) return this.plainGetline();
    return this.named(this.name(), type === 'call');
  }

  private field(): Expression {
    if (++this.depth > MAX_DEPTH) throw new AwkError('cmd. line:1: memory exhausted');
    const signed = this.is('-', '+', '!');
    const index = signed ? this.unary() : this.primary();
    this.depth--;
    return { kind: 'field', index };
  }

  private grouped(): Expression {
    const list = this.inParentheses(() => this.list(')'));
    const [inner] = list;
    if (inner === undefined) throw this.unexpected();
    if (list.length === 1) return { kind: 'group', inner };
    this.need('in');
    return { kind: 'in', name: this.name(), keys: list };
  }

  private plainGetline(): Expression {
    const target = this.getlineTarget();
    if (!this.take('<')) return { kind: 'getline', ...target };
    return { kind: 'getline', from: 'file', source: this.primary(), ...target };
  }

  private named(name: string, called: boolean): Expression {
    if (called) {
      this.need('(');
      return { kind: 'call', name, args: this.inParentheses(() => this.list(')')) };
    }
    if (this.take('[')) return { kind: 'element', name, keys: this.inParentheses(() => this.list(']')) };
    return BARE.has(name) ? { kind: 'call', name, args: [] } : { kind: 'variable', name };
  }

  /** Expressions between commas, up to and with what closes them. */
  protected list(close: string): Expression[] {
    const items: Expression[] = [];
    this.newlines();
    while (!this.take(close)) {
      if (items.length > 0) {
        this.need(',');
        this.newlines();
      }
      items.push(this.expression());
      this.newlines();
    }
    return items;
  }
}

function isTarget({ kind }: Expression): boolean {
  return kind === 'variable' || kind === 'element' || kind === 'field';
}
