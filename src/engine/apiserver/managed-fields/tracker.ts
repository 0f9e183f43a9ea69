import type { KubeObject } from '../../../api/object.ts';
import { type StructSchema } from '../../../api/schema.ts';
import { structureOf } from '../kinds/structure-of.ts';
import { type ObjectDraft, fieldOf } from '../registry/draft.ts';
import type { RequestContext } from '../request/context.ts';
import { Collector, type Comparison, compareMembers, compareValues } from './compare.ts';
import { type FieldSet, commonSet, difference, union } from './field-set.ts';
import { type ManagedEntry, type ManagerId, entryOf, isSame, managerOf, settled } from './managers.ts';
import { type Shape, emptyStruct, memberOf, structShape } from './typed.ts';

// Models apimachinery/pkg/util/managedfields/internal (fieldmanager.go, stripmeta.go, managedfieldsupdater.go) of 1.36.

/** Never owned by anybody. */
export const UNOWNED_META: ReadonlySet<string> = new Set([
  'name',
  'namespace',
  'creationTimestamp',
  'selfLink',
  'uid',
  'clusterName',
  'generation',
  'managedFields',
  'resourceVersion',
]);

/** Keeps managedFields of a write that is no apply: the writer owns what it changed, others lose that. */
export function trackUpdate(rc: RequestContext, live: KubeObject | undefined, draft: ObjectDraft): void {
  const schema = structureOf(rc.kind);
  if (schema === undefined) return;
  const before = entriesBefore(rc, live, draft);
  const compared = compareObjects(schema, live, draft, ignoredOf(rc));
  const entries = changedEntries(before, compared, { id: updateId(rc), kind: rc.kind.kind, now: rc.now() });
  if (entries.length === 0) delete draft.metadata.managedFields;
  else draft.metadata.managedFields = entries as never;
}

/**
 * What a write begins from: the entries that came with it, so that they can be set; those that stand when none came, when they cannot be
 * read, or when a subresource is written. One empty entry asks for a clean sheet. Models decodeLiveOrNew.
 */
function entriesBefore(
  { subresource }: RequestContext,
  live: KubeObject | undefined,
  draft: ObjectDraft,
): readonly ManagedEntry[] {
  const standing = (live?.metadata?.managedFields ?? []) as readonly ManagedEntry[];
  const given = (draft.metadata.managedFields ?? []) as readonly ManagedEntry[];
  if (subresource !== '' || given === standing || given.length === 0) return standing;
  if (given.length === 1 && Object.keys(given[0] ?? {}).length === 0) return [];
  return given.every(isReadable) ? given : standing;
}

const isReadable = ({ operation, fieldsV1 }: ManagedEntry): boolean =>
  (operation === 'Apply' || operation === 'Update') && typeof fieldsV1 === 'object';

function updateId(rc: RequestContext): ManagerId {
  return {
    manager: managerOf(rc.identity, rc.request),
    operation: 'Update',
    apiVersion: rc.kind.apiVersion,
    subresource: rc.subresource,
  };
}

/** Top-level fields this request cannot set, so that nobody comes to own them by it. Models GetResetFields. */
export function ignoredOf(rc: RequestContext): ReadonlySet<string> {
  if (rc.subresource === 'status') return STATUS_ONLY;
  const keepsStatus = rc.kind.subresources?.['status'] === undefined || rc.kind.keepsStatusOnCreate === true;
  return keepsStatus || rc.subresource === 'binding' ? NOTHING : NO_STATUS;
}

const NOTHING: ReadonlySet<string> = new Set();
const NO_STATUS: ReadonlySet<string> = new Set(['status']);
const STATUS_ONLY: ReadonlySet<string> = new Set(['spec']);

/** Compares two objects of a kind, without what nobody owns. */
export function compareObjects(
  schema: StructSchema,
  live: KubeObject | undefined,
  draft: ObjectDraft,
  ignored: ReadonlySet<string>,
): Comparison {
  const shape = structShape(schema);
  const empty = live === undefined ? emptyStruct(schema) : undefined;
  const found = new Collector();
  for (const name of schema.fields.keys()) {
    if (name === 'apiVersion' || name === 'kind' || ignored.has(name)) continue;
    const left = live === undefined ? empty?.[name] : fieldOf(live, name);
    const right = draft[name];
    if (left === right) continue;
    const member = memberOf(shape, name);
    const compared =
      name === 'metadata' ? compareMeta(member.shape, left, right) : compareValues(member.shape, left, right);
    found.put(member.element, compared);
  }
  return found.all();
}

function compareMeta(shape: Shape, left: unknown, right: unknown): Comparison {
  const found = new Collector();
  if (shape.kind === 'struct') compareMembers(found, shape, { left, right, ignored: UNOWNED_META });
  return found.all();
}

/** Who writes what: such writes mostly touch the same fields. */
function writerOf({ manager, subresource }: ManagerId, kind: string): string {
  return `${manager}/${kind}/${subresource}`;
}

function changedEntries(
  before: readonly ManagedEntry[],
  compared: Comparison,
  { id, kind, now }: { readonly id: ManagerId; readonly kind: string; readonly now: string },
): readonly ManagedEntry[] {
  const { added, modified, removed } = compared;
  const taken = union(added, modified);
  if (taken === undefined && removed === undefined) return before;
  const lost = union(taken, removed);
  const entries: ManagedEntry[] = [];
  let own: FieldSet | undefined;
  let ownTime = now;
  for (const entry of before) {
    if (isSame(entry, id)) {
      own = difference(entry.fieldsV1, removed);
      ownTime = entry.time;
      continue;
    }
    const left = difference(entry.fieldsV1, lost);
    if (left === undefined) continue;
    entries.push(left === entry.fieldsV1 ? entry : { ...entry, fieldsV1: left });
  }
  const owned = union(own, taken);
  if (owned !== undefined)
    entries.push(entryOf(id, taken === undefined ? ownTime : now, commonSet(writerOf(id, kind), owned)));
  return settled(entries);
}
