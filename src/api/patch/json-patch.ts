import { deepEqual } from '../../base/deep.ts';
import { own, setOwn } from '../../base/own.ts';
import { type Result, err, ok } from '../../base/result.ts';
import { goQuote } from '../go-text.ts';

// Models gopkg.in/evanphx/json-patch.v4 4.13: RFC 6902 as the API server, webhooks, kubectl and kustomize carry it out.

interface Operation {
  readonly op?: unknown;
  readonly path?: unknown;
  readonly from?: unknown;
  readonly value?: unknown;
}

type Container = Record<string, unknown> | unknown[];
type Step = Result<unknown, string>;
/** Changes a container that is its own to change. */
type Change = (container: Container, key: string) => Result<undefined, string>;

/** Why a body is no patch at all, in encoding/json's words; undefined for a list of operations. */
export function notJsonPatch(body: unknown): string | undefined {
  if (body === null) return undefined;
  if (!Array.isArray(body)) return unmarshal(body, 'Patch');
  const wrong: unknown = body.find((item: unknown) => typeof item !== 'object' || Array.isArray(item));
  return wrong === undefined ? undefined : unmarshal(wrong, 'Operation');
}

function unmarshal(value: unknown, into: string): string {
  const word = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return `json: cannot unmarshal ${word} into Go value of type jsonpatch.${into}`;
}

/** Applies a JSON patch to a document (which is not changed); the error is why an operation failed. */
export function applyJsonPatch(document: unknown, patch: readonly unknown[]): Step {
  let result = document;
  for (const item of patch) {
    const step = applyOperation(result, item ?? {});
    if (!step.ok) return step;
    result = step.value;
  }
  return ok(result);
}

const MISSING = 'missing value';

function applyOperation(document: unknown, operation: Operation): Step {
  const { op } = operation;
  if (op === 'move' || op === 'copy') return relocate(document, operation, op);
  if (op !== 'add' && op !== 'remove' && op !== 'replace' && op !== 'test')
    return err(`Unexpected kind: ${typeof op === 'string' ? op : 'unknown'}`);
  const { path, value = null } = operation;
  if (typeof path !== 'string') return err(`${op} operation failed to decode path: ${MISSING}`);
  switch (op) {
    case 'add':
      return change(document, path, {
        gone: `add operation does not apply: doc is missing path: ${goQuote(path)}`,
        failed: `error in add for path: '${path}'`,
        how: (container, key) => insert(container, key, value),
      });
    case 'remove':
      return change(document, path, {
        gone: `remove operation does not apply: doc is missing path: ${goQuote(path)}`,
        failed: `error in remove for path: '${path}'`,
        how: take,
      });
    case 'replace':
      return replace(document, path, value);
    case 'test':
      return test(document, path, value);
  }
}

function replace(document: unknown, path: string, value: unknown): Step {
  if (path === '') {
    if (typeof value === 'object' && value !== null) return ok(value);
    return err('replace operation value must be object or array');
  }
  const gone = `replace operation does not apply: doc is missing path: ${path}`;
  const place = placeOf(document, path);
  if (place !== undefined && !member(place.container, place.key).ok)
    return err(`replace operation does not apply: doc is missing key: ${path}: ${MISSING}`);
  return change(document, path, { gone, failed: '', how: put });

  function put(container: Container, key: string): Result<undefined, string> {
    if (Array.isArray(container)) container[indexIn(key, container.length)] = value;
    else setOwn(container, key, value);
    return ok(undefined);
  }
}

function test(document: unknown, path: string, value: unknown): Step {
  const place = placeOf(document, path);
  if (place === undefined) return err(`test operation does not apply: is missing path: ${path}: ${MISSING}`);
  const found = member(place.container, place.key);
  if (!found.ok) return err(`error in test for path: '${path}': ${found.error}`);
  return deepEqual(found.value ?? null, value)
    ? ok(document)
    : err(`testing value ${path} failed: test failed`);
}

function relocate(document: unknown, { from, path }: Operation, op: 'move' | 'copy'): Step {
  if (typeof from !== 'string')
    return err(`${op} operation failed to decode from: operation, missing from field: ${MISSING}`);
  const source = placeOf(document, from);
  if (source === undefined)
    return err(`${op} operation does not apply: doc is missing from path: ${from}: ${MISSING}`);
  const failed = `error in ${op} for path: '${source.key}'`;
  const found = member(source.container, source.key);
  if (!found.ok) return err(`${failed}: ${found.error}`);
  const left: Step = op === 'copy' ? ok(document) : change(document, from, { gone: '', failed, how: take });
  if (!left.ok) return left;
  if (typeof path !== 'string') return err(`${op} operation failed to decode path: ${MISSING}`);
  return change(left.value, path, {
    gone: `${op} operation does not apply: doc is missing destination path: ${path}`,
    failed: op === 'copy' ? 'error while adding value during copy' : `error in move for path: '${path}'`,
    how: (container, key) => insert(container, key, found.value ?? null),
  });
}

/** What a path names is in: its container and the key there. Undefined where the way to it ends early. */
function placeOf(
  document: unknown,
  path: string,
): { readonly container: Container; readonly key: string } | undefined {
  const keys = keysOf(path);
  const key = keys.pop();
  if (key === undefined) return undefined;
  let at: unknown = document;
  for (const step of keys) {
    if (!isContainer(at)) return undefined;
    const next = member(at, step);
    if (!next.ok) return undefined;
    at = next.value;
  }
  return isContainer(at) ? { container: at, key } : undefined;
}

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** What stands before the first slash does not count. */
const keysOf = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The document with one container changed; the way down to it is copied. */
function change(
  document: unknown,
  path: string,
  { gone, failed, how }: { readonly gone: string; readonly failed: string; readonly how: Change },
): Step {
  if (placeOf(document, path) === undefined) return err(`${gone}: ${MISSING}`);
  const keys = keysOf(path);
  const last = keys.pop() ?? '';
  const top = copied(document);
  let at = top;
  for (const key of keys) {
    const next = member(at, key);
    const copy = copied(next.ok ? next.value : undefined);
    if (Array.isArray(at)) at[indexIn(key, at.length)] = copy;
    else setOwn(at, key, copy);
    at = copy;
  }
  const done = how(at, last);
  return done.ok ? ok(top) : err(`${failed}: ${done.error}`);
}

function copied(value: unknown): Container {
  if (Array.isArray(value)) return [...(value as unknown[])];
  return { ...(value as Record<string, unknown>) };
}

const invalidIndex = (key: string): Result<never, string> =>
  err(`Unable to access invalid index: ${Number(key)}: invalid index referenced`);

const isIndex = (key: string): boolean => /^[+-]?\d+$/.test(key);
const notIndex = (key: string): string => `strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`;

/** From the end where it is negative; outside the list it stays so. */
function indexIn(key: string, length: number): number {
  const index = Number(key);
  return index < 0 ? length + index : index;
}

function member(container: Container, key: string): Result<unknown, string> {
  if (!Array.isArray(container)) return ok(own(container, key));
  if (!isIndex(key)) return err(notIndex(key));
  const index = indexIn(key, container.length);
  return index >= 0 && index < container.length ? ok(container[index]) : invalidIndex(key);
}

function insert(container: Container, key: string, value: unknown): Result<undefined, string> {
  if (!Array.isArray(container)) setOwn(container, key, value);
  else if (key === '-') container.push(value);
  else {
    if (!isIndex(key)) return err(`value was not a proper array index: '${key}': ${notIndex(key)}`);
    // Counted in the list as it will be: -1 is its new end.
    const index = indexIn(key, container.length + 1);
    if (index < 0 || index > container.length) return invalidIndex(key);
    container.splice(index, 0, value);
  }
  return ok(undefined);
}

function take(container: Container, key: string): Result<undefined, string> {
  if (Array.isArray(container)) {
    const there = member(container, key);
    if (!there.ok) return there;
    container.splice(indexIn(key, container.length), 1);
  } else {
    if (own(container, key) === undefined) return err(`Unable to remove nonexistent key: ${key}: ${MISSING}`);
    Reflect.deleteProperty(container, key);
  }
  return ok(undefined);
}
