import { AwkError } from './awk-parser.ts';

/** What an awk expression has: text, or a number. */
export type Value = string | number;

export function calculate(op: string, a: number, b: number): number {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '^':
      return a ** b;
    default:
      if (b === 0) throw new AwkError('Division by zero');
      return op === '/' ? a / b : a % b;
  }
}

export function looksNumeric(value: Value): boolean {
  return typeof value === 'number' || value.trim() === ''
    ? typeof value === 'number'
    : /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(value);
}

export function num(value: Value): number {
  if (typeof value === 'number') return value;
  return Number(/^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/.exec(value)?.[0] ?? 0);
}

export function str(value: Value): string {
  if (typeof value === 'string') return value;
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

export function truthy(value: Value): boolean {
  return typeof value === 'number' ? value !== 0 : looksNumeric(value) ? num(value) !== 0 : value !== '';
}
