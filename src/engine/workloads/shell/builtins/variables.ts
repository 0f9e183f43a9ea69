import { compareText } from '../../../../base/compare.ts';
import type { Task } from '../../../kernel/task.ts';
import { out } from '../../toolbox/io.ts';
import type { Dialect } from '../dialect.ts';
import type { ShellCore } from '../port.ts';
import type { ShellOptions, ShellState } from '../state.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export function quoted(text: string): string {
  return `'${text.replace(/'/g, `'"'"'`)}'`;
}

export function* exportVariables(
  shell: ShellCore,
  fields: readonly string[],
  kind: 'export' | 'readonly',
): Task<number> {
  const { state } = shell;
  const args = fields.slice(1).filter((arg) => arg !== '-p');
  if (args.length === 0) return yield* list(shell, kind);
  const taken = args[0] === '-n' ? args.slice(1) : args;
  for (const arg of taken) {
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    if (!NAME.test(name)) {
      yield* shell.complain(`${kind}: ${name}: bad variable name`);
      shell.flow = { kind: 'exit', code: 2 };
      return 2;
    }
    if (equals >= 0 && !state.assign(name, arg.slice(equals + 1))) return yield* readOnlyError(shell, name);
    const old = state.variables.get(name);
    state.variables.set(name, {
      value: old?.value,
      exported: kind === 'export' ? args[0] !== '-n' : (old?.exported ?? false),
      readOnly: (old?.readOnly ?? false) || kind === 'readonly',
    });
  }
  return 0;
}

function* readOnlyError(shell: ShellCore, name: string): Task<number> {
  yield* shell.complain(`${name}: is read only`);
  shell.flow = { kind: 'exit', code: 2 };
  return 2;
}

function* list(shell: ShellCore, kind: 'export' | 'readonly'): Task<number> {
  const lines: string[] = [];
  for (const [name, variable] of sorted(shell.state)) {
    if (kind === 'export' ? !variable.exported : !variable.readOnly) continue;
    lines.push(
      variable.value === undefined ? `${kind} ${name}` : `${kind} ${name}=${quoted(variable.value)}`,
    );
  }
  yield* out(shell.sys, lines.map((line) => `${line}\n`).join(''));
  return 0;
}

function sorted(
  state: ShellState,
): [
  string,
  { readonly value: string | undefined; readonly exported: boolean; readonly readOnly: boolean },
][] {
  return [...state.variables].sort(([a], [b]) => compareText(a, b));
}

export function* local(shell: ShellCore, fields: readonly string[]): Task<number> {
  const { locals } = shell;
  if (locals === undefined) {
    yield* shell.complain('local: not in a function');
    if (shell.state.dialect === 'dash') shell.flow = { kind: 'exit', code: 2 };
    return shell.state.dialect === 'dash' ? 2 : 1;
  }
  for (const arg of fields.slice(1)) {
    const equals = arg.indexOf('=');
    const name = equals < 0 ? arg : arg.slice(0, equals);
    if (!NAME.test(name)) {
      yield* shell.complain(`local: ${name}: bad variable name`);
      return 2;
    }
    const old = shell.state.variables.get(name);
    if (!locals.has(name)) locals.set(name, old);
    shell.state.variables.set(name, {
      value: equals < 0 ? old?.value : arg.slice(equals + 1),
      exported: old?.exported ?? false,
      readOnly: false,
    });
  }
  return 0;
}

export function* unset(shell: ShellCore, fields: readonly string[]): Task<number> {
  const functions = fields[1] === '-f';
  const names = fields[1] === '-f' || fields[1] === '-v' ? fields.slice(2) : fields.slice(1);
  for (const name of names) {
    if (functions) {
      shell.state.functions.delete(name);
      continue;
    }
    if (shell.state.variables.get(name)?.readOnly === true) return yield* readOnlyError(shell, name);
    if (!shell.state.variables.delete(name)) shell.state.functions.delete(name);
  }
  return 0;
}

const LETTERS: Readonly<Record<string, keyof ShellOptions>> = {
  a: 'allexport',
  e: 'errexit',
  f: 'noglob',
  n: 'noexec',
  u: 'nounset',
  x: 'xtrace',
};
const LONG: Readonly<Record<string, keyof ShellOptions>> = {
  allexport: 'allexport',
  errexit: 'errexit',
  noglob: 'noglob',
  noexec: 'noexec',
  nounset: 'nounset',
  xtrace: 'xtrace',
  pipefail: 'pipefail',
};

/** Reads options as `set` and sh's own command line do; answers how many fields it took, or the bad one. */
export function takeOptions(
  options: ShellOptions,
  fields: readonly string[],
  from: number,
  dialect: Dialect = 'ash',
): { readonly next: number; readonly bad?: string } {
  let at = from;
  for (; at < fields.length; at++) {
    const arg = fields[at] as string;
    if (!/^[-+]./.test(arg) || arg === '--') break;
    const on = arg.startsWith('-');
    for (const letter of arg.slice(1)) {
      if (letter === 'o') {
        const name = fields[++at];
        const known = name !== undefined && !(name === 'pipefail' && dialect === 'dash');
        const option = known ? LONG[name] : undefined;
        if (option !== undefined) options[option] = on;
        else if (
          name !== undefined &&
          !['vi', 'monitor', 'verbose', 'noclobber', 'ignoreeof', 'notify', 'nolog'].includes(name)
        )
          return { next: at, bad: `-o ${name}` };
        continue;
      }
      const option = LETTERS[letter];
      if (option !== undefined) options[option] = on;
      else if (!'bCmvhILlis'.includes(letter)) return { next: at, bad: `-${letter}` };
    }
  }
  return { next: at };
}

export function* setOptions(shell: ShellCore, fields: readonly string[]): Task<number> {
  if (fields.length === 1) {
    const lines = sorted(shell.state)
      .filter(([, { value }]) => value !== undefined)
      .map(([name, { value }]) => `${name}=${quoted(value ?? '')}\n`);
    yield* out(shell.sys, lines.join(''));
    return 0;
  }
  const taken = takeOptions(shell.state.options, fields, 1, shell.state.dialect);
  if (taken.bad !== undefined) {
    yield* shell.complain(`set: illegal option ${taken.bad}`);
    shell.flow = { kind: 'exit', code: 2 };
    return 2;
  }
  if (fields[taken.next] === '--') shell.state.positional = fields.slice(taken.next + 1);
  else if (taken.next < fields.length) shell.state.positional = fields.slice(taken.next);
  return 0;
}
