import type { KubeObject } from '../../../api/object.ts';
import { type StructSchema } from '../../../api/schema.ts';
import { type ApiStatus, failure, newApplyConflict, newBadRequest } from '../../../api/status.ts';
import { parseJson } from '../../../base/json.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import { type ObjectDraft, deepEqual } from '../registry/draft.ts';
import { structureOf } from '../kinds/structure-of.ts';
import type { RequestContext } from '../request/context.ts';
import { fieldSetOf } from './compare.ts';
import { type Conflict, conflictMessage, conflictsWith, managerText } from './conflicts.ts';
import { type FieldSet, type FieldSetDraft, difference, pathsOf, union } from './field-set.ts';
import { type ManagedEntry, type ManagerId, entryOf, isSame, managerOf, settled } from './managers.ts';
import { mergeTyped, pruneTyped } from './merge.ts';
import { UNOWNED_META, compareObjects, ignoredOf } from './tracker.ts';
import { typedErrors } from './typed-errors.ts';
import { isMapping } from '../../../base/mapping.ts';
import { structShape } from './typed.ts';

// Models apimachinery/pkg/util/managedfields/internal (structuredmerge.go, lastappliedmanager.go) and merge.Updater.Apply (1.36).

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The applied configuration as a mapping, or why it is none. */
function configuration(
  rc: RequestContext,
): Result<{ readonly schema: StructSchema; readonly applied: Record<string, unknown> }, ApiStatus> {
  const { body } = rc.request;
  const { apiVersion, kind } = rc.kind;
  const schema = structureOf(rc.kind);
  if (schema === undefined || !isMapping(body))
    return err(newBadRequest('error decoding YAML: the body is no mapping'));
  const meta = isMapping(body['metadata']) ? body['metadata'] : {};
  if (Array.isArray(meta['managedFields']) && meta['managedFields'].length > 0) {
    return err(newBadRequest('metadata.managedFields must be nil'));
  }
  const wrong = typedErrors(schema, body);
  if (wrong === undefined) return ok({ schema, applied: body });
  const where = `${rc.namespace}/${rc.name}; ${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
  return err(failure(500, '', `failed to create typed patch object (${where}): ${wrong}`));
}

/** Server-side apply onto the live object (undefined: it does not exist). Answers the merged JSON, still to be read as its kind. */
export function applyConfiguration(
  rc: RequestContext,
  live: KubeObject | undefined,
): Result<Record<string, unknown>, ApiStatus> {
  const read = configuration(rc);
  if (!read.ok) return read;
  const { schema, applied } = read.value;
  const owner = applierOf(rc);
  const entries = (live?.metadata?.managedFields ?? []) as readonly ManagedEntry[];
  const set = ownedSet(schema, applied, ignoredOf(rc));
  const object = merged(schema, live, applied, { entries, owner, set });
  const force = rc.options.force === true;
  const managed = settleOwners(rc, { schema, live, object, entries, owner, set, force });
  if (!managed.ok) return managed;
  return ok(withManagers(object, managed.value, live));
}

function applierOf(rc: RequestContext): ManagerId {
  return {
    manager: managerOf(rc.identity, rc.request),
    operation: 'Apply',
    apiVersion: rc.kind.apiVersion,
    subresource: rc.subresource,
  };
}

/** What the configuration names, without what nobody owns. */
function ownedSet(
  schema: StructSchema,
  applied: Record<string, unknown>,
  ignored: ReadonlySet<string>,
): FieldSet {
  const whole = fieldSetOf(structShape(schema), applied);
  const out: FieldSetDraft = {};
  for (const key in whole) {
    const name = key.slice(2);
    if (name === 'apiVersion' || name === 'kind' || ignored.has(name)) continue;
    const part = name === 'metadata' ? ownedMetaSet(whole[key] ?? {}) : whole[key];
    if (part !== undefined) out[key] = part;
  }
  return out;
}

function ownedMetaSet(meta: FieldSetDraft): FieldSetDraft | undefined {
  const out: FieldSetDraft = {};
  for (const key in meta)
    if (!UNOWNED_META.has(key.slice(2)) && meta[key] !== undefined) out[key] = meta[key];
  return Object.keys(out).length === 0 ? undefined : out;
}

interface Ownership {
  readonly entries: readonly ManagedEntry[];
  readonly owner: ManagerId;
  readonly set: FieldSet;
}

/** Live and applied together, without what the applier has let go of. */
function merged(
  schema: StructSchema,
  live: KubeObject | undefined,
  applied: Record<string, unknown>,
  ownership: Ownership,
): Record<string, unknown> {
  const shape = structShape(schema);
  const laid = mergeTyped(shape, live, applied) as Record<string, unknown>;
  const last = ownership.entries.find((entry) => isSame(entry, ownership.owner))?.fieldsV1;
  if (last === undefined) return laid;
  const others = ownership.entries.filter((entry) => !isSame(entry, ownership.owner));
  const owned = others.reduce<FieldSet | undefined>(
    (all, { fieldsV1 }) => union(all, fieldsV1),
    ownership.set,
  );
  return pruneTyped(shape, laid, last, owned) as Record<string, unknown>;
}

interface Settling extends Ownership {
  readonly schema: StructSchema;
  readonly live: KubeObject | undefined;
  readonly object: Record<string, unknown>;
  readonly force: boolean;
}

/** Who owns what afterwards, or the conflicts. Models Updater.update and lastAppliedManager.Apply. */
function settleOwners(
  rc: RequestContext,
  { schema, live, object, entries, owner, set, force }: Settling,
): Result<readonly ManagedEntry[], ApiStatus> {
  const compared = compareObjects(schema, live, object as ObjectDraft, ignoredOf(rc));
  const taken = union(compared.added, compared.modified);
  const others = entries.filter((entry) => !isSame(entry, owner));
  if (!force) {
    const conflicts = remaining(conflictsWith(others, taken), owner, live, schema);
    if (conflicts.length > 0) return err(conflictStatus(conflicts));
  }
  const lost = union(taken, compared.removed);
  const kept: ManagedEntry[] = [];
  for (const entry of others) {
    const left = difference(entry.fieldsV1, lost);
    if (left !== undefined) kept.push(left === entry.fieldsV1 ? entry : { ...entry, fieldsV1: left });
  }
  const standing = entries.find((entry) => isSame(entry, owner));
  const changed = standing === undefined || !deepEqual(standing.fieldsV1, set) || lost !== undefined;
  if (Object.keys(set).length > 0) {
    kept.push(changed ? entryOf(owner, rc.now(), set) : standing);
  }
  return ok(settled(kept));
}

/** kubectl may take over from its own client-side apply what that set and nobody has changed since. */
function remaining(
  conflicts: readonly Conflict[],
  owner: ManagerId,
  live: KubeObject | undefined,
  schema: StructSchema,
): readonly Conflict[] {
  const text = live?.metadata?.annotations?.[LAST_APPLIED];
  if (owner.manager !== 'kubectl' || text === undefined || conflicts.length === 0) return conflicts;
  const last = parseMapping(text);
  if (last === undefined) return conflicts;
  const shape = structShape(schema);
  const same = difference(fieldSetOf(shape, last), changedSince(schema, last, live));
  return conflicts.flatMap((conflict) => {
    const left = difference(conflict.fields, same);
    return left === undefined ? [] : [{ ...conflict, fields: left, paths: pathsOf(left) }];
  });
}

function changedSince(
  schema: StructSchema,
  last: Record<string, unknown>,
  live: KubeObject | undefined,
): FieldSet | undefined {
  const { modified, removed } = compareObjects(schema, last, live as unknown as ObjectDraft, new Set());
  return union(modified, removed);
}

function parseMapping(text: string): Record<string, unknown> | undefined {
  const value: unknown = parseJson(text);
  return isMapping(value) ? value : undefined;
}

function conflictStatus(conflicts: readonly Conflict[]): ApiStatus {
  const causes = conflicts.flatMap(({ entry, paths }) =>
    paths.map((path) => ({
      reason: 'FieldManagerConflict',
      message: `conflict with ${managerText(entry)}`,
      field: path,
    })),
  );
  return newApplyConflict(causes, conflictMessage(conflicts));
}

function withManagers(
  object: Record<string, unknown>,
  entries: readonly ManagedEntry[],
  live: KubeObject | undefined,
): Record<string, unknown> {
  const metadata: Record<string, unknown> = { ...(object['metadata'] as object | undefined) };
  if (live?.metadata?.resourceVersion !== undefined)
    metadata['resourceVersion'] ??= live.metadata.resourceVersion;
  if (entries.length === 0) delete metadata['managedFields'];
  else metadata['managedFields'] = entries;
  return { ...object, metadata };
}
