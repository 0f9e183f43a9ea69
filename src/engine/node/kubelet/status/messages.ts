import type { ContainerState, ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';

// Models pkg/kubelet/status/status_manager.go normalizeStatus (1.36).

/** Bytes that the last words of all of a Pod's containers may have together. */
const MAX_IN_ALL = 12 * 1024;

/** The status with each container's share of what last words may take. */
export function withShortMessages(pod: Pod, status: PodStatus): PodStatus {
  const { containers, initContainers = [], ephemeralContainers = [] } = pod.spec;
  const share = Math.floor(
    MAX_IN_ALL / Math.max(1, containers.length + initContainers.length + ephemeralContainers.length),
  );
  const lists = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const;
  const long = (state: ContainerState | undefined): boolean =>
    (state?.terminated?.message ?? '').length > share;
  const changed = lists.filter((list) =>
    status[list]?.some(({ state, lastState }) => long(state) || long(lastState)),
  );
  if (changed.length === 0) return status;
  const cut = (state: ContainerState | undefined): ContainerState | undefined =>
    state?.terminated === undefined
      ? state
      : { terminated: { ...state.terminated, message: state.terminated.message?.slice(0, share) } };
  const short = (each: ContainerStatus): ContainerStatus => ({
    ...each,
    ...(long(each.state) ? { state: cut(each.state) } : {}),
    ...(long(each.lastState) ? { lastState: cut(each.lastState) } : {}),
  });
  return { ...status, ...Object.fromEntries(changed.map((list) => [list, status[list]?.map(short)])) };
}
