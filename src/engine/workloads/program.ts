import type { Result } from '../../base/result.ts';
import type { Random } from '../../base/rng.ts';
import type { SimTime } from '../../trace/ids.ts';
import type { Task } from '../kernel/task.ts';
import type { Errno } from './errno.ts';
import type { Signal } from './signals.ts';
import type { FileStat } from './vfs/stat.ts';

/**
 * A program: what runs in a process. Its value is the exit code (0–255).
 * A program takes everything from `sys`: no kernel, no network, no clock of its own. It never throws.
 * It is ended from outside by cancelling its task (its `finally` blocks run and must not suspend).
 */
export type Program = (sys: Syscalls) => Task<number>;

/** 'default': the kernel's own action; a function runs at once when the signal comes, and breaks into a blocking call. */
export type Disposition = 'default' | 'ignore' | ((signal: Signal) => void);

/** How a child ended. `code` is the exit code, 128+n when a signal ended it. */
export interface WaitStatus {
  readonly pid: number;
  readonly code: number;
  readonly signal?: Signal;
}

/** One line of `ps`: what a process sees of another in its pid namespace. */
export interface ProcessInfo {
  readonly pid: number;
  readonly ppid: number;
  readonly uid: number;
  readonly argv: readonly string[];
  readonly state: 'R' | 'S' | 'Z' | 'T';
  /** How a zombie ended, as the kernel keeps it. */
  readonly ended?: WaitStatus;
  readonly startedAt: SimTime;
  readonly cpuUs: number;
  readonly rssBytes: number;
}

/** What a child gets that differs from its parent: everything else is inherited. */
export interface SpawnRequest {
  readonly argv: readonly string[];
  /** Whole environment of the child, in order. */
  readonly env?: ReadonlyMap<string, string>;
  readonly cwd?: string;
  /** The child's descriptors: number in the child → number in the parent. Without it all are inherited. */
  readonly fds?: ReadonlyMap<number, number>;
  /** Signals the child starts out ignoring (a shell's background jobs: SIGINT, SIGQUIT). */
  readonly ignored?: readonly Signal[];
}

export type OpenFlags = 'read' | 'write' | 'append' | 'readwrite';

/** A run of zero bytes: what `dd if=/dev/zero` moves about without holding it. */
export interface Zeros {
  readonly zeros: number;
}

/** Contents are text; their size is counted in UTF-8. */
export type Data = string | Zeros;

/** 'interrupted' is EINTR: a handler ran while the call blocked. Callers that do not care call again. */
export type Blocked<T> = Task<T | 'interrupted'>;

/** Text of a connection, or a structured HTTP message (see network/http.ts for both shapes). */
export type { Connection, HttpRequest, HttpResponse, ListenSocket, Lookup, NetError } from './sockets.ts';
import type { Connection, ListenSocket, Lookup, NetError, Payload, SocketInfo } from './sockets.ts';

/** The system calls of one process. Implemented by node/oci for containers and by workloads/process for everything else. */
export interface Syscalls {
  readonly pid: number;
  readonly ppid: number;
  readonly argv: readonly string[];
  /** The environment the process started with, in order. */
  readonly env: ReadonlyMap<string, string>;
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  /** Becomes another user; what root alone may. */
  setUser(uid: number, gid: number, groups: readonly number[]): Result<void, Errno>;
  hostname(): string;
  cwd(): string;
  chdir(path: string): Result<void, Errno>;
  umask(mask?: number): number;

  /** Virtual time, and the wall clock as Unix time in µs. */
  now(): SimTime;
  unixUs(): number;
  /** Chance, from a stream of this container's own. */
  random(): Random;

  sleep(us: number): Blocked<'elapsed'>;
  /** Waits until a handler has run: pause(2). Costs nothing while it lasts. */
  pause(): Task;
  /**
   * Uses `us` of CPU: takes at least that long, longer when the cgroup is throttled. Never interrupted.
   * `effort` is what it costs whoever runs the simulation, where that is more than a turn (see process/effort.ts).
   */
  cpu(us: number, effort?: number): Task;
  /** Grows (or shrinks) resident memory. Beyond the cgroup's limit the OOM killer ends the process and this never returns. */
  grow(bytes: number): Task;
  /** From now on uses so many thousandths of a CPU besides: a server that is never quite at rest. Costs no turn. */
  rest(millis: number): void;
  /** As grow, for text that the program keeps: it is truly there, and so the engine bounds how much there is. */
  hold(chars: number): Task;
  /** Figures of the cgroup and the machine, for free, top and runtimes that size themselves. */
  resources(): {
    readonly rssBytes: number;
    readonly memoryLimitBytes?: number;
    readonly cpuMillis?: number;
    readonly nodeMemoryBytes: number;
    /** What all of the machine uses, where that is known. */
    readonly nodeUsedBytes?: number;
    readonly nodeCpus: number;
  };

  /** Says what to do on a signal; answers what stood before. SIGKILL and SIGSTOP cannot be changed. */
  signal(signal: Signal, disposition: Disposition): Disposition;
  /** pid 0 and −1 mean every process of the group and of the namespace. */
  kill(pid: number, signal: Signal | 0): Result<void, Errno>;

  /** A child running `program` as a copy of this process (a subshell): same argv, fds, cwd; handlers go back to default. */
  fork(program: Program, options?: Partial<SpawnRequest>): Result<number, Errno>;
  /** A child running the executable at `path` (no search in PATH). Scripts with #! run their interpreter. */
  spawn(path: string, request: SpawnRequest): Result<number, Errno>;
  /** Replaces this process; returns only when that fails. */
  exec(path: string, argv: readonly string[], env?: ReadonlyMap<string, string>): Task<Errno>;
  /** Waits for one child (or any); with `poll` answers undefined when none has ended yet. */
  wait(pid?: number, poll?: boolean): Blocked<WaitStatus | 'ECHILD' | undefined>;
  exit(code: number): Task<never>;
  /** The program has run out of its stack: SIGSEGV, whoever it is. */
  fault(): Task<never>;
  processes(): readonly ProcessInfo[];
  /** A thread beside the main one: same process, ends with it. Its handlers and blocking calls are its own. */
  thread(task: Task): void;
  /** Ports that the Pod's manifest names: what an image nobody knows is taken to serve. */
  declaredPorts(): readonly number[];
  /** The Pod is made for programs that end: a Job's, an init container's. */
  runsToEnd(): boolean;
  /** In an image nobody knows, the file that is run for every program it does not have. */
  standIn(): string | undefined;
  /** Whether this is the container's first process. */
  isMain(): boolean;

  /** '' is end of file. */
  read(fd: number, maxBytes?: number): Blocked<Result<string, Errno>>;
  write(fd: number, data: Data): Blocked<Result<number, Errno>>;
  open(
    path: string,
    flags: OpenFlags,
    options?: {
      readonly create?: boolean;
      readonly truncate?: boolean;
      readonly exclusive?: boolean;
      readonly mode?: number;
    },
  ): Result<number, Errno>;
  close(fd: number): Result<void, Errno>;
  /** Makes `to` mean what `from` means; without `to` the lowest free number is taken. */
  dup(from: number, to?: number): Result<number, Errno>;
  /** [read end, write end] */
  pipe(): readonly [number, number];
  isTerminal(fd: number): boolean;

  stat(path: string, options?: { readonly followLinks?: boolean }): Result<FileStat, Errno>;
  readdir(path: string): Result<readonly string[], Errno>;
  readlink(path: string): Result<string, Errno>;
  mkdir(path: string, mode?: number): Result<void, Errno>;
  rmdir(path: string): Result<void, Errno>;
  unlink(path: string): Result<void, Errno>;
  rename(from: string, to: string): Result<void, Errno>;
  symlink(target: string, path: string): Result<void, Errno>;
  chmod(path: string, mode: number): Result<void, Errno>;
  chown(path: string, uid: number, gid: number): Result<void, Errno>;
  /** Sets the time of last change (now unless said). */
  utime(path: string, unixUs?: number): Result<void, Errno>;
  access(path: string, want: 'read' | 'write' | 'execute'): Result<void, Errno>;
  /** [device, target, type, options] of each mount, and room on the file system a path is on. */
  mounts(): readonly {
    readonly source: string;
    readonly target: string;
    readonly type: string;
    readonly options: string;
  }[];
  statfs(path: string): Result<
    {
      readonly source: string;
      readonly target: string;
      readonly sizeBytes: number;
      readonly usedBytes: number;
    },
    Errno
  >;

  /** EADDRINUSE when taken, EACCES below 1024 without the right. */
  listen(
    port: number,
    options?: {
      readonly address?: string;
      readonly protocol?: 'TCP' | 'UDP';
      /** TLS and gRPC are answered as well as plain text. */
      readonly versatile?: boolean;
    },
  ): Result<ListenSocket, Errno>;
  /** Waits for a client. */
  accept(socket: ListenSocket): Blocked<Connection | 'closed'>;
  /** `address` is numeric. */
  connect(
    address: string,
    port: number,
    options?: { readonly timeoutUs?: number; readonly protocol?: 'TCP' | 'UDP' },
  ): Blocked<Result<Connection, NetError>>;
  receive(connection: Connection, timeoutUs?: number): Blocked<Result<Payload | 'end', NetError>>;
  send(connection: Connection, payload: Payload): Result<void, NetError>;
  /** Asks the resolver of /etc/resolv.conf (and /etc/hosts); `search` walks the search list as getaddrinfo does. */
  resolve(
    name: string,
    options?: {
      readonly search?: boolean;
      readonly type?: 'A' | 'AAAA' | 'SRV' | 'PTR';
      readonly timeoutUs?: number;
    },
  ): Blocked<Lookup>;
  /** An ICMP echo: the time until its answer in µs, undefined when none came. */
  ping(address: string, timeoutUs: number): Blocked<number | undefined>;
  /** Sockets of the network namespace; `pid` where one of the processes seen here has it. */
  sockets(): readonly (SocketInfo & { readonly pid?: number })[];
  /** Interfaces with their addresses: `ip addr`. */
  interfaces(): readonly {
    readonly name: string;
    readonly address: string;
    readonly prefix: number;
    readonly mac: string;
    readonly up: boolean;
  }[];
}
