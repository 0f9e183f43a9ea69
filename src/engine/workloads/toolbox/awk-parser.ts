/** Trees of a small awk: patterns, actions, expressions. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'regex'; readonly source: string }
  | { readonly kind: 'field'; readonly index: Expression }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly key: Expression }
  | { readonly kind: 'assign'; readonly op: string; readonly target: Expression; readonly value: Expression }
  | { readonly kind: 'step'; readonly by: number; readonly prefix: boolean; readonly target: Expression }
  | { readonly kind: 'unary'; readonly op: string; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'in'; readonly key: Expression; readonly name: string }
  | { readonly kind: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] };

export type Statement =
  | { readonly kind: 'print'; readonly format: boolean; readonly args: readonly Expression[] }
  | { readonly kind: 'expression'; readonly value: Expression }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | { readonly kind: 'if'; readonly test: Expression; readonly yes: Statement; readonly no?: Statement }
  | {
      readonly kind: 'loop';
      readonly before?: Statement;
      readonly test?: Expression;
      readonly after?: Statement;
      readonly body: Statement;
      readonly atEnd: boolean;
    }
  | { readonly kind: 'each'; readonly variable: string; readonly array: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly name: string; readonly key?: Expression }
  | {
      readonly kind: 'jump';
      readonly to: 'next' | 'break' | 'continue' | 'exit';
      readonly code?: Expression;
    };

export interface Rule {
  readonly when: 'BEGIN' | 'END' | 'always' | Expression;
  readonly until?: Expression;
  readonly body?: Statement;
}

export class AwkError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const TOKEN =
  /\s*(?:#[^\n]*)?(\n|;|"(?:[^"\\]|\\[\s\S])*"|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[A-Za-z_]\w*|\+\+|--|&&|\|\||[-+*/%^!=<>]=|!~|[-+*/%^!<>=~?:,(){}[\]$])/y;

export function parseAwk(text: string): Rule[] {
  return new AwkParser(text).rules();
}

class AwkParser {
  private at = 0;
  private token: string | undefined;
  private previous = '';
  private readonly text: string;
  private noIn = 0;

  constructor(text: string) {
    this.text = text.replace(/\\\n/g, ' ');
    this.token = this.scan();
  }

  rules(): Rule[] {
    const rules: Rule[] = [];
    this.newlines();
    while (this.token !== undefined) {
      rules.push(this.rule());
      this.newlines();
    }
    return rules;
  }

  private rule(): Rule {
    if (this.token === '{') return { when: 'always', body: this.block() };
    if (this.token === 'BEGIN' || this.token === 'END') {
      const when = this.take() as 'BEGIN' | 'END';
      return { when, body: this.block() };
    }
    const when = this.expression();
    const until = this.accept(',') ? this.expression() : undefined;
    return { when, until, body: this.token === '{' ? this.block() : undefined };
  }

  private block(): Statement {
    this.expect('{');
    const body: Statement[] = [];
    this.newlines();
    while (this.token !== '}') {
      if (this.token === undefined) throw new AwkError('unexpected end of file');
      body.push(this.statement());
      this.newlines();
    }
    this.take();
    return { kind: 'block', body };
  }

  private statement(): Statement {
    switch (this.token) {
      case '{':
        return this.block();
      case 'if':
        return this.conditional();
      case 'while': {
        this.take();
        const test = this.parenthesised();
        return { kind: 'loop', test, body: this.body(), atEnd: false };
      }
      case 'do': {
        this.take();
        const body = this.body();
        this.newlines();
        this.expect('while');
        return { kind: 'loop', test: this.parenthesised(), body, atEnd: true };
      }
      case 'for':
        return this.loop();
      case 'next':
      case 'break':
      case 'continue':
        return { kind: 'jump', to: this.take() as 'next' };
      case 'exit':
        this.take();
        return { kind: 'jump', to: 'exit', code: this.endsStatement() ? undefined : this.expression() };
      default:
        return this.simple();
    }
  }

  private simple(): Statement {
    if (this.token === 'print' || this.token === 'printf') {
      const format = this.take() === 'printf';
      const args: Expression[] = [];
      if (!this.endsStatement()) {
        do args.push(this.expression());
        while (this.accept(','));
      }
      const only = args[0];
      // `print (a, b)` is read as one parenthesised list.
      return {
        kind: 'print',
        format,
        args: args.length === 1 && only?.kind === 'call' && only.name === '(list)' ? only.args : args,
      };
    }
    if (this.token === 'delete') {
      this.take();
      const name = this.take();
      if (!this.accept('[')) return { kind: 'delete', name };
      const key = this.expression();
      this.expect(']');
      return { kind: 'delete', name, key };
    }
    return { kind: 'expression', value: this.expression() };
  }

  private conditional(): Statement {
    this.take();
    const test = this.parenthesised();
    const yes = this.body();
    const mark = this.at;
    const token = this.token;
    this.newlines();
    if (this.token === 'else') {
      this.take();
      return { kind: 'if', test, yes, no: this.body() };
    }
    if (token === '\n' || token === ';') {
      this.at = mark;
      this.token = token;
    }
    return { kind: 'if', test, yes };
  }

  private body(): Statement {
    if (this.token === ';') {
      this.take();
      return { kind: 'block', body: [] };
    }
    while (this.token === '\n') this.take();
    return this.statement();
  }

  private loop(): Statement {
    this.take();
    this.expect('(');
    const name = this.token ?? '';
    if (/^[A-Za-z_]/.test(name) && /^\s*in\b/.test(this.text.slice(this.at))) {
      this.take();
      this.take();
      const array = this.take();
      if (this.token === ')') {
        this.take();
        return { kind: 'each', variable: name, array, body: this.body() };
      }
    }
    const before = this.token === ';' ? undefined : this.simple();
    this.expect(';');
    const test = this.token === ';' ? undefined : this.expression();
    this.expect(';');
    const after = this.token === ')' ? undefined : this.simple();
    this.expect(')');
    return { kind: 'loop', before, test, after, body: this.body(), atEnd: false };
  }

  private parenthesised(): Expression {
    this.expect('(');
    const value = this.expression();
    this.expect(')');
    return value;
  }

  private expression(): Expression {
    const left = this.ternary();
    const op = this.token ?? '';
    if (!/^(?:[-+*/%^]?=)$/.test(op) || !['variable', 'field', 'element'].includes(left.kind)) return left;
    this.take();
    return { kind: 'assign', op, target: left, value: this.expression() };
  }

  private ternary(): Expression {
    const test = this.binary(0);
    if (!this.accept('?')) return test;
    const yes = this.expression();
    this.expect(':');
    return { kind: 'choice', test, yes, no: this.expression() };
  }

  private binary(level: number): Expression {
    const operators = [
      ['||'],
      ['&&'],
      ['~', '!~'],
      ['<', '<=', '==', '!=', '>', '>='],
      [],
      ['+', '-'],
      ['*', '/', '%'],
      ['^'],
    ][level];
    if (operators === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const op = this.token;
      if (level === 4) {
        if (!this.startsOperand()) return left;
        left = { kind: 'binary', op: ' ', left, right: this.binary(5) };
      } else if (level === 2 && op === 'in' && this.noIn === 0) {
        this.take();
        left = { kind: 'in', key: left, name: this.take() };
      } else if (op !== undefined && operators.includes(op)) {
        this.take();
        left = { kind: 'binary', op, left, right: this.binary(op === '^' ? level : level + 1) };
      } else return left;
    }
  }

  /** Whether two expressions stand side by side: concatenation. */
  private startsOperand(): boolean {
    const { token } = this;
    if (token === undefined || token === 'in') return false;
    return (/^["\d.A-Za-z_($!]/.test(token) && token !== '!=' && token !== '!~') || (token === '-' && false);
  }

  private unary(): Expression {
    const op = this.token;
    if (op === '!' || op === '-' || op === '+') {
      this.take();
      return { kind: 'unary', op, operand: this.unary() };
    }
    if (op === '++' || op === '--') {
      this.take();
      return { kind: 'step', by: op === '++' ? 1 : -1, prefix: true, target: this.primary() };
    }
    const value = this.primary();
    if ((this.token === '++' || this.token === '--') && ['variable', 'field', 'element'].includes(value.kind))
      return { kind: 'step', by: this.take() === '++' ? 1 : -1, prefix: false, target: value };
    return value;
  }

  private primary(): Expression {
    const { token } = this;
    if (token === undefined) throw new AwkError('unexpected end of file');
    if (token === '/' || token === '/=') return this.regex();
    this.take();
    if (token === '$')
      return {
        kind: 'field',
        index: this.token === '++' || this.token === '--' ? this.unary() : this.primary(),
      };
    if (token === '(') {
      const items = [this.expression()];
      while (this.accept(',')) items.push(this.expression());
      this.expect(')');
      return items.length === 1 ? (items[0] as Expression) : { kind: 'call', name: '(list)', args: items };
    }
    if (token.startsWith('"'))
      return {
        kind: 'string',
        value: token
          .slice(1, -1)
          .replace(
            /\\([\s\S])/g,
            (_, char: string) =>
              ({ n: '\n', t: '\t', r: '\r', '\\': '\\', '"': '"', '/': '/' })[char] ?? `\\${char}`,
          ),
      };
    if (/^[\d.]/.test(token)) return { kind: 'number', value: Number(token) };
    if (!/^[A-Za-z_]/.test(token)) throw new AwkError(`syntax error near '${token}'`);
    if (this.token === '(' && !/\s/.test(this.text[this.at - 2] ?? '')) return this.call(token);
    if (token === 'length') return { kind: 'call', name: 'length', args: [] };
    if (!this.accept('[')) return { kind: 'variable', name: token };
    let key = this.expression();
    while (this.accept(','))
      key = {
        kind: 'binary',
        op: ' ',
        left: { kind: 'binary', op: ' ', left: key, right: { kind: 'variable', name: 'SUBSEP' } },
        right: this.expression(),
      };
    this.expect(']');
    return { kind: 'element', name: token, key };
  }

  private call(name: string): Expression {
    this.take();
    const args: Expression[] = [];
    if (this.token !== ')') {
      do args.push(this.expression());
      while (this.accept(','));
    }
    this.expect(')');
    return { kind: 'call', name, args };
  }

  private regex(): Expression {
    let source = this.token === '/=' ? '=' : '';
    while (this.at < this.text.length && this.text[this.at] !== '/') {
      if (this.text[this.at] === '\\' && this.text[this.at + 1] === '/') this.at++;
      else if (this.text[this.at] === '\\') source += this.text[this.at++];
      source += this.text[this.at++];
    }
    if (this.at >= this.text.length) throw new AwkError('unterminated regex');
    this.at++;
    this.token = this.scan();
    return { kind: 'regex', source };
  }

  private endsStatement(): boolean {
    return this.token === undefined || this.token === ';' || this.token === '\n' || this.token === '}';
  }

  private newlines(): void {
    while (this.token === '\n' || this.token === ';') this.take();
  }

  private accept(token: string): boolean {
    if (this.token !== token) return false;
    this.take();
    return true;
  }

  private expect(token: string): void {
    if (!this.accept(token)) throw new AwkError(`unexpected token '${this.token ?? 'end of file'}'`);
  }

  private take(): string {
    this.previous = this.token ?? '';
    this.token = this.scan();
    return this.previous;
  }

  private scan(): string | undefined {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (found === null) {
      if (this.text.slice(this.at).replace(/#.*/, '').trim() === '') return undefined;
      throw new AwkError(`syntax error near '${this.text.slice(this.at).trim().slice(0, 10)}'`);
    }
    // Newlines before a token would be swallowed by the leading blanks.
    const gap = found[0].slice(0, found[0].length - (found[1] as string).length);
    const newline = gap.indexOf('\n');
    if (newline >= 0) {
      this.at += newline + 1;
      return '\n';
    }
    this.at = TOKEN.lastIndex;
    return found[1];
  }
}
