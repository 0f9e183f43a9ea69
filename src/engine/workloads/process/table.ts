import type { Kernel } from '../../kernel/kernel.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { DEFAULT_SETTINGS } from '../../kernel/settings.ts';
import type { Future, Task } from '../../kernel/task.ts';
import type { Program, ProcessInfo, WaitStatus } from '../program.ts';
import { SIGNAL_NUMBER, type Signal, defaultAction } from '../signals.ts';
import type { ProcessContext, ProcessEvents } from './context.ts';
import { Effort } from './effort.ts';
import { type Description, type Stream, streamDescription } from './descriptors.ts';
import { Frames } from './frames.ts';
import type { ProcessHost } from './port.ts';
import { Process, type ProcessSeed } from './process.ts';
import { SyscallsOf } from './syscalls.ts';

/** How to start a process that has no parent in the table: a container's PID 1, or an exec into it. */
export interface StartRequest {
  readonly context: ProcessContext;
  readonly program: Program;
  readonly argv: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  readonly cwd: string;
  readonly uid: number;
  readonly gid: number;
  readonly groups?: readonly number[];
  readonly stdin?: Stream;
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** A process seen from outside its namespace. */
export interface ProcessHandle {
  readonly pid: number;
  /** Settles when it has ended. */
  readonly done: Future<WaitStatus>;
  /** A signal from the runtime: SIGKILL always works, others as the process has it (PID 1 without a handler: ignored). */
  kill(signal: Signal): void;
  /** Ctrl-C at its terminal: SIGINT to it and to what it has started. */
  interrupt(): void;
}

/**
 * One pid namespace: its processes, from the first (PID 1) to the last. When PID 1 ends all others are killed.
 * Models Linux kernel/pid_namespace.c, kernel/signal.c and kernel/exit.c in what containers show of them.
 */
export class ProcessTable implements ProcessHost {
  readonly kernel: Kernel;
  readonly events: ProcessEvents;
  /** How long a fork takes, for the parent and until the child runs. */
  readonly forkUs: number;
  private readonly processes = new Map<number, Process>();
  private nextPid = 1;
  /** Whose code is running in this moment. */
  private running: Process | undefined;

  constructor(kernel: Kernel, events: ProcessEvents = {}, forkUs: number = DEFAULT_SETTINGS.forkUs) {
    this.kernel = kernel;
    this.events = events;
    this.forkUs = forkUs;
  }

  get size(): number {
    return this.processes.size;
  }

  /** Starts a process without a parent. The first one is PID 1. */
  start(request: StartRequest): ProcessHandle {
    const fds = new Map<number, Description>();
    const stdin = request.stdin ?? {};
    for (const [fd, stream] of [stdin, request.stdout, request.stderr].entries())
      fds.set(fd, open(streamDescription(stream)));
    const process = this.add({
      ...request,
      groups: request.groups ?? [],
      ppid: 0,
      fds,
      umask: 0o022,
      ignored: [],
      effort: new Effort(this.kernel),
    });
    this.run(process, request.program);
    return {
      pid: process.pid,
      done: process.done,
      kill: (signal) => this.deliver(process, signal, true),
      interrupt: () => this.interrupt(process),
    };
  }

  /** The terminal's foreground: those in the background have SIGINT ignored. */
  private interrupt(process: Process): void {
    const family = [process];
    for (const { children } of family) family.push(...children);
    for (const each of family.reverse()) this.deliver(each, 'SIGINT', true);
  }

  get(pid: number): Process | undefined {
    return this.processes.get(pid);
  }

  /** Adds a child; it shares its parent's open files. Answers undefined when no more processes may start. */
  addChild(
    parent: Process,
    seed: Omit<ProcessSeed, 'ppid' | 'context' | 'effort'>,
    program: Program,
  ): Process | undefined {
    if (this.processes.size >= LIMITS.processesPerContainer || !parent.context.mayFork()) return undefined;
    const stretch = 2 ** parent.effort.spend(1);
    const child = this.add({ ...seed, ppid: parent.pid, context: parent.context, effort: parent.effort });
    parent.children.add(child);
    this.kernel.after(this.forkUs * stretch, () => {
      if (child.state !== 'Z') this.run(child, program);
    });
    return child;
  }

  /** Replaces what the process runs. The caller must suspend for ever after this. */
  replace(
    process: Process,
    program: Program,
    argv: readonly string[],
    env: ReadonlyMap<string, string>,
  ): void {
    process.replaced(argv, env);
    this.events.replaced?.({ pid: process.pid, context: process.context, argv });
    const old = process.task;
    this.kernel.after(0, () => {
      if (process.state === 'Z') return;
      old?.cancel();
      process.endThreads();
      this.run(process, program);
    });
  }

  /** As ps sees them, in order of pid. */
  list(): ProcessInfo[] {
    return [...this.processes.values()].map((process) => process.info());
  }

  /** Sends a signal from inside the namespace, or (`outside`) from the runtime. */
  deliver(process: Process, signal: Signal, outside: boolean): void {
    if (process.state === 'Z') return;
    const effect = this.effectOf(process, signal, outside);
    this.events.signalled?.({ pid: process.pid, context: process.context, signal, effect });
    if (effect === 'ended') return this.end(process, 128 + SIGNAL_NUMBER[signal], signal);
    const disposition = process.dispositions.get(signal);
    if (effect === 'handled' && typeof disposition === 'function') {
      disposition(signal);
      for (const interrupt of [...process.interrupts]) interrupt();
    }
  }

  private effectOf(process: Process, signal: Signal, outside: boolean): 'handled' | 'ended' | 'ignored' {
    const shielded = process.pid === 1;
    if (signal === 'SIGKILL') return shielded && !outside ? 'ignored' : 'ended';
    const disposition = process.dispositions.get(signal) ?? 'default';
    if (typeof disposition === 'function') return 'handled';
    if (disposition === 'ignore' || defaultAction(signal) !== 'end') return 'ignored';
    return shielded ? 'ignored' : 'ended';
  }

  /** Ends a process now: files close, its parent learns of it, its children go to PID 1. */
  end(process: Process, code: number, signal?: Signal): void {
    if (process.state === 'Z') return;
    process.state = 'Z';
    process.status = { pid: process.pid, code, signal };
    const task = process.task;
    const stop = (): void => {
      task?.cancel();
      process.endThreads();
    };
    // A program cannot be cancelled in the middle of its own step.
    if (process === this.running) this.kernel.after(0, stop);
    else stop();
    process.closeAll();
    process.effort.text -= process.heldText;
    if (process.rssBytes > 0) process.context.charge(process.pid, -process.rssBytes);
    if (process.restMillis > 0) process.context.rest?.(-process.restMillis);
    this.events.ended?.({ pid: process.pid, context: process.context, code, signal });
    if (process.pid === 1) this.killAll();
    this.orphan(process);
    this.tellParent(process);
    process.done.resolve(process.status);
  }

  /** Takes a zombie out of the table. */
  reap(process: Process): void {
    this.processes.delete(process.pid);
    this.processes.get(process.ppid)?.children.delete(process);
  }

  /** The machine has no power any more: all of it is gone at once, without a signal. */
  halt(): void {
    for (const process of [...this.processes.values()].reverse()) this.end(process, 255);
  }

  private killAll(): void {
    for (const other of [...this.processes.values()].reverse()) {
      if (other.pid === 1) continue;
      if (other.state === 'Z') this.reap(other);
      else this.deliver(other, 'SIGKILL', true);
    }
  }

  private orphan(process: Process): void {
    const init = this.processes.get(1);
    if (process.pid === 1) return;
    for (const child of process.children) {
      const adopted = init !== undefined && init.state !== 'Z';
      child.ppid = adopted ? 1 : 0;
      if (adopted) init.children.add(child);
      if (child.state === 'Z') this.tellParent(child);
    }
    process.children.clear();
  }

  private tellParent(process: Process): void {
    const parent = this.processes.get(process.ppid);
    if (parent === undefined || parent.state === 'Z') return this.reap(process);
    parent.childEnded();
    this.deliver(parent, 'SIGCHLD', false);
  }

  private add(seed: ProcessSeed): Process {
    const process = new Process(this.nextPid++, seed, this.kernel.now());
    this.processes.set(process.pid, process);
    this.events.started?.({ pid: process.pid, context: process.context, argv: process.argv });
    return process;
  }

  private run(process: Process, program: Program): void {
    const task = this.drive(process, program(new SyscallsOf(this, process)));
    process.task = this.kernel.spawn(task);
  }

  /** Runs a task beside the process's main one. */
  thread(process: Process, task: Task): void {
    const handle = this.kernel.spawn(this.driveThread(process, task));
    process.threads.add(handle);
    handle.done.subscribe(() => process.threads.delete(handle));
  }

  private *driveThread(process: Process, task: Task): Task {
    const frames = new Frames(task);
    let finished = false;
    try {
      for (;;) {
        this.running = process;
        const step = frames.next();
        this.running = undefined;
        finished = step.done === true;
        if (finished || step.done === true) return;
        yield step.value;
      }
    } finally {
      if (!finished) frames.return();
    }
  }

  /** Undefined when the program asks for more than there is of text or stack: it dies of it, the simulation does not. */
  private stepOf<T>(frames: Frames<T>): ReturnType<Frames<T>['next']> | undefined {
    try {
      return frames.next();
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Steps the program and marks whose code is running, so that a process that kills itself ends after its step. */
  private *drive(process: Process, program: ReturnType<Program>): ReturnType<Program> {
    const frames = new Frames(program);
    let finished = false;
    try {
      for (;;) {
        this.running = process;
        const step = this.stepOf(frames);
        this.running = undefined;
        if (step === undefined) {
          finished = true;
          process.task = undefined;
          this.end(process, 128 + SIGNAL_NUMBER.SIGSEGV, 'SIGSEGV');
          return 0;
        }
        if (step.done === true) {
          finished = true;
          // This very task is what would be cancelled.
          process.task = undefined;
          this.end(process, step.value & 0xff);
          return step.value;
        }
        yield step.value;
      }
    } finally {
      if (!finished) frames.return();
    }
  }
}

function open(description: Description): Description {
  description.refs++;
  return description;
}
