import type { Task } from '../../kernel/task.ts';
import { ERRNO_TEXT, type Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { ShellCore } from './port.ts';

/** Replaces the shell's process by the program; returns only when that failed. A text without #! is run as a script. */
export function* becomeProgram(
  shell: ShellCore,
  path: string,
  fields: readonly string[],
  environment: ReadonlyMap<string, string>,
): Task<number> {
  const error = yield* shell.sys.exec(path, fields, environment);
  const script = error === 'ENOEXEC' ? yield* readScript(shell.sys, path) : undefined;
  if (script === undefined) return yield* refuseCommand(shell, fields[0] ?? path, error);
  shell.state.name = path;
  shell.state.positional = fields.slice(1);
  yield* shell.run(script);
  return shell.flow?.kind === 'exit' ? shell.flow.code : shell.state.status;
}

/** Says that a command cannot be run: 127 when it is not there, else 126. */
export function* refuseCommand(shell: ShellCore, name: string, error: Errno): Task<number> {
  const missing = error === 'ENOENT' || error === 'ENOTDIR';
  yield* shell.complain(`${name}: ${missing ? 'not found' : ERRNO_TEXT[error]}`);
  return missing ? 127 : 126;
}

function* readScript(sys: Syscalls, path: string): Task<string | undefined> {
  const opened = sys.open(path, 'read');
  if (!opened.ok) return undefined;
  const text = yield* sys.read(opened.value, 1_000_000);
  sys.close(opened.value);
  return text !== 'interrupted' && text.ok && text.value !== '' ? text.value : undefined;
}
