import { type Json, isObject } from '../../../base/json.ts';
import { type Filter, JqError } from './ast.ts';
import { type Path, child, compare, shown, typeOf, withPath } from './values.ts';

/** A result, and where in the input it lies; undefined when it was made anew. */
export interface Found {
  readonly value: Json;
  readonly path: Path | undefined;
}

export type Variables = ReadonlyMap<string, Json>;
export type Results = Generator<Found, void>;

/** Who runs filters. */
export interface Runner {
  run(filter: Filter, input: Found, variables: Variables): Results;
  values(filter: Filter, value: Json, variables: Variables): Generator<Json, void>;
  paths(filter: Filter, value: Json, variables: Variables): Generator<Path, void>;
  /** One more step of a filter that makes results by itself; fails when it has made too many. */
  count(): void;
}

/** A call of a function: what it is given, and who runs its arguments. */
export interface Call {
  readonly evaluator: Runner;
  readonly input: Found;
  readonly args: readonly Filter[];
  readonly variables: Variables;
}

export const made = (value: Json): Found => ({ value, path: undefined });
export const truth = (value: Json): boolean => value !== null && value !== false;

export function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function below({ value, path }: Found, key: Json): Found {
  return { value: child(value, key), path: path === undefined ? undefined : [...path, key] };
}

export function* each(of: Found): Results {
  const { value } = of;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) yield below(of, at);
  else if (isObject(value)) for (const key of Object.keys(value)) yield below(of, key);
  else throw new JqError(`Cannot iterate over ${typeOf(value)}${value === null ? '' : ` (${shown(value)})`}`);
}

export function* everything(of: Found): Results {
  yield of;
  if (Array.isArray(of.value) || isObject(of.value)) for (const inner of each(of)) yield* everything(inner);
}

/** The value without what lies at these paths. */
export function without(value: Json, paths: readonly Path[]): Json {
  const last = [...paths].sort((a, b) => compare(b, a));
  return last.reduce<Json>((sofar, path) => withPath(sofar, path, () => undefined) ?? null, value);
}
