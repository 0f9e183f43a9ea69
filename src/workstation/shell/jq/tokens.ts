import { JqSyntaxError } from './ast.ts';

export interface Token {
  readonly kind: 'op' | 'name' | 'field' | 'variable' | 'format' | 'number' | 'text' | 'end';
  readonly text: string;
  /** A text's pieces: plain ones, and the sources of its `\(…)`. */
  readonly parts?: readonly (string | { readonly source: string })[];
}

const SPACE = /(?:\s|#[^\n]*)*/y;
const PATTERNS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['field', /\.[A-Za-z_]\w*/y],
  ['number', /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['variable', /\$[A-Za-z_]\w*/y],
  ['format', /@[a-z]\w*/y],
  ['name', /[A-Za-z_]\w*(?:::\w+)*/y],
  ['op', /\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[.[\]{}(),:;|=<>+\-*/%?]/y],
];

/** The words of a filter. */
export function tokens(source: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.exec(source);
    at = SPACE.lastIndex;
    if (at >= source.length) break;
    if (source[at] === '"') {
      const read = readText(source, at);
      found.push(read.token);
      at = read.at;
      continue;
    }
    const token = next(source, at);
    if (token === undefined) throw new JqSyntaxError(`syntax error, unexpected INVALID_CHARACTER`);
    found.push(token);
    at += token.kind === 'field' ? token.text.length + 1 : token.text.length + sigil(token.kind);
  }
  return [...found, { kind: 'end', text: '' }];
}

const sigil = (kind: Token['kind']): number => (kind === 'variable' ? 1 : 0);

function next(source: string, at: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const text = pattern.exec(source)?.[0];
    if (text !== undefined)
      return { kind, text: kind === 'field' || kind === 'variable' ? text.slice(1) : text };
  }
  return undefined;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

function readText(source: string, start: number): { readonly token: Token; readonly at: number } {
  const parts: (string | { readonly source: string })[] = [];
  let plain = '';
  let at = start + 1;
  for (;;) {
    const char = source[at];
    if (char === undefined)
      throw new JqSyntaxError('syntax error, unexpected end of file, expecting QQSTRING_TEXT');
    if (char === '"') break;
    if (char !== '\\') {
      plain += char;
      at++;
      continue;
    }
    const escape = source[at + 1] ?? '';
    if (escape === '(') {
      const end = closing(source, at + 2);
      parts.push(plain, { source: source.slice(at + 2, end) });
      plain = '';
      at = end + 1;
    } else if (escape === 'u') {
      plain += String.fromCharCode(Number.parseInt(source.slice(at + 2, at + 6), 16));
      at += 6;
    } else {
      plain += ESCAPES[escape] ?? escape;
      at += 2;
    }
  }
  return { token: { kind: 'text', text: plain, parts: [...parts, plain] }, at: at + 1 };
}

/** Where the parenthesis ends that was opened before `at`. */
function closing(source: string, from: number): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < source.length; at++) {
    const char = source[at];
    if (char === '\\' && quoted) at++;
    else if (char === '"') quoted = !quoted;
    else if (!quoted && char === '(') depth++;
    else if (!quoted && char === ')' && --depth === 0) return at;
  }
  throw new JqSyntaxError('syntax error, unexpected end of file');
}
