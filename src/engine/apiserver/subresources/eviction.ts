import type { Pod, PodCondition, PodDisruptionBudget } from '../../../api/generated/types.ts';
import { ignoresBudgets, unhealthyMayGo } from '../../../api/eviction.ts';
import { labelSelectorMatches } from '../../../api/label-selector.ts';
import type { KubeObject } from '../../../api/object.ts';
import {
  type ApiStatus,
  failure,
  newBadRequest,
  newConflict,
  newForbidden,
  newNotFound,
  newTooManyRequests,
  successStatus,
} from '../../../api/status.ts';
import { err } from '../../../base/result.ts';
import type { Task } from '../../kernel/task.ts';
import type { RequestOptions } from '../../machinery/client.ts';
import { decodeBody } from '../decode/body.ts';
import { removeObject } from '../registry/delete.ts';
import { type Outcome, type Registry, answer, withRevision } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';

// Models pkg/registry/core/pod/storage/eviction.go (1.36).

const BUDGETS = 'poddisruptionbudgets.policy';
const VIOLATES = "Cannot evict pod as it would violate the pod's disruption budget.";
const RETRY_AFTER_SECONDS = 10;
const MAX_DISRUPTED = 2000;
const NEGATIVE = 'pdb disruptions allowed is negative';
const TOO_MANY = [
  'DisruptedPods map too big - too many evictions not confirmed by PDB controller',
  'too many pending evictions not confirmed by PDB controller',
] as const;

/** POST pods/x/eviction. */
export function* evict(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const decoded = decodeBody(rc, inThisVersion(rc.request.body), {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
  });
  if (!decoded.ok) return decoded;
  const eviction = decoded.value;
  rc.stage('decoding', 'passed');
  if (eviction.metadata.name !== rc.name) {
    return err(newBadRequest('name in URL does not match name in Eviction object'));
  }
  const ref = { namespace: rc.namespace, name: rc.name };
  const pod = registry.etcd.get<Pod>('pods', ref);
  if (pod === undefined) return err(newNotFound('pods', rc.name));
  const attributes = {
    operation: 'CREATE',
    ...ref,
    object: eviction,
    old: undefined,
  } as const;
  yield rc.stageTime();
  const denied =
    (yield* registry.admission.admit(rc, attributes)) ?? (yield* registry.admission.validate(rc, attributes));
  if (denied !== undefined) return err(denied);
  const refused = ignoresBudgets(pod) ? undefined : yield* spendBudget(registry, rc, pod);
  if (refused !== undefined) {
    rc.stage('validation', 'refused', { note: refused.message });
    return err(refused);
  }
  const marked = yield* markDisrupted(registry, rc);
  if (marked !== undefined && 'code' in marked) return err(marked);
  const { preconditions } = rc.options;
  const options =
    marked === undefined || preconditions?.resourceVersion === undefined
      ? rc.options
      : { ...rc.options, preconditions: { ...preconditions, ...marked } };
  const deleted = yield* removeObject(registry, rc, { ref, options });
  return deleted.ok ? answer(rc, 201, { ...successStatus(), code: 201 }) : deleted;
}

/** Evictions of policy/v1beta1 are taken too, although that version is served no more. */
function inThisVersion(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const { apiVersion } = body as { readonly apiVersion?: unknown };
  return apiVersion === 'policy/v1beta1' ? { ...body, apiVersion: 'policy/v1' } : body;
}

/** Takes one disruption off the Pod's budget, or says why not. */
function* spendBudget(registry: Registry, rc: RequestContext, pod: Pod): Task<ApiStatus | undefined> {
  const budgets = registry.etcd
    .list<PodDisruptionBudget>(BUDGETS, rc.namespace)
    .filter(({ spec }) => labelSelectorMatches(spec?.selector, pod.metadata.labels));
  if (budgets.length > 1) {
    const text =
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    return failure(500, '', text);
  }
  const name = budgets[0]?.metadata.name;
  if (name === undefined) return undefined;
  const ref = { namespace: rc.namespace, name };
  for (;;) {
    const budget = registry.etcd.get<PodDisruptionBudget>(BUDGETS, ref);
    if (budget === undefined || unhealthyMayGo(pod, budget)) return undefined;
    const refused = budgetRefuses(budget);
    if (refused !== undefined || rc.dryRun) return refused;
    const written = yield* rc.server
      .loopback()
      .updateStatus<KubeObject>(BUDGETS, spent(budget, pod, rc.now()));
    if (written.ok) return undefined;
    if (written.error.reason !== 'Conflict') return written.error as ApiStatus;
  }
}

function budgetRefuses({ metadata, status }: PodDisruptionBudget): ApiStatus | undefined {
  const name = metadata.name ?? '';
  const {
    observedGeneration = 0,
    disruptionsAllowed = 0,
    desiredHealthy = 0,
    currentHealthy = 0,
  } = status ?? {};
  if (observedGeneration < (metadata.generation ?? 0)) {
    return refusal(
      `The disruption budget ${name} is still being processed by the server.`,
      RETRY_AFTER_SECONDS,
    );
  }
  const closed = `The disruption budget ${name} does not allow evicting pods currently`;
  const forbidden = (why: string, cause: string): ApiStatus =>
    withCause(newForbidden('poddisruptionbudget.policy', name, why), `${closed}: ${cause}`);
  if (disruptionsAllowed < 0) return forbidden(NEGATIVE, NEGATIVE);
  if (Object.keys(status?.disruptedPods ?? {}).length > MAX_DISRUPTED) return forbidden(...TOO_MANY);
  if (disruptionsAllowed > 0) return undefined;
  const condition = status?.conditions?.find(({ type }) => type === 'DisruptionAllowed');
  const [message, reason] = condition?.status === 'False' ? [condition.message, condition.reason] : ['', ''];
  // What a sync that failed counted is not to be trusted.
  if (message !== '' && reason === 'SyncFailed')
    return refusal(`${closed} because it failed sync: ${message}`, 0);
  if (currentHealthy <= desiredHealthy) {
    return refusal(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`,
      0,
    );
  }
  return refusal(message === '' ? closed : `${closed} (${reason}): ${message}`, 0);
}

function refusal(cause: string, retryAfterSeconds: number): ApiStatus {
  return withCause(newTooManyRequests(VIOLATES, retryAfterSeconds), cause);
}

function withCause(status: ApiStatus, message: string): ApiStatus {
  return {
    ...status,
    details: {
      ...status.details,
      causes: [{ reason: 'DisruptionBudget', message }],
    },
  };
}

/** The budget with one disruption less; with the last one its condition turns. */
function spent(budget: PodDisruptionBudget, pod: Pod, now: string): KubeObject {
  const { status } = budget;
  const disruptionsAllowed = (status?.disruptionsAllowed ?? 0) - 1;
  const disruptedPods = {
    ...status?.disruptedPods,
    [pod.metadata.name ?? '']: now,
  };
  const conditions = status?.conditions?.map((condition) =>
    disruptionsAllowed > 0 || condition.type !== 'DisruptionAllowed' || condition.status === 'False'
      ? condition
      : {
          ...condition,
          status: 'False',
          reason: 'InsufficientPods',
          lastTransitionTime: now,
        },
  );
  return {
    ...budget,
    status: { ...status, disruptionsAllowed, disruptedPods, conditions },
  } as KubeObject;
}

/** Puts the condition on the Pod that tells why it goes. Answers its new version, a refusal, or undefined where nothing is written. */
function* markDisrupted(
  registry: Registry,
  rc: RequestContext,
): Task<ApiStatus | { readonly resourceVersion: string } | undefined> {
  const ref = { namespace: rc.namespace, name: rc.name };
  for (;;) {
    const current = registry.etcd.read<Pod>('pods', ref);
    if (current === undefined || rc.dryRun) return undefined;
    const changed = otherThanExpected(current.object, rc.options.preconditions);
    if (changed !== undefined) return newConflict('Pod', rc.name, changed);
    const { status } = current.object;
    const condition: PodCondition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'EvictionByEvictionAPI',
      message: 'Eviction API: evicting',
      lastTransitionTime: rc.now(),
    };
    const conditions = [
      ...(status?.conditions ?? []).filter(({ type }) => type !== condition.type),
      condition,
    ];
    const next = {
      ...current.object,
      status: { ...status, conditions },
    } as KubeObject;
    const written = yield* registry.etcd.put(
      { resource: 'pods', ref, expected: current.rev, request: rc.id },
      (rev) => withRevision(next, rev),
    );
    if (written.ok)
      return {
        resourceVersion: written.stored.object.metadata?.resourceVersion ?? '',
      };
  }
}

function otherThanExpected(
  { metadata }: Pod,
  { uid = '', resourceVersion = '' }: RequestOptions['preconditions'] = {},
): string | undefined {
  const differs = (what: string, wanted: string, is = ''): string =>
    `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${is}). The object might have been `;
  if (uid !== '' && uid !== metadata.uid)
    return `${differs('UID', uid, metadata.uid)}deleted and then recreated`;
  if (resourceVersion !== '' && resourceVersion !== metadata.resourceVersion)
    return `${differs('ResourceVersion', resourceVersion, metadata.resourceVersion)}modified`;
  return undefined;
}
