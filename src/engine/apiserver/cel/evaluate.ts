import { assertUnreachable } from '../../../base/assert.ts';
import type { Expr } from './ast.ts';
import { callFunction } from './functions.ts';
import { callMethod } from './methods.ts';
import { binary, compareSign, negate } from './operators.ts';
import { CelError } from './error.ts';
import { NONE, Optional, entryOf, isEqual, isMapLike, keysOf, normal } from './values.ts';

/** Names an expression may use; a function is evaluated at its first use. */
export type Scope = ReadonlyMap<string, unknown>;

export const COMPREHENSIONS: ReadonlySet<string> = new Set([
  'all',
  'exists',
  'exists_one',
  'existsOne',
  'map',
  'filter',
  'transformList',
]);

/** Steps one expression may take: upstream bounds its cost likewise. */
const MAX_STEPS = 1_000_000;

/** One evaluation. Throws CelError where the expression has no value. */
export class Evaluation {
  private steps = 0;

  run(expr: Expr, scope: Scope): unknown {
    if (++this.steps > MAX_STEPS) throw new CelError('operation cancelled: actual cost limit exceeded');
    switch (expr.op) {
      case 'literal':
        return expr.value;
      case 'name':
        return nameValue(expr.name, scope);
      case 'select':
        return this.select(expr, scope);
      case 'index':
        return this.index(expr, scope);
      case 'call':
        return this.call(expr, scope);
      case 'unary':
        return expr.sign === '!' ? !this.bool(expr.operand, scope) : negate(this.run(expr.operand, scope));
      case 'binary':
        return this.binary(expr, scope);
      case 'and':
      case 'or':
        return this.logical(expr, scope);
      case 'choose':
        return this.run(this.bool(expr.condition, scope) ? expr.yes : expr.no, scope);
      case 'list':
        return expr.items.map((item) => this.run(item, scope));
      case 'map':
        return new Map(expr.entries.map(([key, value]) => [this.run(key, scope), this.run(value, scope)]));
      default:
        return assertUnreachable(expr);
    }
  }

  private bool(expr: Expr, scope: Scope): boolean {
    const value = this.run(expr, scope);
    if (typeof value !== 'boolean') throw new CelError('no such overload');
    return value;
  }

  private select({ target, field, optional }: Extract<Expr, { op: 'select' }>, scope: Scope): unknown {
    const holder = this.run(target, scope);
    if (holder instanceof Optional) return holder.present ? found(fieldOf(holder.value, field)) : NONE;
    const value = fieldOf(holder, field);
    if (optional) return found(value);
    if (value === undefined)
      throw new CelError(isMapLike(holder) ? `no such key: ${field}` : 'no such overload');
    return normal(value);
  }

  private index({ target, index, optional }: Extract<Expr, { op: 'index' }>, scope: Scope): unknown {
    const holder = this.run(target, scope);
    const key = this.run(index, scope);
    if (holder instanceof Optional) return holder.present ? found(itemOf(holder.value, key)) : NONE;
    const value = itemOf(holder, key);
    if (optional) return found(value);
    if (value !== undefined) return normal(value);
    throw new CelError(
      Array.isArray(holder) ? `index out of bounds: ${String(key)}` : `no such key: ${String(key)}`,
    );
  }

  private binary({ sign, left, right }: Extract<Expr, { op: 'binary' }>, scope: Scope): unknown {
    const a = this.run(left, scope);
    const b = this.run(right, scope);
    switch (sign) {
      case '==':
        return isEqual(a, b);
      case '!=':
        return !isEqual(a, b);
      case 'in':
        return isIn(a, b);
      case '<':
      case '<=':
      case '>':
      case '>=':
        return compareSign(sign, a, b);
      default:
        return binary(sign, a, b);
    }
  }

  /** An error on one side does not count when the other side decides. */
  private logical({ op, left, right }: Extract<Expr, { op: 'and' | 'or' }>, scope: Scope): boolean {
    const deciding = op === 'or';
    let failure: CelError | undefined;
    for (const side of [left, right]) {
      try {
        if (this.bool(side, scope) === deciding) return deciding;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return !deciding;
  }

  private call({ target, name, args }: Extract<Expr, { op: 'call' }>, scope: Scope): unknown {
    if (target === undefined) {
      if (name === 'has') return this.has(args[0], scope);
      return callFunction(
        name,
        args.map((arg) => this.run(arg, scope)),
      );
    }
    if (COMPREHENSIONS.has(name) && args.length >= 2) return this.comprehend(name, target, args, scope);
    if (target.op === 'name' && !scope.has(target.name)) {
      return callFunction(
        `${target.name}.${name}`,
        args.map((arg) => this.run(arg, scope)),
      );
    }
    const holder = this.run(target, scope);
    return callMethod(
      holder,
      name,
      args.map((arg) => this.run(arg, scope)),
    );
  }

  private has(expr: Expr | undefined, scope: Scope): boolean {
    if (expr?.op !== 'select') throw new CelError('invalid argument to has() macro');
    const holder = this.run(expr.target, scope);
    const value =
      holder instanceof Optional
        ? holder.present
          ? fieldOf(holder.value, expr.field)
          : undefined
        : fieldOf(holder, expr.field);
    return value !== undefined;
  }

  private comprehend(name: string, target: Expr, args: readonly Expr[], scope: Scope): unknown {
    const variable = args[0];
    if (variable?.op !== 'name') throw new CelError('argument must be a simple name');
    const range = this.run(target, scope);
    const items = Array.isArray(range) ? range : isMapLike(range) ? keysOf(range) : undefined;
    if (items === undefined) throw new CelError('no such overload');
    const second = args.length === 3 && name !== 'map' ? args[1] : undefined;
    if (second?.op === 'name') {
      // With two variables: a list's index or a map's key, and what stands there.
      const pairs = Array.isArray(range)
        ? range.map((item, i) => [BigInt(i), item as unknown] as const)
        : items.map((key) => [key, itemOf(range, key)] as const);
      const eachPair = (pair: unknown): Scope => {
        const [key, value] = pair as (typeof pairs)[number];
        return new Map([...scope, [variable.name, normal(key)], [second.name, normal(value)]]);
      };
      return this.collect(name, pairs, { args: [variable, args[2] as Expr], each: eachPair });
    }
    const each = (item: unknown): Scope => new Map([...scope, [variable.name, normal(item)]]);
    return this.collect(name, items, { args, each });
  }

  private collect(
    name: string,
    items: readonly unknown[],
    { args, each }: { args: readonly Expr[]; each: (item: unknown) => Scope },
  ): unknown {
    const [, first, second] = args as readonly [Expr, Expr, Expr | undefined];
    switch (name) {
      case 'all':
      case 'exists':
        return this.quantify(name === 'exists', items, (item) => this.bool(first, each(item)));
      case 'exists_one':
      case 'existsOne':
        return items.filter((item) => this.bool(first, each(item))).length === 1;
      case 'filter':
        return items.filter((item) => this.bool(first, each(item))).map(normal);
      default: {
        const kept = second === undefined ? items : items.filter((item) => this.bool(first, each(item)));
        return kept.map((item) => this.run(second ?? first, each(item)));
      }
    }
  }

  private quantify(deciding: boolean, items: readonly unknown[], test: (item: unknown) => boolean): boolean {
    let failure: CelError | undefined;
    for (const item of items) {
      try {
        if (test(item) === deciding) return deciding;
      } catch (error) {
        if (!(error instanceof CelError)) throw error;
        failure ??= error;
      }
    }
    if (failure !== undefined) throw failure;
    return !deciding;
  }
}

/** Names of types are values: what `type(x)` answers. */
export const TYPES: ReadonlySet<string> = new Set([
  ...['int', 'uint', 'double', 'bool', 'string', 'bytes', 'list', 'map', 'null_type', 'type'],
]);

function nameValue(name: string, scope: Scope): unknown {
  if (!scope.has(name) && TYPES.has(name)) return name;
  if (!scope.has(name)) throw new CelError(`undeclared reference to '${name}' (in container '')`);
  const value = scope.get(name);
  return typeof value === 'function' ? normal((value as () => unknown)()) : normal(value);
}

function found(value: unknown): Optional {
  return value === undefined ? NONE : new Optional(true, normal(value));
}

/** A field's raw value: lazily computed ones are functions. */
function fieldOf(holder: unknown, field: string): unknown {
  if (!isMapLike(holder)) return undefined;
  const value = entryOf(holder, field);
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

function itemOf(holder: unknown, key: unknown): unknown {
  if (Array.isArray(holder)) {
    if (typeof key !== 'bigint') throw new CelError('no such overload');
    return holder[Number(key)] as unknown;
  }
  if (!isMapLike(holder)) throw new CelError('no such overload');
  return entryOf(holder, key);
}

function isIn(item: unknown, holder: unknown): boolean {
  if (Array.isArray(holder)) return holder.some((each) => isEqual(each, item));
  if (isMapLike(holder)) return entryOf(holder, item) !== undefined;
  throw new CelError('no such overload');
}
