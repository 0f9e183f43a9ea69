import { utf8Bytes } from '../../../../base/base64.ts';
import { compileRegex } from '../regex.ts';
import { type Filter, JqError } from './parser.ts';
import { ORDER, type Scope, compareJson, shown, sum, typeOf } from './values.ts';

const MAX_RANGE = 100_000;

interface Call {
  readonly name: string;
  readonly args: readonly Filter[];
  readonly input: unknown;
  readonly run: (filter: Filter, on: unknown) => unknown[];
  readonly scope: Scope;
}

/** jq's own functions; undefined when there is none of that name. */
export function callFunction(call: Call): unknown[] | undefined {
  const { name, args, input } = call;
  const [first] = args;
  if (first === undefined) {
    const plain = PLAIN[name];
    if (plain !== undefined) return [plain(input)];
    return streams(call);
  }
  return filtered(call, first) ?? withValues(call, first);
}

function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new JqError(`Cannot iterate over ${typeOf(value)}`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new JqError(`${typeOf(value)} (${JSON.stringify(value)}) cannot be matched, as it is not a string`);
}

function lengthOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return Array.from(value).length;
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value === 'boolean') throw new JqError(`boolean (${value}) has no length`);
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function keysOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((_, index) => index);
  if (typeOf(value) !== 'object')
    throw new JqError(`${typeOf(value)} (${JSON.stringify(value)}) has no keys`);
  return Object.keys(value as object);
}

function flat(value: unknown, depth: number): unknown[] {
  return list(value).flatMap((item) => (Array.isArray(item) && depth > 0 ? flat(item, depth - 1) : [item]));
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && !Number.isNaN(number)) return number;
  throw new JqError(`Cannot parse '${shown(value)}' as JSON`);
}

function parsed(value: unknown): unknown {
  try {
    return JSON.parse(shown(value));
  } catch {
    throw new JqError(`${shown(value)} (while parsing '${shown(value)}')`);
  }
}

function isTrue(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined;
}

function unique(values: readonly unknown[]): unknown[] {
  return [...values]
    .sort(compareJson)
    .filter((item, at, all) => at === 0 || compareJson(item, all[at - 1]) !== 0);
}

const PLAIN: Readonly<Record<string, (input: unknown) => unknown>> = {
  length: lengthOf,
  utf8bytelength: (input) => utf8Bytes(text(input)).length,
  not: (input) => !isTrue(input),
  keys: (input) => keysOf(input).sort(compareJson),
  keys_unsorted: keysOf,
  add: (input) =>
    (Array.isArray(input) ? (input as unknown[]) : Object.values(input ?? {})).reduce(sum, null),
  any: (input) => list(input).some(isTrue),
  all: (input) => list(input).every(isTrue),
  flatten: (input) => flat(input, 1_000),
  floor: (input) => Math.floor(numberOf(input)),
  ceil: (input) => Math.ceil(numberOf(input)),
  round: (input) => Math.round(numberOf(input)),
  sqrt: (input) => Math.sqrt(numberOf(input)),
  abs: (input) => Math.abs(numberOf(input)),
  tostring: shown,
  tonumber: numberOf,
  tojson: (input) => JSON.stringify(input ?? null),
  fromjson: parsed,
  type: typeOf,
  sort: (input) => [...list(input)].sort(compareJson),
  unique: (input) => unique(list(input)),
  reverse: (input) =>
    typeof input === 'string' ? Array.from(input).reverse().join('') : [...list(input ?? [])].reverse(),
  min: (input) => [...list(input)].sort(compareJson)[0] ?? null,
  max: (input) => [...list(input)].sort(compareJson).at(-1) ?? null,
  first: (input) => list(input)[0] ?? null,
  last: (input) => list(input).at(-1) ?? null,
  ascii_downcase: (input) => text(input).toLowerCase(),
  ascii_upcase: (input) => text(input).toUpperCase(),
  trim: (input) => text(input).trim(),
  ltrim: (input) => text(input).trimStart(),
  rtrim: (input) => text(input).trimEnd(),
  explode: (input) => Array.from(text(input)).map((char) => char.codePointAt(0)),
  implode: (input) => (list(input) as number[]).map((code) => String.fromCodePoint(code)).join(''),
  to_entries: (input) =>
    Object.entries(input as object).map(([key, value]) => ({ key, value: value as unknown })),
  from_entries: (input) =>
    Object.fromEntries(
      list(input).map((entry) => {
        const { key, k, name, value, v } = entry as Readonly<Record<string, unknown>>;
        return [shown(key ?? k ?? name ?? null), value ?? v ?? null];
      }),
    ),
  transpose: (input) => {
    const rows = list(input).map(list);
    const width = Math.max(0, ...rows.map((row) => row.length));
    return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null));
  },
};

/** Functions without arguments that give none, or several. */
function streams({ name, input, scope }: Call): unknown[] | undefined {
  const kinds: Readonly<Record<string, readonly string[]>> = {
    values: ORDER.slice(1),
    nulls: ['null'],
    booleans: ['boolean'],
    numbers: ['number'],
    strings: ['string'],
    arrays: ['array'],
    objects: ['object'],
    iterables: ['array', 'object'],
    scalars: ORDER.slice(0, 4),
  };
  const kind = kinds[name];
  if (kind !== undefined) return kind.includes(typeOf(input)) ? [input] : [];
  switch (name) {
    case 'empty':
      return [];
    case 'error':
      throw new JqError(shown(input));
    case 'recurse': {
      const found: unknown[] = [];
      const walk = (value: unknown): void => {
        found.push(value);
        if (value !== null && typeof value === 'object') Object.values(value).forEach(walk);
      };
      walk(input);
      return found;
    }
    case 'now':
      return [scope.nowSeconds()];
    case 'env':
      return [scope.variables.get('$ENV')];
    default:
      return undefined;
  }
}

/** Functions whose first argument is run on parts of the input. */
function filtered({ name, input, run }: Call, first: Filter): unknown[] | undefined {
  const key = (item: unknown): unknown[] => run(first, item);
  const ordered = (): (readonly [unknown[], unknown])[] =>
    list(input)
      .map((item) => [key(item), item] as const)
      .sort(([a], [b]) => compareJson(a, b));
  switch (name) {
    case 'select':
      return run(first, input).flatMap((test) => (isTrue(test) ? [input] : []));
    case 'map':
      return [list(input).flatMap(key)];
    case 'map_values':
      return Array.isArray(input)
        ? [(input as unknown[]).flatMap((item) => key(item).slice(0, 1))]
        : [
            Object.fromEntries(
              Object.entries(input as object).flatMap(([name_, value]) =>
                key(value)
                  .slice(0, 1)
                  .map((made) => [name_, made]),
              ),
            ),
          ];
    case 'with_entries': {
      const entries = Object.entries(input as object).map(([key_, value]) => ({
        key: key_,
        value: value as unknown,
      }));
      return [PLAIN['from_entries']?.(entries.flatMap(key))];
    }
    case 'sort_by':
      return [ordered().map(([, item]) => item)];
    case 'min_by':
      return [ordered()[0]?.[1] ?? null];
    case 'max_by':
      return [ordered().at(-1)?.[1] ?? null];
    case 'group_by':
    case 'unique_by': {
      const groups: { readonly by: unknown[]; readonly items: unknown[] }[] = [];
      for (const [by, item] of ordered()) {
        const last = groups.at(-1);
        if (last !== undefined && compareJson(last.by, by) === 0) last.items.push(item);
        else groups.push({ by, items: [item] });
      }
      return [groups.map(({ items }) => (name === 'group_by' ? items : items[0]))];
    }
    case 'any':
      return [list(input).some((item) => key(item).some(isTrue))];
    case 'all':
      return [list(input).every((item) => key(item).every(isTrue))];
    case 'first':
      return run(first, input).slice(0, 1);
    case 'last':
      return run(first, input).slice(-1);
    default:
      return undefined;
  }
}

/** Functions of values: each argument has what it gives first. */
function withValues({ name, args, input, run }: Call, first: Filter): unknown[] | undefined {
  const value = run(first, input)[0];
  const second = args[1] === undefined ? undefined : run(args[1], input)[0];
  switch (name) {
    case 'range': {
      const [low, high] = second === undefined ? [0, Number(value)] : [Number(value), Number(second)];
      return Array.from(
        { length: Math.max(0, Math.min(MAX_RANGE, Math.ceil(high - low))) },
        (_, index) => low + index,
      );
    }
    case 'limit':
      return args[1] === undefined ? undefined : run(args[1], input).slice(0, Number(value));
    case 'nth':
      return [list(input)[Number(value)] ?? null];
    case 'error':
      throw new JqError(shown(value));
    case 'has':
      return [
        typeof value === 'number' ? value < list(input).length : Object.hasOwn(input as object, shown(value)),
      ];
    case 'in':
      return [Object.hasOwn(value as object, shown(input))];
    case 'contains':
      return [contains(input, value)];
    case 'inside':
      return [contains(value, input)];
    case 'flatten':
      return [flat(input, Number(value))];
    case 'getpath':
      return [
        list(value).reduce(
          (at: unknown, step) =>
            at === null || at === undefined
              ? null
              : ((at as Record<string, unknown>)[step as string] ?? null),
          input,
        ),
      ];
    default:
      return ofTexts(name, input, value, second);
  }
}

function ofTexts(name: string, input: unknown, value: unknown, second: unknown): unknown[] | undefined {
  switch (name) {
    case 'startswith':
      return [text(input).startsWith(text(value))];
    case 'endswith':
      return [text(input).endsWith(text(value))];
    case 'ltrimstr':
      return [
        typeof input === 'string' && input.startsWith(shown(value))
          ? input.slice(shown(value).length)
          : input,
      ];
    case 'rtrimstr':
      return [
        typeof input === 'string' && input.endsWith(shown(value))
          ? input.slice(0, input.length - shown(value).length)
          : input,
      ];
    case 'split':
      return [text(input).split(text(value))];
    case 'join':
      return [
        list(input)
          .map((item) => (item === null ? '' : shown(item)))
          .join(text(value)),
      ];
    case 'index':
      return [
        typeof input === 'string'
          ? input.includes(shown(value))
            ? input.indexOf(shown(value))
            : null
          : null,
      ];
    case 'test':
      return [
        compileRegex(text(value), { extended: true, ignoreCase: shown(second ?? '').includes('i') }).test(
          text(input),
        ),
      ];
    case 'sub':
    case 'gsub':
      return [substituted(text(input), text(value), shown(second ?? ''), name === 'gsub')];
    default:
      return undefined;
  }
}

function contains(a: unknown, b: unknown): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b);
  if (Array.isArray(a) && Array.isArray(b))
    return b.every((wanted) => a.some((item) => contains(item, wanted)));
  if (typeOf(a) === 'object' && typeOf(b) === 'object')
    return Object.entries(b as object).every(
      ([key, value]) =>
        Object.hasOwn(a as object, key) && contains((a as Record<string, unknown>)[key], value),
    );
  return compareJson(a, b) === 0;
}

function substituted(input: string, pattern: string, by: string, all: boolean): string {
  const regex = compileRegex(pattern, { extended: true });
  let result = '';
  let at = 0;
  while (at <= input.length) {
    const found = regex.exec(input, at);
    if (found === undefined) break;
    result += input.slice(at, found.start) + by;
    at = found.end;
    if (found.end === found.start) result += input[at++] ?? '';
    if (!all) break;
  }
  return result + input.slice(at);
}
