import type { ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';
import { type AnyContainer, initContainers, isSidecar } from '../pod.ts';
import { restartsAfter } from '../runtime/restart-policy.ts';

// Models pkg/kubelet/status/status_manager.go checkContainerStateTransition (1.36).

/** Whether a container would come back to life that must not. Such a status is not taken. */
export function illegalTransition(pod: Pod, old: PodStatus, next: PodStatus): boolean {
  if (hasRestartAllRule(pod)) return false;
  if (anyRevived(pod, pod.spec.containers, old.containerStatuses, next.containerStatuses)) return true;
  const plain = initContainers(pod).filter((container) => !isSidecar(container));
  return anyRevived(pod, plain, old.initContainerStatuses, next.initContainerStatuses);
}

export function hasRestartAllRule(pod: Pod): boolean {
  return [...pod.spec.containers, ...initContainers(pod)].some((container) =>
    (container.restartPolicyRules ?? []).some((rule) => rule.action === 'RestartAllContainers'),
  );
}

function anyRevived(
  pod: Pod,
  containers: readonly AnyContainer[],
  old: readonly ContainerStatus[] | undefined,
  next: readonly ContainerStatus[] | undefined,
): boolean {
  for (const before of old ?? []) {
    const ended = before.state?.terminated;
    if (ended === undefined) continue;
    const container = containers.find(({ name }) => name === before.name);
    if (container === undefined || restartsAfter(container, pod, ended.exitCode)) continue;
    // A new sandbox restarts init containers that had completed: exit code 0 may come back.
    if (pod.spec.restartPolicy !== 'Never' && ended.exitCode === 0) continue;
    const after = next?.find(({ name }) => name === before.name);
    if (after !== undefined && after.state?.terminated === undefined) return true;
  }
  return false;
}
