import type { Json } from '../../base/json.ts';
import { isObject, sameJson } from '../../base/json.ts';

/** One line of JSON in ASCII with a blank after `,` and `:`, and keys in their order: the key that rows are sorted by. */
export function lineJson(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value === 'string') return asciiText(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(lineJson).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const parts = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${parts.map(([key, item]) => `${asciiText(key)}: ${lineJson(item)}`).join(', ')}}`;
}

function asciiText(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The sequence without repeated neighbours. */
export function squeeze<T extends Json>(sequence: readonly T[]): T[] {
  const out: T[] = [];
  for (const value of sequence)
    if (out.length === 0 || !sameJson(out[out.length - 1], value)) out.push(value);
  return out;
}
