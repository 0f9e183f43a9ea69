import { own, setOwn } from '../../../base/own.ts';
import { goValue, goJson } from '../../../api/go-text.ts';
import { kindSchema } from '../../../api/schema.ts';
import { type ApiStatus, failure, newBadRequest, newInvalid } from '../../../api/status.ts';
import type { KubeObject } from '../../../api/object.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { unknownKind } from '../decode/body.ts';
import { conversionError } from '../decode/conversion.ts';
import { decodeAs, decodeUntyped } from '../decode/decoder.ts';
import type { ObjectDraft } from '../registry/draft.ts';
import { keptParts } from '../registry/settled.ts';
import type { RequestContext } from '../request/context.ts';
import { applyJsonPatch, notJsonPatch } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { type Mapping, isMapping } from '../../../base/mapping.ts';
import { mergeMapping } from '../../../api/patch/strategic.ts';

// Models apiserver/pkg/endpoints/handlers/patch.go (1.36).

const MAX_JSON_OPERATIONS = 10_000;

/** Applies the request's patch to the current object: a typed draft, not yet defaulted. */
export function patchObject(rc: RequestContext, current: KubeObject): Result<ObjectDraft, ApiStatus> {
  const { body, patchType } = rc.request;
  if (patchType === 'json') return jsonPatched(rc, current, body);
  if (patchType !== 'merge' && rc.kind.custom !== undefined) return err(unsupportedPatch());
  if (!isMapping(body)) return err(newBadRequest(notMapping(body, patchType)));
  if (patchType === 'merge') return typed(rc, applyMergePatch(current, body), { text: patchedText, current });
  return strategicallyPatched(rc, current, body);
}

/** Custom resources know no strategies. */
function unsupportedPatch(): ApiStatus {
  const types = 'application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml';
  return failure(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: ${types}`,
  );
}

function notMapping(body: unknown, patchType: string | undefined): string {
  const word = Array.isArray(body)
    ? 'array'
    : body === null
      ? 'null'
      : typeof body === 'boolean'
        ? 'bool'
        : typeof body;
  const text = `json: cannot unmarshal ${word} into Go value of type map[string]interface {}`;
  return patchType === 'merge' ? `error decoding patch: ${text}` : text;
}

function jsonPatched(rc: RequestContext, current: KubeObject, body: unknown): Result<ObjectDraft, ApiStatus> {
  const wrong = notJsonPatch(body);
  if (wrong !== undefined) return err(newBadRequest(wrong));
  const operations = (body ?? []) as readonly unknown[];
  if (operations.length > MAX_JSON_OPERATIONS) {
    return err(
      failure(
        413,
        'RequestEntityTooLarge',
        `The allowed maximum operations in a JSON patch is ${MAX_JSON_OPERATIONS}, got ${operations.length}`,
      ),
    );
  }
  const patched = applyJsonPatch(current, operations);
  return patched.ok ? typed(rc, patched.value, { text: patchedText, current }) : err(unprocessable());
}

/** Models NewGenericServerResponse(422, …, isUnexpectedResponse false): why a patch could not be carried out is not told. */
function unprocessable(): ApiStatus {
  return failure(422, 'Invalid', 'the server rejected our request due to an error in our request', {});
}

function strategicallyPatched(
  rc: RequestContext,
  current: KubeObject,
  patch: Mapping,
): Result<ObjectDraft, ApiStatus> {
  const schema = kindSchema(rc.kind.apiVersion, rc.kind.kind);
  const merged = mergeMapping(current as unknown as Mapping, patch, schema);
  if (!merged.ok) {
    const { code, message } = merged.error;
    return err(code === 400 ? newBadRequest(message) : failure(500, '', message));
  }
  return typed(rc, merged.value, {
    text: () => goValue(shownPatch(patch, current)),
    convert: true,
    current,
  });
}

/** An applied object read as its kind: its schema was checked before, so what is left is what only Go's types refuse. */
export function readMerged(rc: RequestContext, merged: Mapping): Result<ObjectDraft, ApiStatus> {
  return typed(rc, merged, { text: patchedText, convert: true });
}

/** The patch as it stands after upstream has carried it out: merging takes its directives, and ordered lists, out of it. */
function shownPatch(patch: Mapping, original: unknown): Mapping {
  const ordered = new Set<string>();
  for (const key of Object.keys(patch))
    if (key.startsWith('$setElementOrder/')) ordered.add(key.slice('$setElementOrder/'.length));
  const out: Mapping = {};
  for (const key of Object.keys(patch)) {
    if (key.startsWith('$') || ordered.has(key)) continue;
    const standing = isMapping(original) ? own(original, key) : undefined;
    const value = patch[key];
    setOwn(out, key, isMapping(value) && isMapping(standing) ? shownPatch(value, standing) : value);
  }
  return out;
}

/** How a patch that makes a wrong object is shown, and which of Go's two decoders read it. */
interface Shown {
  text(value: unknown): string;
  readonly convert?: boolean;
  /** What was patched: the result may still hold parts of it. */
  readonly current?: KubeObject;
}

function typed(rc: RequestContext, value: unknown, shown: Shown): Result<ObjectDraft, ApiStatus> {
  const { apiVersion, kind } = rc.kind;
  const schema = kindSchema(apiVersion, kind);
  const part = rc.subresource === 'status' && isMapping(value) ? statusPart(value) : value;
  const { object, error, strict } =
    schema === undefined
      ? decodeUntyped(kind, part, rc.kind.custom)
      : decodeAs(schema.name, part, keptParts(rc, part, shown.current));
  const refuse = (why: string): Result<ObjectDraft, ApiStatus> => {
    const cause = {
      type: 'FieldValueInvalid',
      field: 'patch',
      value: shown.text(value),
      detail: why,
    } as const;
    return err(newInvalid('', '', [cause]));
  };
  // A strategic patch is read by Go's types alone; the others by what the object calls itself.
  const unknown = shown.convert === true || rc.kind.custom !== undefined ? undefined : unknownKindOf(part);
  if (unknown !== undefined) return refuse(unknown);
  if (error !== undefined)
    return refuse(shown.convert === true ? (conversionError(schema, value) ?? error) : error);
  if (strict.length > 0) {
    const how = rc.options.fieldValidation ?? 'Warn';
    if (how === 'Strict') return refuse(`strict decoding error: ${strict.join(', ')}`);
    if (how === 'Warn') for (const text of strict) rc.warn(text);
  }
  // A part read alone gets empty structs for what it lacks: those are the stored object's own.
  if (part !== value)
    for (const key of Object.keys(value as Mapping))
      if (!Object.hasOwn(part as Mapping, key)) object[key] = (value as Mapping)[key];
  return ok(finish(rc, object));
}

function unknownKindOf(object: unknown): string | undefined {
  if (!isMapping(object)) return undefined;
  const { apiVersion, kind } = object;
  return typeof apiVersion === 'string' && typeof kind === 'string'
    ? unknownKind(apiVersion, kind)
    : undefined;
}

/** ObjectMeta's fields in Go's order: how an untouched metadata is written. */
const META_ORDER = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
];

/** The patched object as the patching library writes it: its own keys sorted, metadata in Go's order. */
function patchedText(value: unknown): string {
  if (!isMapping(value)) return goJson(value);
  const out: Mapping = {};
  for (const key of Object.keys(value).sort()) setOwn(out, key, value[key]);
  const meta = out['metadata'];
  if (isMapping(meta)) {
    const known = META_ORDER.filter((key) => key in meta);
    const others = Object.keys(meta).filter((key) => !META_ORDER.includes(key));
    out['metadata'] = Object.fromEntries([...known, ...others].map((key) => [key, meta[key]]));
  }
  return goJson(out);
}

/** Only what a status write may change is read again; the rest is the stored object's own. */
function statusPart({ apiVersion, kind, metadata, status }: Mapping): Mapping {
  return { apiVersion, kind, metadata, status };
}

function finish(rc: RequestContext, object: Mapping): ObjectDraft {
  const { apiVersion, kind } = rc.kind;
  return Object.assign(object, { apiVersion, kind, metadata: object['metadata'] ?? {} });
}
