import { type Result, err, ok } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { Syscalls } from '../program.ts';
import type { ShellCore } from './port.ts';

const DEFAULT_PATH = '/sbin:/usr/sbin:/bin:/usr/bin';

/** Finds an executable by name in PATH; a name with a slash stands for itself. Models find_command, execvp. */
export function findInPath(
  sys: Syscalls,
  name: string,
  path: string = sys.env.get('PATH') ?? DEFAULT_PATH,
): Result<string, Errno> {
  if (name.includes('/')) return executable(sys, name);
  let refusal: Errno = 'ENOENT';
  for (const directory of path.split(':')) {
    const candidate = directory === '' ? name : `${directory}/${name}`;
    const found = executable(sys, candidate);
    if (found.ok) return found;
    if (found.error === 'EACCES') refusal = 'EACCES';
  }
  return err(refusal);
}

/** As `findInPath`; where nobody knows what the image holds, what it lacks has a stand-in. */
export function findProgram(sys: Syscalls, name: string, path?: string): Result<string, Errno> {
  const found = findInPath(sys, name, path);
  const standIn = sys.standIn();
  return found.ok || found.error !== 'ENOENT' || standIn === undefined ? found : ok(standIn);
}

/** What a shell runs for a command's name. */
export function findExternal(shell: ShellCore, name: string, path?: string): Result<string, Errno> {
  return findProgram(shell.sys, name, path ?? shell.state.value('PATH') ?? DEFAULT_PATH);
}

export function findCommand(shell: ShellCore, name: string, path?: string): Result<string, Errno> {
  return findInPath(shell.sys, name, path ?? shell.state.value('PATH') ?? DEFAULT_PATH);
}

function executable(sys: Syscalls, path: string): Result<string, Errno> {
  const stat = sys.stat(path);
  if (!stat.ok) return stat;
  if (stat.value.kind !== 'file') return err('EACCES');
  const allowed = sys.access(path, 'execute');
  return allowed.ok ? ok(path) : allowed;
}
