import { type FieldPath, forbidden, invalid } from '../../../../api/field-error.ts';
import type { Container, ContainerStatus, Pod, PodSpec } from '../../../../api/generated/types.ts';
import { isIp } from '../../../../api/addresses.ts';
import { isQualifiedName, nameIsDNSSubdomain } from '../../../../api/names.ts';
import { checkAnnotationUpdates } from '../common/podspec/annotations.ts';
import { checkImmutable, type Errors, invalidEach, METADATA, STATUS } from '../common/validate.ts';

// Models pkg/apis/core/validation ValidatePodStatusUpdate and ValidateContainerStateTransition (1.36).

const SYSTEM_CONDITIONS: readonly string[] = ['PodScheduled', 'Ready', 'Initialized'];

function checkConditions(errors: Errors, pod: Pod): void {
  for (const [i, { type, observedGeneration }] of (pod.status?.conditions ?? []).entries()) {
    const at = STATUS.child('conditions').index(i);
    if ((observedGeneration ?? 0) < 0) {
      errors.push(
        invalid(at.child('observedGeneration'), observedGeneration, 'must be a non-negative integer'),
      );
    }
    if (!SYSTEM_CONDITIONS.includes(type)) invalidEach(errors, at.child('Type'), type, isQualifiedName(type));
  }
}

/** Whether a container that ended with `exitCode` is to run again. Models podutil.ContainerShouldRestart. */
function shouldRestart(container: Container, spec: PodSpec, exitCode: number): boolean {
  if (container.restartPolicy !== undefined) {
    for (const { action, exitCodes } of container.restartPolicyRules ?? []) {
      const listed = exitCodes?.values?.includes(exitCode) ?? false;
      const matches = exitCodes?.operator === 'In' ? listed : exitCodes?.operator === 'NotIn' && !listed;
      if (matches && action === 'Restart') return true;
    }
  }
  const policy = container.restartPolicy ?? spec.restartPolicy;
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

function checkTransitions(errors: Errors, lists: StatusLists, path: FieldPath, spec: PodSpec): void {
  const { next = [], old = [], containers = [] } = lists;
  for (const [i, was] of old.entries()) {
    const ended = was.state?.terminated;
    if (!ended) continue;
    const now = next.find(({ name }) => name === was.name);
    if (!now || now.state?.terminated) continue;
    const container = containers.find(({ name }) => name === was.name);
    if (container && shouldRestart(container, spec, ended.exitCode ?? 0)) continue;
    errors.push(forbidden(path.index(i).child('state'), 'may not be transitioned to non-terminated state'));
  }
}

interface StatusLists {
  readonly next: readonly ContainerStatus[] | undefined;
  readonly old: readonly ContainerStatus[] | undefined;
  readonly containers: readonly Container[] | undefined;
}

function restartsTogether(spec: PodSpec): boolean {
  const rules = [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(
    (c) => c.restartPolicyRules ?? [],
  );
  return rules.some(({ action }) => action === 'RestartAllContainers');
}

function checkStates(errors: Errors, pod: Pod, old: Pod): void {
  const { spec } = old;
  if (restartsTogether(spec)) return;
  const statuses = {
    next: pod.status?.containerStatuses,
    old: old.status?.containerStatuses,
    containers: spec.containers,
  };
  checkTransitions(errors, statuses, STATUS.child('containerStatuses'), spec);
  const inits = {
    next: pod.status?.initContainerStatuses,
    old: old.status?.initContainerStatuses,
    containers: spec.initContainers,
  };
  checkTransitions(errors, inits, STATUS.child('initContainerStatuses'), spec);
  const ephemeral = {
    next: pod.status?.ephemeralContainerStatuses,
    old: old.status?.ephemeralContainerStatuses,
    containers: undefined,
  };
  checkTransitions(errors, ephemeral, STATUS.child('ephemeralContainerStatuses'), spec);
}

function checkAddresses(
  errors: Errors,
  addresses: readonly { readonly ip: string }[] | undefined,
  path: FieldPath,
): void {
  for (const [i, { ip }] of (addresses ?? []).entries()) invalidEach(errors, path.index(i), ip, isIp(ip));
}

/** Through pods/status. */
export function validatePodStatus(pod: Pod, old: Pod): Errors {
  const errors: Errors = [];
  if (pod.metadata.annotations !== old.metadata.annotations) {
    checkAnnotationUpdates(
      errors,
      pod.metadata.annotations ?? {},
      old.metadata.annotations ?? {},
      METADATA.child('annotations'),
    );
  }
  checkConditions(errors, pod);
  if (pod.spec.nodeName !== old.spec.nodeName)
    errors.push(forbidden(STATUS.child('nodeName'), 'may not be changed directly'));
  const nominated = pod.status?.nominatedNodeName;
  if (nominated && nominated !== old.status?.nominatedNodeName) {
    const at = STATUS.child('nominatedNodeName');
    invalidEach(errors, at, nominated, nameIsDNSSubdomain(nominated));
    if (old.spec.nodeName)
      errors.push(forbidden(at, 'may not be set on pods that are already bound to a node'));
  }
  if ((pod.status?.observedGeneration ?? 0) < 0) {
    errors.push(
      invalid(
        STATUS.child('observedGeneration'),
        pod.status?.observedGeneration,
        'must be a non-negative integer',
      ),
    );
  }
  const qos = pod.status?.qosClass;
  if (qos !== old.status?.qosClass)
    checkImmutable(errors, [qos, old.status?.qosClass], STATUS.child('qosClass'), qos ?? '');
  checkStates(errors, pod, old);
  checkAddresses(errors, pod.status?.podIPs, STATUS.child('podIPs'));
  checkAddresses(errors, pod.status?.hostIPs, STATUS.child('hostIPs'));
  return errors;
}
