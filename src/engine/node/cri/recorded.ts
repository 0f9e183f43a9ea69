import type { ObjectRef } from '../../../api/object.ts';
import type { Result } from '../../../base/result.ts';
import type { Seq } from '../../../trace/ids.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import type { Task } from '../../kernel/task.ts';
import { type GrpcError, rpcText } from './port/error.ts';
import type { ImageService } from './port/image.ts';
import type { RuntimeService } from './port/runtime.ts';

/** What a call is about, found from its arguments. */
export interface CallSubject {
  readonly pod?: ObjectRef;
  readonly container?: string;
  readonly attempt?: number;
}

export interface RecordedOptions {
  readonly kernel: Kernel;
  readonly nodeName: string;
  readonly sandbox: (id: string) => CallSubject;
  readonly container: (id: string) => CallSubject;
}

type CallData = CallSubject & { readonly image?: string; readonly timeoutSeconds?: number };

/**
 * The runtime with every call that does something recorded as it leaves the kubelet and as it returns.
 * Looks (list, status, stats) are not: a relist that finds nothing says nothing.
 */
export function recordedRuntime(runtime: RuntimeService, options: RecordedOptions): RuntimeService {
  const { sandbox, container } = options;
  const call = <T>(
    method: string,
    data: CallData,
    task: Task<Result<T, GrpcError>>,
  ): Task<Result<T, GrpcError>> => recordedCall(options, { method, ...data }, task);
  return {
    version: () => runtime.version(),
    status: () => runtime.status(),
    runPodSandbox: (config) => {
      const { name, namespace, attempt } = config.metadata;
      return call('RunPodSandbox', { pod: { namespace, name }, attempt }, runtime.runPodSandbox(config));
    },
    stopPodSandbox: (id) => call('StopPodSandbox', sandbox(id), runtime.stopPodSandbox(id)),
    removePodSandbox: (id) => call('RemovePodSandbox', sandbox(id), runtime.removePodSandbox(id)),
    podSandboxStatus: (id) => runtime.podSandboxStatus(id),
    listPodSandbox: (uid) => runtime.listPodSandbox(uid),
    createContainer: (id, config, sandboxConfig) => {
      const data = {
        ...sandbox(id),
        container: config.name,
        attempt: config.attempt,
        image: config.userImage,
      };
      return call('CreateContainer', data, runtime.createContainer(id, config, sandboxConfig));
    },
    startContainer: (id) => call('StartContainer', container(id), runtime.startContainer(id)),
    stopContainer: (id, timeoutSeconds) =>
      call('StopContainer', { ...container(id), timeoutSeconds }, runtime.stopContainer(id, timeoutSeconds)),
    removeContainer: (id) => call('RemoveContainer', container(id), runtime.removeContainer(id)),
    listContainers: (uid) => runtime.listContainers(uid),
    containerStatus: (id) => runtime.containerStatus(id),
    updateContainerResources: (id, resources) =>
      call('UpdateContainerResources', container(id), runtime.updateContainerResources(id, resources)),
    execSync: (id, command, timeoutSeconds) =>
      call('ExecSync', { ...container(id), timeoutSeconds }, runtime.execSync(id, command, timeoutSeconds)),
    exec: (id, command, io) => call('Exec', container(id), runtime.exec(id, command, io)),
    attach: (id, io) => call('Attach', container(id), runtime.attach(id, io)),
    portForward: (id, port) => call('PortForward', sandbox(id), runtime.portForward(id, port)),
    containerStats: (id) => runtime.containerStats(id),
    containerLog: (id) => runtime.containerLog(id),
    onChange: (listener) => runtime.onChange(listener),
  };
}

/** The image service with pulls and removals recorded. */
export function recordedImages(images: ImageService, options: RecordedOptions): ImageService {
  return {
    listImages: () => images.listImages(),
    imageStatus: (image) => images.imageStatus(image),
    pullImage: (image, auth, podUid) =>
      recordedCall(options, { method: 'PullImage', image }, images.pullImage(image, auth, podUid)),
    removeImage: (image) =>
      recordedCall(options, { method: 'RemoveImage', image }, images.removeImage(image)),
    imageFsInfo: () => images.imageFsInfo(),
  };
}

function* recordedCall<T>(
  { kernel, nodeName }: RecordedOptions,
  data: CallData & { readonly method: string },
  task: Task<Result<T, GrpcError>>,
): Task<Result<T, GrpcError>> {
  const call = kernel.record(`kubelet/${nodeName}`, 'cri.call', { ...data, node: nodeName }) as Seq;
  const answer = yield* task;
  const returned = answer.ok ? { call } : { call, error: rpcText(answer.error) };
  kernel.record(`containerd/${nodeName}`, 'cri.return', returned);
  return answer;
}
