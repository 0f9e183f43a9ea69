import type { TaskHandle } from '../../kernel/kernel.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { Future } from '../../kernel/task.ts';
import type { SimTime } from '../../../trace/ids.ts';
import type { Disposition, ProcessInfo, WaitStatus } from '../program.ts';
import type { Signal } from '../signals.ts';
import type { ProcessContext } from './context.ts';
import type { Description } from './descriptors.ts';
import type { Effort } from './effort.ts';

export interface ProcessSeed {
  readonly context: ProcessContext;
  readonly ppid: number;
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
  readonly umask: number;
  /** Already counted open for this process. */
  readonly fds: Map<number, Description>;
  readonly ignored: readonly Signal[];
  /** Shared with all its family. */
  readonly effort: Effort;
}

/** A shell keeps its own descriptors from 10 on; those it hands over stand above them. */
const isInherited = (fd: number): boolean => fd < 10 || fd >= 32;

/** One process: what the kernel keeps of it. */
export class Process {
  readonly pid: number;
  ppid: number;
  readonly context: ProcessContext;
  argv: readonly string[];
  env: ReadonlyMap<string, string>;
  cwd: string;
  uid: number;
  gid: number;
  groups: readonly number[];
  umask: number;
  readonly fds: Map<number, Description>;
  readonly dispositions = new Map<Signal, Disposition>();
  readonly startedAt: SimTime;
  readonly done = new Future<WaitStatus>();
  state: 'R' | 'S' | 'Z' = 'S';
  status: WaitStatus | undefined;
  task: TaskHandle<number> | undefined;
  /** Each breaks into one thread's blocking call. */
  readonly interrupts = new Set<() => void>();
  readonly threads = new Set<TaskHandle<void>>();
  /** Children that live, or that nobody has waited for yet. */
  readonly children = new Set<Process>();
  cpuUs = 0;
  /** CPU calls since it last slept: a loop that never sleeps is stretched (see syscalls cpu). */
  busyCalls = 0;
  rssBytes = 0;
  /** What it uses of a CPU without being asked, in thousandths. */
  restMillis = 0;
  /** Characters of text that count for its family. */
  heldText = 0;
  readonly effort: Effort;
  /** Closed with the process: its listening sockets and connections. */
  readonly sockets = new Set<{ close(): void }>();
  private ended = new Future();

  constructor(pid: number, seed: ProcessSeed, now: SimTime) {
    this.pid = pid;
    this.ppid = seed.ppid;
    this.context = seed.context;
    this.argv = seed.argv;
    this.env = seed.env;
    this.cwd = seed.cwd;
    this.uid = seed.uid;
    this.gid = seed.gid;
    this.groups = seed.groups;
    this.umask = seed.umask;
    this.fds = seed.fds;
    this.effort = seed.effort;
    this.startedAt = now;
    for (const signal of seed.ignored) this.dispositions.set(signal, 'ignore');
  }

  /** An exec: handlers go back to default, ignored signals stay ignored. */
  replaced(argv: readonly string[], env: ReadonlyMap<string, string>): void {
    this.argv = argv;
    this.env = env;
    this.interrupts.clear();
    for (const [signal, disposition] of this.dispositions) {
      if (typeof disposition === 'function') this.dispositions.delete(signal);
    }
  }

  endThreads(): void {
    for (const thread of this.threads) thread.cancel();
    this.threads.clear();
  }

  /** Settles when a child ends. */
  nextChildEnd(): Future {
    return this.ended;
  }

  childEnded(): void {
    const ended = this.ended;
    this.ended = new Future();
    ended.resolve();
  }

  /** Descriptors for a child: all, or those asked for (child's number → own number). */
  shareFds(wanted?: ReadonlyMap<number, number>): Map<number, Description> {
    const shared = new Map<number, Description>();
    const pairs = wanted ?? new Map([...this.fds.keys()].filter(isInherited).map((fd) => [fd, fd]));
    for (const [to, from] of pairs) {
      const description = this.fds.get(from);
      if (description === undefined) continue;
      description.refs++;
      shared.set(to, description);
    }
    return shared;
  }

  setFd(fd: number, description: Description): void {
    this.closeFd(fd);
    description.refs++;
    this.fds.set(fd, description);
  }

  closeFd(fd: number): boolean {
    const description = this.fds.get(fd);
    if (description === undefined) return false;
    this.fds.delete(fd);
    if (--description.refs === 0) description.closed();
    return true;
  }

  mayOpen(): boolean {
    return this.fds.size < LIMITS.descriptors;
  }

  freeFd(): number {
    let fd = 0;
    while (this.fds.has(fd)) fd++;
    return fd;
  }

  closeAll(): void {
    for (const fd of [...this.fds.keys()]) this.closeFd(fd);
    for (const socket of [...this.sockets]) socket.close();
    this.sockets.clear();
  }

  info(): ProcessInfo {
    return {
      pid: this.pid,
      ppid: this.ppid,
      uid: this.uid,
      argv: this.argv,
      state: this.state,
      ...(this.status === undefined ? {} : { ended: this.status }),
      startedAt: this.startedAt,
      cpuUs: this.cpuUs,
      rssBytes: this.rssBytes,
    };
  }
}
