import { formatText } from '../printf.ts';
import { AwkError } from './lexer.ts';

/** Text that came in and looks like a number: it is compared as one. */
export class NumericText {
  readonly text: string;
  readonly value: number;

  constructor(text: string, value: number) {
    this.text = text;
    this.value = value;
  }
}

/** undefined: never assigned. */
export type Value = string | number | NumericText | undefined;

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/;

/** What came in from outside: a number when it looks like one. */
export function fromInput(text: string): Value {
  const found = NUMBER.exec(text);
  return found !== null && text.slice(found[0].length).trim() === ''
    ? new NumericText(text, Number(found[0]))
    : text;
}

export function num(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  if (typeof value === 'string') return Number(NUMBER.exec(value)?.[0] ?? 0);
  return value.value;
}

export function str(value: Value, format = '%.6g'): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  if (typeof value !== 'number') return value.text;
  if (Number.isInteger(value) && Math.abs(value) < 1e16) return String(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  return formatText(format, [String(value)]).text;
}

export function truthy(value: Value): boolean {
  if (typeof value === 'string') return value !== '';
  return num(value) !== 0;
}

export function compare(op: string, a: Value, b: Value): boolean {
  const texts = typeof a === 'string' || typeof b === 'string';
  const [x, y] = texts ? [str(a), str(b)] : [num(a), num(b)];
  switch (op) {
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '==':
      return x === y;
    case '!=':
      return x !== y;
    case '>':
      return x > y;
    default:
      return x >= y;
  }
}

export function calculate(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '^':
    case '**':
      return a ** b;
    default:
      if (b === 0) throw new AwkError('cmd. line:1: Division by zero');
      return op === '/' ? a / b : a % b;
  }
}

const SPEC = /%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d+))?([a-zA-Z%])|[^%]+|%/g;

/** sprintf: numbers where numbers are wanted, and each argument once. */
export function sprintf(format: string, args: readonly Value[]): string {
  let text = '';
  let used = 0;
  for (const [whole, flags = '', width = '', precision, type] of format.matchAll(SPEC)) {
    if (type === undefined || type === '%') {
      text += type === '%' ? '%' : whole;
      continue;
    }
    const wide = width === '*' ? String(Math.trunc(num(args[used++]))) : width;
    const exact = precision === '*' ? String(Math.trunc(num(args[used++]))) : precision;
    const spec = `%${flags}${wide}${exact === undefined ? '' : `.${exact}`}`;
    text += converted(spec, type, args[used++]);
  }
  return text;
}

function converted(spec: string, type: string, value: Value): string {
  if (type === 'c') {
    const char =
      typeof value === 'number'
        ? String.fromCodePoint(Math.trunc(value) & 0x10ffff)
        : Array.from(str(value))[0];
    return formatText(`${spec}s`, [char ?? '']).text;
  }
  if ('diouxX'.includes(type)) {
    const whole = Math.trunc(num(value));
    const digits = Number.isFinite(whole) ? BigInt(whole).toString() : '-9223372036854775808';
    return formatText(`${spec}${type}`, [digits]).text;
  }
  if ('eEfFgG'.includes(type)) return formatText(`${spec}${type}`, [String(num(value))]).text;
  return formatText(`${spec}s`, [str(value)]).text;
}
