import type { Pod } from '../../../api/generated/types.ts';

/**
 * Seconds a Pod gets to end: what the API decided, never more than before, at least 1.
 * Models pkg/kubelet/pod_workers.go calculateEffectiveGracePeriod (1.36).
 */
export function effectiveGracePeriod(before: number, pod: Pod, override: number | undefined): number {
  let grace = before;
  let overridden = false;
  for (const wanted of [pod.metadata.deletionGracePeriodSeconds, override]) {
    if (wanted === undefined || (grace !== 0 && wanted >= grace)) continue;
    grace = wanted;
    overridden = true;
  }
  if (!overridden && grace === 0) grace = pod.spec.terminationGracePeriodSeconds ?? 0;
  return Math.max(1, grace);
}
