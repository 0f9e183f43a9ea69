import { goQuote } from '../../../../api/go-text.ts';
import type { CommandError } from '../../errors.ts';
import { FUNCTIONS } from './functions.ts';
import { type Token, type TokenKind, problemAt, tokensOf } from './lexer.ts';
import { charOf, numberOf, stringOf } from './literals.ts';

// Models Go's text/template/parse/parse.go.

/** Where something stands in the template, and how it is written. */
export interface Written {
  readonly at: number;
  readonly text: string;
}

export type Expression = Written & Operand;

type Operand =
  | { readonly kind: 'field'; readonly of?: Expression; readonly names: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'pipe'; readonly pipe: Pipe };

export interface Pipe {
  readonly declare: readonly string[];
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

export interface Command extends Written {
  readonly words: readonly Expression[];
}

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'print'; readonly pipe: Pipe }
  | {
      readonly kind: 'if' | 'with' | 'range';
      readonly pipe: Pipe;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | (Written & { readonly kind: 'template'; readonly name: string; readonly pipe: Pipe | undefined })
  | { readonly kind: 'break' | 'continue' };

/** A template and those it defines, by name. */
export interface ParsedTemplate {
  readonly nodes: readonly TemplateNode[];
  readonly defined: ReadonlyMap<string, readonly TemplateNode[]>;
}

/** The tree of a template. Throws CommandError in text/template's words. */
export function parseTemplate(source: string): ParsedTemplate {
  return new Parser(source).parse();
}

const KEYWORDS = new Set([
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'range',
  'template',
  'with',
]);
const BEGINS_COMMAND: ReadonlySet<TokenKind> = new Set([
  'string',
  'character',
  'number',
  'field',
  'dot',
  'variable',
  '(',
]);

type Block = { readonly nodes: TemplateNode[]; readonly end: Token | undefined; readonly isElse: boolean };

class Parser {
  private readonly source: string;
  private readonly tokens: readonly Token[];
  private at = 0;
  private variables = ['$'];
  private loops = 0;
  private readonly defined = new Map<string, readonly TemplateNode[]>();

  constructor(source: string) {
    this.source = source;
    this.tokens = tokensOf(source);
  }

  parse(): ParsedTemplate {
    const { nodes, end, isElse } = this.block(true);
    if (end !== undefined) {
      if (!isElse) this.closeOf('end');
      throw this.problem(end, `unexpected {{${isElse ? 'else' : 'end'}}}`);
    }
    return { nodes, defined: this.defined };
  }

  private problem(token: Token, message: string): CommandError {
    return problemAt(this.source, token.at, message);
  }

  private unexpected(token: Token, context: string): CommandError {
    if (token.kind === 'error') return this.problem(token, token.text);
    const long = Array.from(token.text).slice(0, 10).join('');
    const shown =
      token.kind === 'end'
        ? 'EOF'
        : token.kind === 'word' && KEYWORDS.has(token.text)
          ? `<${token.text}>`
          : token.text.length > 10
            ? `${goQuote(long)}...`
            : goQuote(token.text);
    return this.problem(token, `unexpected ${shown} in ${context}`);
  }

  private peek(): Token {
    return this.tokens[Math.min(this.at, this.tokens.length - 1)] as Token;
  }

  private next(): Token {
    const token = this.peek();
    this.at++;
    return token;
  }

  private peekSolid(): Token {
    while (this.peek().kind === 'space') this.at++;
    return this.peek();
  }

  private nextSolid(): Token {
    this.peekSolid();
    return this.next();
  }

  /** Nodes up to `end`, `else` or the end of the template. */
  private block(top = false): Block {
    const nodes: TemplateNode[] = [];
    for (;;) {
      const token = this.next();
      if (token.kind === 'text') nodes.push({ kind: 'text', text: token.text });
      else if (token.kind === 'end') {
        if (top) return { nodes, end: undefined, isElse: false };
        throw this.problem(token, 'unexpected EOF');
      } else if (token.kind === 'open') {
        const keyword = this.peekSolid();
        if (keyword.kind === 'word' && (keyword.text === 'end' || keyword.text === 'else')) {
          this.nextSolid();
          return { nodes, end: keyword, isElse: keyword.text === 'else' };
        }
        const node = this.action(top);
        if (node !== undefined) nodes.push(node);
      } else throw this.unexpected(token, 'input');
    }
  }

  private action(top: boolean): TemplateNode | undefined {
    const token = this.peekSolid();
    if (token.kind !== 'word' || !KEYWORDS.has(token.text)) {
      return { kind: 'print', pipe: this.pipeline('command', 'close') };
    }
    this.nextSolid();
    switch (token.text) {
      case 'if':
      case 'with':
      case 'range':
        return this.control(token.text);
      case 'define':
        if (!top) throw this.unexpected(token, 'command');
        this.define('define');
        return undefined;
      case 'block':
        return this.inPlace();
      case 'template':
        return this.template();
      default: {
        const kind = token.text as 'break' | 'continue';
        const close = this.nextSolid();
        if (close.kind !== 'close') throw this.unexpected(close, `{{${kind}}}`);
        if (this.loops === 0) throw this.problem(token, `{{${kind}}} outside {{range}}`);
        return { kind };
      }
    }
  }

  private control(kind: 'if' | 'with' | 'range'): TemplateNode {
    const known = this.variables.length;
    const pipe = this.pipeline(kind, 'close');
    if (kind === 'range') this.loops++;
    const body = this.block();
    if (kind === 'range') this.loops--;
    const otherwise = body.isElse ? this.otherwise(kind) : [];
    if (!body.isElse) this.closeOf('end');
    this.variables.length = known;
    return { kind, pipe, body: body.nodes, otherwise };
  }

  /** What follows `else`: one more condition, or nodes up to `end`. */
  private otherwise(kind: 'if' | 'with' | 'range'): readonly TemplateNode[] {
    const again = this.peekSolid();
    if (again.kind === 'word' && again.text === kind && kind !== 'range') {
      this.nextSolid();
      return [this.control(kind)];
    }
    this.closeOf('else');
    const { nodes, end, isElse } = this.block();
    if (isElse) throw this.problem(end ?? again, 'expected end; found {{else}}');
    this.closeOf('end');
    return nodes;
  }

  private closeOf(context: string): void {
    const token = this.nextSolid();
    if (token.kind !== 'close') throw this.unexpected(token, context);
  }

  private nameOf(context: string): Token {
    const token = this.nextSolid();
    if (token.kind !== 'string') throw this.unexpected(token, context);
    return token;
  }

  private define(context: string): void {
    const name = stringOf(this.nameOf(`${context} clause`).text);
    this.closeOf(`${context} clause`);
    this.body(name, context);
  }

  private body(name: string, context: string): void {
    const outer = this.variables;
    this.variables = ['$'];
    const { nodes, end, isElse } = this.block();
    if (isElse) throw this.problem(end as Token, `unexpected {{else}} in ${context} clause`);
    this.closeOf('end');
    this.variables = outer;
    this.defined.set(name, nodes);
  }

  private inPlace(): TemplateNode {
    const token = this.nameOf('block clause');
    const name = stringOf(token.text);
    const pipe = this.pipeline('block clause', 'close');
    this.body(name, 'block');
    return { kind: 'template', name, pipe, at: token.at, text: `{{template ${token.text}}}` };
  }

  private template(): TemplateNode {
    const token = this.nameOf('template clause');
    let pipe: Pipe | undefined;
    if (this.peekSolid().kind === 'close') this.next();
    else pipe = this.pipeline('template clause', 'close');
    const text = `{{template ${token.text}${pipe === undefined ? '' : ` ${pipeText(pipe)}`}}}`;
    return { kind: 'template', name: stringOf(token.text), pipe, at: token.at, text };
  }

  private pipeline(context: string, end: 'close' | ')'): Pipe {
    const begin = this.peekSolid();
    const { declare, assigns } = this.declarations(context);
    const commands: Command[] = [];
    for (;;) {
      const token = this.peekSolid();
      if (token.kind === end) {
        this.next();
        break;
      }
      const begins = BEGINS_COMMAND.has(token.kind) || (token.kind === 'word' && !KEYWORDS.has(token.text));
      if (!begins) throw this.unexpected(token, context);
      commands.push(this.command());
    }
    if (commands.length === 0) throw this.problem(begin, `missing value for ${context}`);
    const dead = commands.findIndex(
      ({ words }, place) => place > 0 && (words[0]?.kind === 'value' || isDot(words[0])),
    );
    if (dead > 0) throw this.problem(begin, `non executable command in pipeline stage ${dead + 1}`);
    return { declare, assigns, commands };
  }

  private declarations(context: string): { readonly declare: readonly string[]; readonly assigns: boolean } {
    const declare: string[] = [];
    for (;;) {
      const mark = this.at;
      const variable = this.peekSolid();
      if (variable.kind !== 'variable') return { declare, assigns: false };
      this.next();
      const after = this.peekSolid();
      if (after.kind === 'assign' || after.kind === 'declare') {
        this.next();
        declare.push(variable.text);
        this.variables.push(variable.text);
        return { declare, assigns: after.kind === 'assign' };
      }
      if (after.kind !== 'mark' || after.text !== ',') {
        this.at = mark;
        return { declare, assigns: false };
      }
      this.next();
      declare.push(variable.text);
      this.variables.push(variable.text);
      if (context !== 'range' || declare.length > 1)
        throw this.problem(after, `too many declarations in ${context}`);
      if (this.peekSolid().kind !== 'variable')
        throw this.problem(after, 'range can only initialize variables');
    }
  }

  private command(): Command {
    const words: Expression[] = [];
    const { at } = this.peekSolid();
    for (;;) {
      this.peekSolid();
      const word = this.operand();
      if (word !== undefined) words.push(word);
      const token = this.peek();
      if (token.kind === 'space') this.next();
      else if (token.kind === 'close' || token.kind === ')') break;
      else if (token.kind === 'pipe') {
        this.next();
        break;
      } else throw this.unexpected(token, 'operand');
    }
    return { words, at, text: words.map(({ text }) => text).join(' ') };
  }

  private operand(): Expression | undefined {
    const first = this.term();
    if (first === undefined || this.peek().kind !== 'field') return first;
    const chained = this.peek().at;
    const names: string[] = [];
    while (this.peek().kind === 'field') names.push(this.next().text.slice(1));
    const text = `${first.text}${names.map((name) => `.${name}`).join('')}`;
    if (first.kind === 'value' || isDot(first))
      throw problemAt(this.source, first.at, `unexpected . after term ${goQuote(first.text)}`);
    if ((first.kind === 'field' && first.of === undefined) || first.kind === 'variable')
      return { ...first, names: [...first.names, ...names], at: chained, text };
    return { kind: 'field', of: first, names, at: chained, text };
  }

  private term(): Expression | undefined {
    const token = this.peekSolid();
    const { at, text } = token;
    switch (token.kind) {
      case 'word':
        if (KEYWORDS.has(text)) return undefined;
        this.next();
        if (text === 'true' || text === 'false') return { kind: 'value', value: text === 'true', at, text };
        if (text === 'nil') return { kind: 'value', value: null, at, text };
        if (FUNCTIONS[text] === undefined) throw this.problem(token, `function ${goQuote(text)} not defined`);
        return { kind: 'function', name: text, at, text };
      case 'dot':
        this.next();
        return { kind: 'field', names: [], at, text };
      case 'field':
        this.next();
        return { kind: 'field', names: [text.slice(1)], at, text };
      case 'variable':
        this.next();
        if (!this.variables.includes(text)) throw this.problem(token, `undefined variable ${goQuote(text)}`);
        return { kind: 'variable', name: text, names: [], at, text };
      case 'number': {
        this.next();
        const value = numberOf(text);
        if (value === undefined) throw this.problem(token, `illegal number syntax: ${goQuote(text)}`);
        return { kind: 'value', value, at, text };
      }
      case 'character':
        this.next();
        return { kind: 'value', value: charOf(text), at, text };
      case 'string':
        this.next();
        return { kind: 'value', value: stringOf(text), at, text };
      case '(': {
        this.next();
        const pipe = this.pipeline('parenthesized pipeline', ')');
        return { kind: 'pipe', pipe, at, text: `(${pipeText(pipe)})` };
      }
      default:
        return undefined;
    }
  }
}

const pipeText = ({ commands }: Pipe): string => commands.map(({ text }) => text).join(' | ');

const isDot = (word: Expression | undefined): boolean =>
  word?.kind === 'field' && word.of === undefined && word.names.length === 0;
