import type { Kernel } from '../../kernel/kernel.ts';
import type { Task } from '../../kernel/task.ts';
import type { Program, ProcessInfo } from '../program.ts';
import type { Signal } from '../signals.ts';
import type { Process, ProcessSeed } from './process.ts';

/** What the system calls of one process need of the table it is in. */
export interface ProcessHost {
  readonly kernel: Kernel;
  /** How long a fork takes, for the parent and until the child runs. */
  readonly forkUs: number;
  get(pid: number): Process | undefined;
  /** As ps sees them, in order of pid. */
  list(): ProcessInfo[];
  /** Adds a child; it shares its parent's open files. Answers undefined when no more processes may start. */
  addChild(
    parent: Process,
    seed: Omit<ProcessSeed, 'ppid' | 'context' | 'effort'>,
    program: Program,
  ): Process | undefined;
  /** Replaces what the process runs. The caller must suspend for ever after this. */
  replace(
    process: Process,
    program: Program,
    argv: readonly string[],
    env: ReadonlyMap<string, string>,
  ): void;
  /** Runs a task beside the process's main one. */
  thread(process: Process, task: Task): void;
  /** Sends a signal from inside the namespace, or (`outside`) from the runtime. */
  deliver(process: Process, signal: Signal, outside: boolean): void;
  /** Ends a process now: files close, its parent learns of it, its children go to PID 1. */
  end(process: Process, code: number, signal?: Signal): void;
  /** Takes a zombie out of the table. */
  reap(process: Process): void;
}
