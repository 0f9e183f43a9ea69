import type { Result } from '../../../../base/result.ts';
import type { Task } from '../../../kernel/task.ts';

// The machine the kubelet runs on, as far as it touches it by itself: its disk, cgroups and meters.

export interface FileOwner {
  readonly uid?: number;
  readonly gid?: number;
  /** Permission bits, 0o644 unless said. */
  readonly mode?: number;
}

export interface FileStat {
  readonly type: 'file' | 'directory' | 'symlink' | 'socket' | 'char' | 'block' | 'fifo';
  readonly mode: number;
  readonly size: number;
}

/** The node's own file system. Paths are absolute; errors in the kernel's words (`no such file or directory`). */
export interface HostDisk {
  stat(path: string): FileStat | undefined;
  readFile(path: string): Result<string, string>;
  /** Writes a whole file, making its folders. */
  writeFile(path: string, text: string, owner?: FileOwner): Result<void, string>;
  makeDirectory(path: string, owner?: FileOwner): Result<void, string>;
  symlink(path: string, target: string): Result<void, string>;
  list(path: string): readonly string[];
  /** Removes whatever is there, with all below it. */
  remove(path: string): void;
  /** Mounts an empty file system (tmpfs, or a volume kept elsewhere) at `path`. */
  mount(path: string, volume: HostVolume): void;
  unmount(path: string): void;
  /** Binds what is at `source` now to `target`: later changes of links on the way do not move it. */
  bind(source: string, target: string): Result<void, string>;
  /** Bytes below `path`. */
  usage(path: string): number;
}

/** What can be mounted: memory of its own, or storage known by a key on this node or in the cluster. */
export type HostVolume =
  | { readonly kind: 'tmpfs'; readonly sizeLimitBytes?: number }
  | { readonly kind: 'shared'; readonly key: string };

export interface GrpcTarget {
  readonly host: string;
  readonly port: number;
  readonly service: string;
}

/** Values of a cgroup; absent = not limited. */
export interface CgroupValues {
  readonly cpuShares?: number;
  readonly cpuQuotaUs?: number;
  readonly memoryLimitBytes?: number;
}

export interface NodeMeters {
  readonly memoryCapacityBytes: number;
  readonly memoryWorkingSetBytes: number;
  /** Of all processes since the machine started. */
  readonly cpuUsedUs: number;
  readonly diskCapacityBytes: number;
  readonly diskUsedBytes: number;
  readonly inodes: number;
  readonly inodesUsed: number;
  readonly processes: number;
  /** How many there can be. */
  readonly maxProcesses: number;
}

/** cgroups above the containers': QoS classes and Pods. */
export interface HostCgroups {
  exists(path: string): boolean;
  ensure(path: string, values: CgroupValues): Result<void, string>;
  values(path: string): CgroupValues | undefined;
  memoryUsage(path: string): number;
  /** Removes it with all below it. */
  remove(path: string): void;
  /** Paths that begin so. */
  list(prefix: string): readonly string[];
}

/**
 * How the kubelet itself reaches a Pod or another host: its probes and HTTP hooks. Each call suspends until an answer,
 * a refusal or the time limit; errors are Go's net and net/http texts (`dial tcp 10.244.1.5:80: connect: …`).
 */
export interface HostDialer {
  http(request: HttpProbeRequest): Task<Result<HttpProbeResponse, string>>;
  tcp(host: string, port: number, timeoutUs: number): Task<Result<void, string>>;
  /** Answers the health service's status: SERVING, NOT_SERVING, UNKNOWN, SERVICE_UNKNOWN. */
  grpcHealth(target: GrpcTarget, timeoutUs: number): Task<Result<string, string>>;
}

export interface HttpProbeRequest {
  /** What the User-Agent says; a probe without it. */
  readonly purpose?: 'lifecycle';
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly timeoutUs: number;
}

export interface HttpProbeResponse {
  readonly status: number;
  readonly body: string;
  readonly location?: string;
}

/** The machine. */
export interface NodeHost {
  readonly nodeName: string;
  readonly hostIp: string;
  readonly disk: HostDisk;
  readonly cgroups: HostCgroups;
  readonly dialer: HostDialer;
  meters(): NodeMeters;
  readonly bootId: string;
  readonly machineId: string;
  /** /etc/resolv.conf of the node. */
  readonly resolvConf: {
    readonly servers: readonly string[];
    readonly searches: readonly string[];
    readonly options: readonly string[];
  };
}
