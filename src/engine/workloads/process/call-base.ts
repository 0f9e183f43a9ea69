import { type Result, err, ok } from '../../../base/result.ts';
import type { SimTime } from '../../../trace/ids.ts';
import { Future, type Task, sleep, wait, waitUpTo } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type { Credentials, Vfs } from '../vfs/port.ts';
import type { Description } from './descriptors.ts';
import type { ProcessHost } from './port.ts';
import type { Process } from './process.ts';

/** CPU that calls cost, in µs; it is charged in lumps. */
export const CALL_US = 1;
const LUMP_US = 100;
/** CPU calls without a sleep after which a busy loop's CPU time is stretched, so that it costs the engine little. */
const BUSY_CALLS = 1_000;
const BUSY_DOUBLING = 100;
const LONGEST_BURST_US = 1_000_000;
/** The same where a whole family of processes makes work without end. */
const LONGEST_WAIT_US = 30_000_000;
/** Calls since it last slept that weigh little: a server's, for one request. */
const BRIEF = 10;
/** What it costs to be woken, in units of effort. */
const WAKE = 0.05;

/** What every kind of system call stands on: the process, its rights, blocking, and the CPU that calls cost. */
export abstract class CallBase {
  protected readonly table: ProcessHost;

  protected readonly process: Process;

  protected owedUs = 0;

  constructor(table: ProcessHost, process: Process) {
    this.table = table;
    this.process = process;
  }

  cwd(): string {
    return this.process.cwd;
  }

  unixUs(): number {
    return this.table.kernel.unixUs();
  }

  now(): SimTime {
    return this.table.kernel.now();
  }

  *cpu(us: number, effort = 1): Task {
    const { process } = this;
    process.busyCalls += Math.ceil(effort);
    const over = Math.floor((process.busyCalls - BUSY_CALLS) / BUSY_DOUBLING);
    const together = process.effort.spend(process.busyCalls > BRIEF ? effort : effort / 10);
    const alone = over <= 0 ? us : Math.min(us * 2 ** Math.min(over, 20), Math.max(us, LONGEST_BURST_US));
    const stretched = Math.max(alone, together > 0 ? Math.min(us * 2 ** together, LONGEST_WAIT_US) : 0);
    process.cpuUs += stretched;
    process.state = 'R';
    yield* sleep(process.context.cpuTime(stretched));
    process.state = 'S';
  }

  protected get vfs(): Vfs {
    return this.process.context.vfs;
  }

  protected get credentials(): Credentials {
    return this.credentialsBy('CAP_DAC_OVERRIDE');
  }

  /** Who asks, with that capability deciding whether what is another's may be changed. */
  protected credentialsBy(capability: string): Credentials {
    const { uid, gid, groups } = this.process;
    return { uid, gid, groups, override: this.has(capability) };
  }

  protected has(capability: string): boolean {
    return this.process.uid === 0 && this.process.context.capabilities.has(capability);
  }

  protected absolute(path: string): string {
    // Only the process that asks knows which one it is.
    if (path.startsWith('/proc/self')) return `/proc/${this.process.pid}${path.slice(10)}`;
    return path === '' || path.startsWith('/') ? path : `${this.process.cwd}/${path}`;
  }

  protected install(description: Description): Result<number, Errno> {
    if (!this.process.mayOpen()) return err('EMFILE');
    const fd = this.process.freeFd();
    this.process.setFd(fd, description);
    return ok(fd);
  }

  /** Pays for earlier calls once that is worth a turn. */
  protected *pay(): Task {
    if (this.owedUs < LUMP_US) return;
    const owed = Math.round(this.owedUs);
    this.owedUs = 0;
    yield* this.cpu(owed);
  }

  /** Suspends until the future settles, the time is up, or a handler ran. */
  protected *block(future: Future, timeoutUs?: number): Task<'ready' | 'interrupted' | 'timeout'> {
    const wake = new Future<'ready' | 'interrupted'>();
    const forget = future.subscribe(() => wake.resolve('ready'));
    const { process } = this;
    process.effort.spend(WAKE);
    const interrupt = (): void => wake.resolve('interrupted');
    process.interrupts.add(interrupt);
    try {
      if (timeoutUs === undefined) return yield* wait(wake);
      const answer = yield* waitUpTo(wake, timeoutUs);
      return typeof answer === 'symbol' ? 'timeout' : answer;
    } finally {
      forget();
      process.interrupts.delete(interrupt);
    }
  }
}
