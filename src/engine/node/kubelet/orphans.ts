import type { NodeHost } from '../cri/port/host.ts';
import { PODS_FOLDER } from './volumes/mount.ts';

// Models pkg/kubelet/kubelet_volumes.go cleanupOrphanedPodDirs and kubelet_pods.go cleanupOrphanedPodCgroups (1.36).

const CGROUPS = '/kubepods.slice/';
const POD_CGROUP = /-pod([0-9a-f_]+)\.slice$/;

/** What a kubelet that did not see a Pod go finds of it: its folder, and its cgroup when nothing can run in it any more. */
export function removeOrphans(
  { disk, cgroups }: Pick<NodeHost, 'disk' | 'cgroups'>,
  known: { readonly wanted: (uid: string) => boolean; readonly running: (uid: string) => boolean },
): void {
  for (const uid of disk.list(PODS_FOLDER)) if (!known.wanted(uid)) disk.remove(`${PODS_FOLDER}/${uid}`);
  for (const path of cgroups.list(CGROUPS)) {
    const uid = POD_CGROUP.exec(path)?.[1]?.replaceAll('_', '-');
    if (uid !== undefined && !known.running(uid)) cgroups.remove(path);
  }
}
