import type { ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';
import { initContainers, isSidecar } from '../pod.ts';

// Models pkg/kubelet/status/status_manager.go TerminatePod (1.36).

const MESSAGE = 'The container could not be located when the pod was terminated';

/** The status with every container that has no end of its own ended as unknown. */
export function unknownTermination(pod: Pod, status: PodStatus): PodStatus {
  const regular = status.containerStatuses ?? [];
  const init = status.initContainerStatuses ?? [];
  const containerStatuses = wasInitialized(pod, status) ? regular.map(ended) : regular;
  const attempted = attemptedCount(init);
  const initContainerStatuses = init.map((each, index) => (index < attempted ? ended(each) : each));
  return {
    ...status,
    ...(status.containerStatuses === undefined ? {} : { containerStatuses }),
    ...(status.initContainerStatuses === undefined ? {} : { initContainerStatuses }),
  };
}

function ended(status: ContainerStatus): ContainerStatus {
  if (status.state?.terminated !== undefined) return status;
  const terminated = { exitCode: 137, reason: 'ContainerStatusUnknown', message: MESSAGE };
  return { ...status, state: { terminated } };
}

/** Models hasPodInitialized. */
function wasInitialized(pod: Pod, status: PodStatus): boolean {
  const init = initContainers(pod);
  if (init.length === 0) return true;
  for (const each of status.containerStatuses ?? []) {
    if (each.lastState?.terminated !== undefined || each.state?.waiting === undefined) return true;
  }
  const last = init[init.length - 1];
  const lastStatus = status.initContainerStatuses?.find(({ name }) => name === last?.name);
  if (last === undefined || lastStatus === undefined) return false;
  return isSidecar(last) ? lastStatus.started === true : lastStatus.state?.terminated?.exitCode === 0;
}

/** How many init containers were tried at least once; the first always counts. Models initializedContainers. */
function attemptedCount(statuses: readonly ContainerStatus[]): number {
  for (let index = statuses.length - 1; index >= 0; index--) {
    const status = statuses[index];
    if (status?.state?.waiting === undefined || status.lastState?.terminated !== undefined) return index + 1;
  }
  return Math.min(1, statuses.length);
}
