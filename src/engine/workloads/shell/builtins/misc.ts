import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import { options, out, over, writeAll } from '../../toolbox/io.ts';
import { ArithmeticError, arithmetic } from '../arithmetic.ts';
import { findCommand } from '../lookup.ts';
import type { ShellCore } from '../port.ts';

export function* changeDirectory(shell: ShellCore, fields: readonly string[]): Task<number> {
  const { sys, state } = shell;
  const args = fields.slice(1).filter((arg) => arg !== '-L' && arg !== '-P' && arg !== '--');
  const asked = args[0] ?? state.value('HOME') ?? '/';
  const target = asked === '-' ? (state.value('OLDPWD') ?? sys.cwd()) : asked;
  const before = sys.cwd();
  const moved = sys.chdir(target);
  if (!moved.ok) {
    yield* shell.complain(`cd: can't cd to ${target}: ${ERRNO_TEXT[moved.error]}`);
    return state.bash ? 1 : 2;
  }
  state.assign('OLDPWD', before);
  state.assign('PWD', sys.cwd());
  if (asked === '-') yield* out(sys, `${sys.cwd()}\n`);
  return 0;
}

export function* printDirectory(shell: ShellCore): Task<number> {
  yield* out(shell.sys, `${shell.sys.cwd()}\n`);
  return 0;
}

export function* commandBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  const { flags, rest } = options(fields, '+pvV');
  const name = rest[0];
  if (name === undefined) return 0;
  if (flags.has('v') || flags.has('V')) return yield* describe(shell, name, flags.has('V'));
  const builtin = shell.builtin(name);
  if (builtin !== undefined) return yield* builtin.run(shell, rest);
  const found = findCommand(shell, name);
  if (!found.ok) {
    yield* shell.complain(`${name}: not found`);
    return 127;
  }
  const child = shell.sys.spawn(found.value, { argv: rest, env: shell.state.environment() });
  return child.ok ? yield* shell.waitChild(child.value) : 126;
}

export function* typeBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  let status = 0;
  for (const name of fields.slice(1)) if ((yield* describe(shell, name, true)) !== 0) status = 127;
  return status;
}

function* describe(shell: ShellCore, name: string, long: boolean): Task<number> {
  const { sys, state } = shell;
  if (state.functions.has(name)) yield* out(sys, long ? `${name} is a function\n` : `${name}\n`);
  else if (shell.builtin(name) !== undefined)
    yield* out(
      sys,
      long
        ? `${name} is a ${shell.builtin(name)?.special === true ? 'special ' : ''}shell builtin\n`
        : `${name}\n`,
    );
  else {
    const found = findCommand(shell, name);
    if (!found.ok) {
      if (long) yield* out(sys, `${name}: not found\n`);
      return 127;
    }
    yield* out(sys, long ? `${name} is ${found.value}\n` : `${found.value}\n`);
  }
  return 0;
}

export function* getopts(shell: ShellCore, fields: readonly string[]): Task<number> {
  const [, spec = '', name = 'opt'] = fields;
  const args = fields.length > 3 ? fields.slice(3) : shell.state.positional;
  const { state } = shell;
  const index = Number(state.value('OPTIND') ?? '1');
  const offset = Number(state.value('__OPTOFF') ?? '1');
  const arg = args[index - 1];
  if (arg === undefined || !arg.startsWith('-') || arg === '-' || arg === '--') {
    state.assign(name, '?');
    if (arg === '--') state.assign('OPTIND', String(index + 1));
    return 1;
  }
  const letter = arg[offset] as string;
  const place = spec.replace(/^:/, '').indexOf(letter);
  const wants = place >= 0 && spec.replace(/^:/, '')[place + 1] === ':';
  const atEnd = offset + 1 >= arg.length;
  state.variables.delete('OPTARG');
  state.assign('OPTIND', String(atEnd || wants ? index + 1 : index));
  state.assign('__OPTOFF', String(atEnd || wants ? 1 : offset + 1));
  if (place < 0 || letter === ':')
    return yield* badOption(shell, { spec, name, letter, text: `Illegal option -${letter}` });
  if (wants) {
    const value = atEnd ? args[index] : arg.slice(offset + 1);
    if (value === undefined)
      return yield* badOption(shell, { spec, name, letter, text: `No arg for -${letter} option` });
    if (atEnd) state.assign('OPTIND', String(index + 2));
    state.assign('OPTARG', value);
  }
  state.assign(name, letter);
  return 0;
}

function* badOption(
  shell: ShellCore,
  problem: { readonly spec: string; readonly name: string; readonly letter: string; readonly text: string },
): Task<number> {
  shell.state.assign(
    problem.name,
    problem.spec.startsWith(':') && problem.text.startsWith('No arg') ? ':' : '?',
  );
  if (problem.spec.startsWith(':')) shell.state.assign('OPTARG', problem.letter);
  else yield* writeAll(shell.sys, 2, `${problem.text}\n`);
  return 0;
}

export function* letBuiltin(shell: ShellCore, fields: readonly string[]): Task<number> {
  let value = 0n;
  try {
    for (const text of fields.slice(1)) {
      value = arithmetic(text, {
        get: (name) => shell.expander.value(name),
        set: (name, result) => void shell.state.assign(name, result),
      });
    }
  } catch (error) {
    if (!(error instanceof ArithmeticError)) throw error;
    yield* shell.complain(error.message);
    return 2;
  }
  return value === 0n ? 1 : 0;
}

export function hash(): Task<number> {
  return over(0);
}

export function* times(shell: ShellCore): Task<number> {
  yield* out(shell.sys, '0m0.00s 0m0.00s\n0m0.00s 0m0.00s\n');
  return 0;
}

export function* umask(shell: ShellCore, fields: readonly string[]): Task<number> {
  const [, mask] = fields;
  if (mask === undefined) {
    yield* out(shell.sys, `${shell.sys.umask().toString(8).padStart(4, '0')}\n`);
    return 0;
  }
  if (mask === '-S') {
    const rights = ['u', 'g', 'o'].map((who, index) => {
      const allowed = ~(shell.sys.umask() >> (6 - 3 * index)) & 7;
      return `${who}=${allowed & 4 ? 'r' : ''}${allowed & 2 ? 'w' : ''}${allowed & 1 ? 'x' : ''}`;
    });
    yield* out(shell.sys, `${rights.join(',')}\n`);
    return 0;
  }
  if (!/^[0-7]+$/.test(mask)) {
    yield* shell.complain(`umask: Illegal mode: ${mask}`);
    return 2;
  }
  shell.sys.umask(Number.parseInt(mask, 8));
  return 0;
}

export function* ulimit(shell: ShellCore, fields: readonly string[]): Task<number> {
  const flag = fields.find((field) => /^-[HS]?[a-z]$/.test(field))?.slice(-1) ?? 'f';
  const asked = fields.slice(1).filter((field) => !field.startsWith('-'));
  if (asked.length === 0)
    yield* out(shell.sys, `${flag === 'n' ? '1048576' : flag === 's' ? '8192' : 'unlimited'}\n`);
  return 0;
}
