import type { Container } from '../../../../api/generated/types.ts';
import { initContainers, isSidecar } from '../pod.ts';
import type { ActionInputs, PodActions } from './actions.ts';
import { containerHash } from './container-hash.ts';
import { restartsAfter, restartsAfterKill } from './restart-policy.ts';
import { type RuntimeContainer, anyActiveRegularStarted, findByName } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go computeInitContainerActions (1.36).

interface Walk {
  readonly inputs: ActionInputs;
  readonly actions: PodActions;
  readonly before: boolean;
  initialized: boolean;
}

/**
 * Adds the init containers to start or kill; answers whether regular containers may run.
 * Walks from the last to the first, because records of finished ones may be gone.
 */
export function computeInitActions(inputs: ActionInputs, actions: PodActions): boolean {
  const containers = initContainers(inputs.pod);
  if (containers.length === 0) return true;
  const before = anyActiveRegularStarted(inputs.pod, inputs.status);
  const walk: Walk = { inputs, actions, before, initialized: before };
  let found = false;
  for (let index = containers.length - 1; index >= 0; index--) {
    const container = containers[index] as Container;
    const instance = findByName(inputs.status, container.name);
    if (instance === undefined) {
      // Its record went: a sidecar of an initialised Pod is started anew.
      if (before && isSidecar(container)) actions.initContainersToStart.push(index);
      continue;
    }
    found = true;
    if (before && !isSidecar(container)) continue;
    if (!visit(walk, container, instance, index)) return false;
    if (!before) break;
  }
  if (!before && !found) actions.initContainersToStart.push(0);
  actions.initContainersToStart.reverse();
  return walk.initialized;
}

/** False ends it all: initialisation has failed for good. */
function visit(walk: Walk, container: Container, instance: RuntimeContainer, index: number): boolean {
  switch (instance.state) {
    case 'created':
      walk.actions.initContainersToStart.push(index);
      return true;
    case 'running':
      if (isSidecar(container)) visitRunningSidecar(walk, container, instance, index);
      return true;
    case 'exited':
      return visitExited(walk, container, instance, index);
    case 'unknown':
      return visitUnknown(walk, container, instance, index);
  }
}

function visitRunningSidecar(
  walk: Walk,
  container: Container,
  instance: RuntimeContainer,
  index: number,
): void {
  const { actions, inputs } = walk;
  const kill = (why: string, reason: '' | 'StartupProbe' | 'LivenessProbe'): void => {
    const message = `Init container ${container.name} ${why}`;
    actions.containersToKill.push({ id: instance.id, name: container.name, message, reason });
    actions.initContainersToStart.push(index);
  };
  if (container.startupProbe !== undefined) {
    const startup = inputs.verdicts.startup(instance.id);
    if (startup !== 'success') {
      if (startup === 'failure') kill('failed startup probe', 'StartupProbe');
      return;
    }
  }
  completed(walk, index);
  if (instance.hash !== containerHash(container)) return kill('definition changed', '');
  if (container.livenessProbe !== undefined && inputs.verdicts.liveness(instance.id) === 'failure') {
    kill('failed liveness probe', 'LivenessProbe');
  }
}

/** This one is initialised: the next may start, or all are. */
function completed(walk: Walk, index: number): void {
  if (index === initContainers(walk.inputs.pod).length - 1) walk.initialized = true;
  else if (!walk.before) walk.actions.initContainersToStart.push(index + 1);
}

function visitExited(walk: Walk, container: Container, instance: RuntimeContainer, index: number): boolean {
  const { actions, inputs } = walk;
  if (isSidecar(container)) {
    actions.initContainersToStart.push(index);
    return true;
  }
  if (instance.exitCode === 0) {
    completed(walk, index);
    return true;
  }
  // Models pkg/kubelet/kuberuntime: a failed init container restarts by its own policy and rules, else by the Pod's.
  if (!restartsAfter(container, inputs.pod, instance.exitCode)) return giveUp(actions);
  actions.initContainersToStart.push(index);
  return true;
}

function visitUnknown(walk: Walk, container: Container, instance: RuntimeContainer, index: number): boolean {
  if (!isSidecar(container) && !restartsAfterKill(container, walk.inputs.pod)) return giveUp(walk.actions);
  const message = 'Init container is in "unknown" state, try killing it before restart';
  walk.actions.containersToKill.push({ id: instance.id, name: container.name, message, reason: 'Unknown' });
  walk.actions.initContainersToStart.push(index);
  return true;
}

function giveUp(actions: PodActions): false {
  actions.killPod = true;
  actions.initContainersToStart = [];
  return false;
}
