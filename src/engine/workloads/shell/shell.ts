import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT } from '../errno.ts';
import type { Program, Syscalls, WaitStatus } from '../program.ts';
import type { Signal } from '../signals.ts';
import { readAll, writeAll } from '../toolbox/io.ts';
import { type Command, ShellSyntaxError } from './ast.ts';
import { becomeProgram } from './become.ts';
import { builtinFor } from './builtins/table.ts';
import { complaint, lacks } from './dialect.ts';
import { SIGNAL_TEXT } from './endings.ts';
import { Evaluator } from './evaluate.ts';
import { ExpansionError, Expander } from './expand.ts';
import { parseShell } from './parser.ts';
import type { Builtin, ShellCore } from './port.ts';
import type { Flow, ShellState, Variable } from './state.ts';
import { MAX_NESTING } from './overflow.ts';
import { call } from '../process/frames.ts';

/** CPU of one step of the shell in µs, charged in lumps. */
const STEP_US = 2;
const LUMP_STEPS = 100;
/** Characters of a text that are as much work as a step. */
const CHARS_A_STEP = 500;
/** Changes of what variables hold that are worth telling. */
const TOLD_CHARS = 262_144;

/**
 * One shell process: its state, traps and the flow of control. Evaluation proper is in evaluate.ts.
 * Models busybox ash 1.38 run non-interactively or on a terminal.
 */
export class Shell implements ShellCore {
  readonly sys: Syscalls;
  readonly state: ShellState;
  readonly expander: Expander;
  locals: Map<string, Variable | undefined> | undefined;
  private readonly evaluator: Evaluator;
  /** Set while control leaves the straight path (exit, return, break, continue). */
  flow: Flow | undefined;
  callDepth = 0;
  /** Commands that are tested (of `if`, `&&`, `!`) do not end the shell under -e, nor does what they call. */
  tested = false;
  private nesting = 0;
  loopDepth = 0;
  /** Line of the command being run, for messages. */
  line = 0;
  private terminal = false;
  /** One of a kind: a signal that comes again before it was acted on is the same. */
  private readonly pending = new Set<Signal>();
  private steps = 0;
  /** Characters its variables held when memory was last asked for them; what a fork begins with is shared. */
  private held: number;
  private inTrap = false;

  constructor(sys: Syscalls, state: ShellState) {
    this.sys = sys;
    this.state = state;
    this.held = state.variables.chars;
    this.expander = new Expander({
      sys,
      state,
      substitute: (body) => this.substitute(body),
      handOver: (body, reads) => this.handOver(body, reads),
      handle: (chars) => this.handle(chars),
    });
    this.evaluator = new Evaluator(this);
  }

  get interactive(): boolean {
    return this.terminal;
  }

  /** Its lines are typed: it outlives their mistakes, and does not number them, nor do its subshells. */
  set interactive(is: boolean) {
    this.terminal = is;
    this.state.typed = is;
  }

  /** Runs a command of the shell's own; what it runs in turn (eval, .) is tested as itself is. */
  *testing(tested: boolean, running: Task<number>): Task<number> {
    const before = this.tested;
    this.tested = tested;
    const status = yield* running;
    this.tested = before;
    return status;
  }

  /** Counts a step of work: a loop that never sleeps costs CPU time. */
  *step(): Task {
    if (++this.steps % LUMP_STEPS === 0) yield* this.sys.cpu(STEP_US * LUMP_STEPS);
  }

  /** Work on long texts is worth as many steps. */
  *handle(chars: number): Task {
    if (chars < CHARS_A_STEP) return;
    const lumps = Math.floor(this.steps / LUMP_STEPS);
    this.steps += Math.floor(chars / CHARS_A_STEP);
    const due = Math.floor(this.steps / LUMP_STEPS) - lumps;
    if (due > 0) yield* this.sys.cpu(STEP_US * LUMP_STEPS * due, due);
    yield* this.keepCount();
  }

  /** Memory for what the variables have grown by. */
  private *keepCount(): Task {
    const { chars } = this.state.variables;
    const grown = chars - this.held;
    if (Math.abs(grown) < TOLD_CHARS) return;
    this.held = chars;
    yield* this.sys.hold(grown);
  }

  /** Runs a whole program text as this shell's last act; answers the exit code. `last` lets its last command replace the shell. */
  *main(text: string, last: boolean, line = 0): Task<number> {
    yield* this.run(text, last, line);
    return yield* this.finish();
  }

  /** Runs text: -c, a script, eval, a trap's action. */
  *run(text: string, last = false, line = 0): Task<number> {
    const parsed = parseShell(text, line, this.state.bash);
    if (parsed instanceof ShellSyntaxError) {
      if (parsed.before.length > 0) yield* this.execute({ kind: 'list', items: parsed.before }, false);
      if (this.flow !== undefined) return this.state.status;
      this.line = parsed.line;
      yield* this.complain(parsed.message);
      this.flow = { kind: 'exit', code: 2 };
      this.state.status = 2;
      return 2;
    }
    if (this.nesting >= MAX_NESTING) return yield* this.sys.fault();
    this.nesting++;
    const running = this.execute(parsed, last, this.state.bash);
    const status = yield* this.nesting === 1 ? running : call(running);
    this.nesting--;
    return status;
  }

  /** Evaluates a tree; errors of expansion end the shell with status 2. */
  *execute(command: Command, last: boolean, simpleOnly = false): Task<number> {
    try {
      return yield* this.evaluator.run(command, { last, checked: this.tested, simpleOnly });
    } catch (error) {
      if (!(error instanceof ExpansionError)) throw error;
      yield* this.complain(error.message);
      const code = this.state.bash ? (/parameter/.test(error.message) ? 127 : 1) : 2;
      this.state.status = code;
      if (!this.interactive) this.flow = { kind: 'exit', code };
      return code;
    }
  }

  /** Runs the EXIT trap and answers the exit code. */
  *finish(): Task<number> {
    yield* this.runTraps();
    const code = this.flow?.kind === 'exit' ? this.flow.code : this.state.status;
    const action = this.state.traps.get('EXIT');
    if (action === undefined || action === '') return code;
    this.state.traps.delete('EXIT');
    this.flow = undefined;
    this.state.status = code;
    yield* this.run(action);
    const flow = this.flow as Flow | undefined;
    return flow?.kind === 'exit' ? flow.code : code;
  }

  /** Prints `sh: line N: message` on stderr. */
  *complain(message: string): Task {
    const { dialect, name, typed } = this.state;
    const said = complaint(dialect, typed && dialect !== 'dash' ? undefined : this.line, message);
    yield* writeAll(this.sys, 2, `${name}: ${said}\n`);
  }

  /** Says what the shell does on a signal; an undefined action is the default. */
  setTrap(signal: Signal | 'EXIT', action: string | undefined): void {
    if (action === undefined) this.state.traps.delete(signal);
    else this.state.traps.set(signal, action);
    if (signal === 'EXIT') return;
    if (action === undefined) this.sys.signal(signal, 'default');
    else if (action === '') this.sys.signal(signal, 'ignore');
    else this.sys.signal(signal, (arrived) => this.pending.add(arrived));
  }

  /** The signal that waits to be acted on, if any. */
  pendingSignal(): Signal | undefined {
    for (const signal of this.pending) return signal;
    return undefined;
  }

  /** Runs the actions of signals that came, between two commands. */
  *runTraps(): Task {
    if (this.inTrap) return;
    while (this.flow?.kind !== 'exit') {
      const signal = this.pendingSignal();
      if (signal === undefined) return;
      this.pending.delete(signal);
      const action = this.state.traps.get(signal);
      if (action === undefined || action === '') continue;
      const { status } = this.state;
      this.inTrap = true;
      yield* this.run(action);
      this.inTrap = false;
      if (this.flow === undefined) this.state.status = status;
    }
  }

  /** Waits for a child; traps wait until it has ended. Models ash waitforjob. */
  *waitChild(pid: number): Task<number> {
    for (;;) {
      const ended = yield* this.sys.wait(pid);
      if (ended === 'interrupted') continue;
      if (ended === 'ECHILD' || ended === undefined) return 127;
      yield* this.reportSignal(ended);
      return ended.code;
    }
  }

  /** `Killed`, `Terminated` …: what a shell says of a child it waited for that a signal ended. */
  *reportSignal(ended: WaitStatus): Task {
    const text = ended.signal === undefined ? undefined : SIGNAL_TEXT[ended.signal];
    if (text !== undefined) yield* writeAll(this.sys, 2, `${text}\n`);
  }

  /** A program that runs `command` in a subshell of this shell. */
  subshell(command: Command, tested = false): Program {
    const state = this.state.forSubshell();
    return function* (sys) {
      const shell = new Shell(sys, state);
      shell.tested = tested;
      for (const [signal, action] of state.traps)
        if (signal !== 'EXIT' && action === '') sys.signal(signal, 'ignore');
      yield* shell.execute(command, true);
      return yield* shell.finish();
    };
  }

  child(sys: Syscalls, state: ShellState): ShellCore {
    const child = new Shell(sys, state);
    child.line = this.line;
    return child;
  }

  become(path: string, fields: readonly string[], environment: ReadonlyMap<string, string>): Task<number> {
    return becomeProgram(this, path, fields, environment);
  }

  builtin(name: string): Builtin | undefined {
    return lacks(this.state.dialect, name) ? undefined : builtinFor(name);
  }

  /** Starts a child; a failed fork is told and answers undefined. */
  *fork(program: Program, options?: Parameters<Syscalls['fork']>[1]): Task<number | undefined> {
    const child = this.sys.fork(program, options);
    if (child.ok) return child.value;
    yield* this.complain(`can't fork: ${ERRNO_TEXT[child.error]}`);
    this.flow = { kind: 'exit', code: 2 };
    this.state.status = 2;
    return undefined;
  }

  /** A pipe to or from a command that runs beside this one, as a file. */
  private *handOver(body: Command, reads: boolean): Task<string> {
    const { sys } = this;
    const [reader, writer] = sys.pipe();
    const [kept, given] = reads ? [writer, reader] : [reader, writer];
    const fds = new Map([
      [0, reads ? given : 0],
      [1, reads ? 1 : given],
      [2, 2],
    ]);
    yield* this.fork(this.subshell(body), { fds });
    sys.close(given);
    const fd = LAST_HANDED - this.state.handed.length;
    sys.dup(kept, fd);
    sys.close(kept);
    this.state.handed.push(fd);
    return `/dev/fd/${fd}`;
  }

  private *substitute(body: Command): Task<string> {
    const [reader, writer] = this.sys.pipe();
    const fds = new Map([
      [0, 0],
      [1, writer],
      [2, 2],
    ]);
    const pid = yield* this.fork(this.subshell(body), { fds });
    this.sys.close(writer);
    const output = yield* readAll(this.sys, reader);
    this.sys.close(reader);
    if (pid !== undefined) this.state.status = yield* this.waitChild(pid);
    return output.ok ? output.value : '';
  }
}

/** Descriptors of `<( … )` go down from here, out of the way of others. */
const LAST_HANDED = 63;
