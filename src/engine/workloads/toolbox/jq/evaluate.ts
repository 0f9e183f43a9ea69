import { callFunction } from './functions.ts';
import { type Scope, compareJson, described, formatted, shown, sum, typeOf } from './values.ts';
import { type Filter, JqError } from './parser.ts';

/** What one evaluation may do before it is given up. */
const MAX_STEPS = 500_000;
const GONE = Symbol('gone');

function step(scope: Scope): void {
  if (++scope.steps.count > MAX_STEPS) throw new JqError('too many steps');
}

/** All outputs of a filter. */
export function evaluate(filter: Filter, input: unknown, scope: Scope): unknown[] {
  step(scope);
  switch (filter.kind) {
    case 'identity':
      return [input];
    case 'literal':
      return [filter.value];
    case 'variable': {
      if (!scope.variables.has(filter.name)) throw new JqError(`${filter.name} is not defined`);
      return [scope.variables.get(filter.name)];
    }
    case 'text':
      return combined(
        filter.parts.map((part) =>
          typeof part === 'string'
            ? [part]
            : evaluate(part, input, scope).map((value) =>
                filter.format === undefined ? shown(value) : formatted(filter.format, value),
              ),
        ),
      ).map((parts) => parts.join(''));
    case 'pipe':
      return evaluate(filter.left, input, scope).flatMap((value) => evaluate(filter.right, value, scope));
    case 'comma':
      return [...evaluate(filter.left, input, scope), ...evaluate(filter.right, input, scope)];
    case 'index':
      return evaluate(filter.of, input, scope).flatMap((of) =>
        evaluate(filter.key, input, scope).flatMap((key) => member(of, key, filter.quiet)),
      );
    case 'slice':
      return evaluate(filter.of, input, scope).map((of) => sliced(filter, of, input, scope));
    case 'each':
      return evaluate(filter.of, input, scope).flatMap((of) => items(of, filter.quiet));
    case 'negate':
      return evaluate(filter.of, input, scope).map((value) => -Number(value));
    case 'array':
      return [filter.of === undefined ? [] : evaluate(filter.of, input, scope)];
    case 'object':
      return objects(filter, input, scope);
    case 'if':
      return evaluate(filter.test, input, scope).flatMap((test) => {
        if (truthy(test)) return evaluate(filter.yes, input, scope);
        return filter.no === undefined ? [input] : evaluate(filter.no, input, scope);
      });
    case 'try':
      return attempted(filter, input, scope);
    case 'bind':
      return evaluate(filter.source, input, scope).flatMap((value) =>
        evaluate(filter.body, input, bound(scope, filter.name, value)),
      );
    case 'reduce': {
      let state = evaluate(filter.from, input, scope)[0];
      for (const value of evaluate(filter.source, input, scope))
        state = evaluate(filter.update, state, bound(scope, filter.name, value)).at(-1);
      return [state];
    }
    case 'format':
      return [formatted(filter.name, input)];
    case 'binary':
      return binary(filter, input, scope);
    case 'call':
      return called(filter, input, scope);
  }
}

function bound(scope: Scope, name: string, value: unknown): Scope {
  return { ...scope, variables: new Map([...scope.variables, [name, value]]) };
}

function truthy(value: unknown): boolean {
  return value !== false && value !== null && value !== undefined;
}

function combined<T>(lists: readonly (readonly T[])[]): T[][] {
  return lists.reduce<T[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);
}

function member(of: unknown, key: unknown, quiet: boolean): unknown[] {
  if (of === null || of === undefined) return [null];
  if (Array.isArray(of) && typeof key === 'number') return [(of as unknown[]).at(Math.floor(key)) ?? null];
  if (typeOf(of) === 'object' && typeof key === 'string') {
    const record = of as Readonly<Record<string, unknown>>;
    return [Object.hasOwn(record, key) ? (record[key] ?? null) : null];
  }
  if (quiet) return [];
  const name = typeof key === 'string' ? `"${key}"` : typeOf(key);
  throw new JqError(`Cannot index ${typeOf(of)} with ${name}`);
}

function items(of: unknown, quiet: boolean): unknown[] {
  if (Array.isArray(of)) return of;
  if (typeOf(of) === 'object') return Object.values(of as object);
  if (quiet) return [];
  throw new JqError(`Cannot iterate over ${typeOf(of)}${of === null ? '' : ` (${JSON.stringify(of)})`}`);
}

function sliced(
  filter: Extract<Filter, { kind: 'slice' }>,
  of: unknown,
  input: unknown,
  scope: Scope,
): unknown {
  if (of === null) return null;
  if (!Array.isArray(of) && typeof of !== 'string')
    throw new JqError(`Cannot index ${typeOf(of)} with object`);
  const bound = (at: Filter | undefined): number | undefined => {
    const value = at === undefined ? undefined : evaluate(at, input, scope)[0];
    return typeof value === 'number' ? value : undefined;
  };
  return of.slice(bound(filter.from), bound(filter.to));
}

function objects(filter: Extract<Filter, { kind: 'object' }>, input: unknown, scope: Scope): unknown[] {
  const lists = filter.entries.map(([key, value]) =>
    evaluate(key, input, scope).flatMap((name) => {
      if (typeof name !== 'string') throw new JqError(`Object keys must be strings`);
      return evaluate(value, input, scope).map((item) => [name, item] as const);
    }),
  );
  return combined(lists).map((entries) => Object.fromEntries(entries));
}

function attempted(filter: Extract<Filter, { kind: 'try' }>, input: unknown, scope: Scope): unknown[] {
  try {
    return evaluate(filter.of, input, scope);
  } catch (error) {
    if (!(error instanceof JqError) || scope.steps.count > MAX_STEPS) throw error;
    return filter.else === undefined ? [] : evaluate(filter.else, error.message, scope);
  }
}

function binary(filter: Extract<Filter, { kind: 'binary' }>, input: unknown, scope: Scope): unknown[] {
  const { op, left, right } = filter;
  if (op === 'and' || op === 'or') {
    return evaluate(left, input, scope).flatMap((a) =>
      truthy(a) === (op === 'or') ? [op === 'or'] : evaluate(right, input, scope).map(truthy),
    );
  }
  if (op === '//') {
    const good = attempted({ kind: 'try', of: left }, input, scope).filter(truthy);
    return good.length > 0 ? good : evaluate(right, input, scope);
  }
  if (op.endsWith('=') && !['==', '!=', '<=', '>='].includes(op)) return assigned(filter, input, scope);
  return evaluate(right, input, scope).flatMap((b) =>
    evaluate(left, input, scope).map((a) => calculate(op, a, b)),
  );
}

function assigned(
  { op, left, right }: Extract<Filter, { kind: 'binary' }>,
  input: unknown,
  scope: Scope,
): unknown[] {
  if (op === '|=') return [updated(left, input, scope, (old) => evaluate(right, old, scope)[0] ?? GONE)];
  return evaluate(right, input, scope).map((value) =>
    updated(left, input, scope, (old) => {
      if (op === '=') return value;
      if (op === '//=') return truthy(old) ? old : value;
      return calculate(op.slice(0, -1), old, value);
    }),
  );
}

/** The input with what the path leads to changed. */
function updated(path: Filter, input: unknown, scope: Scope, change: (old: unknown) => unknown): unknown {
  step(scope);
  switch (path.kind) {
    case 'identity':
      return change(input);
    case 'pipe':
      return updated(path.left, input, scope, (old) => updated(path.right, old, scope, change));
    case 'comma':
      return updated(path.right, updated(path.left, input, scope, change), scope, change);
    case 'index':
      return updated(path.of, input, scope, (of) => {
        const key = evaluate(path.key, input, scope)[0];
        return replaced(of, key, change(member(of, key, false)[0]));
      });
    case 'each':
      return updated(path.of, input, scope, (of) => {
        if (Array.isArray(of)) return (of as unknown[]).map(change).filter((item) => item !== GONE);
        const entries = Object.entries(of ?? {}).map(([key, value]) => [key, change(value)] as const);
        return Object.fromEntries(entries.filter(([, value]) => value !== GONE));
      });
    case 'call':
      if (path.name === 'select' && path.args[0] !== undefined)
        return evaluate(path.args[0], input, scope).some(truthy) ? change(input) : input;
      break;
    default:
  }
  throw new JqError('Invalid path expression');
}

function replaced(of: unknown, key: unknown, value: unknown): unknown {
  if (typeof key === 'number') {
    const list = [...((of ?? []) as unknown[])];
    const at = key < 0 ? list.length + key : key;
    if (value === GONE) list.splice(at, 1);
    else {
      if (at > 100_000) throw new JqError('Array index too large');
      while (list.length < at) list.push(null);
      list[at] = value;
    }
    return list;
  }
  const { [String(key)]: _, ...rest } = (of ?? {}) as Record<string, unknown>;
  if (value === GONE) return rest;
  return { ...(of as object | null), [String(key)]: value };
}

function calculate(op: string, a: unknown, b: unknown): unknown {
  switch (op) {
    case '==':
      return compareJson(a, b) === 0;
    case '!=':
      return compareJson(a, b) !== 0;
    case '<':
      return compareJson(a, b) < 0;
    case '<=':
      return compareJson(a, b) <= 0;
    case '>':
      return compareJson(a, b) > 0;
    case '>=':
      return compareJson(a, b) >= 0;
    case '+':
      return sum(a, b);
    default:
      return difference(op, a, b);
  }
}

function difference(op: string, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') {
    if (op === '-') return a - b;
    if (op === '*') return a * b;
    if (b === 0)
      throw new JqError(`${described(a)} and ${described(b)} cannot be divided because the divisor is zero`);
    return op === '/' ? a / b : Math.trunc(a) % Math.trunc(b);
  }
  if (op === '-' && Array.isArray(a) && Array.isArray(b))
    return (a as unknown[]).filter(
      (item) => !(b as unknown[]).some((other) => compareJson(item, other) === 0),
    );
  if (op === '/' && typeof a === 'string' && typeof b === 'string') return a.split(b);
  if (op === '*' && typeOf(a) === 'object' && typeOf(b) === 'object') return merged(a, b);
  const words: Readonly<Record<string, string>> = {
    '-': 'subtracted',
    '*': 'multiplied',
    '/': 'divided',
    '%': 'divided',
  };
  throw new JqError(`${described(a)} and ${described(b)} cannot be ${words[op] ?? 'combined'}`);
}

function merged(a: unknown, b: unknown): unknown {
  if (typeOf(a) !== 'object' || typeOf(b) !== 'object') return b;
  const [left, right] = [a, b] as [Record<string, unknown>, Record<string, unknown>];
  const entries = Object.entries(right).map(([key, value]) => [
    key,
    Object.hasOwn(left, key) ? merged(left[key], value) : value,
  ]);
  return { ...left, ...Object.fromEntries(entries) };
}

function called({ name, args }: Extract<Filter, { kind: 'call' }>, input: unknown, scope: Scope): unknown[] {
  const [first] = args;
  if (name === 'del' && first !== undefined) return [updated(first, input, scope, () => GONE)];
  const run = (filter: Filter, on: unknown): unknown[] => evaluate(filter, on, scope);
  const found = callFunction({ name, args, input, run, scope });
  if (found === undefined) throw new JqError(`${name}/${args.length} is not defined`);
  for (const _ of found) step(scope);
  return found;
}
