import type { ContainerStatus, Pod, PodStatus } from '../../../../api/generated/types.ts';
import { type Result, err, ok } from '../../../../base/result.ts';
import type { Future, Task } from '../../../kernel/task.ts';
import type {
  AttachRequest,
  ContainerTarget,
  ExecRequest,
  ForwardedConnection,
  KubeletRefusal,
  KubeletServer,
  LogsRequest,
  NodeUsage,
  PortForwardRequest,
  StreamSink,
} from '../../../machinery/kubelet-server.ts';
import { type GrpcError, rpcText } from '../../cri/port/error.ts';
import type { StreamIo } from '../../cri/port/runtime.ts';
import type { KubeletDeps } from '../deps.ts';
import type { KubeletParts } from '../parts.ts';
import { findContainer, podUid } from '../pod.ts';
import { readLogs } from './logs.ts';
import { nodeUsage } from './usage.ts';

// Models pkg/kubelet/server/server.go and kubelet_pods.go GetKubeletContainerLogs, GetExec … (1.36).

interface Found {
  readonly pod: Pod;
  readonly parts: KubeletParts;
  readonly containerId: string;
}

const NOT_FOUND = 404;
const BAD_REQUEST = 400;
const INTERNAL = 500;

export class KubeletServerOf implements KubeletServer {
  private readonly deps: KubeletDeps;
  private readonly parts: () => KubeletParts | undefined;

  constructor(deps: KubeletDeps, parts: () => KubeletParts | undefined) {
    this.deps = deps;
    this.parts = parts;
  }

  get listening(): boolean {
    return this.parts() !== undefined;
  }

  *containerLogs(request: LogsRequest, sink: StreamSink, gone?: Future): Task<Result<void, KubeletRefusal>> {
    const parts = this.parts();
    const pod = parts?.pods.byName(request.namespace, request.pod) ?? this.mirrored(request);
    if (parts === undefined || pod === undefined) return refuse(NOT_FOUND, `pod "${request.pod}" not found`);
    if (findContainer(pod, request.container) === undefined) {
      return refuse(BAD_REQUEST, `container "${request.container}" not found in pod "${request.pod}"`);
    }
    const status = parts.status.get(podUid(pod)) ?? pod.status ?? {};
    const id = logContainerId(request, status);
    if (!id.ok) return refuse(BAD_REQUEST, id.error);
    const file = this.deps.runtime.containerLog(id.value);
    if (file === undefined) {
      sink.write('stdout', `unable to retrieve container logs for containerd://${id.value}`);
      return ok();
    }
    yield* readLogs({ file, nowUnixUs: this.deps.kernel.unixUs() }, request, sink, gone);
    return ok();
  }

  private mirrored({ namespace, pod }: ContainerTarget): Pod | undefined {
    return this.parts()?.pods.byName(namespace, pod);
  }

  *exec(request: ExecRequest, sink: StreamSink, gone?: Future): Task<Result<number, KubeletRefusal>> {
    const found = this.running(request);
    if (!found.ok) return found;
    const answer = yield* this.deps.runtime.exec(
      found.value.containerId,
      request.command,
      io(request, sink, gone),
    );
    return answer.ok ? answer : err(streamError(answer.error));
  }

  *attach(request: AttachRequest, sink: StreamSink, gone?: Future): Task<Result<number, KubeletRefusal>> {
    const found = this.running(request);
    if (!found.ok) return found;
    const answer = yield* this.deps.runtime.attach(found.value.containerId, io(request, sink, gone));
    return answer.ok ? answer : err(streamError(answer.error));
  }

  *portForward({
    namespace,
    pod: name,
    port,
  }: PortForwardRequest): Task<Result<ForwardedConnection, KubeletRefusal>> {
    const parts = this.parts();
    const pod = parts?.pods.byName(namespace, name);
    if (parts === undefined || pod === undefined) return refuse(NOT_FOUND, `pod "${name}" not found`);
    const sandbox = parts.cache.get(podUid(pod))?.sandboxes[0];
    if (sandbox === undefined)
      return refuse(INTERNAL, `failed to find sandboxID for pod ${name}_${namespace}`);
    const connected = yield* this.deps.runtime.portForward(sandbox.id, port);
    if (!connected.ok)
      return refuse(
        INTERNAL,
        `error forwarding port ${port} to pod ${sandbox.id}, uid : ${connected.error.message}`,
      );
    const connection = connected.value;
    return ok({
      send(message) {
        const sent = connection.send(message);
        return sent.ok ? sent : refuse(INTERNAL, sent.error.message);
      },
      *receive(): Task<Result<unknown, KubeletRefusal>> {
        const answer = yield* connection.receive();
        return answer.ok ? answer : refuse(INTERNAL, answer.error.message);
      },
      close: () => connection.close(),
    });
  }

  *usage(): Task<NodeUsage> {
    const parts = this.parts();
    if (parts === undefined) return { cpuUsedUs: 0, memoryBytes: 0, containers: [] };
    return yield* nodeUsage(this.deps, parts);
  }

  pods(): readonly Pod[] {
    const parts = this.parts();
    return (parts?.pods.list() ?? []).map((pod) => ({
      ...pod,
      status: parts?.status.get(podUid(pod)) ?? pod.status ?? {},
    }));
  }

  private running({ namespace, pod: name, container }: ContainerTarget): Result<Found, KubeletRefusal> {
    const parts = this.parts();
    const pod = parts?.pods.byName(namespace, name);
    if (parts === undefined || pod === undefined) return refuse(NOT_FOUND, 'pod does not exist');
    const instance = parts.instance(podUid(pod), container);
    if (instance === undefined || instance.state !== 'running')
      return refuse(NOT_FOUND, `container not found ("${container}")`);
    return ok({ pod, parts, containerId: instance.id });
  }
}

function refuse(code: number, message: string): Result<never, KubeletRefusal> {
  return err({ code, message });
}

/** The runtime cannot be reached: there is no stream. Otherwise the command cannot be run, and the stream says so. */
function streamError(error: GrpcError): KubeletRefusal {
  if (error.code === 'Unavailable') return { code: INTERNAL, message: rpcText(error), beforeUpgrade: true };
  return { code: INTERNAL, message: error.message };
}

function io({ stdin, tty }: ExecRequest | AttachRequest, sink: StreamSink, gone?: Future): StreamIo {
  return {
    tty: tty === true,
    write: (stream, text) => sink.write(stream, text),
    ...(stdin === undefined ? {} : { stdin }),
    ...(gone === undefined ? {} : { gone }),
  };
}

/** Whose log is meant. Models validateContainerLogStatus. */
function logContainerId(
  { pod, container, previous }: LogsRequest,
  status: PodStatus,
): Result<string, string> {
  const all = [
    ...(status.containerStatuses ?? []),
    ...(status.initContainerStatuses ?? []),
    ...(status.ephemeralContainerStatuses ?? []),
  ];
  const found = all.find(({ name }) => name === container);
  if (found === undefined) return err(`container "${container}" in pod "${pod}" is not available`);
  const last = idOf(found.lastState?.terminated?.containerID);
  if (previous === true) {
    return last === ''
      ? err(`previous terminated container "${container}" in pod "${pod}" not found`)
      : ok(last);
  }
  return currentId(found, last, `container "${container}" in pod "${pod}"`);
}

function currentId(status: ContainerStatus, last: string, what: string): Result<string, string> {
  const { running, terminated, waiting } = status.state ?? {};
  if (running !== undefined) return ok(idOf(status.containerID));
  if (terminated !== undefined) {
    if (idOf(terminated.containerID) !== '') return ok(idOf(terminated.containerID));
    return last === '' ? err(`${what} is terminated`) : ok(last);
  }
  if (last !== '') return ok(last);
  switch (waiting?.reason ?? '') {
    case 'ErrImagePull':
      return err(`${what} is waiting to start: image can't be pulled`);
    case 'ImagePullBackOff':
      return err(`${what} is waiting to start: trying and failing to pull image`);
    default:
      return err(`${what} is waiting to start: ${waiting?.reason ?? ''}`);
  }
}

function idOf(containerId: string | undefined): string {
  return (containerId ?? '').replace('containerd://', '');
}
