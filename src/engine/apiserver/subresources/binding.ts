import type { KubeObject } from '../../../api/object.ts';
import {
  type FieldError,
  aggregateText,
  errorText,
  fieldPath,
  notSupported,
  required,
} from '../../../api/field-error.ts';
import {
  type ApiStatus,
  newBadRequest,
  newConflict,
  newNotFound,
  newUnknownError,
  successStatus,
} from '../../../api/status.ts';
import { type Result, err, ok } from '../../../base/result.ts';
import type { Pod, PodCondition } from '../../../api/generated/types.ts';
import type { Task } from '../../kernel/task.ts';
import { decodeBody } from '../decode/body.ts';
import { type ObjectDraft, asObject } from '../registry/draft.ts';
import { type Outcome, type Registry, answer, withRevision } from '../registry/registry.ts';
import type { RequestContext } from '../request/context.ts';

/** The body of pods/binding. */
interface BindingDraft extends ObjectDraft {
  target?: { readonly kind?: string; readonly name?: string };
}

/** POST pods/x/binding. Models pkg/registry/core/pod/storage BindingREST (1.36). */
export function* bind(registry: Registry, rc: RequestContext): Task<Outcome> {
  yield rc.stageTime();
  const decoded = decodeBody(rc, rc.request.body, { apiVersion: 'v1', kind: 'Binding' });
  if (!decoded.ok) return decoded;
  const binding = decoded.value as BindingDraft;
  rc.stage('decoding', 'passed');
  if (binding.metadata.name !== undefined && binding.metadata.name !== rc.name)
    return err(newBadRequest('name in URL does not match name in Binding object'));
  const wrong = validateTarget(binding);
  if (wrong !== undefined) return err(wrong);
  const attributes = {
    operation: 'CREATE',
    namespace: rc.namespace,
    name: rc.name,
    object: binding,
    old: undefined,
  } as const;
  yield rc.stageTime();
  const denied =
    (yield* registry.admission.admit(rc, attributes)) ?? (yield* registry.admission.validate(rc, attributes));
  if (denied !== undefined) return err(denied);
  return yield* assign(registry, rc, binding);
}

/** Models ValidatePodBinding: its errors come as they are, not as an Invalid. */
function validateTarget({ target }: BindingDraft): ApiStatus | undefined {
  const errors: FieldError[] = [];
  const kind = target?.kind ?? '';
  if (kind !== '' && kind !== 'Node')
    errors.push(notSupported(fieldPath('target', 'kind'), kind, ['Node', '<empty>']));
  if ((target?.name ?? '') === '') errors.push(required(fieldPath('target', 'name')));
  return errors.length === 0 ? undefined : newUnknownError(aggregateText(errors.map(errorText)));
}

function* assign(registry: Registry, rc: RequestContext, binding: BindingDraft): Task<Outcome> {
  const ref = { namespace: rc.namespace, name: rc.name };
  for (;;) {
    const current = registry.etcd.read<Pod & KubeObject>('pods', ref);
    if (current === undefined) return err(newNotFound('pods', rc.name));
    const bound = bindPod(rc, current.object, binding);
    if (!bound.ok) return err(newConflict('pods/binding', rc.name, bound.error));
    if (rc.dryRun) return answer(rc, 201, { ...successStatus(), code: 201 });
    const write = { resource: 'pods', ref, expected: current.rev, request: rc.id };
    const draft = { ...bound.value } as unknown as ObjectDraft;
    registry.track(rc, current.object, draft);
    const result = yield* registry.etcd.put(write, (rev) => withRevision(asObject(draft), rev));
    if (!result.ok) continue;
    rc.stage('storage', 'passed');
    return answer(rc, 201, { ...successStatus(), code: 201 });
  }
}

/** Models setPodNodeAndMetadata. The node's existence is not checked. */
function bindPod(rc: RequestContext, pod: Pod, binding: BindingDraft): Result<Pod, string> {
  const name = pod.metadata.name ?? '';
  const node = binding.target?.name ?? '';
  if (pod.metadata.deletionTimestamp !== undefined)
    return err(`pod ${name} is being deleted, cannot be assigned to a host`);
  if ((pod.spec?.nodeName ?? '') !== '')
    return err(`pod ${name} is already assigned to node "${pod.spec?.nodeName ?? ''}"`);
  if ((pod.spec?.schedulingGates ?? []).length > 0)
    return err(`pod ${name} has non-empty .spec.schedulingGates`);
  const { annotations, labels } = binding.metadata;
  const metadata = {
    ...pod.metadata,
    ...(annotations === undefined ? {} : { annotations: { ...pod.metadata.annotations, ...annotations } }),
    ...(labels === undefined ? {} : { labels: { ...pod.metadata.labels, ...labels } }),
  };
  const { nominatedNodeName: _, ...status } = pod.status ?? {};
  const conditions = withCondition(status.conditions ?? [], rc.now());
  return ok({ ...pod, metadata, spec: { ...pod.spec, nodeName: node }, status: { ...status, conditions } });
}

/** Models podutil.UpdatePodCondition with PodScheduled=True. */
function withCondition(conditions: readonly PodCondition[], now: string): readonly PodCondition[] {
  const standing = conditions.find(({ type }) => type === 'PodScheduled');
  const lastTransitionTime = standing?.status === 'True' ? (standing.lastTransitionTime ?? now) : now;
  const bound = { type: 'PodScheduled', status: 'True', lastTransitionTime };
  const scheduled = { lastProbeTime: null, ...bound } as unknown as PodCondition;
  return standing === undefined
    ? [...conditions, scheduled]
    : conditions.map((each) => (each === standing ? scheduled : each));
}
