import type { Json } from '../../../base/json.ts';
import { decodeBase64, encodeBase64 } from '../../../base/base64.ts';
import { JqError } from './ast.ts';
import { shown, typeOf } from './values.ts';

const text = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

function row(value: Json, cell: (one: Json) => string, separator: string, name: string): string {
  if (!Array.isArray(value))
    throw new JqError(`${typeOf(value)} (${shown(value)}) cannot be ${name}-formatted, only an array can be`);
  return (value as Json[])
    .map((one) => {
      if (typeof one === 'object' && one !== null)
        throw new JqError(`${typeOf(one)} (${shown(one)}) is not valid in a ${name} row`);
      return one === null ? '' : cell(one);
    })
    .join(separator);
}

const HTML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  "'": '&#39;',
  '"': '&quot;',
};

const FORMATS: Readonly<Record<string, (value: Json) => string>> = {
  '@text': text,
  '@json': (value) => JSON.stringify(value),
  '@base64': (value) => encodeBase64(text(value)),
  '@base64d': (value) => decodeBase64(text(value)) ?? '',
  '@csv': (value) =>
    row(
      value,
      (one) => (typeof one === 'string' ? `"${one.replaceAll('"', '""')}"` : String(one)),
      ',',
      'csv',
    ),
  '@tsv': (value) =>
    row(
      value,
      (one) =>
        typeof one === 'string'
          ? one
              .replaceAll('\\', '\\\\')
              .replaceAll('\t', '\\t')
              .replaceAll('\n', '\\n')
              .replaceAll('\r', '\\r')
          : String(one),
      '\t',
      'tsv',
    ),
  '@html': (value) => text(value).replace(/[<>&'"]/g, (char) => HTML[char] ?? char),
  '@uri': (value) =>
    encodeURIComponent(text(value)).replace(
      /[!'()*]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  '@sh': (value) =>
    (Array.isArray(value) ? (value as Json[]) : [value])
      .map((one) => (typeof one === 'string' ? `'${one.replaceAll("'", `'\\''`)}'` : JSON.stringify(one)))
      .join(' '),
};

/** A value as `@NAME` writes it. */
export function formatted(name: string, value: Json): string {
  const format = FORMATS[name];
  if (format === undefined) throw new JqError(`${name.slice(1)} is not a valid format`);
  return format(value);
}
