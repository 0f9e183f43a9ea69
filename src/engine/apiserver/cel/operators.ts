import { addAmounts, cmpAmounts } from '../../../api/quantity.ts';
import { CelError } from './error.ts';
import { Double, Duration, QuantityValue, Timestamp, numberOf } from './values.ts';

const MAX_INT = 9_223_372_036_854_775_807n;
const MIN_INT = -9_223_372_036_854_775_808n;

function checked(value: bigint): bigint {
  if (value > MAX_INT || value < MIN_INT) throw new CelError('return error for overflow');
  return value;
}

export function negate(value: unknown): unknown {
  if (typeof value === 'bigint') return checked(-value);
  if (value instanceof Double) return new Double(-value.value);
  throw new CelError('no such overload');
}

/** Arithmetic; `+` also joins texts and lists. */
export function binary(sign: '+' | '-' | '*' | '/' | '%', a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') return integers(sign, a, b);
  if (a instanceof Double && b instanceof Double) return doubles(sign, a.value, b.value);
  if (sign === '+') return joined(a, b);
  if (sign === '-') return less(a, b);
  throw new CelError('no such overload');
}

function integers(sign: string, a: bigint, b: bigint): bigint {
  switch (sign) {
    case '+':
      return checked(a + b);
    case '-':
      return checked(a - b);
    case '*':
      return checked(a * b);
    case '/':
      if (b === 0n) throw new CelError('division by zero');
      return a / b;
    default:
      if (b === 0n) throw new CelError('modulus by zero');
      return a % b;
  }
}

function doubles(sign: string, a: number, b: number): Double {
  if (sign === '+') return new Double(a + b);
  if (sign === '-') return new Double(a - b);
  if (sign === '*') return new Double(a * b);
  if (sign === '/') return new Double(a / b);
  throw new CelError('no such overload');
}

function joined(a: unknown, b: unknown): unknown {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.us + b.us);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.us + b.us);
  if (a instanceof Duration && b instanceof Timestamp) return new Timestamp(a.us + b.us);
  if (a instanceof QuantityValue && b instanceof QuantityValue)
    return new QuantityValue(addAmounts(a.amount, b.amount));
  throw new CelError('no such overload');
}

function less(a: unknown, b: unknown): unknown {
  if (a instanceof Duration && b instanceof Duration) return new Duration(a.us - b.us);
  if (a instanceof Timestamp && b instanceof Duration) return new Timestamp(a.us - b.us);
  if (a instanceof Timestamp && b instanceof Timestamp) return new Duration(a.us - b.us);
  throw new CelError('no such overload');
}

/** Negative, zero or positive, for values that have an order. */
export function compare(a: unknown, b: unknown): number {
  const x = numberOf(a);
  const y = numberOf(b);
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
  if (x !== undefined && y !== undefined) return x - y;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Duration && b instanceof Duration) return a.us - b.us;
  if (a instanceof Timestamp && b instanceof Timestamp) return a.us - b.us;
  if (a instanceof QuantityValue && b instanceof QuantityValue) return cmpAmounts(a.amount, b.amount);
  throw new CelError('no such overload');
}

export function compareSign(sign: '<' | '<=' | '>' | '>=', a: unknown, b: unknown): boolean {
  const order = compare(a, b);
  if (sign === '<') return order < 0;
  if (sign === '<=') return order <= 0;
  return sign === '>' ? order > 0 : order >= 0;
}
