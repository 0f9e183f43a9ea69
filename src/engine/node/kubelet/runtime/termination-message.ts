import type { HostDisk } from '../../cri/port/host.ts';
import type { CriContainerStatus, RuntimeService } from '../../cri/port/runtime.ts';
import { ANNOTATION_MESSAGE_PATH, ANNOTATION_MESSAGE_POLICY } from './pod-status.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_container.go getTerminationMessage (1.36).

const MAX_FILE = 4096;
const MAX_LOG = 2048;
const MAX_LOG_LINES = 80;

/** What an ended container left in its termination file, else the end of its log when its policy says so. */
export function terminationMessage(
  disk: HostDisk,
  runtime: RuntimeService,
  status: CriContainerStatus,
): string {
  const fallback =
    status.annotations[ANNOTATION_MESSAGE_POLICY] === 'FallbackToLogsOnError' && status.exitCode !== 0;
  const path = status.annotations[ANNOTATION_MESSAGE_PATH];
  const mount = status.mounts.find(({ containerPath }) => containerPath === path);
  if (mount !== undefined) {
    const written = disk.readFile(mount.hostPath);
    if (written.ok && written.value !== '') return written.value.slice(-MAX_FILE);
  }
  return fallback ? logTail(runtime, status.id) : '';
}

function logTail(runtime: RuntimeService, id: string): string {
  const lines = runtime.containerLog(id)?.lines ?? [];
  const tail = lines.slice(-MAX_LOG_LINES).map(({ text, partial }) => (partial ? text : `${text}\n`));
  return tail.join('').slice(-MAX_LOG);
}
