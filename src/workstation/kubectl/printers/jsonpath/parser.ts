import { CommandError } from '../../errors.ts';

// Models client-go util/jsonpath/parser.go and node.go (1.36): the same tree, the same words for what is wrong.

export type PathNode =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'field'; readonly name: string }
  | { readonly type: 'identifier'; readonly name: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'wildcard' }
  | { readonly type: 'recursive' }
  | { readonly type: 'array'; readonly from: Bound; readonly to: Bound; readonly step: Bound }
  | { readonly type: 'filter'; readonly left: ListNode; readonly right: ListNode; readonly operator: string }
  | { readonly type: 'union'; readonly members: readonly ListNode[] }
  | ListNode;

export interface ListNode {
  readonly type: 'list';
  readonly nodes: PathNode[];
}

/** A bound of a slice; `derived` when it follows from the one index given. */
export interface Bound {
  readonly value: number;
  readonly known: boolean;
  readonly derived?: boolean;
}

/** The tree of a template: text, and lists for what stands in braces. */
export function parseJsonPath(template: string): ListNode {
  return new Parser(template).parse();
}

class Parser {
  private readonly input: string;
  private readonly root: ListNode = { type: 'list', nodes: [] };
  private start = 0;
  private pos = 0;

  constructor(input: string) {
    this.input = input;
  }

  parse(): ListNode {
    this.text();
    return this.root;
  }

  private consume(): string {
    const text = this.input.slice(this.start, this.pos);
    this.start = this.pos;
    return text;
  }

  private text(): void {
    while (this.pos < this.input.length) {
      if (this.input[this.pos] === '{') {
        this.flushText();
        this.pos++;
        this.consume();
        const list: ListNode = { type: 'list', nodes: [] };
        this.root.nodes.push(list);
        this.action(list);
        continue;
      }
      this.pos++;
    }
    this.flushText();
  }

  private flushText(): void {
    if (this.pos > this.start) this.root.nodes.push({ type: 'text', text: this.consume() });
  }

  /** Reads up to and with the closing brace. */
  private action(into: ListNode): void {
    for (;;) {
      if (this.input.startsWith('}', this.pos)) {
        this.pos++;
        this.consume();
        return;
      }
      if (this.input.startsWith('[?(', this.pos)) this.filter(into);
      else if (this.input.startsWith('..', this.pos)) this.recursive(into);
      else this.step(into);
    }
  }

  private step(into: ListNode): void {
    const letter = this.input[this.pos++];
    if (letter === undefined || letter === '\r' || letter === '\n') throw new CommandError('unclosed action');
    if (letter === ' ' || letter === '@' || letter === '$') this.consume();
    else if (letter === '[') this.array(into);
    else if (letter === '"' || letter === "'") this.quote(into, letter);
    else if (letter === '.') this.field(into);
    else if (/[+\-0-9]/.test(letter)) this.number(into);
    else if (/[\p{L}\p{N}_]/u.test(letter)) this.identifier(into);
    else throw new CommandError(`unrecognized character in action: ${goRune(letter)}`);
  }

  private identifier(into: ListNode): void {
    while (!isTerminator(this.input[this.pos])) this.pos++;
    const name = this.consume();
    if (/^(true|false)$/.test(name)) into.nodes.push({ type: 'bool', value: name === 'true' });
    else into.nodes.push({ type: 'identifier', name });
  }

  private recursive(into: ListNode): void {
    if (into.nodes.at(-1)?.type === 'recursive') throw new CommandError('invalid multiple recursive descent');
    this.pos += 2;
    this.consume();
    into.nodes.push({ type: 'recursive' });
    if (/[\p{L}\p{N}_]/u.test(this.input[this.pos] ?? '')) this.field(into);
  }

  private number(into: ListNode): void {
    while (/[.0-9]/.test(this.input[this.pos] ?? '')) this.pos++;
    const text = this.consume();
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text)) throw new CommandError(`cannot parse number ${text}`);
    into.nodes.push({ type: 'number', value: Number(text) });
  }

  private field(into: ListNode): void {
    this.consume();
    for (;;) {
      const letter = this.input[this.pos];
      if (letter === '\\') this.pos += 2;
      else if (isTerminator(letter)) break;
      else this.pos++;
    }
    const name = this.consume();
    into.nodes.push(name === '*' ? { type: 'wildcard' } : { type: 'field', name: name.replaceAll('\\', '') });
  }

  private quote(into: ListNode, end: string): void {
    for (;;) {
      const letter = this.input[this.pos++];
      if (letter === undefined || letter === '\n') throw new CommandError('unterminated quoted string');
      if (letter === end && this.input[this.pos - 2] !== '\\') break;
    }
    into.nodes.push({ type: 'text', text: unquote(this.consume()) });
  }

  private array(into: ListNode): void {
    for (;;) {
      const letter = this.input[this.pos++];
      if (letter === undefined || letter === '\n') throw new CommandError('unterminated array');
      if (letter === ']') break;
    }
    const inner = this.consume().slice(1, -1);
    const text = inner === '*' ? ':' : inner;
    const members = text.split(',');
    if (members.length > 1) {
      into.nodes.push({ type: 'union', members: members.map((member) => actionOf(`[${member.trim()}]`)) });
      return;
    }
    const key = /^'([^']*)'$/.exec(text);
    if (key !== null) into.nodes.push(...actionOf(`.${key[1] ?? ''}`).nodes);
    else into.nodes.push(sliceOf(text));
  }

  private filter(into: ListNode): void {
    this.pos += 3;
    this.consume();
    let quote: string | undefined;
    let closed = false;
    for (;;) {
      const letter = this.input[this.pos++];
      if (letter === undefined || letter === '\n') throw new CommandError('unterminated filter');
      if (letter === '"' || letter === "'") {
        if (quote === undefined) quote = letter;
        else if (this.input[this.pos - 2] !== '\\' && letter === quote) closed = true;
      }
      if (letter === ')' && (quote !== undefined) === closed) break;
    }
    if (this.input[this.pos++] !== ']') throw new CommandError('unclosed array expect ]');
    const text = this.consume().slice(0, -2);
    const parts = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text);
    into.nodes.push(
      parts === null
        ? { type: 'filter', left: actionOf(text), right: { type: 'list', nodes: [] }, operator: 'exists' }
        : {
            type: 'filter',
            left: actionOf(parts[1] ?? ''),
            right: actionOf(parts[3] ?? ''),
            operator: parts[2] ?? '',
          },
    );
  }
}

/** What a text means between braces. */
function actionOf(text: string): ListNode {
  const [first] = parseJsonPath(`{${text}}`).nodes;
  return first?.type === 'list' ? first : { type: 'list', nodes: [] };
}

function sliceOf(text: string): PathNode {
  const parts = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text);
  if (parts === null) throw new CommandError(`invalid array index ${text}`);
  const [, first = '', second, third] = parts;
  const from: Bound = { value: Number(first), known: first !== '' };
  const to: Bound =
    second === undefined ? { value: from.value + 1, known: true, derived: true } : boundOf(second.slice(1));
  return { type: 'array', from, to, step: boundOf((third ?? ':').slice(1)) };
}

const boundOf = (text: string): Bound => ({ value: Number(text), known: text !== '' });

function isTerminator(letter: string | undefined): boolean {
  return letter === undefined || /[\s.,[\]$@{}]/.test(letter);
}

/** Go's %#U: `U+0028 '('`. */
function goRune(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')} '${letter}'`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Models UnquoteExtend: Go's escapes in either kind of quotes. */
function unquote(quoted: string): string {
  const inner = quoted.slice(1, -1);
  return inner.replace(/\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/gs, (_, code: string) =>
    code.length > 1
      ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
      : (ESCAPES[code] ?? `\\${code}`),
  );
}
