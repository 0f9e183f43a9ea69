import { compilePattern } from './re2.ts';
import { isIp, isCidr } from '../../../api/addresses.ts';
import { parseGoDuration } from '../../../api/duration.ts';
import { formatAmount, parseQuantity } from '../../../api/quantity.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { cidrValue, ipValue, urlParts, urlValue } from './network.ts';
import { CelError } from './error.ts';
import {
  Double,
  Duration,
  NONE,
  Optional,
  QuantityValue,
  Timestamp,
  isEqual,
  isMapLike,
  keysOf,
  numberOf,
  typeName,
} from './values.ts';

type Fn = (...args: readonly unknown[]) => unknown;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Double) return String(value.value);
  if (value instanceof QuantityValue) return formatAmount(value.amount);
  if (value instanceof Timestamp) return formatTime(value.us);
  if (value instanceof Duration) return `${value.us / 1_000_000}s`;
  throw new CelError('no such overload');
}

function integer(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof Double) return BigInt(Math.trunc(value.value));
  if (value instanceof Timestamp) return BigInt(Math.floor(value.us / 1_000_000));
  if (typeof value !== 'string') throw new CelError('no such overload');
  if (!/^[+-]?[0-9]+$/.test(value))
    throw new CelError(`strconv.ParseInt: parsing ${JSON.stringify(value)}: invalid syntax`);
  return BigInt(value);
}

function double(value: unknown): Double {
  const number = numberOf(value) ?? (typeof value === 'string' ? Number(value) : Number.NaN);
  if (Number.isNaN(number)) throw new CelError('type conversion error');
  return new Double(number);
}

export function sizeOf(value: unknown): bigint {
  if (typeof value === 'string') return BigInt(Array.from(value).length);
  if (Array.isArray(value)) return BigInt(value.length);
  if (isMapLike(value)) return BigInt(keysOf(value).length);
  throw new CelError('no such overload');
}

function duration(value: unknown): Duration {
  const parsed = parseGoDuration(textOf(value));
  if (!parsed.ok) throw new CelError(parsed.error);
  return new Duration(parsed.value);
}

function timestamp(value: unknown): Timestamp {
  const us = typeof value === 'string' ? parseTime(value) : undefined;
  if (us === undefined) throw new CelError(`cannot convert ${JSON.stringify(value)} to a timestamp`);
  return new Timestamp(us);
}

function quantity(value: unknown): QuantityValue {
  const parsed = parseQuantity(textOf(value));
  if (!parsed.ok) throw new CelError(parsed.error);
  return new QuantityValue(parsed.value);
}

export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new CelError('no such overload');
  return value;
}

export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new CelError('no such overload');
  return value;
}

function includesAll(whole: unknown, part: unknown): boolean {
  return listOf(part).every((item) => listOf(whole).some((each) => isEqual(each, item)));
}

const FUNCTIONS: Readonly<Record<string, Fn>> = {
  size: sizeOf,
  string: text,
  int: integer,
  uint: integer,
  double,
  bool: (value) => {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
    throw new CelError('type conversion error');
  },
  dyn: (value) => value,
  type: typeName,
  duration,
  timestamp,
  quantity,
  isQuantity: (value) => parseQuantity(textOf(value)).ok,
  isIP: (value) => isIp(textOf(value)).length === 0,
  isCIDR: (value) => isCidr(textOf(value)).length === 0,
  matches: (value, pattern) => matchesOf(pattern, textOf(value), 1).length > 0,
  'optional.of': (value) => new Optional(true, value),
  'optional.none': () => NONE,
  'optional.ofNonZeroValue': (value) =>
    value === null || value === '' || value === false || value === 0n ? NONE : new Optional(true, value),
  'sets.contains': includesAll,
  'sets.equivalent': (a, b) => includesAll(a, b) && includesAll(b, a),
  'sets.intersects': (a, b) => listOf(a).some((item) => listOf(b).some((each) => isEqual(each, item))),
  isURL: (value) => urlParts(textOf(value)) !== undefined,
  url: (value) => urlValue(textOf(value)),
  ip: (value) => ipValue(textOf(value)),
  cidr: (value) => cidrValue(textOf(value)),
  'lists.range': (count) => Array.from({ length: Number(integer(count)) }, (_, i) => BigInt(i)),
  'math.abs': (value) => (typeof value === 'bigint' && value < 0n ? -value : value),
  'math.greatest': (...args) => extreme(args, 1),
  'math.least': (...args) => extreme(args, -1),
};

function extreme(args: readonly unknown[], sign: number): unknown {
  const items = args.length === 1 && Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  let best = items[0];
  for (const item of items) {
    const [x, y] = [numberOf(item), numberOf(best)];
    if (x === undefined || y === undefined) throw new CelError('no such overload');
    if ((x - y) * sign > 0) best = item;
  }
  if (best === undefined) throw new CelError('no such overload');
  return best;
}

/** The matches of a pattern, at most so many. */
export function matchesOf(pattern: unknown, text: string, most = Infinity): readonly string[] {
  const compiled = compilePattern(textOf(pattern));
  if (!compiled.ok) throw new CelError(compiled.error);
  return compiled.value.findAll(text, most);
}

/** Whether there is a function of that name, its namespace included. */
export function isFunction(name: string): boolean {
  return Object.hasOwn(FUNCTIONS, name);
}

/** Calls a global function. */
export function callFunction(name: string, args: readonly unknown[]): unknown {
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined) throw new CelError(`undeclared reference to '${name}' (in container '')`);
  return found(...args);
}
