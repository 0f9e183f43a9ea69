import type { Container, Pod } from '../../../../api/generated/types.ts';
import { ephemeralContainers, initContainers, isHostNetwork } from '../pod.ts';
import type { ActionInputs, KillReason, PodActions } from './actions.ts';
import { computeInitActions } from './compute-init-actions.ts';
import { containerHash } from './container-hash.ts';
import { restartsAfterKill, shouldBeRestarted } from './restart-policy.ts';
import { type RuntimeContainer, type RuntimePodStatus, findByName } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go computePodActions (1.36).

/** Compares a Pod with what runs of it. Pure. */
export function computePodActions(inputs: ActionInputs): PodActions {
  const { pod, status } = inputs;
  const actions = startingActions(pod, status);
  if (actions.createSandbox) return newSandboxActions(pod, status, actions);
  for (const [index, container] of ephemeralContainers(pod).entries()) {
    if (findByName(status, container.name) === undefined) actions.ephemeralContainersToStart.push(index);
  }
  const initialized = computeInitActions(inputs, actions);
  if (actions.killPod || !initialized) return actions;
  regularActions(inputs, actions);
  return actions;
}

function startingActions(pod: Pod, status: RuntimePodStatus): PodActions {
  const { create, attempt, sandboxId } = sandboxChanged(pod, status);
  return {
    killPod: create,
    createSandbox: create,
    sandboxId,
    attempt,
    initContainersToStart: [],
    containersToStart: [],
    ephemeralContainersToStart: [],
    containersToKill: [],
  };
}

/** Models pkg/kubelet/kuberuntime/util/util.go PodSandboxChanged. */
export function sandboxChanged(
  pod: Pod,
  status: RuntimePodStatus,
): { create: boolean; attempt: number; sandboxId: string } {
  const newest = status.sandboxes[0];
  if (newest === undefined) return { create: true, attempt: 0, sandboxId: '' };
  const ready = status.sandboxes.filter((sandbox) => sandbox.state === 'READY').length;
  const again = { create: true, attempt: newest.metadata.attempt + 1, sandboxId: newest.id };
  if (ready > 1 || newest.state !== 'READY') return again;
  if (newest.hostNetwork !== isHostNetwork(pod)) return { ...again, sandboxId: '' };
  if (!isHostNetwork(pod) && newest.ip === '') return again;
  return { create: false, attempt: newest.metadata.attempt, sandboxId: newest.id };
}

function newSandboxActions(pod: Pod, status: RuntimePodStatus, actions: PodActions): PodActions {
  const policy = pod.spec.restartPolicy ?? 'Always';
  if (!anyRestarts(pod) && actions.attempt !== 0 && status.containers.length > 0) {
    actions.createSandbox = false;
    return actions;
  }
  const toStart: number[] = [];
  for (const [index, container] of pod.spec.containers.entries()) {
    if (policy === 'OnFailure' && containerSucceeded(container, status)) continue;
    toStart.push(index);
  }
  if (toStart.length === 0 && anyRegularCreated(pod, status)) {
    actions.createSandbox = false;
    return actions;
  }
  if (initContainers(pod).length > 0) actions.initContainersToStart = [0];
  else actions.containersToStart = toStart;
  return actions;
}

function anyRestarts(pod: Pod): boolean {
  if (pod.spec.restartPolicy !== 'Never') return true;
  return pod.spec.containers.some(
    (container) =>
      (container.restartPolicy ?? 'Never') !== 'Never' || (container.restartPolicyRules ?? []).length > 0,
  );
}

function containerSucceeded(container: Container, status: RuntimePodStatus): boolean {
  const instance = findByName(status, container.name);
  return instance?.state === 'exited' && instance.exitCode === 0;
}

/** Whether some regular container was ever created, in whatever sandbox. */
function anyRegularCreated(pod: Pod, status: RuntimePodStatus): boolean {
  return pod.spec.containers.some((container) => {
    const instance = findByName(status, container.name);
    return instance !== undefined && instance.state !== 'unknown';
  });
}

function regularActions(inputs: ActionInputs, actions: PodActions): void {
  const { pod, status } = inputs;
  let kept = 0;
  for (const [index, container] of pod.spec.containers.entries()) {
    const instance = findByName(status, container.name);
    if (instance === undefined || instance.state !== 'running') {
      startStopped(inputs, actions, index, instance);
      continue;
    }
    const kill = killCause(inputs, container, instance);
    if (kill === undefined) {
      kept++;
      continue;
    }
    const restart = kill.always || restartsAfterKill(container, pod);
    if (restart) actions.containersToStart.push(index);
    const message = restart && !kill.verbatim ? `${kill.message}, will be restarted` : kill.message;
    actions.containersToKill.push({ id: instance.id, name: container.name, message, reason: kill.reason });
  }
  if (kept === 0 && actions.containersToStart.length === 0) {
    actions.killPod = true;
    // Sidecars must not keep a finished Pod alive.
    actions.initContainersToStart = [];
  }
}

function startStopped(
  { pod, status }: ActionInputs,
  actions: PodActions,
  index: number,
  instance: RuntimeContainer | undefined,
): void {
  const container = pod.spec.containers[index] as Container;
  if (!shouldBeRestarted(container, pod, status)) return;
  actions.containersToStart.push(index);
  if (instance?.state === 'unknown') {
    const message = 'Container is in "unknown" state, try killing it before restart';
    actions.containersToKill.push({ id: instance.id, name: container.name, message, reason: 'Unknown' });
  }
}

interface KillCause {
  readonly message: string;
  readonly reason: KillReason;
  /** Restarted whatever the policy. */
  readonly always?: boolean;
  readonly verbatim?: boolean;
}

/** Why a running regular container has to go; undefined to keep it. */
function killCause(
  { verdicts, resizeRestarts }: ActionInputs,
  container: Container,
  instance: RuntimeContainer,
): KillCause | undefined {
  const name = container.name;
  if (instance.hash !== containerHash(container)) {
    return { message: `Container ${name} definition changed`, reason: '', always: true };
  }
  if (verdicts.liveness(instance.id) === 'failure') {
    return { message: `Container ${name} failed liveness probe`, reason: 'LivenessProbe' };
  }
  if (verdicts.startup(instance.id) === 'failure') {
    return { message: `Container ${name} failed startup probe`, reason: 'StartupProbe' };
  }
  if (resizeRestarts.has(name)) {
    return { message: `Container ${name} resize requires restart`, reason: '', always: true, verbatim: true };
  }
  return undefined;
}
