import type { ControllerRevision, PodTemplateSpec } from '../../../api/generated/types.ts';
import { toCompactJson } from '../../../api/json-text.ts';
import { newControllerRef } from '../../../api/owner.ts';
import { utf8 } from '../../../api/pod-template-hash.ts';
import { safeEncodeString } from '../../../api/random-name.ts';
import { deepEqual } from '../../../base/deep.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { ApiError } from '../../machinery/client.ts';
import type { ControllerContext } from './controller.ts';
import { type Stored, byAge, refOf } from './objects.ts';
import { DEFAULT_BACKOFF, onConflict } from './on-conflict.ts';

// Models pkg/controller/history (1.36): templates of StatefulSets and DaemonSets, each in a ControllerRevision.

export const REVISIONS = 'controllerrevisions.apps';
/** The label of a Pod that says which revision it is of. */
export const REVISION_LABEL = 'controller-revision-hash';
const HASH_LABEL = 'controller.kubernetes.io/hash';

/** An owner whose template is kept in revisions. */
export interface Versioned extends Stored {
  readonly spec?: { readonly template: PodTemplateSpec };
}

/** The template as a revision keeps it: a patch that puts it back. */
export function templatePatch(template: PodTemplateSpec): object {
  return { spec: { template: { ...template, $patch: 'replace' } } };
}

/** The template a revision keeps. */
export function templateIn(revision: ControllerRevision): PodTemplateSpec | undefined {
  const data = revision.data as
    | { readonly spec?: { readonly template?: PodTemplateSpec & { readonly $patch?: string } } }
    | undefined;
  if (data?.spec?.template === undefined) return undefined;
  const { $patch: _, ...template } = data.spec.template;
  return template;
}

/** Oldest revision first. Models SortControllerRevisions. */
export function sortRevisions(revisions: readonly ControllerRevision[]): ControllerRevision[] {
  return [...revisions].sort((a, b) => a.revision - b.revision || byAge(a, b));
}

/** The number of the next revision. */
export function nextRevision(sorted: readonly ControllerRevision[]): number {
  return (sorted[sorted.length - 1]?.revision ?? 0) + 1;
}

/** A revision of the owner's template, named by its hash. Models NewControllerRevision. */
export function newRevision(
  owner: Versioned,
  data: object,
  { revision, collisions }: { revision: number; collisions: number },
): ControllerRevision {
  const hash = revisionHash(data, collisions);
  const { annotations } = owner.metadata;
  const metadata = {
    name: `${owner.metadata.name.slice(0, 223)}-${hash}`,
    namespace: owner.metadata.namespace,
    labels: { ...owner.spec?.template.metadata?.labels, [HASH_LABEL]: hash },
    ...(annotations === undefined ? {} : { annotations }),
    ownerReferences: [newControllerRef(owner)],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: metadata as unknown as ControllerRevision['metadata'],
    data: data as never,
    revision,
  };
}

/** FNV-1 (not 1a) over the data's JSON and the number of collisions. Models HashControllerRevision. */
export function revisionHash(data: object, collisions: number): string {
  let hash = 0x811c9dc5;
  for (const byte of utf8(toCompactJson(data) + String(collisions)))
    hash = Math.imul(hash, 0x01000193) ^ byte;
  return safeEncodeString(String(hash >>> 0));
}

/** The last revision with the same data. Models FindEqualRevisions. */
export function equalRevision(
  sorted: readonly ControllerRevision[],
  data: object,
): ControllerRevision | undefined {
  return sorted.findLast((revision) => deepEqual(revision.data, data));
}

/** Creates a revision; a name taken by other data is answered with another hash. Models CreateControllerRevision. */
export function* createRevision(
  { client }: ControllerContext,
  owner: Versioned,
  wanted: { readonly data: object; readonly revision: number; readonly collisions: number },
): Task<Result<{ readonly revision: ControllerRevision; readonly collisions: number }, ApiError>> {
  let { collisions } = wanted;
  for (;;) {
    const draft = newRevision(owner, wanted.data, { revision: wanted.revision, collisions });
    const made = yield* client.create<ControllerRevision>(REVISIONS, draft);
    if (made.ok) return ok({ revision: made.value, collisions });
    if (made.error.reason !== 'AlreadyExists') return made;
    const standing = yield* client.get<ControllerRevision>(REVISIONS, refOf(draft));
    if (!standing.ok) return standing;
    if (deepEqual(standing.value.data, wanted.data)) return ok({ revision: standing.value, collisions });
    collisions++;
  }
}

/** Gives a revision another number. Models UpdateControllerRevision. */
export function* renumberRevision(
  { client }: ControllerContext,
  revision: ControllerRevision,
  number: number,
): Task<Result<ControllerRevision, ApiError>> {
  let base = revision;
  const error = yield* onConflict(DEFAULT_BACKOFF, function* write() {
    if (base.revision === number) return undefined;
    const written = yield* client.update<ControllerRevision>(REVISIONS, { ...base, revision: number });
    if (!written.ok && written.error.reason !== 'Conflict') return written.error;
    const found = written.ok ? written : yield* client.get<ControllerRevision>(REVISIONS, refOf(base));
    if (!found.ok) return found.error;
    base = found.value;
    return written.ok ? undefined : written.error;
  });
  return error === undefined ? ok(base) : err(error);
}

/** Revisions that may go: not in use, oldest first, beyond the limit. Models truncateHistory. */
export function beyondLimit(
  sorted: readonly ControllerRevision[],
  live: ReadonlySet<string>,
  limit: number,
): ControllerRevision[] {
  const unused = sorted.filter(({ metadata }) => !live.has(metadata.name));
  return unused.length <= limit ? [] : unused.slice(0, unused.length - limit);
}
