import type { Namespace, Pod, PodSpec, PodTemplateSpec } from '../../../../api/generated/types.ts';
import { goQuote } from '../../../../api/go-text.ts';
import type { KubeObject } from '../../../../api/object.ts';
import { type ApiStatus, newInvalid } from '../../../../api/status.ts';
import type { AdmissionAttributes } from '../../registry/admit.ts';
import { deepEqual } from '../../registry/draft.ts';
import type { RequestContext } from '../../request/context.ts';
import { forbid } from '../common/forbid.ts';
import type { AdmissionPlugin } from '../common/plugin.ts';
import { detailText, reasonText, violationsOf } from './evaluate.ts';
import { type LevelVersion, type Policy, policyOf, policyText, samePolicy } from './policy.ts';
import { type Examined, containersOf } from './visit.ts';

// Models plugin/pkg/admission/security/podsecurity and pod-security-admission/admission/admission.go (1.36).

/** Where each workload keeps its template. */
const TEMPLATES: Readonly<Record<string, (object: KubeObject) => PodTemplateSpec | undefined>> = {
  'deployments.apps': specTemplate,
  'replicasets.apps': specTemplate,
  'daemonsets.apps': specTemplate,
  'statefulsets.apps': specTemplate,
  'jobs.batch': specTemplate,
  replicationcontrollers: specTemplate,
  'cronjobs.batch': (object) =>
    (object as { spec?: { jobTemplate?: { spec?: { template?: PodTemplateSpec } } } }).spec?.jobTemplate?.spec
      ?.template,
  podtemplates: (object) => (object as { template?: PodTemplateSpec }).template,
};

function specTemplate(object: KubeObject): PodTemplateSpec | undefined {
  return (object as { spec?: { template?: PodTemplateSpec } }).spec?.template;
}

export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  handles: ({ operation }, rc) => {
    if (operation !== 'CREATE' && operation !== 'UPDATE') return false;
    if (rc.resourceName === 'pods') return rc.subresource === '' || rc.subresource === 'ephemeralcontainers';
    return (
      rc.subresource === '' && (rc.resourceName === 'namespaces' || TEMPLATES[rc.resourceName] !== undefined)
    );
  },
  validate: (attributes, rc) => {
    if (rc.resourceName === 'namespaces') return validateNamespace(attributes, rc);
    const policy = namespacePolicy(attributes, rc);
    if (policy === undefined) return undefined;
    return rc.resourceName === 'pods'
      ? validatePod(policy, attributes, rc)
      : warnAboutTemplate(policy, attributes, rc);
  },
};

function namespacePolicy({ namespace }: AdmissionAttributes, rc: RequestContext): Policy | undefined {
  const found = rc.server.etcd.get<Namespace>('namespaces', { namespace: '', name: namespace });
  const labels = found?.metadata.labels;
  if (labels === undefined) return undefined;
  let policy = policies.get(labels);
  if (policy === undefined) {
    policy = policyOf(labels).policy;
    policies.set(labels, policy);
  }
  return policy;
}

/** By a stored namespace's labels, which never change in place. */
const policies = new WeakMap<object, Policy>();

function examined(object: KubeObject | undefined, spec: PodSpec | undefined): Examined {
  return { annotations: object?.metadata?.annotations ?? {}, spec: spec ?? { containers: [] } };
}

function validatePod(
  policy: Policy,
  attributes: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  const pod = attributes.object as unknown as Pod;
  if (attributes.operation === 'UPDATE' && !isSignificant(pod, attributes.old as Pod)) return undefined;
  const subject = examined(pod, pod.spec);
  const violations = violationsOf(policy.enforce, subject);
  if (violations.length > 0)
    return forbid(
      attributes,
      rc,
      `violates PodSecurity ${goQuote(policyText(policy.enforce))}: ${detailText(violations)}`,
    );
  warn(policy.warn, subject, rc);
  return undefined;
}

/** Only a new image or container makes an update worth another look. */
function isSignificant(pod: Pod, old: Pod): boolean {
  const images = ({ spec }: Pod): unknown =>
    containersOf(spec ?? { containers: [] }).map(({ name, image }) => [name, image]);
  return !deepEqual(images(pod), images(old));
}

function warnAboutTemplate(policy: Policy, { object }: AdmissionAttributes, rc: RequestContext): undefined {
  const template = TEMPLATES[rc.resourceName]?.(object as unknown as KubeObject);
  if (template?.spec !== undefined)
    warn(policy.warn, { annotations: template.metadata?.annotations ?? {}, spec: template.spec }, rc);
  return undefined;
}

function warn(policy: LevelVersion, subject: Examined, rc: RequestContext): void {
  const violations = violationsOf(policy, subject);
  if (violations.length > 0)
    rc.warn(`would violate PodSecurity ${goQuote(policyText(policy))}: ${detailText(violations)}`);
}

function validateNamespace(
  { operation, object, old }: AdmissionAttributes,
  rc: RequestContext,
): ApiStatus | undefined {
  const { policy, errors } = policyOf(object?.metadata.labels);
  const before = policyOf(old?.metadata?.labels);
  const name = object?.metadata.name ?? '';
  if (errors.length > 0 && (operation === 'CREATE' || !deepEqual(errors, before.errors)))
    return newInvalid('Namespace', name, errors);
  if (operation === 'UPDATE' && !samePolicy(policy.enforce, before.policy.enforce))
    warnAboutPods(policy.enforce, name, rc);
  return undefined;
}

/** Models EvaluatePodsInNamespace: Pods that stand there already, grouped by what they violate. */
function warnAboutPods(enforce: LevelVersion, namespace: string, rc: RequestContext): void {
  const groups = new Map<string, string[]>();
  const controllers = new Set<string>();
  for (const object of rc.server.etcd.range('pods', namespace)) {
    const pod = object as Pod;
    const controller = pod.metadata.ownerReferences?.find((owner) => owner.controller === true)?.uid;
    if (controller !== undefined && controllers.has(controller)) continue;
    if (controller !== undefined) controllers.add(controller);
    const violations = violationsOf(enforce, examined(object, pod.spec));
    if (violations.length === 0) continue;
    const reasons = reasonText(violations);
    groups.set(reasons, [...(groups.get(reasons) ?? []), pod.metadata.name ?? '']);
  }
  if (groups.size === 0) return;
  rc.warn(
    `existing pods in namespace ${goQuote(namespace)} violate the new PodSecurity enforce level ${goQuote(policyText(enforce))}`,
  );
  const lines = [...groups].map(
    ([reasons, [first = '', ...others]]) => `${first}${othersText(others.length)}: ${reasons}`,
  );
  for (const line of lines.sort()) rc.warn(line);
}

function othersText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' (and 1 other pod)' : ` (and ${count} other pods)`;
}
