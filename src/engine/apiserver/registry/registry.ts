import type { KubeObject, MetaLike, ObjectRef } from '../../../api/object.ts';
import type { ApiStatus } from '../../../api/status.ts';
import type { Draft } from '../../../base/brand.ts';
import type { Result } from '../../../base/result.ts';
import type { Etcd } from '../../etcd/store.ts';
import type { ApiResponse } from '../../machinery/client.ts';
import type { RequestContext } from '../request/context.ts';
import type { Admission } from './admit.ts';
import type { ObjectDraft } from './draft.ts';

/** What the generic store works with. Models registry/generic/registry.Store's parts. */
export interface Registry {
  readonly etcd: Etcd;
  readonly admission: Admission;
  /** Keeps managedFields: who set which field. `live` is absent on create. */
  track(rc: RequestContext, live: KubeObject | undefined, draft: ObjectDraft): void;
  /** What a kind's own storage refuses before the strategy is asked: roles that grant more than the writer holds. */
  guard(rc: RequestContext, draft: ObjectDraft): ApiStatus | undefined;
}

/** What became of a request: the answer, or the Status that refuses it. */
export type Outcome = Result<ApiResponse, ApiStatus>;

/** A success with the request's warnings. */
export function answer(rc: RequestContext, code: number, body: unknown): Outcome {
  return { ok: true, value: { code, body, warnings: rc.warnings } };
}

export function refOf(object: KubeObject): ObjectRef {
  return { namespace: object.metadata?.namespace ?? '', name: object.metadata?.name ?? '' };
}

/** The object with the revision of its write: itself, where it is the request's own. */
export function withRevision(object: KubeObject, rev: number): KubeObject {
  const resourceVersion = String(rev);
  const { metadata } = object;
  if (Object.isFrozen(object) || metadata === undefined || Object.isFrozen(metadata))
    return { ...object, metadata: { ...metadata, resourceVersion } };
  (metadata as Draft<MetaLike>).resourceVersion = resourceVersion;
  return object;
}
