import type { ContainerStatus, Pod, PodCondition } from '../../../../api/generated/types.ts';
import { initContainers, isSidecar } from '../pod.ts';
import type { RuntimePodStatus } from '../runtime/types.ts';
import { sandboxChanged } from '../runtime/compute-pod-actions.ts';
import type { PodPhase } from './phase.ts';

// Models pkg/kubelet/status/generate.go (1.36). Transition times are set by the status manager.

export interface ConditionInputs {
  readonly pod: Pod;
  readonly runtime: RuntimePodStatus;
  /** Init and regular statuses. */
  readonly statuses: readonly ContainerStatus[];
  readonly phase: PodPhase | 'Unknown';
}

const NOT_READY = 'ContainersNotReady';
const OWNED = new Set([
  'PodScheduled',
  'Ready',
  'Initialized',
  'ContainersReady',
  'PodReadyToStartContainers',
  'PodResizePending',
  'PodResizeInProgress',
  'AllContainersRestarting',
]);

/** Models pkg/kubelet/types PodConditionByKubelet. */
export function ownedByKubelet(type: string): boolean {
  return OWNED.has(type);
}

function condition(
  pod: Pod,
  type: string,
  status: 'True' | 'False',
  why?: readonly [reason: string | undefined, message?: string | undefined],
): PodCondition {
  const [reason, message] = why ?? [];
  return {
    type,
    status,
    observedGeneration: pod.metadata.generation,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
}

export function readyToStartCondition({ pod, runtime }: ConditionInputs): PodCondition {
  const ready = !sandboxChanged(pod, runtime).create;
  return condition(pod, 'PodReadyToStartContainers', ready ? 'True' : 'False');
}

export function initializedCondition({ pod, statuses, phase }: ConditionInputs): PodCondition {
  const init = initContainers(pod);
  if (statuses.length === 0 && init.length > 0)
    return condition(pod, 'Initialized', 'False', ['UnknownContainerStatuses']);
  const byName = new Map(statuses.map((status) => [status.name, status]));
  const unknown: string[] = [];
  const incomplete: string[] = [];
  for (const container of init) {
    const status = byName.get(container.name);
    if (status === undefined) unknown.push(container.name);
    else if (isSidecar(container) ? status.started !== true : !status.ready) incomplete.push(container.name);
  }
  if (phase === 'Succeeded' && unknown.length === 0)
    return condition(pod, 'Initialized', 'True', ['PodCompleted']);
  // A regular container that has run shows that initialisation was done once (HasAnyRegularContainerStarted).
  const ran = pod.spec.containers.some((container) => {
    const state = byName.get(container.name)?.state;
    return state?.running !== undefined || state?.terminated !== undefined;
  });
  if (ran) return condition(pod, 'Initialized', 'True');
  const message = parts(['unknown', unknown], ['incomplete', incomplete]);
  if (message !== '') return condition(pod, 'Initialized', 'False', ['ContainersNotInitialized', message]);
  return condition(pod, 'Initialized', 'True');
}

function parts(...lists: readonly (readonly [string, readonly string[]])[]): string {
  return lists
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `containers with ${what} status: [${names.join(' ')}]`)
    .join(', ');
}

export function containersReadyCondition({ pod, statuses, phase }: ConditionInputs): PodCondition {
  if (statuses.length === 0) return condition(pod, 'ContainersReady', 'False', ['UnknownContainerStatuses']);
  if (phase === 'Succeeded') return condition(pod, 'ContainersReady', 'False', ['PodCompleted']);
  if (phase === 'Failed') return condition(pod, 'ContainersReady', 'False', ['PodFailed']);
  const byName = new Map(statuses.map((status) => [status.name, status]));
  const unknown: string[] = [];
  const unready: string[] = [];
  for (const container of [...initContainers(pod).filter(isSidecar), ...pod.spec.containers]) {
    const status = byName.get(container.name);
    if (status === undefined) unknown.push(container.name);
    else if (!status.ready) unready.push(container.name);
  }
  const message = parts(['unknown', unknown], ['unready', unready]);
  if (message !== '') return condition(pod, 'ContainersReady', 'False', [NOT_READY, message]);
  return condition(pod, 'ContainersReady', 'True');
}

/** Ready = containers ready and every readiness gate True. `present` holds conditions of others, gates among them. */
export function readyCondition(inputs: ConditionInputs, present: readonly PodCondition[]): PodCondition {
  const { pod } = inputs;
  const containers = containersReadyCondition(inputs);
  if (containers.status !== 'True')
    return condition(pod, 'Ready', 'False', [containers.reason, containers.message]);
  const messages: string[] = [];
  for (const gate of pod.spec.readinessGates ?? []) {
    const found = present.find((item) => item.type === gate.conditionType);
    if (found === undefined) {
      messages.push(`corresponding condition of pod readiness gate "${gate.conditionType}" does not exist.`);
    } else if (found.status !== 'True') {
      messages.push(
        `the status of pod readiness gate "${gate.conditionType}" is not "True", but ${found.status}`,
      );
    }
  }
  if (messages.length > 0)
    return condition(pod, 'Ready', 'False', ['ReadinessGatesNotReady', messages.join(', ')]);
  return condition(pod, 'Ready', 'True');
}

export function scheduledCondition(pod: Pod): PodCondition {
  return condition(pod, 'PodScheduled', 'True');
}

/** Ready and ContainersReady of a Pod whose phase is terminal. */
export function terminalReadyCondition(
  pod: Pod,
  type: 'Ready' | 'ContainersReady',
  phase: 'Succeeded' | 'Failed',
): PodCondition {
  return condition(pod, type, 'False', [phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed']);
}

/** The condition that shows RestartAllContainers under way. */
export function allRestartingCondition(pod: Pod, restarting: boolean): PodCondition {
  if (!restarting) return condition(pod, 'AllContainersRestarting', 'False');
  const message = 'container exited with restart policy rule';
  return condition(pod, 'AllContainersRestarting', 'True', ['RestartAllContainersStarted', message]);
}
