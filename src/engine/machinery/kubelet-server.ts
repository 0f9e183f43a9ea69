import type { Pod } from '../../api/generated/types.ts';
import type { Result } from '../../base/result.ts';
import type { Channel, Future, Task } from '../kernel/task.ts';

/** What the kubelet answers instead of a stream: an HTTP code and the body's text, without a Status around it. */
export interface KubeletRefusal {
  readonly code: number;
  readonly message: string;
  /** The stream was never set up, whatever the code. */
  readonly beforeUpgrade?: boolean;
}

/** Takes what comes down a stream, in order, each call within some turn. */
export interface StreamSink {
  write(stream: 'stdout' | 'stderr', text: string): void;
}

/** Which container of which Pod. */
export interface ContainerTarget {
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
}

/** Models GET /containerLogs/{namespace}/{pod}/{container} and its query. */
export interface LogsRequest extends ContainerTarget {
  readonly follow?: boolean;
  readonly previous?: boolean;
  readonly tailLines?: number;
  readonly limitBytes?: number;
  readonly sinceSeconds?: number;
  readonly sinceTime?: string;
  readonly timestamps?: boolean;
}

/** Models /exec. `stdin` carries text, then null for its end; absent when not asked for. */
export interface ExecRequest extends ContainerTarget {
  readonly command: readonly string[];
  readonly tty?: boolean;
  readonly stdin?: Channel<string | null>;
}

/** Models /attach. */
export interface AttachRequest extends ContainerTarget {
  readonly tty?: boolean;
  readonly stdin?: Channel<string | null>;
}

/** Models /portForward: one connection to `port`. */
export interface PortForwardRequest {
  readonly namespace: string;
  readonly pod: string;
  readonly port: number;
}

/** One forwarded connection, which carries messages as the wires do. */
export interface ForwardedConnection {
  send(message: unknown): Result<void, KubeletRefusal>;
  /** The next message; 'end' once the other side has closed in order. */
  receive(): Task<Result<unknown, KubeletRefusal>>;
  close(): void;
}

/** What one running container has used so far, and holds now. */
export interface ContainerUsage extends ContainerTarget {
  readonly startedUnixUs: number;
  readonly cpuUsedUs: number;
  readonly memoryBytes: number;
}

/** What the machine has used so far, and holds now; containers in the order of their Pods' names. */
export interface NodeUsage {
  readonly cpuUsedUs: number;
  readonly memoryBytes: number;
  readonly containers: readonly ContainerUsage[];
}

/** What port-forward opens: a way to the ports of one Pod, each dialled when a client comes. */
export interface PortForwarding {
  /** Error: what kubectl prints. */
  dial(port: number): Task<Result<ForwardedConnection, KubeletRefusal>>;
}

/**
 * The kubelet's own HTTPS server on port 10250, as the API server's proxy sees it. Tasks end when the stream does;
 * settling `gone` says that the caller hung up. Models pkg/kubelet/server/server.go (1.36).
 */
export interface KubeletServer {
  /** False while the kubelet is down: the dial is refused. */
  readonly listening: boolean;
  containerLogs(request: LogsRequest, sink: StreamSink, gone?: Future): Task<Result<void, KubeletRefusal>>;
  /** Answers the command's exit code. */
  exec(request: ExecRequest, sink: StreamSink, gone?: Future): Task<Result<number, KubeletRefusal>>;
  /** Answers the container's exit code when it ends while attached. */
  attach(request: AttachRequest, sink: StreamSink, gone?: Future): Task<Result<number, KubeletRefusal>>;
  portForward(request: PortForwardRequest): Task<Result<ForwardedConnection, KubeletRefusal>>;
  /** What /metrics/resource and /stats/summary tell of. */
  usage(): Task<NodeUsage>;
  /** Models GET /pods: those the kubelet runs, with their status. */
  pods(): readonly Pod[];
}
