import { type Result, err, ok } from '../../../base/result.ts';
import type { Random } from '../../../base/rng.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { Future, type Task, sleep, wait } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type { Blocked, Disposition, Program, SpawnRequest, Syscalls, WaitStatus } from '../program.ts';
import { SIGNAL_NUMBER, type Signal } from '../signals.ts';
import { CALL_US } from './call-base.ts';
import { executableAt } from './exec.ts';
import type { Process } from './process.ts';
import { SocketCalls } from './socket-calls.ts';

/** Charged at once, so that a program which only ever becomes itself again takes time. */
const EXEC_US = 200;
/** What text takes of memory at a time once a family holds all that is held of it: it meets the OOM killer soon. */
const GREED_BYTES = 1024 ** 3;

/** The system calls of one process of a table: itself, time, signals and other processes; the rest is inherited. */
export class SyscallsOf extends SocketCalls implements Syscalls {
  get pid(): number {
    return this.process.pid;
  }

  get ppid(): number {
    return this.process.ppid;
  }

  get argv(): readonly string[] {
    return this.process.argv;
  }

  get env(): ReadonlyMap<string, string> {
    return this.process.env;
  }

  get uid(): number {
    return this.process.uid;
  }

  get gid(): number {
    return this.process.gid;
  }

  get groups(): readonly number[] {
    return this.process.groups;
  }

  setUser(uid: number, gid: number, groups: readonly number[]): Result<void, Errno> {
    const same = uid === this.uid && gid === this.gid;
    if (!same && !(this.has('CAP_SETUID') && this.has('CAP_SETGID'))) return err('EPERM');
    Object.assign(this.process, same ? {} : { uid, gid, groups });
    return ok();
  }

  hostname(): string {
    return this.process.context.hostname();
  }

  random(): Random {
    return this.process.context.random;
  }

  resources(): ReturnType<Syscalls['resources']> {
    return { ...this.process.context.resources(), rssBytes: this.process.rssBytes };
  }

  *sleep(us: number): Blocked<'elapsed'> {
    if (us >= 1_000) this.process.busyCalls = 0;
    const answer = yield* this.block(new Future(), us);
    return answer === 'interrupted' ? 'interrupted' : 'elapsed';
  }

  *pause(): Task {
    yield* this.block(new Future());
  }

  *grow(bytes: number): Task {
    const { process } = this;
    const rounded = Math.max(Math.round(bytes), -process.rssBytes);
    // The OOM killer may have picked another process of the cgroup; then there is room again.
    for (let tries = 0; !process.context.charge(process.pid, rounded); tries++) {
      if (tries > 3) this.table.deliver(process, 'SIGKILL', true);
      yield* sleep(0);
    }
    process.rssBytes += rounded;
  }

  rest(millis: number): void {
    const { process } = this;
    process.context.rest?.(millis - process.restMillis);
    process.restMillis = millis;
  }

  *hold(chars: number): Task {
    const { process } = this;
    process.heldText += chars;
    process.effort.text += chars;
    yield* this.grow(chars > 0 && process.effort.text > LIMITS.processText ? GREED_BYTES : chars);
  }

  signal(signal: Signal, disposition: Disposition): Disposition {
    const old = this.process.dispositions.get(signal) ?? 'default';
    if (signal === 'SIGKILL' || signal === 'SIGSTOP') return old;
    if (disposition === 'default') this.process.dispositions.delete(signal);
    else this.process.dispositions.set(signal, disposition);
    return old;
  }

  kill(pid: number, signal: Signal | 0): Result<void, Errno> {
    this.owedUs += CALL_US;
    const everyone = pid === 0 || pid === -1;
    const targets = everyone
      ? this.table
          .list()
          .map((info) => info.pid)
          .filter((other) => other !== 1 && (pid === 0 || other !== this.pid))
      : [Math.abs(pid)];
    let sent = false;
    for (const target of targets) {
      const process = this.table.get(target);
      if (process === undefined) continue;
      if (this.uid !== process.uid && !this.has('CAP_KILL')) {
        if (!everyone) return err('EPERM');
        continue;
      }
      sent = true;
      if (signal !== 0) this.table.deliver(process, signal, false);
    }
    return sent ? ok() : err('ESRCH');
  }

  fork(program: Program, options: Partial<SpawnRequest> = {}): Result<number, Errno> {
    return this.child(program, options.argv ?? this.process.argv, options);
  }

  spawn(path: string, request: SpawnRequest): Result<number, Errno> {
    const found = executableAt(this.vfs, this.absolute(path), request.argv, this.credentials);
    return found.ok ? this.child(found.value.program, found.value.argv, request) : found;
  }

  private child(
    program: Program,
    argv: readonly string[],
    options: Partial<SpawnRequest>,
  ): Result<number, Errno> {
    const { process } = this;
    this.owedUs += this.table.forkUs;
    const kept = [...process.dispositions]
      .filter(([, disposition]) => disposition === 'ignore')
      .map(([signal]) => signal);
    const fds = process.shareFds(options.fds);
    const child = this.table.addChild(
      process,
      {
        argv,
        env: options.env ?? process.env,
        cwd: options.cwd ?? process.cwd,
        uid: process.uid,
        gid: process.gid,
        groups: process.groups,
        umask: process.umask,
        fds,
        ignored: [...kept, ...(options.ignored ?? [])],
      },
      program,
    );
    if (child !== undefined) return ok(child.pid);
    for (const description of fds.values()) description.refs--;
    return err('EAGAIN');
  }

  *exec(path: string, argv: readonly string[], env?: ReadonlyMap<string, string>): Task<Errno> {
    const found = executableAt(this.vfs, this.absolute(path), argv, this.credentials);
    if (!found.ok) return found.error;
    yield* this.cpu(EXEC_US);
    this.table.replace(this.process, found.value.program, found.value.argv, env ?? this.process.env);
    yield* wait(new Future());
    return 'EINTR';
  }

  *wait(pid?: number, poll?: boolean): Blocked<WaitStatus | 'ECHILD' | undefined> {
    yield* this.pay();
    for (;;) {
      const { children } = this.process;
      const wanted = pid === undefined ? undefined : this.table.get(pid);
      if (children.size === 0 || (pid !== undefined && (wanted === undefined || !children.has(wanted))))
        return 'ECHILD';
      const ended = wanted ?? firstEnded(children);
      if (ended?.status !== undefined) {
        this.table.reap(ended);
        return ended.status;
      }
      if (poll === true) return undefined;
      if ((yield* this.block(this.process.nextChildEnd())) === 'interrupted') return 'interrupted';
    }
  }

  *exit(code: number): Task<never> {
    this.table.end(this.process, code & 0xff);
    yield* wait(new Future());
    throw new Error('an ended process ran on');
  }

  *fault(): Task<never> {
    this.table.end(this.process, 128 + SIGNAL_NUMBER.SIGSEGV, 'SIGSEGV');
    yield* wait(new Future());
    throw new Error('an ended process ran on');
  }

  processes(): ReturnType<Syscalls['processes']> {
    this.owedUs += CALL_US;
    return this.table.list();
  }

  thread(task: Task): void {
    this.table.thread(this.process, task);
  }

  declaredPorts(): readonly number[] {
    return this.process.context.declaredPorts ?? [];
  }

  runsToEnd(): boolean {
    return this.process.context.runsToEnd === true;
  }

  standIn(): string | undefined {
    return this.process.context.standIn;
  }

  isMain(): boolean {
    const { pid } = this.process;
    return (this.process.context.mainPid?.() ?? pid) === pid;
  }
}

function firstEnded(children: ReadonlySet<Process>): Process | undefined {
  for (const child of children) if (child.state === 'Z') return child;
  return undefined;
}
