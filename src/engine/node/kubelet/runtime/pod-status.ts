import { type Result, ok } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';
import type { GrpcError } from '../../cri/port/error.ts';
import type {
  CriContainerState,
  CriContainerStatus,
  RuntimeService,
  SandboxStatus,
} from '../../cri/port/runtime.ts';
import type { RuntimeContainer, RuntimePodStatus, RuntimeState } from './types.ts';

// Models pkg/kubelet/kuberuntime/kuberuntime_manager.go GetPodStatus (1.36).

export const LABEL_POD_NAME = 'io.kubernetes.pod.name';
export const LABEL_POD_NAMESPACE = 'io.kubernetes.pod.namespace';
export const LABEL_POD_UID = 'io.kubernetes.pod.uid';
export const LABEL_CONTAINER_NAME = 'io.kubernetes.container.name';
export const ANNOTATION_HASH = 'io.kubernetes.container.hash';
export const ANNOTATION_RESTART_COUNT = 'io.kubernetes.container.restartCount';
export const ANNOTATION_MESSAGE_PATH = 'io.kubernetes.container.terminationMessagePath';
export const ANNOTATION_MESSAGE_POLICY = 'io.kubernetes.container.terminationMessagePolicy';
export const ANNOTATION_GRACE = 'io.kubernetes.pod.terminationGracePeriod';

const STATES: Readonly<Record<CriContainerState, RuntimeState>> = {
  CREATED: 'created',
  RUNNING: 'running',
  EXITED: 'exited',
  UNKNOWN: 'unknown',
};

/** Reads what a container left as its last words. */
export type TerminationMessage = (status: CriContainerStatus) => string;

/** Everything the runtime knows of one Pod, newest first. */
export function* readPodStatus(
  runtime: RuntimeService,
  pod: { readonly uid: string; readonly name: string; readonly namespace: string },
  terminationMessage: TerminationMessage,
): Task<Result<RuntimePodStatus, GrpcError>> {
  const sandboxes = yield* runtime.listPodSandbox(pod.uid);
  if (!sandboxes.ok) return sandboxes;
  const listed = yield* runtime.listContainers(pod.uid);
  if (!listed.ok) return listed;
  const containers: RuntimeContainer[] = [];
  for (const { id } of listed.value) {
    const status = yield* runtime.containerStatus(id);
    // Removed between list and status: that is normal.
    if (!status.ok && status.error.code !== 'NotFound') return status;
    if (status.ok) containers.push(toRuntimeContainer(status.value, terminationMessage));
  }
  containers.sort((a, b) => b.createdAt - a.createdAt || b.restartCount - a.restartCount);
  const ordered = [...sandboxes.value].sort(
    (a, b) => b.createdAt - a.createdAt || b.metadata.attempt - a.metadata.attempt,
  );
  const meta = ordered[0]?.metadata;
  return ok({
    uid: pod.uid,
    name: meta?.name ?? pod.name,
    namespace: meta?.namespace ?? pod.namespace,
    ips: sandboxIps(ordered[0]),
    containers,
    sandboxes: ordered,
  });
}

/** Addresses of a ready sandbox. */
export function sandboxIps(sandbox: SandboxStatus | undefined): readonly string[] {
  return sandbox?.state === 'READY' && sandbox.ip !== '' ? [sandbox.ip] : [];
}

function toRuntimeContainer(
  status: CriContainerStatus,
  terminationMessage: TerminationMessage,
): RuntimeContainer {
  const state = STATES[status.state];
  const written = state === 'exited' ? terminationMessage(status) : '';
  const message =
    status.message !== '' && written !== '' ? `${status.message}: ${written}` : status.message + written;
  return {
    id: status.id,
    sandboxId: status.sandboxId,
    name: status.name,
    state,
    createdAt: status.createdAt,
    startedAt: status.startedAt,
    finishedAt: status.finishedAt,
    exitCode: status.exitCode,
    reason: status.reason,
    message,
    image: status.image,
    imageId: status.imageRef,
    hash: status.annotations[ANNOTATION_HASH] ?? '',
    restartCount: Number(status.annotations[ANNOTATION_RESTART_COUNT] ?? '0'),
    resources: status.resources,
    user: status.user,
    stopSignal: status.stopSignal,
  };
}
