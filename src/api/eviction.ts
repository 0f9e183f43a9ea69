import type { Pod, PodDisruptionBudget } from './generated/types.ts';
import { isPodReady } from './pod.ts';

// Models pkg/registry/core/pod/storage/eviction.go (1.36).

/** Models canIgnorePDB: what does not run cannot be disrupted. */
export function ignoresBudgets({ metadata, status }: Pod): boolean {
  return (
    metadata.deletionTimestamp !== undefined ||
    ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '')
  );
}

/** Whether a Pod that is not ready may go without a disruption being spent. */
export function unhealthyMayGo(pod: Pod, { spec, status }: PodDisruptionBudget): boolean {
  if (isPodReady(pod)) return false;
  if (spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}
