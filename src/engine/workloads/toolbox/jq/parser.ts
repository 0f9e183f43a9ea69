/** Something is wrong with the filter or with what it meets. */
export class JqError extends Error {}

export type Filter =
  | { readonly kind: 'identity' }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'text'; readonly parts: readonly (string | Filter)[]; readonly format?: string }
  | { readonly kind: 'index'; readonly of: Filter; readonly key: Filter; readonly quiet: boolean }
  | { readonly kind: 'slice'; readonly of: Filter; readonly from?: Filter; readonly to?: Filter }
  | { readonly kind: 'each'; readonly of: Filter; readonly quiet: boolean }
  | { readonly kind: 'pipe'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'comma'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'binary'; readonly op: string; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'negate'; readonly of: Filter }
  | { readonly kind: 'array'; readonly of?: Filter }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [Filter, Filter])[] }
  | { readonly kind: 'if'; readonly test: Filter; readonly yes: Filter; readonly no?: Filter }
  | { readonly kind: 'try'; readonly of: Filter; readonly else?: Filter }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'bind'; readonly source: Filter; readonly name: string; readonly body: Filter }
  | {
      readonly kind: 'reduce';
      readonly source: Filter;
      readonly name: string;
      readonly from: Filter;
      readonly update: Filter;
    }
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Filter[] };

interface Token {
  readonly type: 'op' | 'name' | 'field' | 'number' | 'text' | 'variable' | 'format' | 'end';
  readonly text: string;
}

const TOKEN =
  /\s*(?:#[^\n]*\n?\s*)*(?:(\.[A-Za-z_]\w*)|(\$[A-Za-z_]\w*)|(@[A-Za-z_]\w*)|([A-Za-z_]\w*)|(\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|("(?:\\\(|\\[^(]|[^"\\])*")|(\?\/\/|\|=|\+=|-=|\*=|\/=|\/\/=|==|!=|<=|>=|\/\/|\.\.|[-+*/%<>|,.:;()[\]{}?=]))/y;
const KINDS = ['field', 'variable', 'format', 'name', 'number', 'text', 'op'] as const;
const LEVELS: readonly (readonly string[])[] = [
  ['//'],
  ['or'],
  ['and'],
  ['==', '!=', '<', '<=', '>', '>='],
  ['+', '-'],
  ['*', '/', '%'],
];
const MAX_DEPTH = 100;

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let at = 0;
  while (
    source
      .slice(at)
      .replace(/#[^\n]*/g, '')
      .trim() !== ''
  ) {
    const text = textAt(source, at);
    if (text !== undefined) {
      tokens.push({ type: 'text', text: text.text });
      at = text.end;
      continue;
    }
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (found === null) throw new JqError('syntax error, unexpected INVALID_CHARACTER');
    const kind = found.slice(1).findIndex((group) => group !== undefined);
    tokens.push({ type: KINDS[kind] ?? 'op', text: found[kind + 1] ?? '' });
    at = TOKEN.lastIndex;
  }
  tokens.push({ type: 'end', text: '' });
  return tokens;
}

/** A quoted text with what is interpolated in it, which may hold quotes itself. */
function textAt(source: string, from: number): { readonly text: string; readonly end: number } | undefined {
  const start = from + (/^\s*/.exec(source.slice(from))?.[0].length ?? 0);
  if (source[start] !== '"') return undefined;
  let depth = 0;
  for (let at = start + 1; at < source.length; at++) {
    const char = source[at];
    if (char === '\\') {
      if (source[at + 1] === '(') depth++;
      at++;
    } else if (depth > 0 && char === '(') depth++;
    else if (depth > 0 && char === ')') depth--;
    else if (depth === 0 && char === '"') return { text: source.slice(start, at + 1), end: at + 1 };
  }
  throw new JqError('syntax error, unexpected end of file');
}

/** Reads a filter; throws JqError. */
export function parseJq(source: string): Filter {
  if (source.trim() === '') return { kind: 'identity' };
  const parser = new Parser(tokensOf(source));
  return parser.whole();
}

class Parser {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  whole(): Filter {
    const filter = this.pipe();
    if (this.token.type !== 'end') throw this.unexpected();
    return filter;
  }

  private get token(): Token {
    return this.tokens[this.at] as Token;
  }

  private unexpected(): JqError {
    const { type, text } = this.token;
    return new JqError(`syntax error, unexpected ${type === 'end' ? 'end of file' : `'${text}'`}`);
  }

  private is(text: string): boolean {
    return this.token.text === text && this.token.type !== 'text';
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  private need(text: string): void {
    if (!this.take(text)) throw this.unexpected();
  }

  private pipe(): Filter {
    if (++this.depth > MAX_DEPTH) throw new JqError('too deep');
    const left = this.comma();
    let filter = left;
    if (this.take('as')) {
      const name = this.name('variable');
      this.need('|');
      filter = { kind: 'bind', source: left, name, body: this.pipe() };
    } else if (this.take('|')) filter = { kind: 'pipe', left, right: this.pipe() };
    this.depth--;
    return filter;
  }

  private comma(): Filter {
    let left = this.update();
    while (this.take(',')) left = { kind: 'comma', left, right: this.update() };
    return left;
  }

  private update(): Filter {
    const left = this.level(0);
    for (const op of ['=', '|=', '+=', '-=', '*=', '/=', '//='])
      if (this.take(op)) return { kind: 'binary', op, left, right: this.level(0) };
    return left;
  }

  private level(level: number): Filter {
    const operators = LEVELS[level];
    if (operators === undefined) return this.postfix();
    let left = this.level(level + 1);
    for (;;) {
      const op = operators.find((each) => this.is(each));
      if (op === undefined) return left;
      this.at++;
      // `//` binds to the right.
      left = { kind: 'binary', op, left, right: this.level(op === '//' ? level : level + 1) };
    }
  }

  private postfix(): Filter {
    let filter = this.term();
    for (;;) {
      if (this.token.type === 'field') {
        filter = this.field(filter, this.token.text.slice(1));
      } else if (this.is('.') && this.tokens[this.at + 1]?.type === 'text') {
        this.at++;
        filter = this.index(filter, this.text());
      } else if (this.is('.') && this.tokens[this.at + 1]?.text === '[') {
        this.at++;
        filter = this.brackets(filter);
      } else if (this.is('[')) filter = this.brackets(filter);
      else if (this.take('?')) filter = { kind: 'try', of: filter };
      else return filter;
    }
  }

  private field(of: Filter, name: string): Filter {
    this.at++;
    return this.index(of, { kind: 'literal', value: name });
  }

  private index(of: Filter, key: Filter): Filter {
    return { kind: 'index', of, key, quiet: this.take('?') };
  }

  private brackets(of: Filter): Filter {
    this.need('[');
    if (this.take(']')) return { kind: 'each', of, quiet: this.take('?') };
    if (this.take(':')) {
      const to = this.pipe();
      this.need(']');
      return { kind: 'slice', of, to };
    }
    const key = this.pipe();
    if (!this.take(':')) {
      this.need(']');
      return this.index(of, key);
    }
    const to = this.is(']') ? undefined : this.pipe();
    this.need(']');
    return { kind: 'slice', of, from: key, ...(to === undefined ? {} : { to }) };
  }

  private name(type: Token['type']): string {
    if (this.token.type !== type) throw this.unexpected();
    return (this.tokens[this.at++] as Token).text;
  }

  private term(): Filter {
    const { type, text } = this.token;
    if (type === 'field') return this.field({ kind: 'identity' }, text.slice(1));
    if (type === 'text') return this.text();
    if (type === 'number' || type === 'variable') {
      this.at++;
      return type === 'number' ? { kind: 'literal', value: Number(text) } : { kind: 'variable', name: text };
    }
    if (type === 'format') {
      this.at++;
      if (this.token.type !== 'text') return { kind: 'format', name: text };
      const filter = this.text();
      return filter.kind === 'text' ? { ...filter, format: text } : filter;
    }
    if (type === 'name') return this.word(text);
    if (this.take('-')) return { kind: 'negate', of: this.postfix() };
    if (this.take('..')) return { kind: 'call', name: 'recurse', args: [] };
    if (this.take('.')) return this.afterDot();
    if (this.take('(')) return this.closed(this.pipe(), ')');
    if (this.take('[')) {
      if (this.take(']')) return { kind: 'array' };
      return { kind: 'array', of: this.closed(this.pipe(), ']') };
    }
    if (this.take('{')) return this.object();
    throw this.unexpected();
  }

  private afterDot(): Filter {
    if (this.token.type === 'text') return this.index({ kind: 'identity' }, this.text());
    return { kind: 'identity' };
  }

  private closed(filter: Filter, by: string): Filter {
    this.need(by);
    return filter;
  }

  private word(text: string): Filter {
    this.at++;
    switch (text) {
      case 'null':
        return { kind: 'literal', value: null };
      case 'true':
      case 'false':
        return { kind: 'literal', value: text === 'true' };
      case 'if':
        return this.choice();
      case 'try': {
        const of = this.postfix();
        return this.take('catch') ? { kind: 'try', of, else: this.postfix() } : { kind: 'try', of };
      }
      case 'reduce': {
        const source = this.postfix();
        this.need('as');
        const name = this.name('variable');
        this.need('(');
        const from = this.pipe();
        this.need(';');
        return { kind: 'reduce', source, name, from, update: this.closed(this.pipe(), ')') };
      }
      default: {
        const args: Filter[] = [];
        if (this.take('(')) {
          do args.push(this.pipe());
          while (this.take(';'));
          this.need(')');
        }
        return { kind: 'call', name: text, args };
      }
    }
  }

  private choice(): Filter {
    const test = this.pipe();
    this.need('then');
    const yes = this.pipe();
    if (this.take('elif')) return { kind: 'if', test, yes, no: this.choice() };
    const no = this.take('else') ? this.pipe() : undefined;
    this.need('end');
    return { kind: 'if', test, yes, ...(no === undefined ? {} : { no }) };
  }

  private object(): Filter {
    const entries: (readonly [Filter, Filter])[] = [];
    while (!this.take('}')) {
      if (entries.length > 0) this.need(',');
      entries.push(this.entry());
    }
    return { kind: 'object', entries };
  }

  private entry(): readonly [Filter, Filter] {
    const { type, text } = this.token;
    if (type === 'variable') {
      this.at++;
      return [
        { kind: 'literal', value: text.slice(1) },
        { kind: 'variable', name: text },
      ];
    }
    let key: Filter;
    if (type === 'text') key = this.text();
    else if (this.take('(')) key = this.closed(this.pipe(), ')');
    else if (type === 'name') {
      this.at++;
      key = { kind: 'literal', value: text };
    } else throw this.unexpected();
    if (this.take(':')) return [key, this.entryValue()];
    return [key, { kind: 'index', of: { kind: 'identity' }, key, quiet: false }];
  }

  private entryValue(): Filter {
    let value = this.level(0);
    while (this.take('|')) value = { kind: 'pipe', left: value, right: this.level(0) };
    return value;
  }

  /** "…\(filter)…" */
  private text(): Filter {
    const raw = this.name('text').slice(1, -1);
    const parts: (string | Filter)[] = [];
    let plain = '';
    const close = (): void => {
      if (plain !== '')
        parts.push(JSON.parse(`"${plain.replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`) as string);
      plain = '';
    };
    for (let at = 0; at < raw.length; at++) {
      if (raw[at] !== '\\') plain += raw[at];
      else if (raw[at + 1] === '(') {
        let depth = 1;
        let end = at + 2;
        for (; end < raw.length && depth > 0; end++)
          depth += raw[end] === '(' ? 1 : raw[end] === ')' ? -1 : 0;
        close();
        parts.push(parseJq(raw.slice(at + 2, end - 1)));
        at = end - 1;
      } else plain += raw.slice(at, ++at + 1);
    }
    close();
    const [only] = parts;
    if (parts.length === 0) return { kind: 'literal', value: '' };
    return parts.length === 1 && typeof only === 'string'
      ? { kind: 'literal', value: only }
      : { kind: 'text', parts };
  }
}
