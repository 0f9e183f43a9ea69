import type { Pod } from '../../../../api/generated/types.ts';
import { podLimits } from '../../../../api/pod-resources.ts';
import { amountOf, amountValue, formatAmount, quantityValue } from '../../../../api/quantity.ts';
import { initContainers } from '../pod.ts';

// Models pkg/kubelet/eviction/eviction_manager.go localStorageEviction (1.36).

/** What a Pod keeps on the node's disk. */
export interface LocalUsage {
  /** Bytes of a volume; undefined when it was not measured yet. */
  readonly volume: (name: string) => number | undefined;
  /** Bytes of a running container's writable layer and log; undefined when it does not run. */
  readonly container: (name: string) => number | undefined;
}

/** The message when an emptyDir holds more than its limit. */
export function emptyDirOverLimit(pod: Pod, used: LocalUsage): string | undefined {
  for (const { name, emptyDir } of pod.spec.volumes ?? []) {
    const limit = emptyDir?.sizeLimit;
    if (limit === undefined) continue;
    if (quantityValue(limit) > 0 && (used.volume(name) ?? 0) > quantityValue(limit))
      return `Usage of EmptyDir volume "${name}" exceeds the limit "${formatAmount(amountOf(limit))}". `;
  }
  return undefined;
}

const EPHEMERAL = 'ephemeral-storage';

/** Whether some container of the Pod limits its ephemeral storage. */
export function limitsEphemeral(pod: Pod): boolean {
  return [...pod.spec.containers, ...initContainers(pod)].some(
    ({ resources }) => resources?.limits?.[EPHEMERAL] !== undefined,
  );
}

/** The message when the Pod in all, or a container, keeps more than its ephemeral-storage limit. */
export function ephemeralOverLimit(pod: Pod, used: LocalUsage): string | undefined {
  const limit = podLimits(pod).get(EPHEMERAL);
  let total = 0;
  for (const { name } of [...pod.spec.containers, ...initContainers(pod)]) total += used.container(name) ?? 0;
  for (const { name, emptyDir } of pod.spec.volumes ?? [])
    if (emptyDir !== undefined && emptyDir.medium !== 'Memory') total += used.volume(name) ?? 0;
  if (limit !== undefined && total > amountValue(limit))
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${formatAmount(limit)}. `;
  for (const { name, resources } of pod.spec.containers) {
    const own = resources?.limits?.[EPHEMERAL];
    if (own === undefined || quantityValue(own) === 0) continue;
    if ((used.container(name) ?? 0) > quantityValue(own))
      return `Container ${name} exceeded its local ephemeral storage limit "${formatAmount(amountOf(own))}". `;
  }
  return undefined;
}
