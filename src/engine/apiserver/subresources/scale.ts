import { fieldPath, invalid } from '../../../api/field-error.ts';
import type { KubeObject } from '../../../api/object.ts';
import { type ApiStatus, newConflict, newInvalid, newNotFound } from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import { decodeBody } from '../decode/body.ts';
import { ageOf } from '../kinds/common/duration.ts';
import type { ScaleStrategy } from '../kinds/kind.ts';
import { applyJsonPatch } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { type ObjectDraft, copyOf } from '../registry/draft.ts';
import { type Outcome, type Registry, answer } from '../registry/registry.ts';
import { updateLoop } from '../registry/update.ts';
import type { RequestContext } from '../request/context.ts';
import { type Rows, tableWith } from '../table.ts';

// Models pkg/registry/apps/deployment/storage ScaleREST and its siblings (1.36).

const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' } as const;

interface Scale extends KubeObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/** GET, PUT and PATCH of the scale subresource. */
export function* scale(registry: Registry, rc: RequestContext, strategy: ScaleStrategy): Task<Outcome> {
  yield rc.stageTime();
  const ref = { namespace: rc.namespace, name: rc.name };
  const current = registry.etcd.get(rc.resourceName, ref);
  if (current === undefined) return err(newNotFound(rc.resourceName, rc.name));
  if (rc.request.verb === 'get') return read(rc, scaleOf(strategy, current));
  const outcome = yield* updateLoop(registry, rc, (live) => proposed(rc, strategy, live));
  return outcome.ok ? answer(rc, 200, scaleOf(strategy, outcome.value.body as KubeObject)) : outcome;
}

function read(rc: RequestContext, object: KubeObject): Outcome {
  const table = rc.options.asTable === true;
  return answer(rc, 200, table ? tableWith(rc, ROWS, [object], object.metadata?.resourceVersion) : object);
}

/** Models printScale. */
const ROWS: Rows = {
  columns: [
    { name: 'Name', type: 'string', priority: 0 },
    { name: 'Desired', type: 'integer', priority: 0 },
    { name: 'Available', type: 'integer', priority: 0 },
    { name: 'Age', type: 'string', priority: 0 },
  ],
  cells: (object, nowUs) => {
    const { metadata, spec, status } = object as Scale;
    return [
      metadata?.name ?? '',
      spec?.replicas ?? 0,
      status?.replicas ?? 0,
      ageOf(metadata?.creationTimestamp, nowUs),
    ];
  },
};

function scaleOf(strategy: ScaleStrategy, object: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata ?? {};
  const selector = strategy.selector(object);
  const body = {
    ...SCALE,
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    spec: { replicas: strategy.replicas(object) },
    status: { replicas: strategy.current(object), ...(selector === '' ? {} : { selector }) },
  };
  return body;
}

function proposed(
  rc: RequestContext,
  strategy: ScaleStrategy,
  live: KubeObject,
): Result<ObjectDraft, ApiStatus> {
  const wanted = wantedScale(rc, scaleOf(strategy, live));
  if (!wanted.ok) return wanted;
  const { metadata, spec } = wanted.value as Scale;
  const version = metadata?.resourceVersion;
  if (version !== undefined && version !== live.metadata?.resourceVersion)
    return err(newConflict(rc.resourceName, rc.name));
  const replicas = spec?.replicas ?? 0;
  if (replicas < 0) {
    return err(
      newInvalid('Scale.autoscaling', rc.name, [
        invalid(fieldPath('spec', 'replicas'), replicas, 'must be greater than or equal to 0'),
      ]),
    );
  }
  return ok(copyOf(strategy.withReplicas(live, replicas)) as ObjectDraft);
}

function wantedScale(rc: RequestContext, current: KubeObject): Result<unknown, ApiStatus> {
  const { verb, body, patchType } = rc.request;
  if (verb === 'update') return decodeBody(rc, body, SCALE);
  if (patchType !== 'json') return decodeBody(rc, applyMergePatch(current, body), SCALE);
  const patched = applyJsonPatch(current, Array.isArray(body) ? body : []);
  return patched.ok
    ? decodeBody(rc, patched.value, SCALE)
    : err(newConflict(rc.resourceName, rc.name, patched.error));
}
