import type { Task } from '../../kernel/task.ts';
import type { Program, Syscalls, WaitStatus } from '../program.ts';
import { SIGNAL_NUMBER, type Signal } from '../signals.ts';
import type { Command, Redirect } from './ast.ts';
import type { Expander } from './expand.ts';
import type { Flow, ShellState, Variable } from './state.ts';

/** A command the shell runs itself. Errors of special ones end a non-interactive shell. */
export interface Builtin {
  readonly special: boolean;
  readonly run: (shell: ShellCore, fields: readonly string[]) => Task<number>;
}

/** What evaluation, redirection and builtins see of the shell around them. */
export interface ShellCore {
  readonly sys: Syscalls;
  readonly state: ShellState;
  readonly expander: Expander;
  readonly interactive: boolean;
  /** Set while control leaves the straight path (exit, return, break, continue). */
  flow: Flow | undefined;
  callDepth: number;
  loopDepth: number;
  /** Commands that are tested (of `if`, `&&`, `!`) do not end the shell under -e, nor does what they call. */
  tested: boolean;
  /** Runs a command of the shell's own; what it runs in turn (eval, .) is tested as itself is. */
  testing(tested: boolean, running: Task<number>): Task<number>;
  /** Line of the command being run, for messages. */
  line: number;
  /** Variables made local by the function now running, with what stood before; undefined outside of functions. */
  locals: Map<string, Variable | undefined> | undefined;
  /** Counts a step of work: a loop that never sleeps costs CPU time. */
  step(): Task;
  /** Pays for work on a text of so many characters, and for what the variables have grown by. */
  handle(chars: number): Task;
  /** Runs text: a script, eval, a trap's action. */
  run(text: string, last?: boolean, line?: number): Task<number>;
  /** Evaluates a tree; errors of expansion end the shell with status 2. */
  execute(command: Command, last: boolean): Task<number>;
  /** Prints `sh: line N: message` on stderr. */
  complain(message: string): Task;
  /** Says what the shell does on a signal; an undefined action is the default. */
  setTrap(signal: Signal | 'EXIT', action: string | undefined): void;
  /** The signal that waits to be acted on, if any. */
  pendingSignal(): Signal | undefined;
  runTraps(): Task;
  /** Waits for a child; traps wait until it has ended. */
  waitChild(pid: number): Task<number>;
  /** Says of a child that was waited for which signal ended it. */
  reportSignal(ended: WaitStatus): Task;
  /** A program that runs `command` in a subshell of this shell. */
  subshell(command: Command, tested?: boolean): Program;
  /** A shell for another process, with a state of its own. */
  child(sys: Syscalls, state: ShellState): ShellCore;
  /** Replaces this process by the program; returns only when that failed. */
  become(path: string, fields: readonly string[], environment: ReadonlyMap<string, string>): Task<number>;
  /** Starts a child; a failed fork is told and answers undefined. */
  fork(program: Program, options?: Parameters<Syscalls['fork']>[1]): Task<number | undefined>;
  builtin(name: string): Builtin | undefined;
}

/** 128 + the signal's number: the status of a wait that a signal broke off. */
export function statusOfSignal(signal: Signal): number {
  return 128 + SIGNAL_NUMBER[signal];
}

/** A simple command after expansion. */
export interface Invocation {
  readonly fields: readonly string[];
  readonly assigned: ReadonlyMap<string, string>;
  readonly redirects: readonly Redirect[];
}
