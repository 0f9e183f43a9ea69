import { setOwn } from '../../../base/own.ts';
import { formatMicroTime, formatTime, parseTime } from '../../../api/time.ts';
import { normalizeQuantity } from '../../../api/quantity.ts';
import { goQuote } from '../../../api/go-text.ts';
import type { ScalarType } from '../../../api/schema.ts';
import type { DecodeContext } from './context.ts';

/** Reads one scalar; undefined = leave the zero value. */
type ScalarDecoder = (value: unknown, ctx: DecodeContext, goType: string) => unknown;

const INT32_MAX = 2_147_483_647;
const INT32_MIN = -2_147_483_648;

/** What encoding/json calls a JSON value in UnmarshalTypeError. */
export function jsonWord(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'boolean') return 'bool';
  return value === null ? 'null' : typeof value;
}

function integer(least: number, most: number): ScalarDecoder {
  return (value, ctx, goType) => {
    if (typeof value === 'number') {
      if (Number.isInteger(value) && value >= least && value <= most) return value;
      return ctx.wrongType(`number ${String(value)}`, goType);
    }
    return ctx.wrongType(jsonWord(value), goType);
  };
}

function string(value: unknown, ctx: DecodeContext, goType: string): unknown {
  return typeof value === 'string' ? value : ctx.wrongType(jsonWord(value), goType);
}

function bool(value: unknown, ctx: DecodeContext, goType: string): unknown {
  return typeof value === 'boolean' ? value : ctx.wrongType(jsonWord(value), goType);
}

function float(value: unknown, ctx: DecodeContext, goType: string): unknown {
  return typeof value === 'number' ? value : ctx.wrongType(jsonWord(value), goType);
}

// Models resource.Quantity UnmarshalJSON: whatever stands there is read as text.
function quantity(value: unknown, ctx: DecodeContext): unknown {
  const text =
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const normal = normalizeQuantity(text);
  return normal.ok ? normal.value : ctx.abort(normal.error);
}

// Models intstr.IntOrString UnmarshalJSON.
function intOrString(value: unknown, ctx: DecodeContext): unknown {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number')
    return ctx.abort(`json: cannot unmarshal ${jsonWord(value)} into Go value of type int32`);
  if (Number.isInteger(value) && value >= INT32_MIN && value <= INT32_MAX) return value;
  return ctx.abort(`json: cannot unmarshal number ${String(value)} into Go value of type int32`);
}

function time(layout: string, format: (us: number) => string): ScalarDecoder {
  // Times of one object, and of those written together, are mostly the same.
  let last = { text: '', canonical: '' };
  return (value, ctx) => {
    if (value === last.text && value !== '') return last.canonical;
    if (typeof value !== 'string')
      return ctx.abort(`json: cannot unmarshal ${jsonWord(value)} into Go value of type string`);
    const us = parseTime(value);
    if (us !== undefined) {
      last = { text: value, canonical: format(us) };
      return last.canonical;
    }
    return ctx.abort(
      `parsing time ${goQuote(value)} as "${layout}": cannot parse ${goQuote(value)} as "2006"`,
    );
  };
}

const BASE64 = /[A-Za-z0-9+/]/;

/** Index of the first byte that base64.StdEncoding cannot read, or -1. New lines are skipped as Go does. */
function corruptBase64At(text: string): number {
  let group = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === '\n' || char === '\r') continue;
    if (BASE64.test(char)) {
      group = (group + 1) % 4;
      continue;
    }
    if (char !== '=' || group < 2) return i;
    return corruptPaddingAt(text, i, group);
  }
  return group === 0 ? -1 : text.length - group;
}

function corruptPaddingAt(text: string, at: number, group: number): number {
  let next = at + 1;
  const skip = (): void => {
    while (text[next] === '\n' || text[next] === '\r') next++;
  };
  skip();
  if (group === 2) {
    if (next === text.length) return text.length;
    if (text[next] !== '=') return next;
    next++;
    skip();
  }
  return next < text.length ? next : -1;
}

function bytes(value: unknown, ctx: DecodeContext, goType: string): unknown {
  if (typeof value !== 'string') return ctx.wrongType(jsonWord(value), goType);
  const corrupt = corruptBase64At(value);
  if (corrupt >= 0) return ctx.fail(`illegal base64 data at input byte ${corrupt}`);
  return value.includes('\n') || value.includes('\r') ? value.replace(/[\r\n]/g, '') : value;
}

/** What is frozen comes from the store and may be shared. */
function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return value.map(copy);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(out, key, copy((value as Record<string, unknown>)[key]));
  return out;
}

/** How each scalar of the schema is read. */
export const SCALAR_DECODERS: Readonly<Record<ScalarType, ScalarDecoder>> = {
  string,
  bytes,
  bool,
  int32: integer(INT32_MIN, INT32_MAX),
  int64: integer(-(2 ** 63), 2 ** 63),
  float64: float,
  quantity,
  intOrString,
  time: time('2006-01-02T15:04:05Z07:00', formatTime),
  microTime: time('2006-01-02T15:04:05.000000Z07:00', formatMicroTime),
  any: copy,
};
