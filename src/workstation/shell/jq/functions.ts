import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import { type Filter, JqError } from './ast.ts';
import { type Call, type Results, asText, each, everything, made, truth, without } from './results.ts';
import { type Path, child, compare, operate, shown, typeOf, withPath } from './values.ts';
import { TEXT_FUNCTIONS } from './texts.ts';

type Builtin = (call: Call) => Results;

/** A function of its input alone. */
function* plain({ input }: Call, run: (value: Json) => Json): Results {
  yield made(run(input.value));
}

const of =
  (run: (value: Json) => Json): Builtin =>
  (call) =>
    plain(call, run);

/** A function of its input and of each value of its argument. */
export const withArgument = (run: (value: Json, argument: Json) => Json): Builtin =>
  function* ({ evaluator, input, args, variables }): Results {
    for (const argument of evaluator.values(args[0] as Filter, input.value, variables))
      yield made(run(input.value, argument));
  };

/** A function of a list and a key of each of its items. */
const withKeys = (run: (items: readonly (readonly [item: Json, key: Json])[]) => Json): Builtin =>
  function* ({ evaluator, input, args, variables }): Results {
    const items = listOf(input.value);
    yield made(run(items.map((item) => [item, [...evaluator.values(args[0] as Filter, item, variables)]])));
  };

function listOf(value: Json): readonly Json[] {
  if (!Array.isArray(value))
    throw new JqError(`${typeOf(value)} (${shown(value)}) cannot be sorted, as it is not an array`);
  return value as readonly Json[];
}

const itemsOf = (value: Json): readonly Json[] => [...each(made(value))].map((found) => found.value);
const sorted = (items: readonly Json[]): Json[] => [...items].sort(compare);
const byKey = (items: readonly (readonly [Json, Json])[]): (readonly [Json, Json])[] =>
  [...items].sort((a, b) => compare(a[1], b[1]));

function grouped(items: readonly (readonly [Json, Json])[]): Json[][] {
  const groups: { key: Json; items: Json[] }[] = [];
  for (const [item, key] of byKey(items)) {
    const last = groups.at(-1);
    if (last !== undefined && compare(last.key, key) === 0) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map((group) => group.items);
}

function keys(value: Json): Json[] {
  if (Array.isArray(value)) return value.map((_, at) => at);
  if (isObject(value)) return Object.keys(value).sort();
  throw new JqError(`${typeOf(value)} (${shown(value)}) has no keys`);
}

function length(value: Json): number {
  if (value === null) return 0;
  if (typeof value === 'string') return Array.from(value).length;
  if (typeof value === 'number') return Math.abs(value);
  if (typeof value === 'boolean') throw new JqError(`boolean (${value}) has no length`);
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function has(value: Json, key: Json): boolean {
  if (isObject(value) && typeof key === 'string') return Object.hasOwn(value, key);
  if (Array.isArray(value) && typeof key === 'number') return key >= 0 && key < value.length;
  throw new JqError(
    `Cannot check whether ${typeOf(value)} has a ${typeof key === 'string' ? 'string' : typeOf(key)} key`,
  );
}

function contains(value: Json, other: Json): boolean {
  if (isObject(value) && isObject(other))
    return Object.keys(other).every(
      (key) => value[key] !== undefined && contains(value[key], other[key] as Json),
    );
  if (Array.isArray(value) && Array.isArray(other))
    return (other as Json[]).every((one) => (value as Json[]).some((held) => contains(held, one)));
  if (typeof value === 'string' && typeof other === 'string') return value.includes(other);
  if (typeOf(value) === typeOf(other)) return compare(value, other) === 0;
  throw new JqError(
    `${typeOf(value)} (${shown(value)}) and ${typeOf(other)} (${shown(other)}) cannot have their containment checked`,
  );
}

function flatten(value: Json, depth: number): Json[] {
  return listOf(value).flatMap((item) =>
    Array.isArray(item) && depth > 0 ? flatten(item as Json, depth - 1) : [item],
  );
}

/** In the order they stand in. */
const keysUnsorted = (value: Json): Json[] => (isObject(value) ? Object.keys(value) : keys(value));
const entriesOf = (value: Json): Json[] =>
  keysUnsorted(value).map((key) => ({ key, value: child(value, key) }));

function fromEntries(value: Json): Json {
  const pairs = itemsOf(value).map((entry) => {
    const { key, k, name, Name, Key, K, value: own, v, Value, V } = entry as JsonObject;
    const named = [key, k, name, Name, Key, K].find(
      (one) => one !== undefined && one !== null && one !== false,
    );
    return [
      typeof named === 'string' ? named : JSON.stringify(named ?? null),
      own ?? v ?? Value ?? V ?? null,
    ] as const;
  });
  return Object.fromEntries(pairs);
}

function number(value: Json): Json {
  if (typeof value === 'number') return value;
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isNaN(parsed)) throw new JqError(`Cannot parse '${asText(value)}' as JSON`);
  return parsed;
}

const math = (run: (value: number) => number): Builtin =>
  of((value) => {
    if (typeof value !== 'number') throw new JqError(`${typeOf(value)} (${shown(value)}) number required`);
    return run(value);
  });

function* select({ evaluator, input, args, variables }: Call): Results {
  for (const value of evaluator.values(args[0] as Filter, input.value, variables))
    if (truth(value)) yield input;
}

function* withEntries({ evaluator, input, args, variables }: Call): Results {
  const changed = entriesOf(input.value).flatMap((entry) => [
    ...evaluator.values(args[0] as Filter, entry, variables),
  ]);
  yield made(fromEntries(changed));
}

function* mapValues({ evaluator, input, args, variables }: Call): Results {
  const { value } = input;
  const first = (item: Json): Json | undefined =>
    evaluator.values(args[0] as Filter, item, variables).next().value ?? undefined;
  if (Array.isArray(value)) yield made((value as Json[]).map(first).filter((item) => item !== undefined));
  else
    yield made(
      Object.fromEntries(
        Object.entries(value as JsonObject)
          .map(([key, item]) => [key, first(item as Json)] as const)
          .filter(([, item]) => item !== undefined),
      ),
    );
}

function* map({ evaluator, input, args, variables }: Call): Results {
  yield made(
    itemsOf(input.value).flatMap((item) => [...evaluator.values(args[0] as Filter, item, variables)]),
  );
}

function* quantified({ evaluator, input, args, variables }: Call, all: boolean): Results {
  const items = itemsOf(input.value);
  const holds = (item: Json): boolean =>
    args[0] === undefined ? truth(item) : [...evaluator.values(args[0], item, variables)].some(truth);
  yield made(all ? items.every(holds) : items.some(holds));
}

function* recurse({ evaluator, input, args, variables }: Call): Results {
  const [step] = args;
  if (step === undefined) return yield* everything(input);
  yield input;
  for (const found of evaluator.run(step, input, variables))
    yield* recurse({ evaluator, input: found, args, variables });
}

function* limit({ evaluator, input, args, variables }: Call): Results {
  for (const most of evaluator.values(args[0] as Filter, input.value, variables)) {
    let left = Number(most);
    if (left <= 0) continue;
    for (const found of evaluator.run(args[1] as Filter, input, variables)) {
      yield found;
      if (--left === 0) break;
    }
  }
}

function* first({ evaluator, input, args, variables }: Call): Results {
  for (const found of evaluator.run(args[0] as Filter, input, variables)) {
    yield found;
    return;
  }
}

function* range({ evaluator, input, args, variables }: Call): Results {
  const values = args.map((arg) => [...evaluator.values(arg, input.value, variables)].map(Number));
  const [from, to] = args.length === 1 ? [[0], values[0] ?? []] : [values[0] ?? [], values[1] ?? []];
  const by = values[2]?.[0] ?? 1;
  for (const low of from)
    for (const high of to)
      for (let at = low; by > 0 ? at < high : by < 0 && at > high; at += by) {
        evaluator.count();
        yield made(at);
      }
}

function* del({ evaluator, input, args, variables }: Call): Results {
  yield made(without(input.value, [...evaluator.paths(args[0] as Filter, input.value, variables)]));
}

function* paths({ evaluator, input, args, variables }: Call): Results {
  for (const { path, value } of everything({ value: input.value, path: [] })) {
    if (path === undefined || path.length === 0) continue;
    if (args[0] === undefined || [...evaluator.values(args[0], value, variables)].some(truth))
      yield made(path);
  }
}

function* fail({ evaluator, input, args, variables }: Call): Results {
  const [message] = args;
  if (message === undefined) throw new JqError(input.value);
  for (const value of evaluator.values(message, input.value, variables)) throw new JqError(value);
}

const extreme =
  (sign: number) =>
  (items: readonly (readonly [Json, Json])[]): Json =>
    items.reduce<readonly [Json, Json] | undefined>(
      (best, one) =>
        best === undefined ||
        compare(one[1], best[1]) * sign > 0 ||
        (sign > 0 && compare(one[1], best[1]) === 0)
          ? one
          : best,
      undefined,
    )?.[0] ?? null;
const selfKeyed = (value: Json): (readonly [Json, Json])[] => listOf(value).map((item) => [item, item]);

function at(value: Json, path: Json): Json {
  return (path as readonly Json[]).reduce<Json>(
    (held, key) => (held === null ? null : child(held, key)),
    value,
  );
}

/** By name and number of arguments. */
export const FUNCTIONS: Readonly<Record<string, Builtin | undefined>> = {
  ...TEXT_FUNCTIONS,
  'add/0': of((value) => itemsOf(value).reduce<Json>((sum, item) => operate('+', sum, item), null)),
  'all/0': (call) => quantified(call, true),
  'all/1': (call) => quantified(call, true),
  'any/0': (call) => quantified(call, false),
  'any/1': (call) => quantified(call, false),
  'arrays/0': kindOnly('array'),
  'booleans/0': kindOnly('boolean'),
  'ceil/0': math(Math.ceil),
  'contains/1': withArgument(contains),
  'del/1': del,
  'env/0': function* ({ variables }) {
    yield made(variables.get('ENV') ?? {});
  },
  'empty/0': function* () {},
  'error/0': fail,
  'error/1': fail,
  'first/0': (call) =>
    call.evaluator.run(
      { kind: 'index', of: { kind: 'identity' }, key: { kind: 'literal', value: 0 } },
      call.input,
      call.variables,
    ),
  'first/1': first,
  'flatten/0': of((value) => flatten(value, Number.POSITIVE_INFINITY)),
  'flatten/1': withArgument((value, depth) => flatten(value, Number(depth))),
  'floor/0': math(Math.floor),
  'from_entries/0': of(fromEntries),
  'getpath/1': withArgument(at),
  'group_by/1': withKeys(grouped),
  'has/1': withArgument(has),
  'in/1': withArgument((key, value) => has(value, key)),
  'inside/1': withArgument((value, other) => contains(other, value)),
  'iterables/0': kindOnly('array', 'object'),
  'keys/0': of(keys),
  'keys_unsorted/0': of(keysUnsorted),
  'last/0': (call) =>
    call.evaluator.run(
      { kind: 'index', of: { kind: 'identity' }, key: { kind: 'literal', value: -1 } },
      call.input,
      call.variables,
    ),
  'last/1': function* (call) {
    const last = [...call.evaluator.run(call.args[0] as Filter, call.input, call.variables)].at(-1);
    if (last !== undefined) yield last;
  },
  'length/0': of(length),
  'limit/2': limit,
  'map/1': map,
  'map_values/1': mapValues,
  'max/0': of((value) => extreme(1)(selfKeyed(value))),
  'max_by/1': withKeys(extreme(1)),
  'min/0': of((value) => extreme(-1)(selfKeyed(value))),
  'min_by/1': withKeys(extreme(-1)),
  'not/0': of((value) => !truth(value)),
  'nulls/0': kindOnly('null'),
  'numbers/0': kindOnly('number'),
  'objects/0': kindOnly('object'),
  'path/1': function* ({ evaluator, input, args, variables }) {
    for (const path of evaluator.paths(args[0] as Filter, input.value, variables)) yield made(path);
  },
  'paths/0': paths,
  'paths/1': paths,
  'range/1': range,
  'range/2': range,
  'range/3': range,
  'recurse/0': recurse,
  'recurse/1': recurse,
  'reverse/0': of((value) =>
    typeof value === 'string' ? Array.from(value).reverse().join('') : [...listOf(value ?? [])].reverse(),
  ),
  'round/0': math(Math.round),
  'scalars/0': kindOnly('null', 'boolean', 'number', 'string'),
  'select/1': select,
  'setpath/2': function* ({ evaluator, input, args, variables }) {
    for (const path of evaluator.values(args[0] as Filter, input.value, variables))
      for (const value of evaluator.values(args[1] as Filter, input.value, variables))
        yield made(withPath(input.value, path as Path, () => value) ?? null);
  },
  'sort/0': of((value) => sorted(listOf(value))),
  'sort_by/1': withKeys((items) => byKey(items).map(([item]) => item)),
  'sqrt/0': math(Math.sqrt),
  'strings/0': kindOnly('string'),
  'to_entries/0': of(entriesOf),
  'todate/0': of((value) => formatTime(Number(value) * 1_000_000)),
  'fromdate/0': of(seconds),
  'fromdateiso8601/0': of(seconds),
  'tojson/0': of((value) => JSON.stringify(value)),
  'tonumber/0': of(number),
  'tostring/0': of(asText),
  'type/0': of((value) => typeOf(value)),
  'unique/0': of((value) => grouped(selfKeyed(value)).map((group) => group[0] as Json)),
  'unique_by/1': withKeys((items) => grouped(items).map((group) => group[0] as Json)),
  'values/0': kindOnly('boolean', 'number', 'string', 'array', 'object'),
  'with_entries/1': withEntries,
};

function kindOnly(...kinds: readonly string[]): Builtin {
  return function* ({ input }) {
    if (kinds.includes(typeOf(input.value))) yield input;
  };
}

function seconds(value: Json): Json {
  const time = typeof value === 'string' ? parseTime(value) : undefined;
  if (time === undefined)
    throw new JqError(`date "${asText(value)}" does not match format "%Y-%m-%dT%H:%M:%SZ"`);
  return Math.floor(time / 1_000_000);
}
