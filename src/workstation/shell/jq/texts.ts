import type { Json } from '../../../base/json.ts';
import { type Filter, JqError } from './ast.ts';
import { type Call, type Results, asText, made } from './results.ts';
import { compare, shown, typeOf } from './values.ts';

/** Every combination of the arguments' values, as jq goes through them. */
function* combinations({ evaluator, input, args, variables }: Call): Generator<readonly Json[], void> {
  const lists = args.map((arg) => [...evaluator.values(arg, input.value, variables)]);
  const walk = function* (at: number, sofar: readonly Json[]): Generator<readonly Json[], void> {
    const list = lists[at];
    if (list === undefined) yield sofar;
    else for (const value of list) yield* walk(at + 1, [...sofar, value]);
  };
  yield* walk(0, []);
}

const on = (run: (value: Json, args: readonly Json[]) => Json) =>
  function* (call: Call): Results {
    for (const args of combinations(call)) yield made(run(call.input.value, args));
  };

/** The same for functions of text, which refuse everything else. */
const onText = (what: string, run: (text: string, args: readonly Json[]) => Json) =>
  on((value, args) => {
    if (typeof value !== 'string') throw new JqError(`${typeOf(value)} (${shown(value)}) ${what}`);
    return run(value, args);
  });

const MATCHED = 'cannot be matched, as it is not a string';

function expression(pattern: Json, flags: Json | undefined): RegExp {
  const [source, own] = Array.isArray(pattern)
    ? [asText(pattern[0] as Json), pattern[1]]
    : [asText(pattern), flags];
  const given = typeof own === 'string' ? own : '';
  try {
    return new RegExp(
      source,
      `${given.includes('g') ? 'g' : ''}${given.includes('i') ? 'i' : ''}${given.includes('s') ? 's' : ''}u`,
    );
  } catch {
    throw new JqError(`${source} (at offset 0) is not a valid regex`);
  }
}

function matches(text: string, pattern: RegExp): RegExpExecArray[] {
  if (!pattern.global) {
    const found = pattern.exec(text);
    return found === null ? [] : [found];
  }
  return [...text.matchAll(pattern)];
}

function* capture(call: Call): Results {
  const { value } = call.input;
  if (typeof value !== 'string') throw new JqError(`${typeOf(value)} (${shown(value)}) ${MATCHED}`);
  for (const [pattern, flags] of combinations(call))
    for (const found of matches(value, expression(pattern as Json, flags)))
      yield made(
        Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, text]) => [name, text ?? null])),
      );
}

/** sub and gsub: the replacement is a filter of the named groups. */
const substitute = (all: boolean) =>
  function* ({ evaluator, input, args, variables }: Call): Results {
    const { value } = input;
    if (typeof value !== 'string') throw new JqError(`${typeOf(value)} (${shown(value)}) ${MATCHED}`);
    for (const pattern of evaluator.values(args[0] as Filter, value, variables)) {
      const flags =
        args[2] === undefined ? '' : asText(evaluator.values(args[2], value, variables).next().value ?? '');
      let out = '';
      let at = 0;
      for (const found of matches(value, expression(pattern, all ? `${flags}g` : flags))) {
        const groups = Object.fromEntries(
          Object.entries(found.groups ?? {}).map(([name, text]) => [name, text ?? null]),
        );
        const replacement = evaluator.values(args[1] as Filter, groups, variables).next().value ?? '';
        out += value.slice(at, found.index) + asText(replacement);
        at = found.index + found[0].length;
      }
      yield made(out + value.slice(at));
    }
  };

function* scan(call: Call): Results {
  const { value } = call.input;
  if (typeof value !== 'string') throw new JqError(`${typeOf(value)} (${shown(value)}) ${MATCHED}`);
  for (const [pattern] of combinations(call))
    for (const found of value.matchAll(expression(pattern as Json, 'g')))
      yield made(found.length > 1 ? found.slice(1).map((group) => group ?? null) : found[0]);
}

function join(value: Json, [separator]: readonly Json[]): Json {
  if (!Array.isArray(value)) throw new JqError(`Cannot iterate over ${typeOf(value)} (${shown(value)})`);
  return (value as Json[])
    .map((item) => {
      if (typeof item === 'object' && item !== null)
        throw new JqError(
          `string (${shown(asText(separator ?? ''))}) and ${typeOf(item)} (${shown(item)}) cannot be added`,
        );
      return item === null ? '' : asText(item);
    })
    .join(asText(separator ?? ''));
}

function index(value: Json, [wanted]: readonly Json[], last: boolean): Json {
  if (value === null) return null;
  if (typeof value === 'string') {
    const at = last ? value.lastIndexOf(asText(wanted ?? '')) : value.indexOf(asText(wanted ?? ''));
    return at < 0 ? null : at;
  }
  const places = (value as Json[]).flatMap((item, at) => (compare(item, wanted as Json) === 0 ? [at] : []));
  return places.at(last ? -1 : 0) ?? null;
}

export const TEXT_FUNCTIONS = {
  'ascii_downcase/0': onText('cannot be lowercased', (text) =>
    text.replace(/[A-Z]/g, (char) => char.toLowerCase()),
  ),
  'ascii_upcase/0': onText('cannot be uppercased', (text) =>
    text.replace(/[a-z]/g, (char) => char.toUpperCase()),
  ),
  'capture/1': capture,
  'capture/2': capture,
  'endswith/1': onText('endswith() requires string inputs', (text, [end]) =>
    text.endsWith(asText(end ?? '')),
  ),
  'explode/0': onText('cannot be exploded', (text) => Array.from(text, (char) => char.codePointAt(0) ?? 0)),
  'fromjson/0': onText('cannot be parsed as JSON', (text) => {
    try {
      return JSON.parse(text) as Json;
    } catch {
      throw new JqError(`${text} (while parsing '${text}')`);
    }
  }),
  'gsub/2': substitute(true),
  'gsub/3': substitute(true),
  'implode/0': on((value) => String.fromCodePoint(...(value as number[]))),
  'index/1': on((value, args) => index(value, args, false)),
  'join/1': on(join),
  'ltrimstr/1': on((value, [start]) =>
    typeof value === 'string' && typeof start === 'string' && value.startsWith(start)
      ? value.slice(start.length)
      : value,
  ),
  'rindex/1': on((value, args) => index(value, args, true)),
  'rtrimstr/1': on((value, [end]) =>
    typeof value === 'string' && typeof end === 'string' && end !== '' && value.endsWith(end)
      ? value.slice(0, -end.length)
      : value,
  ),
  'scan/1': scan,
  'split/1': onText('cannot be split', (text, [separator]) =>
    text === '' ? [] : text.split(asText(separator ?? '')),
  ),
  'splits/1': function* (call: Call): Results {
    for (const [pattern] of combinations(call))
      for (const piece of asText(call.input.value).split(expression(pattern as Json, ''))) yield made(piece);
  },
  'startswith/1': onText('startswith() requires string inputs', (text, [start]) =>
    text.startsWith(asText(start ?? '')),
  ),
  'sub/2': substitute(false),
  'sub/3': substitute(false),
  'test/1': onText(MATCHED, (text, [pattern]) => expression(pattern as Json, '').test(text)),
  'test/2': onText(MATCHED, (text, [pattern, flags]) => expression(pattern as Json, flags).test(text)),
  'trim/0': onText('cannot be trimmed', (text) => text.trim()),
};
