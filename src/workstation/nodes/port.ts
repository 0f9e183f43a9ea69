import type { JsonObject } from '../../base/json.ts';
import type { KubeObject } from '../../api/object.ts';
import type { Result } from '../../base/result.ts';
import type { Future, Task } from '../../engine/kernel/task.ts';
import type { NetPort } from '../../engine/workloads/process/context.ts';
import type { Stream } from '../../engine/workloads/process/descriptors.ts';
import type { ProcessHandle } from '../../engine/workloads/process/table.ts';
import type { FileSystem } from '../../engine/workloads/vfs/port.ts';

// What a login on a node finds there. The composition root makes it of the simulated machine; times are Unix µs, 0 = never.

export interface NodeSandbox {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly attempt: number;
  readonly ready: boolean;
  readonly createdUs: number;
  readonly ip: string;
  readonly hostNetwork: boolean;
  readonly runtimeHandler: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** The pause process, as the node counts; undefined when it is gone. */
  readonly pid: number | undefined;
}

export interface NodeContainer {
  readonly id: string;
  readonly sandbox: NodeSandbox;
  readonly name: string;
  readonly attempt: number;
  readonly state: 'CREATED' | 'RUNNING' | 'EXITED' | 'UNKNOWN';
  readonly createdUs: number;
  readonly startedUs: number;
  readonly finishedUs: number;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  /** `sha256:…` of its configuration, the name the Pod has for it, and its name with the digest. */
  readonly imageId: string;
  readonly userImage: string;
  readonly imageRef: string;
  readonly logPath: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly mounts: readonly {
    readonly containerPath: string;
    readonly hostPath: string;
    readonly readonly: boolean;
  }[];
  readonly resources: {
    readonly cpuShares: number;
    readonly cpuQuotaUs: number;
    readonly cpuPeriodUs: number;
    readonly memoryLimitBytes: number;
    readonly oomScoreAdj: number;
  };
  /** The config.json that runc was given. */
  readonly runtimeSpec: JsonObject;
  /** Its first process, as the node counts. */
  readonly pid: number | undefined;
  readonly log: readonly {
    readonly atUnixUs: number;
    readonly stream: 'stdout' | 'stderr';
    readonly text: string;
    readonly partial: boolean;
  }[];
}

export interface NodeImage {
  readonly id: string;
  readonly repoTags: readonly string[];
  readonly repoDigests: readonly string[];
  readonly sizeBytes: number;
}

export interface NodeProcess {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  readonly argv: readonly string[];
  readonly startedUs: number;
  readonly cpuUs: number;
  readonly rssBytes: number;
  readonly state: string;
  readonly cgroup: string;
}

export interface NodeLink {
  readonly name: string;
  readonly mac: string;
  readonly address?: string;
  readonly prefix?: number;
  /** The other end of a veth pair: its index there, and the namespace it is in. */
  readonly peer?: { readonly index: number; readonly netns: string };
  readonly master?: string;
}

export interface NodeUnit {
  readonly name: 'kubelet' | 'containerd';
  readonly active: boolean;
  readonly sinceUs: number;
  readonly pid: number;
}

export interface JournalLine {
  readonly atUnixUs: number;
  readonly pid: number;
  readonly text: string;
  /** Who wrote it; the unit itself unless said. */
  readonly by?: string;
}

export interface EtcdEntry {
  readonly key: string;
  readonly object: KubeObject;
  readonly modRevision: number;
}

export interface EtcdView {
  readonly up: boolean;
  readonly revision: number;
  /** In order of keys. */
  entries(): readonly EtcdEntry[];
}

/** Standard streams of a process started from outside. */
export interface ProcessStreams {
  readonly stdin: Stream;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** containerd's own calls, past the kubelet; errors as gRPC's client writes them. */
export interface NodeCri {
  stop(container: string, seconds: number): Task<Result<void, string>>;
  remove(container: string): Task<Result<void, string>>;
  stopSandbox(sandbox: string): Task<Result<void, string>>;
  removeSandbox(sandbox: string): Task<Result<void, string>>;
  /** Answers the image's id. */
  pull(image: string): Task<Result<string, string>>;
  removeImage(image: string): Task<Result<void, string>>;
  usage(
    container: string,
  ): Task<
    { readonly cpuNanos: number; readonly memoryBytes: number; readonly diskBytes: number } | undefined
  >;
}

/** One node, as root sees it. */
export interface NodeConsole {
  readonly name: string;
  readonly address: string;
  readonly podCIDR: string;
  /** Whether the machine is on and the network lets one in. */
  readonly reachable: boolean;
  readonly memoryBytes: number;
  usedMemoryBytes(): number;
  readonly diskBytes: number;
  readonly cpus: number;
  readonly net: NetPort;
  /** The node's own folders, /proc and /sys, by where they are mounted. */
  mounts(): readonly { readonly target: string; readonly fs: FileSystem }[];
  sandboxes(): readonly NodeSandbox[];
  containers(): readonly NodeContainer[];
  readonly cri: NodeCri;
  images(): readonly NodeImage[];
  processes(): readonly NodeProcess[];
  links(): readonly NodeLink[];
  /** Other nodes' Pods, and the way there. */
  routes(): readonly { readonly to: string; readonly via: string }[];
  /** The nat table that kube-proxy has written, as iptables-save prints it. */
  natTable(): string;
  /** The same of the filter table. */
  filterTable(): string;
  units(): readonly NodeUnit[];
  /** Starts or stops one: a fault like any other. */
  switchUnit(name: NodeUnit['name'], on: boolean): void;
  /** Takes the machine down, for good or to boot again: a fault like any other. */
  shutDown(how: 'poweroff' | 'reboot'): void;
  /** Settles when the machine goes down, with everything that runs on it. */
  readonly goesDown: Future;
  journal(unit: NodeUnit['name']): readonly JournalLine[];
  /** Settles when a line has come. */
  journalGrows(unit: NodeUnit['name']): Future;
  /** Only where etcd runs. */
  readonly etcd: EtcdView | undefined;
  /** The network of a process of a Pod. */
  netOf(pid: number): NetPort | undefined;
  /** Starts a program in the namespaces of a process of a Pod; the kernel's words when it cannot. */
  enter(pid: number, argv: readonly string[], streams: ProcessStreams): ProcessHandle | string;
}

/** The nodes that can be logged in to. */
export interface NodeConsoles {
  /** Whether nodes are containers of the learner's machine (kind). */
  readonly inContainers: boolean;
  names(): readonly string[];
  /** By name or address. */
  get(host: string): NodeConsole | undefined;
}
