import type { Json } from '../../../base/json.ts';
import { type Filter, JqError } from './ast.ts';
import { formatted } from './formats.ts';
import { FUNCTIONS } from './functions.ts';
import {
  type Found,
  type Results,
  type Runner,
  type Variables,
  asText,
  below,
  each,
  everything,
  made,
  truth,
  without,
} from './results.ts';
import { type Path, operate, shown, typeOf, withPath } from './values.ts';

/** Steps one run may take: a filter that never ends is stopped there. */
const STEPS = 3_000_000;
const DEPTH = 1000;

/** Runs filters, each of which makes any number of results. Models jq 1.7. */
export class Evaluator implements Runner {
  private steps = 0;
  /** Filters under way within each other: generators lie on the stack. */
  private depth = 0;

  /** The results as values alone. */
  *values(filter: Filter, value: Json, variables: Variables): Generator<Json, void> {
    for (const found of this.run(filter, { value, path: undefined }, variables)) yield found.value;
  }

  /** The paths that a filter reaches. */
  *paths(filter: Filter, value: Json, variables: Variables): Generator<Path, void> {
    for (const { path } of this.run(filter, { value, path: [] }, variables)) {
      if (path === undefined) throw new JqError('Invalid path expression');
      yield path;
    }
  }

  count(): void {
    if (++this.steps > STEPS || this.depth >= DEPTH)
      throw new JqError(`this simulation stops a filter after ${STEPS} steps, or ${DEPTH} within each other`);
  }

  *run(filter: Filter, input: Found, variables: Variables): Results {
    this.count();
    this.depth++;
    try {
      yield* this.step(filter, input, variables);
    } finally {
      this.depth--;
    }
  }

  private *step(filter: Filter, input: Found, variables: Variables): Results {
    switch (filter.kind) {
      case 'identity':
        yield input;
        return;
      case 'literal':
        yield made(filter.value);
        return;
      case 'variable':
        yield made(variableOf(filter.name, variables));
        return;
      case 'format':
        yield made(formatted(filter.name, input.value));
        return;
      case 'text':
        yield* this.text(filter, input, variables, '', 0);
        return;
      case 'recurse':
        yield* everything(input);
        return;
      case 'pipe':
        for (const found of this.run(filter.left, input, variables))
          yield* this.run(filter.right, found, variables);
        return;
      case 'comma':
        yield* this.run(filter.left, input, variables);
        yield* this.run(filter.right, input, variables);
        return;
      case 'as':
        for (const value of this.values(filter.of, input.value, variables))
          yield* this.run(filter.body, input, new Map(variables).set(filter.name, value));
        return;
      case 'call':
        yield* this.call(filter, input, variables);
        return;
      default:
        yield* this.access(filter, input, variables);
    }
  }

  private *access(filter: Filter, input: Found, variables: Variables): Results {
    switch (filter.kind) {
      case 'index':
        for (const key of this.values(filter.key, input.value, variables))
          for (const of of this.run(filter.of, input, variables)) yield below(of, key);
        return;
      case 'slice': {
        const ends = [filter.from, filter.to].map((end) =>
          end === undefined ? [null] : [...this.values(end, input.value, variables)],
        );
        for (const of of this.run(filter.of, input, variables))
          for (const start of ends[0] ?? []) for (const end of ends[1] ?? []) yield below(of, { start, end });
        return;
      }
      case 'each':
        for (const of of this.run(filter.of, input, variables)) yield* each(of);
        return;
      case 'try':
        yield* this.attempt(filter, input, variables);
        return;
      case 'default':
        yield* this.fallback(filter, input, variables);
        return;
      default:
        yield* this.make(filter, input, variables);
    }
  }

  private *attempt(filter: Extract<Filter, { kind: 'try' }>, input: Found, variables: Variables): Results {
    try {
      yield* this.run(filter.body, input, variables);
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
      if (filter.otherwise !== undefined) yield* this.run(filter.otherwise, made(error.value), variables);
    }
  }

  private *fallback(
    { left, right }: Extract<Filter, { left: Filter }>,
    input: Found,
    variables: Variables,
  ): Results {
    let good = false;
    try {
      for (const found of this.run(left, input, variables)) {
        if (!truth(found.value)) continue;
        good = true;
        yield found;
      }
    } catch (error) {
      if (!(error instanceof JqError)) throw error;
    }
    if (!good) yield* this.run(right, input, variables);
  }

  private *make(filter: Filter, input: Found, variables: Variables): Results {
    const { value } = input;
    switch (filter.kind) {
      case 'and':
      case 'or':
        for (const left of this.values(filter.left, value, variables)) {
          if (truth(left) === (filter.kind === 'or')) yield made(truth(left));
          else for (const right of this.values(filter.right, value, variables)) yield made(truth(right));
        }
        return;
      case 'binary':
        for (const right of this.values(filter.right, value, variables))
          for (const left of this.values(filter.left, value, variables))
            yield made(operate(filter.op, left, right));
        return;
      case 'negative':
        for (const of of this.values(filter.of, value, variables)) {
          if (typeof of !== 'number') throw new JqError(`${typeOf(of)} (${shown(of)}) cannot be negated`);
          yield made(-of);
        }
        return;
      case 'array':
        yield made(filter.of === undefined ? [] : [...this.values(filter.of, value, variables)]);
        return;
      case 'object':
        yield* this.object(filter.entries, 0, {}, input, variables);
        return;
      case 'if':
        for (const when of this.values(filter.when, value, variables))
          yield* this.run(truth(when) ? filter.good : filter.otherwise, input, variables);
        return;
      case 'reduce': {
        let sum: Json = [...this.values(filter.start, value, variables)].at(-1) ?? null;
        for (const item of this.values(filter.of, value, variables))
          sum = [...this.values(filter.step, sum, new Map(variables).set(filter.name, item))].at(-1) ?? null;
        yield made(sum);
        return;
      }
      case 'assign':
        yield* this.assign(filter, value, variables);
        return;
      default:
        return;
    }
  }

  // oxlint-disable-next-line max-params -- the state of a recursion over entries
  private *object(
    entries: readonly (readonly [Filter, Filter])[],
    at: number,
    sofar: Readonly<Record<string, Json>>,
    input: Found,
    variables: Variables,
  ): Results {
    const entry = entries[at];
    if (entry === undefined) {
      yield made(sofar);
      return;
    }
    for (const key of this.values(entry[0], input.value, variables)) {
      if (typeof key !== 'string') throw new JqError(`Object keys must be strings`);
      for (const value of this.values(entry[1], input.value, variables))
        yield* this.object(entries, at + 1, { ...sofar, [key]: value }, input, variables);
    }
  }

  // oxlint-disable-next-line max-params -- the state of a recursion over pieces
  private *text(
    filter: Extract<Filter, { kind: 'text' }>,
    input: Found,
    variables: Variables,
    sofar: string,
    at: number,
  ): Results {
    const part = filter.parts[at];
    if (part === undefined) yield made(sofar);
    else if (typeof part === 'string') yield* this.text(filter, input, variables, sofar + part, at + 1);
    else
      for (const value of this.values(part, input.value, variables)) {
        const piece = filter.format === '' ? asText(value) : formatted(filter.format, value);
        yield* this.text(filter, input, variables, sofar + piece, at + 1);
      }
  }

  private *assign(
    { op, left, right }: Extract<Filter, { op: string }>,
    value: Json,
    variables: Variables,
  ): Results {
    const paths = [...this.paths(left, value, variables)];
    if (op === '|=') {
      let result = value;
      const gone: Path[] = [];
      for (const path of paths)
        result = withPath(result, path, (held) => {
          const next = this.values(right, held, variables).next();
          if (next.done !== true) return next.value;
          gone.push(path);
          return held;
        }) as Json;
      yield made(without(result, gone));
      return;
    }
    for (const operand of [...this.values(right, value, variables)]) {
      let result = value;
      for (const path of paths)
        result = withPath(result, path, (held) => assigned(op, held, operand)) as Json;
      yield made(result);
    }
  }

  private *call(
    { name, args }: Extract<Filter, { kind: 'call' }>,
    input: Found,
    variables: Variables,
  ): Results {
    const run = FUNCTIONS[`${name}/${args.length}`];
    if (run === undefined) throw new JqError(`${name}/${args.length} is not defined`);
    yield* run({ evaluator: this, input, args, variables });
  }
}

function variableOf(name: string, variables: Variables): Json {
  const value = variables.get(name);
  if (value === undefined) throw new JqError(`$${name} is not defined`);
  return value;
}

function assigned(op: string, held: Json, operand: Json): Json {
  if (op === '=') return operand;
  if (op === '//=') return truth(held) ? held : operand;
  return operate(op.slice(0, -1), held, operand);
}
