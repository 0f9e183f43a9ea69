import type { BinarySign, Expr } from './ast.ts';
import { type Token, tokenize } from './lexer.ts';
import { canStart, oneOf, shown, startersAnd } from './syntax.ts';
import { CelError, type SyntaxIssue } from './error.ts';
import { Double } from './values.ts';

const RELATIONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];
const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
/** Nested deeper than any sensible expression. */
const MAX_DEPTH = 250;

/** Parses an expression; throws CelError on a syntax error. */
export function parse(text: string): Expr {
  const issues: SyntaxIssue[] = [];
  const parser = new Parser(tokenize(text, issues), issues);
  const expr = parser.whole();
  const sorted = issues.sort((a, b) => a.at - b.at);
  const [first] = sorted;
  if (first !== undefined || expr === undefined) throw new CelError(first?.message ?? 'Syntax error', sorted);
  return expr;
}

/** Ends a parse that cannot go on. */
class Stuck extends Error {}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  private readonly issues: SyntaxIssue[];

  constructor(tokens: readonly Token[], issues: SyntaxIssue[]) {
    this.tokens = tokens;
    this.issues = issues;
  }

  /** The expression that all of the text is; what is wrong with it is among the issues. */
  whole(): Expr | undefined {
    try {
      const expr = this.expression();
      if (this.peek().kind !== 'end') this.unexpected(oneOf('<EOF>'), ({ kind }) => kind === 'end');
      return expr;
    } catch (error) {
      if (error instanceof Stuck) return undefined;
      throw error;
    }
  }

  expression(): Expr {
    if (++this.depth > MAX_DEPTH) throw new CelError('expression recursion limit exceeded: 250');
    const condition = this.or();
    let result = condition;
    if (this.accept('?')) {
      const yes = this.or();
      this.expect(':', canStart);
      result = { op: 'choose', condition, yes, no: this.expression() };
    }
    this.depth--;
    return result;
  }

  private or(): Expr {
    let left = this.and();
    while (this.accept('||')) left = { op: 'or', left, right: this.and() };
    return left;
  }

  private and(): Expr {
    let left = this.relation();
    while (this.accept('&&')) left = { op: 'and', left, right: this.relation() };
    return left;
  }

  private relation(): Expr {
    let left = this.sum();
    for (;;) {
      const token = this.peek();
      const sign =
        token.kind === 'punct' && RELATIONS.includes(token.text)
          ? token.text
          : token.kind === 'name' && token.text === 'in'
            ? 'in'
            : undefined;
      if (sign === undefined) return left;
      this.at++;
      left = { op: 'binary', sign: sign as BinarySign, left, right: this.sum() };
    }
  }

  private sum(): Expr {
    let left = this.product();
    for (;;) {
      const sign = this.acceptOne('+', '-');
      if (sign === undefined) return left;
      left = { op: 'binary', sign: sign as BinarySign, left, right: this.product() };
    }
  }

  private product(): Expr {
    let left = this.unary();
    for (;;) {
      const sign = this.acceptOne('*', '/', '%');
      if (sign === undefined) return left;
      left = { op: 'binary', sign: sign as BinarySign, left, right: this.unary() };
    }
  }

  private unary(): Expr {
    const sign = this.acceptOne('!', '-');
    if (sign !== undefined) {
      if (++this.depth > MAX_DEPTH) throw new CelError('expression recursion limit exceeded: 250');
      const { at } = this.peek();
      // A minus may belong to a number as well: which it is shows only with what comes next.
      if (sign === '-' && !canStart(this.peek())) {
        const raw = this.rawFrom(this.at - 1);
        this.issues.push({ message: `Syntax error: no viable alternative at input '${raw}'`, at });
      }
      const operand = this.unary();
      this.depth--;
      return { op: 'unary', sign: sign as '!' | '-', operand };
    }
    return this.member();
  }

  private member(): Expr {
    let target = this.primary();
    for (;;) {
      if (this.accept('.')) target = this.afterDot(target);
      else if (this.accept('[')) target = this.indexed(target, false);
      else if (this.accept('[?')) target = this.indexed(target, true);
      else return target;
    }
  }

  private afterDot(target: Expr): Expr {
    const dot = this.at - 1;
    const optional = this.accept('?');
    const token = this.peek();
    if (token.kind !== 'name') return this.stuck(`no viable alternative at input '${this.rawFrom(dot)}'`);
    this.at++;
    const name = token.text;
    const { at } = this.peek();
    if (optional || !this.accept('('))
      return { op: 'select', target, field: name, optional, at: this.tokens[dot]?.at ?? 0 };
    return { op: 'call', target, name, at, args: this.list(')') };
  }

  private indexed(target: Expr, optional: boolean): Expr {
    const index = this.expression();
    this.expect(']');
    return { op: 'index', target, index, optional };
  }

  private primary(): Expr {
    if (!canStart(this.peek()) && !this.is('{?')) this.unexpected(startersAnd(), canStart);
    const token = this.peek();
    this.at++;
    switch (token.kind) {
      case 'int':
        return { op: 'literal', value: token.value };
      case 'double':
        return { op: 'literal', value: new Double(token.value) };
      case 'string':
        return { op: 'literal', value: token.text };
      case 'name':
        return this.named(token.text, token.at);
      case 'punct':
        return this.bracketed(token.text);
      case 'end':
        return this.stuck(`mismatched input '<EOF>' expecting ${startersAnd()}`);
    }
  }

  private named(name: string, begins: number): Expr {
    if (Object.hasOwn(LITERALS, name)) return { op: 'literal', value: LITERALS[name] };
    const { at } = this.peek();
    if (this.accept('(')) return { op: 'call', target: undefined, name, at, args: this.list(')') };
    return { op: 'name', name, at: begins };
  }

  private bracketed(open: string): Expr {
    if (open === '(') {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (open === '[') return { op: 'list', items: this.list(']') };
    if (open === '{') return { op: 'map', entries: this.entries() };
    const dot = this.at - 1;
    const token = this.peek();
    if (open !== '.' || token.kind !== 'name')
      return this.stuck(`no viable alternative at input '${this.rawFrom(dot)}'`);
    this.at++;
    return { op: 'name', at: token.at, name: token.text };
  }

  /** Arguments, or the items of a list: those may end with a comma. */
  private list(close: ')' | ']'): readonly Expr[] {
    const literal = close === ']';
    const items: Expr[] = [];
    if (!this.is(close) && !canStart(this.peek()) && !(literal && (this.is('?') || this.is(',')))) {
      const expected = literal ? startersAnd(close, ',', '?') : startersAnd(close);
      this.unexpected(expected, (token) => canStart(token) || isMark(token, close));
    }
    while (!this.is(close)) {
      if (items.length > 0 && !this.accept(',')) break;
      if (literal && this.is(close)) break;
      items.push(this.expression());
    }
    if (literal) this.expectEnd(close);
    else this.expect(close);
    return items;
  }

  /** The end of a literal, where a comma could have stood as well. */
  private expectEnd(close: string): void {
    if (this.accept(close)) return;
    this.unexpected(oneOf(close, ','), (token) => isMark(token, close) || isMark(token, ','));
    this.expect(close);
  }

  private entries(): readonly (readonly [Expr, Expr])[] {
    const entries: (readonly [Expr, Expr])[] = [];
    if (!this.is('}') && !canStart(this.peek())) {
      const expected = startersAnd('}', ',', '?');
      this.unexpected(expected, (token) => canStart(token) || isMark(token, '}'));
    }
    while (!this.is('}')) {
      if (entries.length > 0 && !this.accept(',')) break;
      if (this.is('}')) break;
      const key = this.expression();
      this.expect(':', canStart);
      entries.push([key, this.expression()]);
    }
    this.expectEnd('}');
    return entries;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', at: 0, raw: '' };
  }

  private accept(text: string): boolean {
    const token = this.peek();
    if (token.kind !== 'punct' || token.text !== text) return false;
    this.at++;
    return true;
  }

  private acceptOne(...texts: readonly string[]): string | undefined {
    return texts.find((text) => this.accept(text));
  }

  private is(text: string): boolean {
    return isMark(this.peek(), text);
  }

  /** The mark, or what stands for it: one token too many is left out, a mark that is missing is thought to be there. */
  private expect(text: string, follows: (token: Token) => boolean = closes): void {
    if (this.accept(text)) return;
    const token = this.peek();
    const isNext = isMark(this.next(), text);
    if (!isNext && follows(token)) {
      this.issues.push({ message: `Syntax error: missing '${text}' at '${shown(token)}'`, at: token.at });
      return;
    }
    this.unexpected(oneOf(text), (next) => isMark(next, text));
    this.accept(text);
  }

  /** A token that does not fit is left out when the one after it does; else the parse is over. */
  private unexpected(expected: string, fits: (token: Token) => boolean): void {
    const token = this.peek();
    const what = `input '${shown(token)}' expecting ${expected}`;
    if (token.kind === 'end' || !fits(this.next())) this.stuck(`mismatched ${what}`);
    this.issues.push({ message: `Syntax error: extraneous ${what}`, at: token.at });
    this.at++;
  }

  private next(): Token {
    return this.tokens[this.at + 1] ?? { kind: 'end', at: 0, raw: '' };
  }

  /** The text from a token up to the present one. */
  private rawFrom(at: number): string {
    return this.tokens
      .slice(at, this.at + 1)
      .map(({ raw }) => raw)
      .join('');
  }

  private stuck(message: string): never {
    this.issues.push({ message: `Syntax error: ${message}`, at: this.peek().at });
    throw new Stuck();
  }
}

function isMark(token: Token, text: string): boolean {
  return token.kind === 'punct' && token.text === text;
}

/** What may stand after something that is closed. */
function closes(token: Token): boolean {
  return token.kind === 'end' || (token.kind === 'punct' && ')]},:'.includes(token.text));
}
