// Deep helpers for plain JSON-like data: objects, arrays, strings, numbers, booleans, null.
// A member that is undefined counts as absent.

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function equalRecords(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  for (const key in a) if (!deepEqual(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}

/** Equality of data. Shared structure makes it cheap. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!deepEqual(a[i], b[i])) return false;
    return true;
  }
  return isRecord(a) && isRecord(b) && equalRecords(a, b);
}

/** Freezes data all the way down, in place; what is frozen already is taken to be frozen below too. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key in value) deepFreeze(value[key]);
  return value;
}

/** A mutable copy. Members that are undefined are left out. */
export function deepClone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => deepClone(item)) as T;
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const item: unknown = value[key];
    if (item !== undefined) copy[key] = deepClone(item);
  }
  return copy as T;
}

/** JSON text with keys sorted at every level: equal data, equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null';
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    if (value[key] !== undefined) parts.push(`${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  }
  return `{${parts.join(',')}}`;
}
