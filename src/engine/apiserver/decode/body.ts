import { goQuote } from '../../../api/go-text.ts';
import { RESOURCES, splitApiVersion } from '../../../api/resources.ts';
import { type StructSchema, kindSchema, structSchema } from '../../../api/schema.ts';
import { type ApiStatus, newBadRequest } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { CustomPart } from '../kinds/kind.ts';
import type { ObjectDraft } from '../registry/draft.ts';
import type { RequestContext } from '../request/context.ts';
import type { Kept } from './context.ts';
import { decodeAs, decodeUntyped } from './decoder.ts';
import { jsonWord } from './scalars.ts';

// Models apiserver/pkg/endpoints/handlers/{create,update,rest}.go and the json serializer (1.36).

/** What a body must be: the kind the URL names, or a subresource's own (Binding, Eviction, Scale). */
export interface Expected {
  readonly apiVersion: string;
  readonly kind: string;
  readonly custom?: CustomPart;
}

const KNOWN_KINDS: ReadonlySet<string> = new Set(
  RESOURCES.map(({ apiVersion, kind }) => `${apiVersion}/${kind}`),
);

/** Reads a request's body as the expected kind, with fieldValidation as asked. */
export function decodeBody(
  rc: RequestContext,
  body: unknown,
  expected: Expected,
  kept?: Kept,
): Result<ObjectDraft, ApiStatus> {
  const given =
    typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : {};
  const unread = ['apiVersion', 'kind'].find((key) => !isText(given[key]));
  if (unread !== undefined) return err(newBadRequest(unrecognized(body, expected, unread, given[unread])));
  const apiVersion = textOr(given['apiVersion'], expected.apiVersion);
  const kind = textOr(given['kind'], expected.kind);
  if (kind !== expected.kind) {
    const known = expected.custom !== undefined || KNOWN_KINDS.has(`${apiVersion}/${kind}`);
    if (!known) return err(unhandled({ apiVersion, kind }, expected, unregistered(apiVersion, kind)));
    return err(
      newBadRequest(`the kind in the data (${kind}) does not match the expected kind (${expected.kind})`),
    );
  }
  if (apiVersion !== expected.apiVersion) {
    return err(
      newBadRequest(
        `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`,
      ),
    );
  }
  const schema = schemaFor(expected);
  const { object, error, strict } =
    schema === undefined
      ? decodeUntyped(expected.kind, body, expected.custom)
      : decodeAs(schema.name, body, kept);
  if (error !== undefined) return err(unhandled(expected, expected, error));
  if (strict.length > 0) {
    const how = rc.options.fieldValidation ?? 'Warn';
    if (how === 'Strict')
      return err(unhandled(expected, expected, `strict decoding error: ${strict.join(', ')}`));
    if (how === 'Warn') for (const text of strict) rc.warn(text);
  }
  return ok(complete(object, expected));
}

/** A kind's schema; what only passes through (Scale, Eviction …) goes by its name, where that is no part of a Pod's. */
function schemaFor({ apiVersion, kind, custom }: Expected): StructSchema | undefined {
  const known = kindSchema(apiVersion, kind);
  if (known !== undefined || custom !== undefined) return known;
  const named = structSchema(kind);
  return named?.fields.has('kind') === true ? named : undefined;
}

/** What the body says it is cannot be read as what it must be. */
function unhandled(given: Expected, expected: Expected, why: string): ApiStatus {
  const { version } = splitApiVersion(given.apiVersion);
  return newBadRequest(
    `${given.kind} in version ${goQuote(version)} cannot be handled as a ${expected.kind}: ${why}`,
  );
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

function isText(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}

const SUMMARY_LENGTH = 30;

/** What the object is cannot even be read. Models transformDecodeError without a kind. */
function unrecognized(body: unknown, { kind }: Expected, key: string, value: unknown): string {
  const text = JSON.stringify(body);
  const summary = text.length > SUMMARY_LENGTH ? `${text.slice(0, SUMMARY_LENGTH)} ...` : text;
  const why = `json: cannot unmarshal ${jsonWord(value)} into Go struct field .${key} of type string`;
  return `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${why} (${summary})`;
}

/** Why JSON that names itself cannot be read as any kind; undefined when the scheme knows its kind. */
export function unknownKind(apiVersion: string, kind: string): string | undefined {
  if (KNOWN_KINDS.has(`${apiVersion}/${kind}`)) return undefined;
  return unregistered(apiVersion, kind);
}

function unregistered(apiVersion: string, kind: string): string {
  const { group, version } = splitApiVersion(apiVersion);
  const where = group === '' ? version : `${group}/${version}`;
  return `no kind ${goQuote(kind)} is registered for version ${goQuote(where)} in scheme "k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30"`;
}

function complete(object: Record<string, unknown>, { apiVersion, kind }: Expected): ObjectDraft {
  const metadata = (object['metadata'] ?? {}) as ObjectDraft['metadata'];
  return Object.assign(object, { apiVersion, kind, metadata });
}
