import type { Pod, PodStatus } from '../../../../api/generated/types.ts';

/** The status of a Pod that the kubelet itself ends: failed with this reason, and marked as disrupted where `because` says why. */
export function endedByKubelet(
  given: PodStatus,
  pod: Pod,
  {
    reason,
    message,
    because,
  }: { readonly reason: string; readonly message: string; readonly because?: string },
): PodStatus {
  const status = { ...given, phase: 'Failed' as const, reason, message };
  if (because === undefined) return status;
  const disruption = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: 'TerminationByKubelet',
    message: because,
    observedGeneration: pod.metadata.generation,
  };
  const others = (given.conditions ?? []).filter(({ type }) => type !== 'DisruptionTarget');
  return { ...status, conditions: [disruption, ...others] };
}
