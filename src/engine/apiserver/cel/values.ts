import type { Amount } from '../../../api/quantity.ts';

/** A CEL double; plain numbers are JSON's, and whole ones count as ints. */
export class Double {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A span of time in microseconds. */
export class Duration {
  readonly us: number;

  constructor(us: number) {
    this.us = us;
  }
}

/** A moment, in Unix microseconds. */
export class Timestamp {
  readonly us: number;

  constructor(us: number) {
    this.us = us;
  }
}

/** Kubernetes' quantity type. */
export class QuantityValue {
  readonly amount: Amount;

  constructor(amount: Amount) {
    this.amount = amount;
  }
}

/** A value that may be absent. */
export class Optional {
  readonly value: unknown;
  readonly present: boolean;

  constructor(present: boolean, value: unknown) {
    this.present = present;
    this.value = value;
  }
}

export const NONE = new Optional(false, undefined);

/** Something with methods of its own, such as `authorizer`. */
export interface Methods {
  readonly methods: Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
}

export function hasMethods(value: unknown): value is Methods {
  return (
    typeof value === 'object' &&
    value !== null &&
    'methods' in value &&
    typeof (value as Methods).methods === 'object'
  );
}

type CelMap = Map<unknown, unknown>;

/** JSON's numbers as CEL's. */
export function normal(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : new Double(value);
  return value === undefined ? null : value;
}

/** A JSON mapping or a CEL map. */
export function isMapLike(value: unknown): value is Record<string, unknown> | CelMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value instanceof Map) return true;
  const special = value instanceof Double || value instanceof Duration || value instanceof Timestamp;
  return !special && !(value instanceof QuantityValue) && !(value instanceof Optional) && !hasMethods(value);
}

export function keysOf(map: Record<string, unknown> | CelMap): readonly unknown[] {
  return map instanceof Map ? [...map.keys()] : Object.keys(map).filter((key) => map[key] !== undefined);
}

/** The value under a key; undefined when there is none. */
export function entryOf(map: Record<string, unknown> | CelMap, key: unknown): unknown {
  if (map instanceof Map) {
    for (const [each, value] of map) if (isEqual(each, key)) return value;
    return undefined;
  }
  return typeof key === 'string' && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** CEL's ==: numbers by value whatever their type, lists and maps by parts. */
export function isEqual(left: unknown, right: unknown): boolean {
  const a = normal(left);
  const b = normal(right);
  if (a === b) return true;
  const x = numberOf(a);
  const y = numberOf(b);
  if (x !== undefined && y !== undefined) return x === y;
  if (a instanceof Duration && b instanceof Duration) return a.us === b.us;
  if (a instanceof Timestamp && b instanceof Timestamp) return a.us === b.us;
  if (a instanceof QuantityValue && b instanceof QuantityValue) return a.amount.nanos === b.amount.nanos;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => isEqual(item, b[i]));
  if (!isMapLike(a) || !isMapLike(b)) return false;
  const keys = keysOf(a);
  return (
    keys.length === keysOf(b).length &&
    keys.every((key) => entryOf(b, key) !== undefined && isEqual(entryOf(a, key), entryOf(b, key)))
  );
}

export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Double ? value.value : undefined;
}

/** CEL's name of a value's type. */
export function typeName(value: unknown): string {
  const v = normal(value);
  if (v === null) return 'null_type';
  if (typeof v === 'bigint') return 'int';
  if (typeof v === 'boolean') return 'bool';
  if (typeof v === 'string') return 'string';
  if (v instanceof Double) return 'double';
  if (v instanceof Duration) return 'google.protobuf.Duration';
  if (v instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (v instanceof QuantityValue) return 'kubernetes.Quantity';
  return Array.isArray(v) ? 'list' : 'map';
}
