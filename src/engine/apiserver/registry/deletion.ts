import type { KubeObject } from '../../../api/object.ts';
import { formatTime, parseTime } from '../../../api/time.ts';
import type { RequestOptions } from '../../machinery/client.ts';
import type { Kind } from '../kinds/kind.ts';
import { deepEqual, fieldOf } from './draft.ts';

const SECOND_US = 1_000_000;
const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/**
 * What a DELETE does to an object now: nothing more (`pending`), take it away (`remove`), mark it and leave it to others
 * (`mark`), or mark it and take it away at once, as Pods without grace are (`markAndRemove`).
 */
export type Deletion =
  | { readonly step: 'pending' }
  | { readonly step: 'remove' }
  | { readonly step: 'mark' | 'markAndRemove'; readonly object: KubeObject };

interface DeletionRequest {
  readonly kind: Kind;
  readonly object: KubeObject;
  readonly options: RequestOptions;
  readonly nowUs: number;
}

/** Models rest.BeforeDelete and Store.updateForGracefulDeletionAndFinalizers (1.36). */
export function planDeletion(request: DeletionRequest): Deletion {
  if (request.kind.kind === 'Namespace') return planNamespaceDeletion(request);
  const grace = graceOf(request);
  if (grace === 'pending') return { step: 'pending' };
  const { object, nowUs } = request;
  const finalizers = finalizersAfter(request);
  const changed = !deepEqual(finalizers, object.metadata?.finalizers ?? []);
  const withFinalizers = changed ? withMeta(object, { finalizers }) : object;
  if (grace === undefined) {
    if (finalizers.length === 0) return { step: 'remove' };
    const marked = markDeleting(withFinalizers, formatTime(nowUs), 0);
    return marked === object ? { step: 'pending' } : { step: 'mark', object: marked };
  }
  const marked = bumped(
    withMeta(withFinalizers, { deletionTimestamp: grace.at, deletionGracePeriodSeconds: grace.seconds }),
    object,
  );
  return { step: finalizers.length === 0 && grace.seconds === 0 ? 'markAndRemove' : 'mark', object: marked };
}

/** The grace to be written; undefined = the kind knows none. */
function graceOf({
  kind,
  object,
  options,
  nowUs,
}: DeletionRequest): { readonly at: string; readonly seconds: number } | 'pending' | undefined {
  if (kind.graceSeconds === undefined) return undefined;
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata ?? {};
  // A negative grace is the shortest there is.
  const asked =
    options.gracePeriodSeconds !== undefined && options.gracePeriodSeconds < 0
      ? 1
      : options.gracePeriodSeconds;
  if (deletionTimestamp === undefined) {
    const seconds = kind.graceSeconds(object, asked);
    return { at: formatTime(nowUs + seconds * SECOND_US), seconds };
  }
  if (deletionGracePeriodSeconds === undefined) return undefined;
  if (asked === undefined || asked >= deletionGracePeriodSeconds) return 'pending';
  const at = (parseTime(deletionTimestamp) ?? nowUs) + (asked - deletionGracePeriodSeconds) * SECOND_US;
  if (at >= nowUs) return { at: formatTime(at), seconds: asked };
  return { at: formatTime(nowUs), seconds: asked === 0 ? 0 : 1 };
}

/** Models deletionFinalizersForGarbageCollection. */
function finalizersAfter({ kind, object, options }: DeletionRequest): readonly string[] {
  const standing = object.metadata?.finalizers ?? [];
  const fallback = kind.defaultPropagation ?? 'Background';
  if (fallback === 'none') return standing;
  const policy = policyAsked(options) ?? policyOf(standing) ?? fallback;
  const added = object.metadata?.deletionTimestamp === undefined ? (kind.finalizersOnDelete ?? []) : [];
  const others = [
    ...standing.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND),
    ...added.filter((finalizer) => !standing.includes(finalizer)),
  ];
  const wanted = policy === 'Orphan' ? ORPHAN : policy === 'Foreground' ? FOREGROUND : undefined;
  if (wanted === undefined)
    return others.length === standing.length && added.length === 0 ? standing : others;
  return standing.includes(wanted) && others.length === standing.length - 1 ? standing : [...others, wanted];
}

function policyAsked({
  propagationPolicy,
  orphanDependents,
}: RequestOptions): RequestOptions['propagationPolicy'] {
  if (propagationPolicy !== undefined || orphanDependents === undefined) return propagationPolicy;
  return orphanDependents ? 'Orphan' : 'Background';
}

function policyOf(finalizers: readonly string[]): 'Orphan' | 'Foreground' | undefined {
  if (finalizers.includes(ORPHAN)) return 'Orphan';
  return finalizers.includes(FOREGROUND) ? 'Foreground' : undefined;
}

/** Models markAsDeleting: the object as it stands when it was being deleted already. */
function markDeleting(object: KubeObject, at: string, seconds: number): KubeObject {
  if (object.metadata?.deletionTimestamp !== undefined) return object;
  return bumped(withMeta(object, { deletionTimestamp: at, deletionGracePeriodSeconds: seconds }), object);
}

function bumped(marked: KubeObject, before: KubeObject): KubeObject {
  const { generation, deletionTimestamp } = before.metadata ?? {};
  if (generation === undefined || deletionTimestamp !== undefined) return marked;
  return withMeta(marked, { generation: generation + 1 });
}

/** Models pkg/registry/core/namespace/storage Delete: Terminating until the controller has emptied it. */
function planNamespaceDeletion({ kind, object, options, nowUs }: DeletionRequest): Deletion {
  const spec = (fieldOf(object, 'spec') ?? {}) as { readonly finalizers?: readonly string[] };
  const empty = (spec.finalizers ?? []).length === 0;
  const deleting = object.metadata?.deletionTimestamp !== undefined;
  if (deleting && !empty) return { step: 'pending' };
  const finalizers = finalizersAfter({ kind, object, options, nowUs });
  if (empty && finalizers.length === 0) return { step: 'remove' };
  if (deleting) return { step: 'pending' };
  const status = { ...(fieldOf(object, 'status') as object | undefined), phase: 'Terminating' };
  const changes = finalizers.length === 0 ? {} : { finalizers };
  const marked = withMeta({ ...object, status } as KubeObject, {
    ...changes,
    deletionTimestamp: formatTime(nowUs),
  });
  return { step: 'mark', object: marked };
}

function withMeta(object: KubeObject, changes: NonNullable<KubeObject['metadata']>): KubeObject {
  const metadata = { ...object.metadata, ...changes };
  if (changes.finalizers?.length === 0) delete (metadata as { finalizers?: readonly string[] }).finalizers;
  return { ...object, metadata };
}
