import type { Task } from '../../../kernel/task.ts';
import { ERRNO_TEXT } from '../../errno.ts';
import { readFile } from '../../toolbox/io.ts';
import { findCommand } from '../lookup.ts';
import type { ShellCore } from '../port.ts';

function number(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function* illegal(shell: ShellCore, name: string, text: string): Task<number> {
  yield* shell.complain(`${name}: Illegal number: ${text}`);
  shell.flow = { kind: 'exit', code: 2 };
  return 2;
}

export function* exitShell(shell: ShellCore, fields: readonly string[]): Task<number> {
  const [, text] = fields;
  const code = text === undefined ? shell.state.status : number(text);
  if (code === undefined) return yield* illegal(shell, 'exit', text ?? '');
  shell.flow = { kind: 'exit', code: code & 0xff };
  return code & 0xff;
}

export function* returnFrom(shell: ShellCore, fields: readonly string[]): Task<number> {
  const [, text] = fields;
  const code = text === undefined ? shell.state.status : number(text);
  if (code === undefined) return yield* illegal(shell, 'return', text ?? '');
  // Outside of a function or a sourced file it ends the script.
  shell.flow = shell.callDepth > 0 ? { kind: 'return' } : { kind: 'exit', code: code & 0xff };
  return code & 0xff;
}

export function* breakLoop(
  shell: ShellCore,
  fields: readonly string[],
  kind: 'break' | 'continue',
): Task<number> {
  const [, text] = fields;
  const levels = text === undefined ? 1 : number(text);
  if (levels === undefined || levels === 0) return yield* illegal(shell, kind, text ?? '');
  if (shell.loopDepth > 0) shell.flow = { kind, levels: Math.min(levels, shell.loopDepth) };
  return 0;
}

export function* shift(shell: ShellCore, fields: readonly string[]): Task<number> {
  const count = fields[1] === undefined ? 1 : number(fields[1]);
  if (count === undefined) return yield* illegal(shell, 'shift', fields[1] ?? '');
  if (count > shell.state.positional.length) return 1;
  shell.state.positional = shell.state.positional.slice(count);
  return 0;
}

export function* evalText(shell: ShellCore, fields: readonly string[]): Task<number> {
  const text = fields.slice(1).join(' ');
  return text === '' ? 0 : yield* shell.run(text, false, shell.line);
}

export function* source(shell: ShellCore, fields: readonly string[]): Task<number> {
  const [name, file] = fields;
  if (file === undefined) return 0;
  const found = file.includes('/') ? undefined : findCommand(shell, file);
  const path = found?.ok === true ? found.value : file;
  const text = yield* readFile(shell.sys, path);
  if (!text.ok) {
    yield* shell.complain(
      `${name === '.' ? '.' : 'source'}: can't open '${file}': ${ERRNO_TEXT[text.error]}`,
    );
    if (shell.state.bash) return 1;
    if (!shell.interactive) shell.flow = { kind: 'exit', code: 2 };
    return 2;
  }
  const { positional } = shell.state;
  if (fields.length > 2) shell.state.positional = fields.slice(2);
  shell.callDepth++;
  yield* shell.run(text.value, false, 1);
  shell.callDepth--;
  if (fields.length > 2) shell.state.positional = positional;
  if (shell.flow?.kind === 'return') shell.flow = undefined;
  return shell.state.status;
}
