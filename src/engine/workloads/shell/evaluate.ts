import type { Task } from '../../kernel/task.ts';
import type { Errno } from '../errno.ts';
import type { Program, Syscalls } from '../program.ts';
import { over, writeAll } from '../toolbox/io.ts';
import { assignArray } from './arrays.ts';
import type { Command, ListItem, Redirect } from './ast.ts';
import { refuseCommand } from './become.ts';
import { findExternal } from './lookup.ts';
import { matchWork, matchesPattern } from './pattern.ts';
import { applyRedirects, restoreRedirects } from './redirect.ts';
import { type RunMode, narrowed } from './run-mode.ts';
import { traceLine } from './trace.ts';
import { piped } from './pipeline.ts';
import type { Invocation, ShellCore } from './port.ts';
import { MAX_NESTING } from './overflow.ts';
import { call as nested } from '../process/frames.ts';

type Simple = Extract<Command, { kind: 'simple' }>;

const KEPT_JOBS = 1_000;

/** Evaluates trees of commands. Models ash's eval.c. */
export class Evaluator {
  private readonly shell: ShellCore;

  constructor(shell: ShellCore) {
    this.shell = shell;
  }

  /** The status of a command whose redirection failed. */
  private get refused(): number {
    return this.shell.state.dialect === 'dash' ? 2 : 1;
  }

  *run(command: Command, mode: RunMode): Task<number> {
    const { shell } = this;
    yield* shell.step();
    const handed = shell.state.handed.length;
    const status = yield* this.dispatch(command, narrowed(command, mode));
    for (const fd of shell.state.handed.splice(handed)) shell.sys.close(fd);
    shell.state.status = status;
    if (shell.pendingSignal() !== undefined) yield* shell.runTraps();
    return shell.state.status;
  }

  private dispatch(command: Command, mode: RunMode): Task<number> {
    switch (command.kind) {
      case 'simple':
        return this.errexit(this.simple(command, mode), mode);
      case 'pipeline':
        return this.pipeline(command, mode);
      case 'and':
      case 'or':
        return this.andOr(command, mode);
      case 'list':
        return this.list(command.items, mode);
      case 'subshell':
        return this.errexit(this.subshell(command, mode), mode);
      case 'group':
        return this.redirected(command.redirects, mode, (inner) => this.run(command.body, inner));
      case 'if':
        return this.redirected(command.redirects, mode, (inner) => this.conditional(command, inner));
      case 'while':
      case 'until':
        return this.redirected(command.redirects, mode, (inner) => this.loop(command, inner));
      case 'for':
        return this.redirected(command.redirects, mode, (inner) => this.each(command, inner));
      case 'case':
        return this.redirected(command.redirects, mode, (inner) => this.choose(command, inner));
      case 'function':
        return this.define(command);
    }
  }

  private *errexit(running: Task<number>, mode: RunMode): Task<number> {
    const { shell } = this;
    const status = yield* running;
    if (status !== 0 && shell.state.options.errexit && !mode.checked && shell.flow === undefined) {
      shell.flow = { kind: 'exit', code: status };
    }
    return status;
  }

  private define(command: Extract<Command, { kind: 'function' }>): Task<number> {
    this.shell.state.functions.set(command.name, command.body);
    return over(0);
  }

  private *list(items: readonly ListItem[], mode: RunMode): Task<number> {
    let status = this.shell.state.status;
    if (items.length === 0) return 0;
    for (const [index, { command, background }] of items.entries()) {
      const last = mode.last && index === items.length - 1;
      status = background ? yield* this.background(command) : yield* this.run(command, { ...mode, last });
      if (this.shell.flow !== undefined)
        return this.shell.flow.kind === 'exit' ? this.shell.flow.code : status;
    }
    return status;
  }

  private *andOr(command: Extract<Command, { kind: 'and' | 'or' }>, mode: RunMode): Task<number> {
    const left = yield* this.run(command.left, { last: false, checked: true });
    if (this.shell.flow !== undefined || (left === 0) !== (command.kind === 'and')) return left;
    return yield* this.run(command.right, mode);
  }

  /** Models evaltree's NBACKGND: stdin from /dev/null, SIGINT and SIGQUIT ignored. */
  private *background(command: Command): Task<number> {
    const { shell } = this;
    const program = shell.subshell(command);
    const started: Program = function* (sys) {
      const nothing = sys.open('/dev/null', 'read');
      if (nothing.ok) {
        sys.dup(nothing.value, 0);
        sys.close(nothing.value);
      }
      return yield* program(sys);
    };
    const pid = yield* shell.fork(started, { ignored: ['SIGINT', 'SIGQUIT'] });
    if (pid === undefined) return 2;
    const number = (shell.state.jobs[shell.state.jobs.length - 1]?.number ?? 0) + 1;
    shell.state.lastBackground = pid;
    // A shell that starts jobs without end does not remember them all.
    const text = shell.state.nextJob(command);
    if (shell.state.jobs.length < KEPT_JOBS) shell.state.jobs.push({ number, pid, text });
    if (shell.state.typed && shell.state.bash && !shell.state.subshell)
      yield* writeAll(shell.sys, 2, `[${number}] ${pid}\n`);
    return 0;
  }

  private *subshell(command: Extract<Command, { kind: 'subshell' | 'group' }>, mode: RunMode): Task<number> {
    const { shell } = this;
    const { body, redirects } = command;
    const inner: Command = { kind: 'group', body, redirects };
    if (mode.last && !shell.state.hasActions()) {
      const failed = (yield* applyRedirects(shell, redirects, false)) === undefined;
      return failed ? this.refused : yield* this.run(body, mode);
    }
    const pid = yield* shell.fork(shell.subshell(inner, mode.checked));
    return pid === undefined ? 2 : yield* shell.waitChild(pid);
  }

  private pipeline(command: Extract<Command, { kind: 'pipeline' }>, mode: RunMode): Task<number> {
    const checked = command.negated || mode.checked;
    return this.errexit(this.statusOfPipeline(command, checked), { ...mode, checked });
  }

  private *statusOfPipeline(command: Extract<Command, { kind: 'pipeline' }>, tested: boolean): Task<number> {
    const { commands, negated } = command;
    const only = commands[0];
    const status =
      commands.length === 1 && only !== undefined
        ? yield* this.run(only, { last: false, checked: true })
        : yield* piped(this.shell, commands, tested);
    if (!negated) return status;
    return status === 0 ? 1 : 0;
  }

  private *conditional(command: Extract<Command, { kind: 'if' }>, mode: RunMode): Task<number> {
    for (const { test, body } of command.branches) {
      const status = yield* this.run(test, { last: false, checked: true });
      if (this.shell.flow !== undefined) return status;
      if (status === 0) return yield* this.run(body, mode);
    }
    return command.otherwise === undefined ? 0 : yield* this.run(command.otherwise, mode);
  }

  private *loop(command: Extract<Command, { kind: 'while' | 'until' }>, mode: RunMode): Task<number> {
    let status = 0;
    this.shell.loopDepth++;
    for (;;) {
      const test = yield* this.run(command.test, { last: false, checked: true });
      if (this.leaves()) break;
      if ((test === 0) !== (command.kind === 'while')) break;
      status = yield* this.run(command.body, { last: false, checked: mode.checked });
      if (this.leaves()) break;
    }
    this.shell.loopDepth--;
    return status;
  }

  private *each(command: Extract<Command, { kind: 'for' }>, mode: RunMode): Task<number> {
    const { shell } = this;
    const values =
      command.words === undefined ? shell.state.positional : yield* shell.expander.fields(command.words);
    let status = 0;
    shell.loopDepth++;
    for (const value of values) {
      if (!shell.state.assign(command.name, value)) {
        yield* shell.complain(`${command.name}: is read only`);
        status = 2;
        break;
      }
      status = yield* this.run(command.body, { last: false, checked: mode.checked });
      if (this.leaves()) break;
    }
    shell.loopDepth--;
    return status;
  }

  /** Takes a break or continue meant for this loop; answers whether the loop ends. */
  private leaves(): boolean {
    const { flow } = this.shell;
    if (flow === undefined) return false;
    if (flow.kind !== 'break' && flow.kind !== 'continue') return true;
    if (--flow.levels > 0) return true;
    this.shell.flow = undefined;
    return flow.kind === 'break';
  }

  private *choose(command: Extract<Command, { kind: 'case' }>, mode: RunMode): Task<number> {
    const { expander } = this.shell;
    const subject = yield* expander.text(command.subject);
    for (const { patterns, body } of command.arms) {
      for (const pattern of patterns) {
        const wanted = yield* expander.pattern(pattern);
        yield* this.shell.handle(8 * matchWork(wanted, subject));
        if (matchesPattern(wanted, subject)) return yield* this.run(body, mode);
      }
    }
    return 0;
  }

  /** Runs a compound command with its redirections in force. */
  private *redirected(
    redirects: readonly Redirect[],
    mode: RunMode,
    body: (inner: RunMode) => Task<number>,
  ): Task<number> {
    if (redirects.length === 0) return yield* body(mode);
    const saved = yield* applyRedirects(this.shell, redirects, true);
    if (saved === undefined) return this.refused;
    // What was put aside is wanted again: the last command cannot take this process.
    const status = yield* body({ ...mode, last: false });
    restoreRedirects(this.shell.sys, saved);
    return status;
  }

  private *simple(command: Simple, mode: RunMode): Task<number> {
    const { shell } = this;
    shell.line = command.line;
    const fields = yield* shell.expander.fields(command.words);
    const name = fields[0];
    if (name === undefined) return yield* this.assignOnly(command);
    const assigned = new Map<string, string>();
    for (const { name: variable, value } of command.assignments)
      assigned.set(variable, yield* shell.expander.text(value));
    if (shell.state.options.xtrace)
      yield* writeAll(shell.sys, 2, traceLine(shell.state.value('PS4') ?? '+ ', assigned, fields));
    const body = shell.state.functions.get(name);
    if (body !== undefined)
      return yield* this.call({ body, fields, assigned, redirects: command.redirects }, mode.checked);
    const [, called] = fields;
    if (name === 'command' && called !== undefined && !called.startsWith('-') && !shell.builtin(called))
      return yield* this.external({ fields: fields.slice(1), assigned, redirects: command.redirects }, mode);
    const builtin = shell.builtin(name);
    if (builtin === undefined)
      return yield* this.external({ fields, assigned, redirects: command.redirects }, mode);
    if (name === 'exec') return yield* this.exec({ fields, assigned, redirects: command.redirects });
    const saved = yield* applyRedirects(shell, command.redirects, true);
    if (saved === undefined) {
      if (builtin.special && !shell.interactive && !shell.state.bash)
        shell.flow = { kind: 'exit', code: this.refused };
      return this.refused;
    }
    const before = [...assigned.keys()].map((key) => [key, shell.state.variables.get(key)] as const);
    for (const [key, value] of assigned) shell.state.assign(key, value);
    const status = yield* shell.testing(mode.checked, builtin.run(shell, fields));
    if (!builtin.special) {
      for (const [key, old] of before) {
        if (old === undefined) shell.state.variables.delete(key);
        else shell.state.variables.set(key, old);
      }
    }
    restoreRedirects(shell.sys, saved);
    return status;
  }

  private *assignOnly(command: Simple): Task<number> {
    const { shell } = this;
    const hasSubstitution = command.assignments.some(({ value }) =>
      value.some((part) => part.kind === 'command'),
    );
    const substitutes = hasSubstitution || command.words.length > 0;
    for (const assignment of command.assignments) {
      if (yield* assignArray(shell, assignment)) continue;
      const { name, value, append } = assignment;
      const text = `${append === true ? (shell.state.value(name) ?? '') : ''}${yield* shell.expander.text(value)}`;
      if (shell.state.options.xtrace) yield* writeAll(shell.sys, 2, `+ ${name}=${text}\n`);
      if (shell.state.assign(name, text)) continue;
      yield* shell.complain(`${name}: is read only`);
      const code = shell.state.bash ? 1 : 2;
      shell.flow = { kind: 'exit', code };
      return code;
    }
    const status = substitutes ? shell.state.status : 0;
    if (command.redirects.length === 0) return status;
    const saved = yield* applyRedirects(shell, command.redirects, true);
    if (saved === undefined) return this.refused;
    restoreRedirects(shell.sys, saved);
    return status;
  }

  private *call(call: Invocation & { readonly body: Command }, checked: boolean): Task<number> {
    const { shell } = this;
    if (shell.callDepth >= MAX_NESTING) return yield* shell.sys.fault();
    const saved = yield* applyRedirects(shell, call.redirects, true);
    if (saved === undefined) return this.refused;
    const { positional } = shell.state;
    const locals = shell.locals;
    const loops = shell.loopDepth;
    shell.locals = new Map();
    shell.loopDepth = 0;
    for (const [name, value] of call.assigned) shell.state.assign(name, value);
    shell.state.positional = call.fields.slice(1);
    shell.callDepth++;
    let status = yield* nested(this.run(call.body, { last: false, checked }));
    shell.callDepth--;
    shell.state.positional = positional;
    for (const [name, old] of shell.locals) {
      if (old === undefined) shell.state.variables.delete(name);
      else shell.state.variables.set(name, old);
    }
    shell.locals = locals;
    shell.loopDepth = loops;
    if (shell.flow?.kind === 'return') {
      shell.flow = undefined;
      status = shell.state.status;
    }
    restoreRedirects(shell.sys, saved);
    return status;
  }

  private *external(call: Invocation, mode: RunMode): Task<number> {
    const { shell } = this;
    const name = call.fields[0] as string;
    const found = findExternal(shell, name, call.assigned.get('PATH'));
    const environment = shell.state.environment(call.assigned);
    if (!found.ok || (mode.last && !shell.state.hasActions())) {
      const saved = yield* applyRedirects(shell, call.redirects, !found.ok);
      if (saved === undefined) return this.refused;
      const status = found.ok
        ? yield* shell.become(found.value, call.fields, environment)
        : yield* this.refuse(name, found.error);
      restoreRedirects(shell.sys, saved);
      return status;
    }
    const path = found.value;
    if (call.redirects.length === 0) {
      const child = shell.sys.spawn(path, { argv: call.fields, env: environment });
      if (child.ok) return yield* shell.waitChild(child.value);
      if (child.error !== 'ENOEXEC') return yield* this.refuse(name, child.error);
    }
    const { redirects, fields } = call;
    const state = shell.state.forSubshell();
    const { refused } = this;
    const pid = yield* shell.fork(function* (sys: Syscalls) {
      const child = shell.child(sys, state);
      if ((yield* applyRedirects(child, redirects, false)) === undefined) return refused;
      return yield* child.become(path, fields, environment);
    });
    return pid === undefined ? 2 : yield* shell.waitChild(pid);
  }

  private *exec(call: Invocation): Task<number> {
    const { shell } = this;
    const saved = yield* applyRedirects(shell, call.redirects, false);
    if (saved === undefined) {
      shell.flow = { kind: 'exit', code: 1 };
      return 1;
    }
    const name = call.fields[1];
    if (name === undefined) return 0;
    const found = findExternal(shell, name, call.assigned.get('PATH'));
    const status = found.ok
      ? yield* shell.become(found.value, call.fields.slice(1), shell.state.environment(call.assigned))
      : yield* this.refuse(name, found.error, 'exec: ');
    shell.flow = { kind: 'exit', code: status };
    return status;
  }

  private *refuse(name: string, error: Errno, prefix = ''): Task<number> {
    return yield* refuseCommand(this.shell, `${prefix}${name}`, error);
  }
}
