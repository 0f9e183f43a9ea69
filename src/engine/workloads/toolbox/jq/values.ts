import { base64OfBytes, textOfAnyBase64, utf8Bytes } from '../../../../base/base64.ts';
import { JqError } from './parser.ts';

/** What filters see besides their input. */
export interface Scope {
  readonly variables: ReadonlyMap<string, unknown>;
  readonly steps: { count: number };
  readonly nowSeconds: () => number;
}

export const ORDER = ['null', 'boolean', 'number', 'string', 'array', 'object'];
export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** jq's order of all values: null, false, true, numbers, texts, arrays, objects. */
export function compareJson(a: unknown, b: unknown): number {
  const [kind, other] = [ORDER.indexOf(typeOf(a)), ORDER.indexOf(typeOf(b))];
  if (kind !== other) return kind - other;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let at = 0; at < Math.min(a.length, b.length); at++) {
      const order = compareJson(a[at], b[at]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  if (typeOf(a) === 'object') {
    const sorted = (value: unknown): unknown[] =>
      Object.entries(value as object).sort(([x], [y]) => (x < y ? -1 : 1));
    const keys = (value: unknown): string[] => Object.keys(value as object).sort();
    return compareJson(keys(a), keys(b)) || compareJson(sorted(a), sorted(b));
  }
  const [x, y] = [a as number, b as number];
  return x < y ? -1 : x > y ? 1 : 0;
}

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** @base64, @csv and the others. */
export function formatted(format: string, value: unknown): string {
  const cells = (quote: (cell: unknown) => string, by: string): string => {
    if (!Array.isArray(value))
      throw new JqError(
        `${typeOf(value)} (${JSON.stringify(value)}) cannot be ${format === '@csv' ? 'csv' : 'tsv'}-formatted, only an array can be`,
      );
    return (value as unknown[]).map(quote).join(by);
  };
  switch (format) {
    case '@text':
      return shown(value);
    case '@json':
      return JSON.stringify(value ?? null);
    case '@csv':
      return cells(
        (cell) =>
          typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : cell === null ? '' : String(cell),
        ',',
      );
    case '@tsv':
      return cells(
        (cell) =>
          cell === null
            ? ''
            : String(cell).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n'),
        '\t',
      );
    case '@sh': {
      const quote = (item: unknown): string =>
        typeof item === 'string' ? `'${item.replaceAll("'", "'\\''")}'` : shown(item);
      return Array.isArray(value) ? (value as unknown[]).map(quote).join(' ') : quote(value);
    }
    case '@uri':
      return encodeURIComponent(shown(value)).replaceAll(
        /[!'()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );
    case '@html':
      return shown(value)
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll("'", '&#39;')
        .replaceAll('"', '&quot;');
    case '@base64':
      return base64OfBytes(utf8Bytes(shown(value)));
    case '@base64d':
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(shown(value)))
        throw new JqError(`${typeOf(value)} (${JSON.stringify(value)}) is not valid base64 data`);
      return textOfAnyBase64(shown(value));
    default:
      throw new JqError(`${format.slice(1)} is not a valid format`);
  }
}

/** What jq's + makes of two values. */
export function sum(a: unknown, b: unknown): unknown {
  if (a === null || a === undefined) return b;
  if (b === null || b === undefined) return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...(a as unknown[]), ...(b as unknown[])];
  if (typeOf(a) === 'object' && typeOf(b) === 'object') return { ...a, ...b };
  throw new JqError(`${described(a)} and ${described(b)} cannot be added`);
}

export function described(value: unknown): string {
  return `${typeOf(value)} (${JSON.stringify(value)})`;
}
