import type { AwkFunction, AwkProgram, Expression, Rule, Statement } from './ast.ts';
import { ExpressionParser } from './expressions.ts';
import { AwkError, tokensOf } from './lexer.ts';

const MAX_NESTING = 100;

/** Reads a program; throws AwkError. */
export function parseAwk(source: string): AwkProgram {
  return new Parser(tokensOf(source)).program();
}

class Parser extends ExpressionParser {
  private nesting = 0;

  program(): AwkProgram {
    const rules: Rule[] = [];
    const functions = new Map<string, AwkFunction>();
    for (;;) {
      this.separators();
      if (this.token.type === 'end') return { rules, functions };
      if (this.take('function') || this.take('func')) this.define(functions);
      else rules.push(this.rule());
    }
  }

  private separators(): void {
    while (this.token.type === 'newline' || this.is(';')) this.at++;
  }

  private define(functions: Map<string, AwkFunction>): void {
    const name = this.name();
    this.need('(');
    const parameters: string[] = [];
    while (!this.take(')')) {
      if (parameters.length > 0) {
        this.need(',');
        this.newlines();
      }
      parameters.push(this.name());
    }
    this.newlines();
    functions.set(name, { parameters, body: this.block() });
  }

  private rule(): Rule {
    for (const when of ['BEGIN', 'END'] as const) if (this.take(when)) return { when, body: this.block() };
    if (this.is('{')) return { when: 'always', body: this.block() };
    const when = this.expression();
    const until = this.take(',') ? (this.newlines(), this.expression()) : undefined;
    const body = this.is('{') ? this.block() : undefined;
    return { when, ...(until === undefined ? {} : { until }), ...(body === undefined ? {} : { body }) };
  }

  private block(): Statement {
    this.need('{');
    const body: Statement[] = [];
    for (;;) {
      this.separators();
      if (this.take('}')) return { kind: 'block', body };
      if (this.token.type === 'end') throw this.unexpected();
      body.push(this.statement());
    }
  }

  private statement(): Statement {
    if (++this.nesting > MAX_NESTING) throw new AwkError('cmd. line:1: memory exhausted');
    const statement = this.compound() ?? this.terminated();
    this.nesting--;
    return statement;
  }

  private compound(): Statement | undefined {
    if (this.is('{')) return this.block();
    if (this.take('if')) return this.choiceOf();
    if (this.take('while')) {
      const test = this.condition();
      if (this.take(';')) return { kind: 'loop', test, body: { kind: 'block', body: [] }, atEnd: false };
      return { kind: 'loop', test, body: this.inner(), atEnd: false };
    }
    if (this.take('do')) return this.doLoop();
    return this.take('for') ? this.forLoop() : undefined;
  }

  private condition(): Expression {
    this.need('(');
    const test = this.inParentheses(() => this.expression());
    this.need(')');
    return test;
  }

  /** The statement that a condition or a loop governs. */
  private inner(): Statement {
    this.newlines();
    if (this.take(';')) return { kind: 'block', body: [] };
    return this.statement();
  }

  private choiceOf(): Statement {
    const test = this.condition();
    const yes = this.inner();
    const before = this.at;
    this.separators();
    if (!this.take('else')) {
      this.at = before;
      return { kind: 'if', test, yes };
    }
    return { kind: 'if', test, yes, no: this.inner() };
  }

  private doLoop(): Statement {
    const body = this.inner();
    this.separators();
    this.need('while');
    return { kind: 'loop', test: this.condition(), body, atEnd: true };
  }

  private forLoop(): Statement {
    this.need('(');
    const [variable, word, array, close] = [0, 1, 2, 3].map((ahead) => this.peek(ahead).text);
    if (word === 'in' && close === ')' && variable !== undefined && array !== undefined) {
      this.at += 4;
      return { kind: 'each', variable, array, body: this.inner() };
    }
    const before = this.is(';') ? undefined : this.simple();
    this.need(';');
    this.newlines();
    const test = this.is(';') ? undefined : this.inParentheses(() => this.expression());
    this.need(';');
    this.newlines();
    const after = this.is(')') ? undefined : this.simple();
    this.need(')');
    return {
      kind: 'loop',
      ...(before === undefined ? {} : { before }),
      ...(test === undefined ? {} : { test }),
      ...(after === undefined ? {} : { after }),
      body: this.inner(),
      atEnd: false,
    };
  }

  private terminated(): Statement {
    const statement = this.simple();
    if (!this.ended()) throw this.unexpected();
    this.take(';');
    return statement;
  }

  private ended(): boolean {
    return this.token.type === 'newline' || this.token.type === 'end' || this.is(';', '}');
  }

  private simple(): Statement {
    const { text } = this.token;
    if (this.take('print') || this.take('printf')) return this.print(text === 'printf');
    if (this.take('delete')) {
      const name = this.name();
      return this.take('[') ? { kind: 'delete', name, keys: this.list(']') } : { kind: 'delete', name };
    }
    for (const to of ['next', 'nextfile', 'break', 'continue'] as const)
      if (this.take(to)) return { kind: 'jump', to };
    for (const to of ['exit', 'return'] as const) {
      if (this.take(to))
        return this.ended() ? { kind: 'jump', to } : { kind: 'jump', to, value: this.expression() };
    }
    return { kind: 'expression', value: this.expression() };
  }

  private print(format: boolean): Statement {
    const args = this.printArgs();
    const how = (['>', '>>', '|'] as const).find((each) => this.take(each));
    if (how === undefined) return { kind: 'print', format, args };
    return { kind: 'print', format, args, to: { how, name: this.concatenation() } };
  }

  /** All in parentheses, or a list of which the first may begin with a parenthesis. */
  private printArgs(): Expression[] {
    if (this.ended() || this.is('>', '>>', '|')) return [];
    const before = this.at;
    if (this.take('(')) {
      const all = this.inParentheses(() => this.list(')'));
      if (this.ended() || this.is('>', '>>', '|')) return all;
      this.at = before;
    }
    const args = [this.printed()];
    while (this.take(',')) {
      this.newlines();
      args.push(this.printed());
    }
    return args;
  }
}
