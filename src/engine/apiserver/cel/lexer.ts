import type { SyntaxIssue } from './error.ts';

/** `at`: where it begins in the text; `raw`: as it stands there. */
export type Token = { readonly at: number; readonly raw: string } & Word;

type Word =
  | { readonly kind: 'name' | 'string' | 'punct'; readonly text: string }
  | { readonly kind: 'int'; readonly value: bigint }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'end' };

const PUNCTUATION = [
  '&&',
  '||',
  '==',
  '!=',
  '<=',
  '>=',
  '?.',
  '[?',
  '{?',
  ...'( ) [ ] { } < > + - * / % ! ? : . ,'.split(' '),
];
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /0[xX][0-9a-fA-F]+[uU]?|[0-9]*\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+(?:[eE][+-]?[0-9]+)?[uU]?/y;
const STRING = /([rR]?)("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/y;
const RAW_STRING = /[rR]("""[^]*?"""|'''[^]*?'''|"[^"\n]*"|'[^'\n]*')/y;
const BLANK = /(?:\s+|\/\/[^\n]*)+/y;

/** Splits a CEL expression into tokens; what is none is left out and told. Models the lexical part of the CEL specification. */
export function tokenize(text: string, issues: SyntaxIssue[]): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < text.length) {
    if (take(BLANK) !== undefined) continue;
    const began = at;
    const string = take(RAW_STRING) ?? take(STRING);
    if (string !== undefined) {
      tokens.push({ kind: 'string', text: stringValue(string), at: began, raw: string });
      continue;
    }
    const number =
      /[0-9]/.test(text[at] ?? '') || /^\.[0-9]/.test(text.slice(at, at + 2)) ? take(NUMBER) : undefined;
    const word = number === undefined ? take(NAME) : undefined;
    if (number !== undefined) tokens.push({ ...numberToken(number), at: began, raw: number });
    else if (word !== undefined) tokens.push({ kind: 'name', text: word, at: began, raw: word });
    else {
      const mark = PUNCTUATION.find((each) => text.startsWith(each, began));
      const raw = mark ?? unread(text, began);
      at += raw.length;
      if (mark !== undefined) tokens.push({ kind: 'punct', text: mark, at: began, raw });
      else issues.push({ message: `Syntax error: token recognition error at: '${escaped(raw)}'`, at: began });
    }
  }
  tokens.push({ kind: 'end', at, raw: '' });
  return tokens;
}

/** What begins like a token and is none goes up to where that shows: half an operator, a string without an end. */
function unread(text: string, at: number): string {
  const char = text[at] ?? '';
  if (char === '"' || char === "'") return /^.*\n?/.exec(text.slice(at))?.[0] ?? char;
  return '&|='.includes(char) ? text.slice(at, at + 2) : char;
}

function escaped(text: string): string {
  return text.replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r');
}

function numberToken(text: string): Word {
  const bare = text.replace(/[uU]$/, '');
  if (/^0[xX]/.test(bare) || /^[0-9]+$/.test(bare)) return { kind: 'int', value: BigInt(bare) };
  return { kind: 'double', value: Number(bare) };
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
};

function stringValue(literal: string): string {
  const raw = /^[rR]/.test(literal);
  const quoted = raw ? literal.slice(1) : literal;
  const width = quoted.startsWith('"""') || quoted.startsWith("'''") ? 3 : 1;
  const body = quoted.slice(width, -width);
  if (raw) return body;
  return body.replace(/\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2}|.)/g, (escape) => {
    const hex = /^\\[xuU](.+)$/.exec(escape)?.[1];
    const octal = /^\\([0-3][0-7]{2})$/.exec(escape)?.[1];
    const char = escape.slice(1);
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    return ESCAPES[char] ?? char;
  });
}
