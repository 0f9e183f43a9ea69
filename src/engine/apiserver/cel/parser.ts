import type { BinarySign, Expr } from './ast.ts';
import { type Token, tokenize } from './lexer.ts';
import { CelError, Double } from './values.ts';

const RELATIONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='];
const LITERALS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
/** Nested deeper than any sensible expression. */
const MAX_DEPTH = 250;

/** Parses an expression; throws CelError on a syntax error. */
export function parse(text: string): Expr {
  const parser = new Parser(tokenize(text));
  const expr = parser.expression();
  parser.end();
  return expr;
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  expression(): Expr {
    if (++this.depth > MAX_DEPTH) throw new CelError('expression recursion limit exceeded: 250');
    const condition = this.or();
    let result = condition;
    if (this.accept('?')) {
      const yes = this.or();
      this.expect(':');
      result = { op: 'choose', condition, yes, no: this.expression() };
    }
    this.depth--;
    return result;
  }

  end(): void {
    if (this.peek().kind !== 'end') this.fail();
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
    const optional = this.accept('?');
    const name = this.name();
    const { at } = this.peek();
    if (optional || !this.accept('(')) return { op: 'select', target, field: name, optional };
    return { op: 'call', target, name, at, args: this.list(')') };
  }

  private indexed(target: Expr, optional: boolean): Expr {
    const index = this.expression();
    this.expect(']');
    return { op: 'index', target, index, optional };
  }

  private primary(): Expr {
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
        return this.fail();
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
    if (open === '.') return { op: 'name', at: this.peek().at, name: this.name() };
    if (open === '[') return { op: 'list', items: this.list(']') };
    if (open === '{') return { op: 'map', entries: this.entries() };
    this.at--;
    return this.fail();
  }

  private list(close: string): readonly Expr[] {
    const items: Expr[] = [];
    while (!this.accept(close)) {
      if (items.length > 0) this.expect(',');
      if (items.length > 0 && this.accept(close)) break;
      items.push(this.expression());
    }
    return items;
  }

  private entries(): readonly (readonly [Expr, Expr])[] {
    const entries: (readonly [Expr, Expr])[] = [];
    while (!this.accept('}')) {
      if (entries.length > 0) this.expect(',');
      const key = this.expression();
      this.expect(':');
      entries.push([key, this.expression()]);
    }
    return entries;
  }

  private name(): string {
    const token = this.peek();
    if (token.kind !== 'name') return this.fail();
    this.at++;
    return token.text;
  }

  private peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', at: 0 };
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

  private expect(text: string): void {
    if (!this.accept(text)) this.fail();
  }

  private fail(): never {
    const token = this.peek();
    const shown =
      token.kind === 'end'
        ? '<EOF>'
        : token.kind === 'int' || token.kind === 'double'
          ? String(token.value)
          : token.text;
    throw new CelError(`Syntax error: mismatched input '${shown}'`, token.at);
  }
}
