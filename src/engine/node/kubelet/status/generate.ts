import type {
  ContainerStatus,
  Pod,
  PodCondition,
  PodStatus,
  ResourceRequirements,
} from '../../../../api/generated/types.ts';
import {
  type AnyContainer,
  ephemeralContainers,
  initContainers,
  isHostNetwork,
  isTerminalPhase,
} from '../pod.ts';
import { type RuntimeContainer, type RuntimePodStatus, anyActiveRegularStarted } from '../runtime/types.ts';
import {
  allRestartingCondition,
  containersReadyCondition,
  initializedCondition,
  ownedByKubelet,
  readyCondition,
  readyToStartCondition,
  scheduledCondition,
} from './conditions.ts';
import { type StartFailure, type StatusInputs, containerStatuses } from './container-statuses.ts';
import { podPhase } from './phase.ts';
import type { PodResources } from './pod-resources.ts';
import { podQos } from './qos.ts';

// Models pkg/kubelet/kubelet_pods.go generateAPIPodStatus (1.36).

/** What a status is made from, besides the Pod. */
export interface GenerateInputs {
  readonly pod: Pod;
  readonly runtime: RuntimePodStatus;
  /** Status as the status manager has it; the Pod's own when it has none. */
  readonly old: PodStatus;
  readonly terminal: boolean;
  readonly hostIp: string;
  readonly failure: (container: string) => StartFailure | undefined;
  readonly actualResources: (container: AnyContainer, instance: RuntimeContainer) => ResourceRequirements;
  /** Sets `started` and `ready` from probes, and may kick readiness workers. */
  readonly probed: (statuses: ContainerStatus[], init: boolean) => ContainerStatus[];
  readonly resizeConditions: readonly PodCondition[];
  readonly podResources: PodResources;
  /** The Pod ran longer than it may, or was evicted by something in the kubelet. */
  readonly evict?: { readonly reason: string; readonly message: string };
  /** Present for Pods with a RestartAllContainers rule. */
  readonly restartingAll?: boolean;
}

/** The status the API should show. Transition times are the status manager's. Pure but for `probed`. */
export function generateStatus(inputs: GenerateInputs): PodStatus {
  const { pod, runtime } = inputs;
  const regular = statusesOf(inputs, 'container');
  const init = statusesOf(inputs, 'init');
  const ephemeral = statusesOf(inputs, 'ephemeral');
  const { phase, reason, message } = phaseOf(inputs, regular, init);
  const containerStatuses = inputs.probed(regular, false);
  const initContainerStatuses = inputs.probed(init, true);
  const all = [...initContainerStatuses, ...containerStatuses];
  const ip = podIp(inputs);
  return {
    ...(pod.metadata.generation === undefined ? {} : { observedGeneration: pod.metadata.generation }),
    phase,
    conditions: conditionsOf(inputs, all, phase),
    ...(message === undefined || message === '' ? {} : { message }),
    ...(reason === undefined || reason === '' ? {} : { reason }),
    hostIP: inputs.hostIp,
    hostIPs: [{ ip: inputs.hostIp }],
    ...(ip === ''
      ? {}
      : { podIP: ip, podIPs: runtime.ips.length > 1 ? runtime.ips.map((each) => ({ ip: each })) : [{ ip }] }),
    ...(initContainerStatuses.length === 0 ? {} : { initContainerStatuses }),
    containerStatuses,
    qosClass: podQos(pod),
    ...(ephemeral.length === 0 ? {} : { ephemeralContainerStatuses: ephemeral }),
    ...inputs.podResources,
  };
}

function podIp({ pod, runtime, hostIp }: GenerateInputs): string {
  return runtime.ips[0] ?? (isHostNetwork(pod) ? hostIp : '');
}

function statusesOf(inputs: GenerateInputs, kind: StatusInputs['kind']): ContainerStatus[] {
  const { pod, runtime, old, failure, actualResources } = inputs;
  const specs =
    kind === 'container'
      ? pod.spec.containers
      : kind === 'init'
        ? initContainers(pod)
        : ephemeralContainers(pod);
  if (specs.length === 0) return [];
  const previous =
    (kind === 'container'
      ? old.containerStatuses
      : kind === 'init'
        ? old.initContainerStatuses
        : old.ephemeralContainerStatuses) ?? [];
  return containerStatuses(specs, {
    pod,
    runtime,
    previous,
    kind,
    failure,
    actualResources,
    restartingAll: inputs.restartingAll === true,
  });
}

interface PhaseWithCause {
  readonly phase: NonNullable<PodStatus['phase']>;
  readonly reason?: string;
  readonly message?: string;
}

function phaseOf(
  inputs: GenerateInputs,
  regular: readonly ContainerStatus[],
  init: readonly ContainerStatus[],
): PhaseWithCause {
  const { pod, old, terminal, evict } = inputs;
  let phase: NonNullable<PodStatus['phase']> = podPhase({
    pod,
    statuses: [...regular, ...init],
    terminal,
    regularStarted: anyActiveRegularStarted(pod, inputs.runtime),
  });
  // A phase that was terminal once stays so.
  if (!isTerminalPhase(phase)) {
    if (isTerminalPhase(old.phase)) phase = old.phase as typeof phase;
    else if (isTerminalPhase(pod.status?.phase)) phase = pod.status?.phase as typeof phase;
  }
  let reason: string | undefined;
  let message: string | undefined;
  if (phase === old.phase) {
    reason = old.reason ?? pod.status?.reason;
    message = old.message ?? pod.status?.message;
  }
  if (evict !== undefined) ({ phase, reason, message } = { phase: 'Failed', ...evict });
  if (isTerminalPhase(pod.status?.phase)) phase = pod.status?.phase as typeof phase;
  return { phase, reason, message };
}

function conditionsOf(
  inputs: GenerateInputs,
  statuses: readonly ContainerStatus[],
  phase: PhaseWithCause['phase'],
): PodCondition[] {
  const { pod, runtime, old, resizeConditions } = inputs;
  const conditions: PodCondition[] = (pod.status?.conditions ?? []).filter(
    ({ type }) => !ownedByKubelet(type),
  );
  const disruption = old.conditions?.find(({ type }) => type === 'DisruptionTarget');
  if (disruption !== undefined) replaceOrAppend(conditions, disruption);
  conditions.push(...resizeConditions);
  const each = { pod, runtime, statuses, phase };
  conditions.push(readyToStartCondition(each), initializedCondition(each), readyCondition(each, conditions));
  conditions.push(containersReadyCondition(each), scheduledCondition(pod));
  if (inputs.restartingAll !== undefined) conditions.push(allRestartingCondition(pod, inputs.restartingAll));
  return conditions;
}

/** Puts a condition in place of the one of its type, or at the end. */
export function replaceOrAppend(conditions: PodCondition[], condition: PodCondition): void {
  const at = conditions.findIndex(({ type }) => type === condition.type);
  if (at < 0) conditions.push(condition);
  else conditions[at] = condition;
}
