import type { Result } from '../../../base/result.ts';
import type { Random } from '../../../base/rng.ts';
import type { Future, Task } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { Signal } from '../signals.ts';
import type { Connection, ListenSocket, Lookup, NetError, Payload, SocketInfo } from '../sockets.ts';
import type { Vfs } from '../vfs/port.ts';

/** A listening socket as the network gives it. engine/network's own sockets fit as they are. */
export interface NetListener extends ListenSocket {
  poll(): NetStream | 'closed' | undefined;
  ready(): Future;
}

/** A connection as the network gives it. */
export interface NetStream extends Connection {
  readonly closed: boolean;
  poll(): Result<Payload | 'end', NetError> | undefined;
  ready(): Future;
  send(payload: Payload): Result<void, NetError>;
}

/** The network namespace of a container: an adapter of a few lines over engine/network. */
export interface NetPort {
  listen(
    port: number,
    options: {
      readonly address?: string;
      readonly protocol?: 'TCP' | 'UDP';
      readonly versatile?: boolean;
    },
  ): Result<NetListener, Errno>;
  connect(
    address: string,
    port: number,
    options: { readonly timeoutUs?: number; readonly protocol?: 'TCP' | 'UDP' },
  ): Task<Result<NetStream, NetError>>;
  resolve(name: string, options: Parameters<Syscalls['resolve']>[1]): Task<Lookup>;
  ping(address: string, timeoutUs: number): Task<number | undefined>;
  interfaces(): ReturnType<Syscalls['interfaces']>;
  sockets(): readonly SocketInfo[];
}

/** What a container (or the learner's machine) gives the processes in it. Children inherit it. */
export interface ProcessContext {
  /** Tells contexts that share a process table apart: the container's name. */
  readonly name: string;
  readonly vfs: Vfs;
  /** The container's own stream of chance. */
  readonly random: Random;
  readonly net?: NetPort;
  /** What the manifest tells of a program that nobody knows: ports it names, and whether it is meant to end. */
  readonly declaredPorts?: readonly number[];
  readonly runsToEnd?: boolean;
  /** The file that is run for programs which the image does not have. */
  readonly standIn?: string;
  /** The container's first process; undefined before it is there. */
  mainPid?(): number | undefined;
  /** Ports below it need CAP_NET_BIND_SERVICE; absent: none does. */
  readonly unprivilegedPortStart?: number;
  /** CAP_DAC_OVERRIDE, CAP_KILL, CAP_NET_BIND_SERVICE … held by uid 0. */
  readonly capabilities: ReadonlySet<string>;
  hostname(): string;
  /** How long `us` of CPU take now: more when the cgroup is throttled. */
  cpuTime(us: number): number;
  /** Takes memory (or gives it back) for the process; false when the cgroup's OOM killer has struck. */
  charge(pid: number, bytes: number): boolean;
  /** So many thousandths of a CPU more (or less) are used from now on. */
  rest?(millis: number): void;
  resources(): ReturnType<Syscalls['resources']>;
  /** Whether one more process may start (pids limit, node's limit). */
  mayFork(): boolean;
}

/** What happens to processes, for whoever records and reacts. */
export interface ProcessEvents {
  started?(event: {
    readonly pid: number;
    readonly context: ProcessContext;
    readonly argv: readonly string[];
  }): void;
  /** An exec replaced the program. */
  replaced?(event: {
    readonly pid: number;
    readonly context: ProcessContext;
    readonly argv: readonly string[];
  }): void;
  ended?(event: {
    readonly pid: number;
    readonly context: ProcessContext;
    readonly code: number;
    readonly signal?: Signal;
  }): void;
  signalled?(event: {
    readonly pid: number;
    readonly context: ProcessContext;
    readonly signal: Signal;
    readonly effect: 'handled' | 'ended' | 'ignored';
  }): void;
}
