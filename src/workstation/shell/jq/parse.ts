import { type Filter, IDENTITY, JqSyntaxError } from './ast.ts';
import { type Token, tokens } from './tokens.ts';

/** Binary operators from the loosest on, as in jq's grammar. */
const LEVELS: readonly { readonly ops: readonly string[]; readonly side: 'left' | 'right' | 'none' }[] = [
  { ops: ['//'], side: 'right' },
  { ops: ['=', '|=', '+=', '-=', '*=', '/=', '%=', '//='], side: 'none' },
  { ops: ['or'], side: 'left' },
  { ops: ['and'], side: 'left' },
  { ops: ['==', '!=', '<', '<=', '>', '>='], side: 'none' },
  { ops: ['+', '-'], side: 'left' },
  { ops: ['*', '/', '%'], side: 'left' },
];

const KEYWORDS = new Set(['and', 'as', 'elif', 'else', 'end', 'if', 'or', 'reduce', 'then', 'try', 'catch']);

/** Reads a filter. Models jq 1.7's parser.y, without functions of one's own, modules and destructuring. */
export function parseFilter(source: string): Filter {
  if (source.trim() === '') return IDENTITY;
  const parser = new Parser(tokens(source));
  const filter = parser.pipe();
  parser.end();
  return filter;
}

class Parser {
  private readonly words: readonly Token[];
  private at = 0;

  constructor(words: readonly Token[]) {
    this.words = words;
  }

  private get word(): Token {
    return this.words[this.at] as Token;
  }

  private is(text: string): boolean {
    const { kind, text: own } = this.word;
    return (kind === 'op' || kind === 'name') && own === text;
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.unexpected();
  }

  private unexpected(): never {
    const { kind, text } = this.word;
    throw new JqSyntaxError(`syntax error, unexpected ${kind === 'end' ? '$end' : `'${text}'`}`);
  }

  end(): void {
    if (this.word.kind !== 'end') this.unexpected();
  }

  pipe(): Filter {
    const left = this.comma();
    if (this.take('as')) {
      const name = this.variable();
      this.expect('|');
      return { kind: 'as', of: left, name, body: this.pipe() };
    }
    return this.take('|') ? { kind: 'pipe', left, right: this.pipe() } : left;
  }

  private variable(): string {
    const { kind, text } = this.word;
    if (kind !== 'variable') this.unexpected();
    this.at++;
    return text;
  }

  private comma(): Filter {
    let left = this.binary(0);
    while (this.take(',')) left = { kind: 'comma', left, right: this.binary(0) };
    return left;
  }

  private binary(level: number): Filter {
    const own = LEVELS[level];
    if (own === undefined) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const op = own.ops.find((each) => this.is(each));
      if (op === undefined) return left;
      this.at++;
      const right = this.binary(own.side === 'right' ? level : level + 1);
      left = joined(op, left, right);
      if (own.side === 'none') return left;
    }
  }

  private unary(): Filter {
    if (this.take('-')) return { kind: 'negative', of: this.unary() };
    return this.postfix();
  }

  private postfix(): Filter {
    let of = this.term();
    for (;;) {
      if (this.word.kind === 'field') {
        of = { kind: 'index', of, key: { kind: 'literal', value: this.word.text } };
        this.at++;
      } else if (this.is('.') && this.words[this.at + 1]?.kind === 'text') {
        this.at++;
        of = { kind: 'index', of, key: this.text('') };
      } else if (this.is('.') && this.words[this.at + 1]?.text === '[') {
        this.at++;
      } else if (this.take('[')) of = this.brackets(of);
      else if (this.take('?')) of = { kind: 'try', body: of };
      else return of;
    }
  }

  /** Behind `[`. */
  private brackets(of: Filter): Filter {
    if (this.take(']')) return { kind: 'each', of };
    if (this.take(':')) {
      const to = this.pipe();
      this.expect(']');
      return { kind: 'slice', of, to };
    }
    const key = this.pipe();
    if (this.take(']')) return { kind: 'index', of, key };
    this.expect(':');
    if (this.take(']')) return { kind: 'slice', of, from: key };
    const to = this.pipe();
    this.expect(']');
    return { kind: 'slice', of, from: key, to };
  }

  private term(): Filter {
    const { kind, text } = this.word;
    switch (kind) {
      case 'number':
        this.at++;
        return { kind: 'literal', value: Number(text) };
      case 'text':
        return this.text('');
      case 'format':
        this.at++;
        return this.word.kind === 'text' ? this.text(text) : { kind: 'format', name: text };
      case 'variable':
        this.at++;
        return { kind: 'variable', name: text };
      case 'field':
        return IDENTITY;
      case 'name':
        return this.named();
      default:
        return this.punctuation();
    }
  }

  private punctuation(): Filter {
    if (this.take('..')) return { kind: 'recurse' };
    if (this.is('.') && this.words[this.at + 1]?.kind === 'text') return IDENTITY;
    if (this.take('.')) return IDENTITY;
    if (this.take('(')) {
      const inner = this.pipe();
      this.expect(')');
      return inner;
    }
    if (this.take('[')) {
      if (this.take(']')) return { kind: 'array' };
      const of = this.pipe();
      this.expect(']');
      return { kind: 'array', of };
    }
    if (this.take('{')) return this.object();
    return this.unexpected();
  }

  private text(format: string): Filter {
    const { parts = [] } = this.word;
    this.at++;
    return {
      kind: 'text',
      parts: parts.map((part) => (typeof part === 'string' ? part : parseFilter(part.source))),
      format,
    };
  }

  private named(): Filter {
    const { text } = this.word;
    this.at++;
    if (text === 'if') return this.condition();
    if (text === 'try') {
      const body = this.postfix();
      return this.take('catch') ? { kind: 'try', body, otherwise: this.postfix() } : { kind: 'try', body };
    }
    if (text === 'reduce') return this.reduce();
    if (text === 'def' || text === 'foreach' || text === 'import' || text === 'include' || text === 'label')
      throw new JqSyntaxError(`${text} is not simulated: this jq has no ${text}`);
    if (KEYWORDS.has(text)) {
      this.at--;
      this.unexpected();
    }
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
    if (text === 'null') return { kind: 'literal', value: null };
    const args: Filter[] = [];
    if (this.take('(')) {
      do args.push(this.pipe());
      while (this.take(';'));
      this.expect(')');
    }
    return { kind: 'call', name: text, args };
  }

  private condition(): Filter {
    const when = this.pipe();
    this.expect('then');
    const good = this.pipe();
    if (this.take('elif')) return { kind: 'if', when, good, otherwise: this.condition() };
    const otherwise = this.take('else') ? this.pipe() : IDENTITY;
    this.expect('end');
    return { kind: 'if', when, good, otherwise };
  }

  private reduce(): Filter {
    const of = this.postfix();
    this.expect('as');
    const name = this.variable();
    this.expect('(');
    const start = this.pipe();
    this.expect(';');
    const step = this.pipe();
    this.expect(')');
    return { kind: 'reduce', of, name, start, step };
  }

  private object(): Filter {
    const entries: (readonly [Filter, Filter])[] = [];
    while (!this.take('}')) {
      entries.push(this.entry());
      if (!this.is('}')) this.expect(',');
    }
    return { kind: 'object', entries };
  }

  private entry(): readonly [Filter, Filter] {
    const { kind, text } = this.word;
    if (kind === 'variable') {
      this.at++;
      return [
        { kind: 'literal', value: text },
        { kind: 'variable', name: text },
      ];
    }
    let key: Filter;
    if (kind === 'text') key = this.text('');
    else if (kind === 'name' || kind === 'number') {
      this.at++;
      key = { kind: 'literal', value: text };
    } else {
      this.expect('(');
      key = this.pipe();
      this.expect(')');
    }
    if (!this.take(':')) return [key, { kind: 'index', of: IDENTITY, key }];
    let value = this.binary(1);
    while (this.is('|')) {
      this.at++;
      value = { kind: 'pipe', left: value, right: this.binary(1) };
    }
    return [key, value];
  }
}

function joined(op: string, left: Filter, right: Filter): Filter {
  if (op === '//') return { kind: 'default', left, right };
  if (op === 'and' || op === 'or') return { kind: op, left, right };
  if (op.endsWith('=') && !['==', '!=', '<=', '>='].includes(op)) return { kind: 'assign', op, left, right };
  return { kind: 'binary', op, left, right };
}
