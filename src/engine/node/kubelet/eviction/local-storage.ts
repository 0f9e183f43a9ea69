import type { Pod } from '../../../../api/generated/types.ts';
import { podLimits } from '../../../../api/pod-resources.ts';
import { amountValue, formatAmount, quantityValue } from '../../../../api/quantity.ts';
import type { HostDisk } from '../../cri/port/host.ts';
import { initContainers, isSidecar, podUid } from '../pod.ts';
import { volumeDirectory } from '../volumes/mount.ts';

// Models pkg/kubelet/eviction/eviction_manager.go localStorageEviction (1.36).

/** The message when an emptyDir holds more than its limit. */
export function emptyDirOverLimit(pod: Pod, disk: HostDisk): string | undefined {
  for (const volume of pod.spec.volumes ?? []) {
    const limit = volume.emptyDir?.sizeLimit;
    if (limit === undefined || volume.emptyDir?.medium === 'Memory') continue;
    const text = limit;
    if (quantityValue(text) > 0 && disk.usage(volumeDirectory(podUid(pod), volume)) > quantityValue(text)) {
      return `Usage of EmptyDir volume "${volume.name}" exceeds the limit "${text}". `;
    }
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
export function ephemeralOverLimit(
  pod: Pod,
  disk: HostDisk,
  writtenBytes: (container: string) => number,
): string | undefined {
  const limit = podLimits(pod).get(EPHEMERAL);
  let used = 0;
  for (const { name } of [...pod.spec.containers, ...initContainers(pod).filter(isSidecar)])
    used += writtenBytes(name);
  for (const volume of pod.spec.volumes ?? []) {
    if (volume.emptyDir !== undefined && volume.emptyDir.medium !== 'Memory')
      used += disk.usage(volumeDirectory(podUid(pod), volume));
  }
  if (limit !== undefined && used > amountValue(limit)) {
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${formatAmount(limit)}. `;
  }
  for (const { name, resources } of pod.spec.containers) {
    const own = resources?.limits?.[EPHEMERAL];
    if (own !== undefined && writtenBytes(name) > quantityValue(own)) {
      return `Container ${name} exceeded its local ephemeral storage limit "${own}". `;
    }
  }
  return undefined;
}
