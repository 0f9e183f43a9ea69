import { deepEqual } from '../../../base/deep.ts';
import { type Json, type JsonObject, isObject } from '../../../base/json.ts';
import { CommandError } from '../errors.ts';

/** An object with the operations of a JSON patch done to it: what `run --override-type=json` does by itself. */
export function jsonPatched(object: JsonObject, operations: Json): JsonObject {
  if (!Array.isArray(operations)) throw new CommandError('Invalid JSON Patch');
  let out: Json = object;
  for (const operation of operations as readonly Json[]) {
    if (!isObject(operation)) throw new CommandError('Invalid JSON Patch');
    const { op, path, value = null } = operation;
    const keys = String(path).split('/').slice(1).map(unescaped);
    if (op === 'test') {
      if (!deepEqual(held(out, keys), value))
        throw new CommandError(`testing value ${String(path)} failed: test failed`);
    } else if (op === 'add' || op === 'replace' || op === 'remove')
      out = changed(out, keys, { op, value, path: String(path) });
    else throw new CommandError(`Unexpected kind: ${String(op)}`);
  }
  return out as JsonObject;
}

const unescaped = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');

function held(value: Json, keys: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const key of keys) {
    if (Array.isArray(at)) at = (at as readonly Json[])[Number(key)];
    else at = isObject(at) ? at[key] : undefined;
  }
  return at;
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly value: Json;
  readonly path: string;
}

function changed(into: Json, keys: readonly string[], operation: Operation): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return operation.value;
  const { op, value, path } = operation;
  const missing = new CommandError(
    `${op} operation does not apply: doc is missing path: ${goPath(path)}: missing value`,
  );
  if (Array.isArray(into)) {
    const list = [...(into as readonly Json[])];
    const at = key === '-' ? list.length : Number(key);
    if (rest.length > 0) {
      const inner = list[at];
      if (inner === undefined) throw missing;
      list[at] = changed(inner, rest, operation);
    } else if (op === 'add') list.splice(at, 0, value);
    else if (op === 'remove') list.splice(at, 1);
    else list[at] = value;
    return list;
  }
  if (!isObject(into)) throw missing;
  if (rest.length > 0) {
    const inner = into[key];
    if (inner === undefined) throw missing;
    return { ...into, [key]: changed(inner, rest, operation) };
  }
  if (op !== 'add' && into[key] === undefined) throw missing;
  if (op !== 'remove') return { ...into, [key]: value };
  return Object.fromEntries(Object.entries(into).filter(([name]) => name !== key));
}

const goPath = (path: string): string => JSON.stringify(path);
