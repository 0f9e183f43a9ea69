import type { Pod } from '../../../../api/generated/types.ts';
import { quantityValue } from '../../../../api/quantity.ts';
import type { HostDisk } from '../../cri/port/host.ts';
import { initContainers, isSidecar, podUid } from '../pod.ts';
import { volumeDirectory } from '../volumes/mount.ts';

// Models pkg/kubelet/eviction/eviction_manager.go localStorageEviction (1.36).

/** The message when an emptyDir holds more than its limit. */
export function emptyDirOverLimit(pod: Pod, disk: HostDisk): string | undefined {
  for (const volume of pod.spec.volumes ?? []) {
    const limit = volume.emptyDir?.sizeLimit;
    if (limit === undefined || volume.emptyDir?.medium === 'Memory') continue;
    const text = String(limit);
    if (quantityValue(text) > 0 && disk.usage(volumeDirectory(podUid(pod), volume)) > quantityValue(text)) {
      return `Usage of EmptyDir volume "${volume.name}" exceeds the limit "${text}". `;
    }
  }
  return undefined;
}

/** The message when a container, or the Pod in all, keeps more than its ephemeral-storage limit. */
export function ephemeralOverLimit(pod: Pod, disk: HostDisk, writableBytes: (container: string) => number): string | undefined {
  let podLimit = 0;
  let all = 0;
  let limited = true;
  for (const container of [...pod.spec.containers, ...initContainers(pod).filter(isSidecar)]) {
    const limit = container.resources?.limits?.['ephemeral-storage'];
    if (limit === undefined) limited = false;
    else podLimit += quantityValue(String(limit));
    all += writableBytes(container.name);
  }
  if (!limited && podLimit === 0) return undefined;
  for (const volume of pod.spec.volumes ?? []) {
    if (volume.emptyDir !== undefined && volume.emptyDir.medium !== 'Memory') all += disk.usage(volumeDirectory(podUid(pod), volume));
  }
  if (podLimit > 0 && all > podLimit) {
    return `Pod ephemeral local storage usage exceeds the total limit of containers ${formatBytes(pod, podLimit)}. `;
  }
  for (const container of pod.spec.containers) {
    const limit = container.resources?.limits?.['ephemeral-storage'];
    if (limit === undefined) continue;
    const bytes = quantityValue(String(limit));
    if (bytes > 0 && writableBytes(container.name) > bytes) {
      return `Container ${container.name} exceeded its local ephemeral storage limit "${limit}". `;
    }
  }
  return undefined;
}

/** The sum as a quantity: as written when only one container has a limit. */
function formatBytes(pod: Pod, bytes: number): string {
  const limits = pod.spec.containers.map(({ resources }) => resources?.limits?.['ephemeral-storage']).filter((each) => each !== undefined);
  if (limits.length === 1) return String(limits[0]);
  return bytes % (1024 * 1024) === 0 ? `${bytes / (1024 * 1024)}Mi` : String(bytes);
}
