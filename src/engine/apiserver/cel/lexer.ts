import { CelError } from './values.ts';

/** `at`: where it begins in the text. */
export type Token = { readonly at: number } & Word;

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

/** Splits a CEL expression into tokens. Models the lexical part of the CEL specification. */
export function tokenize(text: string): readonly Token[] {
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
      tokens.push({ kind: 'string', text: stringValue(string), at: began });
      continue;
    }
    const number =
      /[0-9]/.test(text[at] ?? '') || /^\.[0-9]/.test(text.slice(at, at + 2)) ? take(NUMBER) : undefined;
    if (number !== undefined) tokens.push({ ...numberToken(number), at: began });
    else tokens.push({ ...wordToken(take(NAME), text, at, (length) => (at += length)), at: began });
  }
  tokens.push({ kind: 'end', at });
  return tokens;
}

function wordToken(name: string | undefined, text: string, at: number, skip: (length: number) => void): Word {
  if (name !== undefined) return { kind: 'name', text: name };
  const found = PUNCTUATION.find((each) => text.startsWith(each, at));
  if (found === undefined)
    throw new CelError(`Syntax error: token recognition error at: '${text[at] ?? ''}'`, at);
  skip(found.length);
  return { kind: 'punct', text: found };
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
