import { goJson, goQuote } from '../../../../api/go-text.ts';
import { type Json, isObject } from '../../../../base/json.ts';
import { decodeBase64, utf8Bytes } from '../../../../base/base64.ts';
import { CommandError } from '../../errors.ts';
import { goValueText } from '../go-value.ts';

/** A value of a template; undefined is a missing key (`<no value>`). */
export type Value = Json | undefined;

// Models text/template/funcs.go, and the functions kubectl adds (cli-runtime pkg/printers/template.go).

/** False, 0, nil and what is empty are not true. */
export function isTrue(value: Value): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** How a value prints. */
export function printed(value: Value): string {
  return value === undefined || value === null ? '<no value>' : goValueText(value);
}

export type TemplateFunction = (args: readonly Value[]) => Value;

export const FUNCTIONS: Readonly<Record<string, TemplateFunction>> = {
  and: (args) => args.find((arg) => !isTrue(arg)) ?? args.at(-1),
  or: (args) => args.find((arg) => isTrue(arg)) ?? args.at(-1),
  not: ([arg]) => !isTrue(arg),
  len: ([arg]) => lengthOf(arg),
  index: ([from, ...keys]) => keys.reduce<Value>(indexed, from),
  slice: ([from, first, last]) => sliced(from, first, last),
  print: (args) => spaced(args),
  println: (args) => `${args.map(goValueText).join(' ')}\n`,
  printf: ([format, ...args]) => sprintf(String(format ?? ''), args),
  eq: ([first, ...rest]) => {
    if (rest.length === 0) throw new CommandError('error calling eq: missing argument for comparison');
    return rest.some((other) => same(first, other));
  },
  ne: ([a, b]) => !same(a, b),
  lt: ([a, b]) => order(a, b) < 0,
  le: ([a, b]) => order(a, b) <= 0,
  gt: ([a, b]) => order(a, b) > 0,
  ge: ([a, b]) => order(a, b) >= 0,
  html: (args) => spaced(args).replace(/[&<>"'\0]/g, (char) => HTML[char] ?? char),
  js: (args) => spaced(args).replace(/[\\'"<>&=\n\r\t]/g, (char) => JS[char] ?? char),
  urlquery: (args) => encodeURIComponent(spaced(args)).replaceAll('%20', '+'),
  call: ([called]) => {
    throw new CommandError(
      `error calling call: ${called === undefined || called === null ? 'call of nil' : `non-function of type ${goTypeWord(called)}`}`,
    );
  },
  exists: ([from, ...keys]) => exists(from, keys),
  base64decode: ([text]) => decoded(String(text ?? '')),
};

/** How many arguments a function takes: exactly, or at least. */
export const ARGUMENTS: Readonly<Record<string, { readonly count: number; readonly more?: true }>> = {
  and: { count: 1, more: true },
  or: { count: 1, more: true },
  not: { count: 1 },
  len: { count: 1 },
  index: { count: 1, more: true },
  slice: { count: 1, more: true },
  printf: { count: 1, more: true },
  eq: { count: 1, more: true },
  ne: { count: 2 },
  lt: { count: 2 },
  le: { count: 2 },
  gt: { count: 2 },
  ge: { count: 2 },
  call: { count: 1, more: true },
  exists: { count: 1, more: true },
  base64decode: { count: 1 },
};

const HTML: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
  '\0': '\uFFFD',
};
const JS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
  '\n': '\\u000A',
  '\r': '\\u000D',
  '\t': '\\u0009',
};

/** fmt.Sprint: blanks between operands when neither is a string. */
function spaced(args: readonly Value[]): string {
  return args
    .map(
      (arg, at) =>
        (at > 0 && typeof arg !== 'string' && typeof args[at - 1] !== 'string' ? ' ' : '') + goValueText(arg),
    )
    .join('');
}

function lengthOf(value: Value): number {
  if (typeof value === 'string') return utf8Bytes(value).length;
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length;
  if (value === undefined || value === null) throw new CommandError('error calling len: len of nil pointer');
  throw new CommandError(`error calling len: len of type ${typeof value === 'boolean' ? 'bool' : 'int64'}`);
}

function indexed(from: Value, key: Value): Value {
  if (from === undefined || from === null)
    throw new CommandError('error calling index: index of untyped nil');
  if (Array.isArray(from) || typeof from === 'string') {
    if (typeof key !== 'number')
      throw new CommandError(
        `error calling index: cannot index slice/array with ${key === undefined || key === null ? 'nil' : `type ${goTypeWord(key)}`}`,
      );
    if (key < 0 || key >= from.length)
      throw new CommandError(`error calling index: index out of range: ${key}`);
    return typeof from === 'string' ? utf8Bytes(from)[key] : (from as readonly Json[])[key];
  }
  if (isObject(from)) return from[String(key)];
  throw new CommandError(`error calling index: can't index item of type ${goTypeWord(from)}`);
}

function sliced(from: Value, first: Value, last: Value): Value {
  const to = last === undefined ? undefined : Number(last);
  if (typeof from === 'string') return from.slice(Number(first ?? 0), to);
  if (Array.isArray(from)) return (from as readonly Json[]).slice(Number(first ?? 0), to);
  throw new CommandError("error calling slice: can't slice item of this type");
}

function same(a: Value, b: Value): boolean {
  if (typeof a === 'object' && a !== null) throw new CommandError('error calling eq: non-comparable type');
  if (a !== null && b !== null && a !== undefined && b !== undefined && typeof a !== typeof b) {
    throw new CommandError('error calling eq: incompatible types for comparison');
  }
  return (a ?? null) === (b ?? null);
}

function order(a: Value, b: Value): number {
  if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string'))
    throw new CommandError('error calling lt: incompatible types for comparison');
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1;
}

function exists(from: Value, keys: readonly Value[]): boolean {
  let here = from;
  for (const key of keys) {
    if (Array.isArray(here)) here = (here as readonly Json[])[Number(key)];
    else if (isObject(here)) here = here[String(key)];
    else return false;
    if (here === undefined) return false;
  }
  return true;
}

/** The first byte that is no digit of base64, or where the last, broken group of four begins. */
function badByte(text: string): number {
  const digits = /^[A-Za-z0-9+/]*/.exec(text)?.[0].length ?? 0;
  return digits < text.length ? digits : digits - (digits % 4);
}

function decoded(text: string): string {
  const plain = decodeBase64(text);
  if (plain === undefined)
    throw new CommandError(
      `error calling base64decode: base64 decode failed: illegal base64 data at input byte ${badByte(text)}`,
    );
  return plain;
}

/** Go's fmt.Sprintf for the verbs templates use. */
export function sprintf(format: string, args: readonly Value[]): string {
  let next = 0;
  const text = format.replace(/%([-+# 0]*)(\d*)(?:\.(\d+))?([a-zA-Z%])/g, (whole, ...groups) => {
    const [flags, width, precision, verb] = groups as [string, string, string | undefined, string];
    if (verb === '%') return '%';
    if (next >= args.length) return `%!${verb}(MISSING)`;
    const body = formatted(args[next++], verb, precision);
    if (body === undefined) return whole;
    const fill = flags.includes('0') && !flags.includes('-') ? '0' : ' ';
    return flags.includes('-') ? body.padEnd(Number(width)) : body.padStart(Number(width), fill);
  });
  const extra = args.slice(next);
  return extra.length === 0
    ? text
    : `${text}%!(EXTRA ${extra.map((arg) => `${goTypeWord(arg)}=${goValueText(arg)}`).join(', ')})`;
}

function formatted(arg: Value, verb: string, precision: string | undefined): string | undefined {
  switch (verb) {
    case 's':
      if (typeof arg === 'string') return precision === undefined ? arg : arg.slice(0, Number(precision));
      return typeof arg === 'object' && arg !== null
        ? goValueText(arg)
        : `%!s(${goTypeWord(arg)}=${goValueText(arg)})`;
    case 'v':
      return goValueText(arg);
    case 'q':
      return typeof arg === 'string' ? goQuote(arg) : goJson(arg ?? null);
    case 'd':
      return typeof arg === 'number'
        ? String(Math.trunc(arg))
        : `%!d(${goTypeWord(arg)}=${goValueText(arg)})`;
    case 'f':
    case 'g':
    case 'e':
      return typeof arg === 'number'
        ? arg.toFixed(precision === undefined ? 6 : Number(precision))
        : `%!${verb}(${goTypeWord(arg)}=${goValueText(arg)})`;
    case 't':
      return String(isTrue(arg));
    case 'x':
      return typeof arg === 'number'
        ? arg.toString(16)
        : utf8Bytes(String(arg))
            .map((byte) => byte.toString(16).padStart(2, '0'))
            .join('');
    case 'T':
      return goTypeWord(arg);
    default:
      return undefined;
  }
}

function goTypeWord(value: Value): string {
  if (value === undefined || value === null) return '<nil>';
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
