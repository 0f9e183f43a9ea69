import { addAmounts, amountFromValue, amountValue, cmpAmounts, subAmounts } from '../../../api/quantity.ts';
import { formatTime } from '../../../api/time.ts';
import { callFunction, listOf, matchesOf, sizeOf, textOf } from './functions.ts';
import { compare } from './operators.ts';
import { CelError } from './error.ts';
import {
  Double,
  Duration,
  Optional,
  QuantityValue,
  Timestamp,
  hasMethods,
  isEqual,
  isMapLike,
  normal,
} from './values.ts';

type Method<T> = (self: T, ...args: readonly unknown[]) => unknown;

function count(value: unknown): number {
  if (typeof value !== 'bigint') throw new CelError('no such overload');
  return Number(value);
}

const TEXT: Readonly<Record<string, Method<string>>> = {
  size: (self) => sizeOf(self),
  contains: (self, part) => self.includes(textOf(part)),
  startsWith: (self, part) => self.startsWith(textOf(part)),
  endsWith: (self, part) => self.endsWith(textOf(part)),
  matches: (self, pattern) => matchesOf(pattern, self, 1).length > 0,
  lowerAscii: (self) => self.replace(/[A-Z]/g, (char) => char.toLowerCase()),
  upperAscii: (self) => self.replace(/[a-z]/g, (char) => char.toUpperCase()),
  trim: (self) => self.trim(),
  reverse: (self) => Array.from(self).reverse().join(''),
  charAt: (self, at) => self[count(at)] ?? '',
  indexOf: (self, part, from) => BigInt(self.indexOf(textOf(part), from === undefined ? 0 : count(from))),
  lastIndexOf: (self, part) => BigInt(self.lastIndexOf(textOf(part))),
  replace: (self, from, to, times) =>
    replaced(self, textOf(from), textOf(to), times === undefined ? -1 : count(times)),
  split: (self, separator, limit) =>
    splitText(self, textOf(separator), limit === undefined ? -1 : count(limit)),
  substring: (self, start, end) => {
    const [from, to] = [count(start), end === undefined ? self.length : count(end)];
    if (from < 0 || to > self.length || from > to) throw new CelError(`index out of range: ${from}`);
    return self.slice(from, to);
  },
  find: (self, pattern) => matchesOf(pattern, self, 1)[0] ?? '',
  findAll: (self, pattern, most) => matchesOf(pattern, self, most === undefined ? Infinity : count(most)),
  format: (self, args) => formatted(self, listOf(args)),
};

function replaced(self: string, from: string, to: string, times: number): string {
  if (times < 0) return self.replaceAll(from, to);
  let result = self;
  let at = 0;
  for (let i = 0; i < times; i++) {
    const found = result.indexOf(from, at);
    if (found < 0) break;
    result = result.slice(0, found) + to + result.slice(found + from.length);
    at = found + to.length;
  }
  return result;
}

function splitText(self: string, separator: string, limit: number): readonly string[] {
  const parts = self.split(separator);
  if (limit < 0 || parts.length <= limit) return parts;
  return limit === 0 ? [] : [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

function formatted(self: string, args: readonly unknown[]): string {
  let next = 0;
  return self.replace(/%(?:%|(?:\.\d+)?[a-zA-Z])/g, (verb) =>
    verb === '%%' ? '%' : shown(normal(args[next++])),
  );
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => shown(normal(item))).join(', ')}]`;
  if (value === null) return 'null';
  return callFunction('string', [value]) as string;
}

const LIST: Readonly<Record<string, Method<readonly unknown[]>>> = {
  size: (self) => sizeOf(self),
  join: (self, separator) =>
    self.map((item) => textOf(item)).join(separator === undefined ? '' : textOf(separator)),
  isSorted: (self) => self.every((item, i) => i === 0 || compare(normal(self[i - 1]), normal(item)) <= 0),
  sum: (self) => self.map(normal).reduce((sum, item) => plus(sum, item), 0n as unknown),
  min: (self) => edge(self, -1),
  max: (self) => edge(self, 1),
  indexOf: (self, item) => BigInt(self.findIndex((each) => isEqual(each, item))),
  lastIndexOf: (self, item) => BigInt(self.findLastIndex((each) => isEqual(each, item))),
  distinct: (self) => self.filter((item, i) => self.findIndex((each) => isEqual(each, item)) === i),
  reverse: (self) => [...self].reverse(),
  sort: (self) => [...self].sort((a, b) => compare(normal(a), normal(b))),
  slice: (self, start, end) => self.slice(count(start), count(end)),
  flatten: (self) => self.flat(),
  first: (self) => new Optional(self.length > 0, normal(self[0])),
  last: (self) => new Optional(self.length > 0, normal(self[self.length - 1])),
};

function plus(a: unknown, b: unknown): unknown {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a + b;
  if (b instanceof Double) return new Double((a instanceof Double ? a.value : Number(a)) + b.value);
  if (b instanceof Duration) return new Duration((a instanceof Duration ? a.us : 0) + b.us);
  throw new CelError('no such overload');
}

function edge(self: readonly unknown[], sign: number): unknown {
  if (self.length === 0) throw new CelError(`${sign < 0 ? 'min' : 'max'} called on empty list`);
  return self.map(normal).reduce((best, item) => (compare(item, best) * sign > 0 ? item : best));
}

function other(value: unknown): QuantityValue {
  if (value instanceof QuantityValue) return value;
  if (typeof value === 'bigint') return new QuantityValue(amountFromValue(value));
  throw new CelError('no such overload');
}

const QUANTITY: Readonly<Record<string, Method<QuantityValue>>> = {
  isGreaterThan: (self, than) => cmpAmounts(self.amount, other(than).amount) > 0,
  isLessThan: (self, than) => cmpAmounts(self.amount, other(than).amount) < 0,
  compareTo: (self, to) => BigInt(Math.sign(cmpAmounts(self.amount, other(to).amount))),
  asInteger: (self) => BigInt(amountValue(self.amount)),
  isInteger: (self) => self.amount.nanos % 1_000_000_000n === 0n,
  asApproximateFloat: (self) => new Double(Number(self.amount.nanos) / 1e9),
  sign: (self) => (self.amount.nanos > 0n ? 1n : self.amount.nanos < 0n ? -1n : 0n),
  add: (self, more) => new QuantityValue(addAmounts(self.amount, other(more).amount)),
  sub: (self, less) => new QuantityValue(subAmounts(self.amount, other(less).amount)),
};

const OPTIONAL: Readonly<Record<string, Method<Optional>>> = {
  hasValue: (self) => self.present,
  orValue: (self, fallback) => (self.present ? self.value : fallback),
  or: (self, fallback) => (self.present ? self : fallback),
  value: (self) => {
    if (!self.present) throw new CelError('optional.none() dereference');
    return self.value;
  },
};

const SECOND = 1_000_000;

const SPAN: Readonly<Record<string, Method<Duration>>> = {
  getHours: ({ us }) => BigInt(Math.trunc(us / (3600 * SECOND))),
  getMinutes: ({ us }) => BigInt(Math.trunc(us / (60 * SECOND))),
  getSeconds: ({ us }) => BigInt(Math.trunc(us / SECOND)),
  getMilliseconds: ({ us }) => BigInt(Math.trunc(us / 1000) % 1000),
};

const DAY = 86_400 * SECOND;

/** A number of the moment's text, `2026-01-31T09:05:07Z`, in UTC. */
const part =
  (from: number, to: number, less = 0): Method<Timestamp> =>
  ({ us }) =>
    BigInt(Number(formatTime(us).slice(from, to)) - less);

const MOMENT: Readonly<Record<string, Method<Timestamp>>> = {
  getFullYear: part(0, 4),
  getMonth: part(5, 7, 1),
  getDate: part(8, 10),
  getDayOfMonth: part(8, 10, 1),
  getDayOfWeek: ({ us }) => BigInt((((Math.floor(us / DAY) + 4) % 7) + 7) % 7),
  getHours: part(11, 13),
  getMinutes: part(14, 16),
  getSeconds: part(17, 19),
  getMilliseconds: ({ us }) => BigInt(Math.floor(us / 1000) % 1000),
};

function methodsOf(self: unknown): Readonly<Record<string, Method<never>>> {
  if (typeof self === 'string') return TEXT;
  if (Array.isArray(self)) return LIST;
  if (self instanceof QuantityValue) return QUANTITY;
  if (self instanceof Optional) return OPTIONAL;
  if (self instanceof Duration) return SPAN;
  if (hasMethods(self))
    return Object.fromEntries(
      Object.entries(self.methods).map(([name, method]) => [name, (_: never, ...args) => method(...args)]),
    );
  if (isMapLike(self)) return { size: () => sizeOf(self) };
  if (self instanceof Timestamp) return MOMENT;
  return {};
}

/** Calls a method of a value. */
export function callMethod(self: unknown, name: string, args: readonly unknown[]): unknown {
  const methods = methodsOf(self);
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw new CelError('no such overload');
  return normal(method(self as never, ...args));
}
