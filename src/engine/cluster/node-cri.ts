import { type Result, err, ok } from '../../base/result.ts';
import type { NodeCri } from '../../workstation/nodes/port.ts';
import type { Task } from '../kernel/task.ts';
import type { NodeMachine } from '../node/cri/create-containerd.ts';
import { type CriCall, rpcText } from '../node/cri/port/error.ts';

/** What a login on a node may ask of containerd, past the kubelet. */
export function nodeCri({ runtime, images }: NodeMachine): NodeCri {
  return {
    stop: (id, seconds) => called(runtime.stopContainer(id, seconds)),
    remove: (id) => called(runtime.removeContainer(id)),
    stopSandbox: (id) => called(runtime.stopPodSandbox(id)),
    removeSandbox: (id) => called(runtime.removePodSandbox(id)),
    pull: (image) => called(images.pullImage(image, undefined, '')),
    removeImage: (image) => called(images.removeImage(image)),
    *usage(id) {
      const stats = yield* runtime.containerStats(id);
      if (!stats.ok) return undefined;
      const { cpuUsageCoreNanos, memoryWorkingSetBytes, writableLayerBytes } = stats.value;
      return {
        cpuNanos: cpuUsageCoreNanos,
        memoryBytes: memoryWorkingSetBytes,
        diskBytes: writableLayerBytes,
      };
    },
  };
}

function* called<T>(call: CriCall<T>): Task<Result<T, string>> {
  const answer = yield* call;
  return answer.ok ? ok(answer.value) : err(rpcText(answer.error));
}
