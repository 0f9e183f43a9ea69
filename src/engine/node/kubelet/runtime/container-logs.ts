import type { Task } from '../../../kernel/task.ts';
import type { CriContainer } from '../../cri/port/runtime.ts';
import type { KubeletDeps } from '../deps.ts';
import { LABEL_CONTAINER_NAME, LABEL_POD_NAME, LABEL_POD_NAMESPACE } from './pod-status.ts';

// Models pkg/kubelet/kuberuntime/legacy.go, kuberuntime_container.go removeContainer and kuberuntime_gc.go (1.36).

const LOGS = '/var/log/pods';
const LEGACY = '/var/log/containers';
/** What a file's name may have, without its ending. */
const MAX_NAME = 251;

/** Where collectors of logs look for a container's: a link to its file. */
export function logLink({ id, labels }: Pick<CriContainer, 'id' | 'labels'>): string {
  const name = `${labels[LABEL_POD_NAME]}_${labels[LABEL_POD_NAMESPACE]}_${labels[LABEL_CONTAINER_NAME]}-${id}`;
  return `${LEGACY}/${name.slice(0, MAX_NAME)}.log`;
}

/** Removes a container with its log. */
export function* removeContainer({ runtime, host }: KubeletDeps, id: string): Task {
  const status = yield* runtime.containerStatus(id);
  if (!status.ok) return;
  host.disk.remove(logLink(status.value));
  host.disk.remove(status.value.logPath);
  yield* runtime.removeContainer(id);
}

/** Removes the log folders of Pods that are gone, and links that lead nowhere. */
export function removePodLogs({ host }: KubeletDeps, isGone: (uid: string) => boolean): void {
  for (const folder of host.disk.list(LOGS)) {
    const uid = folder.slice(folder.lastIndexOf('_') + 1);
    if (isGone(uid)) host.disk.remove(`${LOGS}/${folder}`);
  }
  for (const link of host.disk.list(LEGACY))
    if (host.disk.stat(`${LEGACY}/${link}`) === undefined) host.disk.remove(`${LEGACY}/${link}`);
}
