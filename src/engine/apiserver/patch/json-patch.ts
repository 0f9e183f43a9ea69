import { own, setOwn } from '../../../base/own.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { deepEqual } from '../registry/draft.ts';

// Models github.com/evanphx/json-patch v4 as the API server calls it: RFC 6902.

interface Operation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

type Container = Record<string, unknown> | unknown[];

/** Applies a JSON patch to a document (which is not changed); the error is why an operation failed. */
export function applyJsonPatch(document: unknown, patch: readonly unknown[]): Result<unknown, string> {
  let result = document;
  for (const item of patch) {
    const step = applyOperation(result, typeof item === 'object' && item !== null ? item : {});
    if (!step.ok) return step;
    result = step.value;
  }
  return ok(result);
}

function applyOperation(document: unknown, operation: Operation): Result<unknown, string> {
  const { op, path, from, value } = operation;
  if (typeof path !== 'string') return err('missing path');
  const target = pointer(path);
  switch (op) {
    case 'add':
      return change(document, target, (container, key) => insert(container, key, value ?? null));
    case 'remove':
      return change(document, target, (container, key) =>
        has(container, key) ? take(container, key) : missing('remove', path),
      );
    case 'replace':
      return change(document, target, (container, key) =>
        has(container, key) ? put(container, key, value ?? null) : missing('replace', path),
      );
    case 'test': {
      const found = read(document, target);
      return deepEqual(found ?? null, value ?? null)
        ? ok(document)
        : err(`testing value ${path} failed: test failed`);
    }
    case 'copy':
    case 'move':
      return relocate(document, { op, from, path });
    default:
      return err(`Unexpected kind: ${String(op)}`);
  }
}

function relocate(
  document: unknown,
  { op, from, path }: { readonly op: 'copy' | 'move'; readonly from: unknown; readonly path: string },
): Result<unknown, string> {
  if (typeof from !== 'string') return missing(op, path);
  const source = pointer(from);
  const found = read(document, source);
  if (found === undefined) return missing(op, from);
  const left = op === 'copy' ? ok(document) : change(document, source, take);
  return left.ok
    ? change(left.value, pointer(path), (container, key) => insert(container, key, found))
    : left;
}

function missing(op: string, path: string): Result<never, string> {
  return err(`${op} operation does not apply: doc is missing path: "${path}": missing value`);
}

function pointer(path: string): readonly string[] {
  if (path === '') return [];
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

type Change = (container: Container, key: string) => Result<Container, string>;

/** Copies the way down to the container and changes it there. */
function change(document: unknown, path: readonly string[], how: Change): Result<unknown, string> {
  const [key, ...rest] = path;
  if (key === undefined) return err('replace operation does not apply: doc is the whole document');
  if (typeof document !== 'object' || document === null) return missing('replace', `/${path.join('/')}`);
  const container = (Array.isArray(document) ? [...document] : { ...document }) as Container;
  if (rest.length === 0) return how(container, key);
  if (!has(container, key)) return missing('add', `/${path.join('/')}`);
  const inner = change(member(container, key), rest, how);
  return inner.ok ? put(container, key, inner.value) : inner;
}

function indexIn(list: readonly unknown[], key: string): number {
  if (!/^-?\d+$/.test(key)) return -1;
  const index = Number(key);
  return index < 0 ? list.length + index : index;
}

function member(container: Container, key: string): unknown {
  return Array.isArray(container) ? container[indexIn(container, key)] : own(container, key);
}

function has(container: Container, key: string): boolean {
  if (!Array.isArray(container)) return own(container, key) !== undefined;
  const index = indexIn(container, key);
  return index >= 0 && index < container.length;
}

function read(document: unknown, path: readonly string[]): unknown {
  let value = document;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = member(value as Container, key);
  }
  return value;
}

function put(container: Container, key: string, value: unknown): Result<Container, string> {
  if (Array.isArray(container)) container[indexIn(container, key)] = value;
  else setOwn(container, key, value);
  return ok(container);
}

function insert(container: Container, key: string, value: unknown): Result<Container, string> {
  if (!Array.isArray(container)) return put(container, key, value);
  const index = key === '-' ? container.length : indexIn(container, key);
  if (index < 0 || index > container.length)
    return err(`Unable to access invalid index: ${key}: invalid index referenced`);
  container.splice(index, 0, value);
  return ok(container);
}

function take(container: Container, key: string): Result<Container, string> {
  if (Array.isArray(container)) container.splice(indexIn(container, key), 1);
  else delete container[key];
  return ok(container);
}
