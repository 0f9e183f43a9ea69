import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { JqError } from './ast.ts';

export function typeOf(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'object' : typeof value;
}

const RANKS = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/** jq's order of all values. */
export function compare(a: Json, b: Json): number {
  const [left, right] = [typeOf(a), typeOf(b)];
  if (left !== right) return RANKS.indexOf(left) - RANKS.indexOf(right);
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'number') return a - (b as number);
  if (typeof a === 'string') return a < (b as string) ? -1 : a > (b as string) ? 1 : 0;
  if (Array.isArray(a)) return compareLists(a, b as Json[]);
  if (!isObject(a) || !isObject(b)) return 0;
  const keys = [Object.keys(a).sort(), Object.keys(b).sort()] as const;
  const byKeys = compareLists(keys[0], keys[1]);
  return byKeys !== 0
    ? byKeys
    : compareLists(
        keys[0].map((key) => a[key] ?? null),
        keys[1].map((key) => b[key] ?? null),
      );
}

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compare(a[at] as Json, b[at] as Json);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** A value as errors show it: cut short. */
export function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 11 ? `${text.slice(0, 10)}...` : text;
}

const CANNOT: Readonly<Record<string, string>> = {
  '+': 'added',
  '-': 'subtracted',
  '*': 'multiplied',
  '/': 'divided',
  '%': 'divided',
};

/** `a OP b`. */
export function operate(op: string, a: Json, b: Json): Json {
  switch (op) {
    case '==':
      return compare(a, b) === 0;
    case '!=':
      return compare(a, b) !== 0;
    case '<':
      return compare(a, b) < 0;
    case '<=':
      return compare(a, b) <= 0;
    case '>':
      return compare(a, b) > 0;
    case '>=':
      return compare(a, b) >= 0;
    default: {
      fits(op, a, b);
      const made = typeof a === 'number' && typeof b === 'number' ? numbers(op, a, b) : others(op, a, b);
      if (made !== undefined) return made;
      throw new JqError(`${typeOf(a)} (${shown(a)}) and ${typeOf(b)} (${shown(b)}) cannot be ${CANNOT[op]}`);
    }
  }
}

/** Characters or elements that one value may have: doubling ends there, before the page's memory does. */
const LARGEST = 4_000_000;

function fits(op: string, a: Json, b: Json): void {
  const length = (value: Json): number =>
    typeof value === 'string' || Array.isArray(value) ? value.length : 0;
  const repeats = op === '*' && typeof a === 'string' && typeof b === 'number' ? b : 1;
  if ((op === '+' && length(a) + length(b) > LARGEST) || length(a) * repeats > LARGEST) throw tooLarge();
}

export function tooLarge(): JqError {
  return new JqError(`this simulation stops a filter whose value has more than ${LARGEST} parts`);
}

function numbers(op: string, a: number, b: number): number {
  if ((op === '/' || op === '%') && Math.trunc(op === '%' ? b : b || 0) === 0 && (op === '%' || b === 0))
    throw new JqError(`number (${a}) and number (${b}) cannot be divided because the divisor is zero`);
  if (op === '+') return a + b;
  if (op === '-') return a - b;
  if (op === '*') return a * b;
  return op === '/' ? a / b : Math.trunc(a) % Math.trunc(b);
}

function others(op: string, a: Json, b: Json): Json | undefined {
  if (op === '+') {
    if (a === null) return b;
    if (b === null) return a;
    if (typeof a === 'string' && typeof b === 'string') return a + b;
    if (Array.isArray(a) && Array.isArray(b)) return [...(a as Json[]), ...(b as Json[])];
    if (isObject(a) && isObject(b)) return { ...a, ...b };
  }
  if (op === '-' && Array.isArray(a) && Array.isArray(b))
    return (a as Json[]).filter((one) => !(b as Json[]).some((other) => compare(one, other) === 0));
  if (op === '*' && isObject(a) && isObject(b)) return merged(a, b);
  if (op === '*' && typeof a === 'string' && typeof b === 'number')
    return b > 0 ? a.repeat(Math.max(1, Math.floor(b))) : null;
  if (op === '/' && typeof a === 'string' && typeof b === 'string') return a.split(b);
  return undefined;
}

function merged(a: JsonObject, b: JsonObject): JsonObject {
  const out: Record<string, Json> = { ...(a as Record<string, Json>) };
  for (const [key, value] of Object.entries(b)) {
    const held = out[key];
    out[key] =
      held !== undefined && isObject(held) && isObject(value) ? merged(held, value) : (value as Json);
  }
  return out;
}

export type Path = readonly Json[];

/** `.[key]`. */
export function child(value: Json, key: Json): Json {
  if (value === null && (typeof key === 'string' || typeof key === 'number' || isObject(key))) return null;
  if (isObject(value) && typeof key === 'string') return value[key] ?? null;
  if (Array.isArray(value) && typeof key === 'number') {
    const at = Math.floor(key);
    return (value as Json[])[at < 0 ? at + value.length : at] ?? null;
  }
  if (isObject(key) && (Array.isArray(value) || typeof value === 'string')) {
    const [from, to] = bounds(key, value.length);
    return value.slice(from, to) as Json;
  }
  if (isObject(value) || Array.isArray(value) || typeof key !== 'string')
    throw new JqError(
      `Cannot index ${typeOf(value)} with ${typeOf(key)}${typeof key === 'string' ? ` ${JSON.stringify(key)}` : ''}`,
    );
  throw new JqError(
    `Cannot index ${typeOf(value)} with ${typeof value === 'string' ? 'string ' : ''}${JSON.stringify(key)}`,
  );
}

function bounds(key: JsonObject, length: number): readonly [number, number] {
  const place = (held: unknown, fallback: number): number => {
    if (typeof held !== 'number') return fallback;
    return held < 0 ? Math.max(0, held + length) : held;
  };
  return [Math.floor(place(key['start'], 0)), Math.ceil(place(key['end'], length))];
}

/** The value with another at a path; undefined takes it away. */
export function withPath(
  value: Json,
  path: Path,
  change: (held: Json) => Json | undefined,
): Json | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  const made = withPath(child(value, key), rest, change);
  if (typeof key === 'number') {
    const list = [...((value ?? []) as Json[])];
    const at = key < 0 ? key + list.length : key;
    if (at < 0) throw new JqError('Out of bounds negative array index');
    if (made === undefined) list.splice(at, 1);
    else {
      if (at > LARGEST) throw tooLarge();
      while (list.length < at) list.push(null);
      list[at] = made;
    }
    return list;
  }
  if (isObject(key)) {
    const list = (value ?? []) as Json[];
    const [from, to] = bounds(key, list.length);
    return [...list.slice(0, from), ...((made ?? []) as Json[]), ...list.slice(to)];
  }
  const object: Record<string, Json> = { ...((value ?? {}) as Record<string, Json>) };
  if (made === undefined) delete object[String(key)];
  else object[String(key)] = made;
  return object;
}
