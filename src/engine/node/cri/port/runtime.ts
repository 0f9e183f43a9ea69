import type { Channel, Future } from '../../../kernel/task.ts';
import type { Result } from '../../../../base/result.ts';
import type { CriCall, GrpcError } from './error.ts';

// The part of the CRI (k8s.io/cri-api runtime/v1, 1.36) that the kubelet uses. Times are Unix microseconds, 0 = never.

export interface SandboxMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly attempt: number;
}

export interface DnsConfig {
  readonly servers: readonly string[];
  readonly searches: readonly string[];
  readonly options: readonly string[];
}

export interface PortMapping {
  readonly protocol: 'TCP' | 'UDP' | 'SCTP';
  readonly containerPort: number;
  readonly hostPort: number;
  readonly hostIp: string;
}

export type PidMode = 'pod' | 'container' | 'node' | { readonly target: string };

export interface SandboxConfig {
  readonly metadata: SandboxMetadata;
  readonly hostname: string;
  readonly logDirectory: string;
  readonly dns?: DnsConfig;
  readonly portMappings: readonly PortMapping[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly cgroupParent: string;
  readonly hostNetwork: boolean;
  readonly hostPid: boolean;
  readonly hostIpc: boolean;
  readonly shareProcessNamespace: boolean;
  /** The first of the node's ids that a user namespace of its own (hostUsers: false) stands for. */
  readonly userNamespace?: number;
  readonly sysctls: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
}

export type SandboxState = 'READY' | 'NOTREADY';

export interface SandboxStatus {
  readonly id: string;
  readonly metadata: SandboxMetadata;
  readonly state: SandboxState;
  readonly createdAt: number;
  /** '' for the host's network or a closed namespace. */
  readonly ip: string;
  readonly hostNetwork: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

export interface Mount {
  readonly containerPath: string;
  readonly hostPath: string;
  readonly readonly: boolean;
  /** Mounts an image, or a folder of it, instead of a path of the host. */
  readonly image?: string;
  readonly imageSubPath?: string;
  /** MountPropagation beyond private, for what is shown. */
  readonly propagation?: 'HostToContainer' | 'Bidirectional';
}

/** CPU and memory of a container's cgroup. 0 = not set. */
export interface LinuxResources {
  readonly cpuShares: number;
  readonly cpuQuotaUs: number;
  readonly cpuPeriodUs: number;
  readonly memoryLimitBytes: number;
  readonly oomScoreAdj: number;
}

export interface LinuxSecurity {
  readonly privileged: boolean;
  readonly runAsUser?: number;
  /** Image's own user by name when runAsUser is not set. */
  readonly runAsUsername?: string;
  readonly runAsGroup?: number;
  readonly supplementalGroups: readonly number[];
  /** Groups of the image's /etc/group count too, unless `Strict`. */
  readonly supplementalGroupsPolicy: 'Merge' | 'Strict';
  readonly readonlyRootfs: boolean;
  readonly noNewPrivileges: boolean;
  readonly addCapabilities: readonly string[];
  readonly dropCapabilities: readonly string[];
  readonly pid: PidMode;
  readonly procMountUnmasked: boolean;
  readonly seccomp: 'Unconfined' | 'RuntimeDefault' | 'Localhost';
  /** A Localhost profile's file below the kubelet's folder of them. */
  readonly seccompProfile?: string;
}

export interface ContainerConfig {
  readonly name: string;
  readonly attempt: number;
  /** Image as the Pod names it, and the id ImageStatus or PullImage gave. */
  readonly userImage: string;
  readonly imageRef: string;
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly workingDir: string;
  readonly env: readonly (readonly [name: string, value: string])[];
  readonly mounts: readonly Mount[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Relative to the sandbox's log directory. */
  readonly logPath: string;
  readonly stdin: boolean;
  readonly stdinOnce: boolean;
  readonly tty: boolean;
  readonly resources: LinuxResources;
  readonly security: LinuxSecurity;
  /** Hints of the manifest for programs that nobody knows: ports it names, whether they end. Not part of the real CRI. */
  readonly declaredPorts?: readonly number[];
  readonly runsToEnd?: boolean;
}

export type CriContainerState = 'CREATED' | 'RUNNING' | 'EXITED' | 'UNKNOWN';

/** Whom the container's process runs as. */
export interface ContainerIdentity {
  readonly uid: number;
  readonly gid: number;
  readonly supplementalGroups: readonly number[];
}

export interface CriContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly state: CriContainerState;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

export interface CriContainerStatus extends CriContainer {
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
  /** Completed, Error, OOMKilled, StartError, Unknown; '' while it runs. */
  readonly reason: string;
  readonly message: string;
  /** Image name as the runtime knows it, and its id with the repository (`docker.io/library/nginx@sha256:…`). */
  readonly image: string;
  readonly imageRef: string;
  readonly logPath: string;
  readonly mounts: readonly Mount[];
  readonly resources: LinuxResources;
  readonly user: ContainerIdentity;
  readonly stopSignal: string;
}

export interface RuntimeCondition {
  readonly type: 'RuntimeReady' | 'NetworkReady';
  readonly status: boolean;
  readonly reason: string;
  readonly message: string;
}

export interface ExecSyncResponse {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What an exec or attach stream carries. */
export interface StreamIo {
  readonly stdin?: Channel<string | null>;
  readonly tty: boolean;
  write(stream: 'stdout' | 'stderr', text: string): void;
  /** Settles when the caller hangs up. */
  readonly gone?: Future;
}

/** A connection into a sandbox's network, made by port-forward. */
export interface SandboxConnection {
  send(message: unknown): Result<void, GrpcError>;
  /** The next message; 'end' once the other side has closed in order. */
  receive(): CriCall<unknown>;
  close(): void;
}

/** The runtime half of the CRI. `onChange` tells that a list would differ: it stands for polling that finds nothing. */
export interface RuntimeService {
  version(): CriCall<{ readonly runtimeName: string; readonly runtimeVersion: string }>;
  status(): CriCall<readonly RuntimeCondition[]>;
  runPodSandbox(config: SandboxConfig): CriCall<string>;
  stopPodSandbox(sandboxId: string): CriCall;
  removePodSandbox(sandboxId: string): CriCall;
  podSandboxStatus(sandboxId: string): CriCall<SandboxStatus>;
  /** All sandboxes, or those of one Pod. */
  listPodSandbox(podUid?: string): CriCall<readonly SandboxStatus[]>;
  createContainer(sandboxId: string, config: ContainerConfig, sandbox: SandboxConfig): CriCall<string>;
  startContainer(containerId: string): CriCall;
  stopContainer(containerId: string, timeoutSeconds: number): CriCall;
  removeContainer(containerId: string): CriCall;
  listContainers(podUid?: string): CriCall<readonly CriContainer[]>;
  containerStatus(containerId: string): CriCall<CriContainerStatus>;
  updateContainerResources(containerId: string, resources: LinuxResources): CriCall;
  execSync(
    containerId: string,
    command: readonly string[],
    timeoutSeconds: number,
  ): CriCall<ExecSyncResponse>;
  /** Streaming exec; answers the exit code. */
  exec(containerId: string, command: readonly string[], io: StreamIo): CriCall<number>;
  attach(containerId: string, io: StreamIo): CriCall<number>;
  portForward(sandboxId: string, port: number): CriCall<SandboxConnection>;
  /** Memory working set, CPU and process count of a container's cgroup. */
  containerStats(containerId: string): CriCall<ContainerStats>;
  /** The log file of a container, also of one that has ended; undefined once it is removed. */
  containerLog(containerId: string): LogFile | undefined;
  /** Called after any sandbox or container changed, with its Pod's uid; with '' when `status` would answer otherwise. Answers how to unsubscribe. */
  onChange(listener: (podUid: string) => void): () => void;
}

/** One line of a log, without its end of line. A partial one goes on in the next. */
export interface LogLine {
  readonly atUnixUs: number;
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
  readonly partial: boolean;
}

export interface LogFile {
  readonly lines: readonly LogLine[];
  /** Nothing more will come. */
  readonly closed: boolean;
  /** Calls after each addition and at the end; answers how to unsubscribe. */
  onChange(listener: () => void): () => void;
}

export interface ContainerStats {
  readonly memoryWorkingSetBytes: number;
  readonly cpuUsageCoreNanos: number;
  readonly writableLayerBytes: number;
  readonly processes: number;
}
