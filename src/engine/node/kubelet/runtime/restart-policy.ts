import type { Pod } from '../../../../api/generated/types.ts';
import type { AnyContainer } from '../pod.ts';
import { type RuntimeContainer, type RuntimePodStatus, findByName } from './types.ts';

// Models pkg/api/v1/pod/util.go ContainerShouldRestart and pkg/kubelet/container/helpers.go ShouldContainerBeRestarted (1.36).

/** The first of the container's restart rules that matches this exit code. */
export function matchingRule(container: AnyContainer, exitCode: number): string | undefined {
  for (const rule of container.restartPolicyRules ?? []) {
    const wanted = rule.exitCodes;
    if (wanted === undefined) continue;
    const listed = (wanted.values ?? []).includes(exitCode);
    if (wanted.operator === 'In' ? listed : !listed) return rule.action;
  }
  return undefined;
}

/** Whether a container that ended so is started again. */
export function restartsAfter(container: AnyContainer, pod: Pod, exitCode: number): boolean {
  if (container.restartPolicy !== undefined) {
    const rule = matchingRule(container, exitCode);
    if (rule === 'Restart' || rule === 'RestartAllContainers') return true;
    return policyRestarts(container.restartPolicy, exitCode);
  }
  return policyRestarts(pod.spec.restartPolicy ?? 'Always', exitCode);
}

function policyRestarts(policy: string, exitCode: number): boolean {
  return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
}

/** The policy that probe kills and definition changes look at: the container's own, else the Pod's; rules do not count. */
export function restartsAfterKill(container: AnyContainer, pod: Pod): boolean {
  return (container.restartPolicy ?? pod.spec.restartPolicy ?? 'Always') !== 'Never';
}

/** Whether a container in this state should be started at this sync. */
export function shouldBeRestarted(container: AnyContainer, pod: Pod, status: RuntimePodStatus): boolean {
  if (pod.metadata.deletionTimestamp !== undefined) return false;
  return instanceRestarts(container, pod, findByName(status, container.name));
}

/** The same, for a given newest instance. */
export function instanceRestarts(
  container: AnyContainer,
  pod: Pod,
  instance: RuntimeContainer | undefined,
): boolean {
  if (instance === undefined) return true;
  if (instance.state === 'running') return false;
  if (instance.state === 'created' || instance.state === 'unknown') return true;
  return restartsAfter(container, pod, instance.exitCode);
}
