import type {
  ContainerState,
  ContainerStatus,
  Pod,
  ResourceRequirements,
  VolumeMountStatus,
} from '../../../../api/generated/types.ts';
import { formatTime } from '../../../../api/time.ts';
import { type AnyContainer, type ContainerKind, initContainers, isSidecar } from '../pod.ts';
import { shouldBeRestarted } from '../runtime/restart-policy.ts';
import {
  type RuntimeContainer,
  type RuntimePodStatus,
  anyActiveRegularStarted,
  findByName,
} from '../runtime/types.ts';

// Models pkg/kubelet/kubelet_pods.go convertToAPIContainerStatuses (1.36).

/** Why a container could not be started at the last sync, for its waiting state. */
export interface StartFailure {
  readonly reason: string;
  readonly message: string;
}

export interface StatusInputs {
  readonly pod: Pod;
  readonly runtime: RuntimePodStatus;
  /** Statuses of this kind as last published. */
  readonly previous: readonly ContainerStatus[];
  readonly kind: ContainerKind;
  readonly failure: (container: string) => StartFailure | undefined;
  /** Resources that a container of the runtime actually has. */
  readonly actualResources: (container: AnyContainer, instance: RuntimeContainer) => ResourceRequirements;
  /** RestartAllContainers has removed all instances and none is back yet. */
  readonly restartingAll: boolean;
}

type Draft = { -readonly [K in keyof ContainerStatus]: ContainerStatus[K] };

const GONE_MESSAGE =
  'The container could not be located when the pod was deleted.  The container used to be Running';
const INIT_GONE_MESSAGE =
  'Unable to get init container status from container runtime and pod has been initialized, treat it as exited normally';

/** The statuses of all containers of one kind, in the order the API shows them. */
export function containerStatuses(
  containers: readonly AnyContainer[],
  inputs: StatusInputs,
): ContainerStatus[] {
  const out = containers.map((container) => containerStatus(container, inputs));
  if (inputs.kind !== 'init') out.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return out;
}

function containerStatus(container: AnyContainer, inputs: StatusInputs): ContainerStatus {
  const { runtime } = inputs;
  const previous = inputs.previous.find((status) => status.name === container.name);
  const instances = runtime.containers.filter((instance) => instance.name === container.name);
  const newest = instances[0];
  const status =
    newest === undefined ? absent(container, previous, inputs) : present(container, newest, previous, inputs);
  const older = instances[1];
  if (older !== undefined) status.lastState = convertState(older, previous);
  applyFailure(status, container, inputs);
  return status;
}

/** `{containerID…}` of the state an instance is in. */
function convertState(instance: RuntimeContainer, previous: ContainerStatus | undefined): ContainerState {
  switch (instance.state) {
    case 'running':
      return { running: { startedAt: formatTime(instance.startedAt) } };
    case 'created':
      return { waiting: {} };
    case 'exited':
      return {
        terminated: {
          exitCode: instance.exitCode,
          ...(instance.reason === '' ? {} : { reason: instance.reason }),
          ...(instance.message === '' ? {} : { message: instance.message }),
          startedAt: formatTime(instance.startedAt),
          finishedAt: formatTime(instance.finishedAt),
          containerID: `containerd://${instance.id}`,
        },
      };
    case 'unknown':
      if (previous?.state?.running === undefined) return { waiting: {} };
      return {
        terminated: {
          exitCode: 137,
          reason: 'ContainerStatusUnknown',
          message: 'The container could not be located when the pod was terminated',
        },
      };
  }
}

function present(
  container: AnyContainer,
  instance: RuntimeContainer,
  previous: ContainerStatus | undefined,
  inputs: StatusInputs,
): Draft {
  const lost = instance.state === 'unknown' && previous?.state?.running !== undefined;
  const resources = inputs.actualResources(container, instance);
  return {
    name: container.name,
    state: convertState(instance, previous),
    lastState: lastStateOf(instance, previous),
    ready: false,
    restartCount: lost ? previous.restartCount + 1 : instance.restartCount,
    image: instance.image,
    imageID: instance.imageId,
    containerID: `containerd://${instance.id}`,
    ...(resources.requests === undefined ? {} : { allocatedResources: resources.requests }),
    resources,
    volumeMounts: volumeMountStatuses(container),
    user: { linux: instance.user },
  };
}

/** The end of an earlier instance that is gone from the runtime is what the API last showed of it. */
function lastStateOf(instance: RuntimeContainer, previous: ContainerStatus | undefined): ContainerState {
  const ended = previous?.state?.terminated;
  if (
    ended !== undefined &&
    ended.containerID !== undefined &&
    ended.containerID !== `containerd://${instance.id}`
  )
    return { terminated: ended };
  return previous?.lastState ?? {};
}

/** No instance in the runtime: waiting, unless the API remembers how it ended. */
function absent(container: AnyContainer, previous: ContainerStatus | undefined, inputs: StatusInputs): Draft {
  const { pod, runtime, kind } = inputs;
  if (inputs.restartingAll && kind !== 'ephemeral' && previous !== undefined)
    return removedForRestart(container, previous);
  if (previous?.state?.terminated !== undefined) return { ...previous };
  const reason = initContainers(pod).length > 0 ? 'PodInitializing' : 'ContainerCreating';
  const status: Draft = {
    name: container.name,
    state: { waiting: { reason } },
    lastState: previous?.lastState ?? {},
    ready: false,
    restartCount: previous?.restartCount ?? 0,
    image: container.image ?? '',
    imageID: '',
    volumeMounts: volumeMountStatuses(container),
  };
  if (previous?.state?.running === undefined) return status;
  if (kind === 'init' && !isSidecar(container) && anyActiveRegularStarted(pod, runtime)) {
    return {
      ...status,
      state: { terminated: { exitCode: 0, reason: 'Completed', message: INIT_GONE_MESSAGE } },
    };
  }
  return {
    ...status,
    lastState: { terminated: { exitCode: 137, reason: 'ContainerStatusUnknown', message: GONE_MESSAGE } },
    restartCount: status.restartCount + (pod.metadata.deletionTimestamp === undefined ? 1 : 0),
  };
}

const RESTARTING = 'RestartingAllContainers';
const RESTARTING_MESSAGE = 'The container is removed because RestartAllContainers in place';

function removedForRestart(container: AnyContainer, previous: ContainerStatus): Draft {
  const terminated = { exitCode: 137, reason: RESTARTING, message: RESTARTING_MESSAGE };
  return {
    name: container.name,
    state: { waiting: { reason: RESTARTING, message: RESTARTING_MESSAGE } },
    lastState: { terminated },
    ready: false,
    restartCount: previous.restartCount,
    image: container.image ?? '',
    imageID: '',
    volumeMounts: volumeMountStatuses(container),
  };
}

const mountStatuses = new WeakMap<AnyContainer, readonly VolumeMountStatus[]>();

function volumeMountStatuses(container: AnyContainer): readonly VolumeMountStatus[] | undefined {
  if (container.volumeMounts === undefined || container.volumeMounts.length === 0) return undefined;
  let found = mountStatuses.get(container);
  if (found === undefined) {
    found = container.volumeMounts.map((mount) => ({
      name: mount.name,
      mountPath: mount.mountPath,
      ...(mount.readOnly === true
        ? {
            readOnly: true,
            recursiveReadOnly:
              mount.recursiveReadOnly === undefined
                ? 'Disabled'
                : mount.recursiveReadOnly === 'Disabled'
                  ? 'Disabled'
                  : 'Enabled',
          }
        : {}),
    }));
    mountStatuses.set(container, found);
  }
  return found;
}

/** A container that is to be started and could not be shows why. */
function applyFailure(status: Draft, container: AnyContainer, inputs: StatusInputs): void {
  const { pod, runtime, kind } = inputs;
  if (kind === 'init' && !isSidecar(container)) {
    const instance = findByName(runtime, container.name);
    if (instance?.state === 'exited' && instance.exitCode === 0) return;
  }
  if (!shouldBeRestarted(container, pod, runtime)) return;
  const failure = inputs.failure(container.name);
  if (failure === undefined) return;
  if (status.state?.terminated !== undefined) status.lastState = status.state;
  const { reason, message } = failure;
  status.state = { waiting: message === '' ? { reason } : { reason, message } };
}
