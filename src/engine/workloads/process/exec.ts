import { type Result, err, ok } from '../../../base/result.ts';
import type { Errno } from '../errno.ts';
import type { Program } from '../program.ts';
import type { Credentials, Vfs } from '../vfs/port.ts';

const MAX_INTERPRETERS = 4;

/** What an execve of a path runs. */
export interface Executable {
  readonly program: Program;
  readonly argv: readonly string[];
}

/**
 * Finds the program at an absolute path; a script with #! leads to its interpreter.
 * Errors are execve's: ENOENT, EACCES, ENOEXEC … Models fs/exec.c and fs/binfmt_script.c.
 */
export function executableAt(
  vfs: Vfs,
  path: string,
  argv: readonly string[],
  as: Credentials,
): Result<Executable, Errno> {
  let at = path;
  let args = argv;
  for (let depth = 0; depth <= MAX_INTERPRETERS; depth++) {
    const found = vfs.lookup(at, as);
    if (!found.ok) return found;
    const node = found.value;
    if (node.kind === 'directory' || node.kind === 'device') return err('EACCES');
    const allowed = vfs.access(at, as, 'execute');
    if (!allowed.ok) return allowed;
    if (node.kind !== 'file') return err('ELOOP');
    if (node.program !== undefined) return ok({ program: node.program, argv: args });
    const head = node.content.slice(0, 256);
    if (!head.startsWith('#!')) return err('ENOEXEC');
    const line = (head.slice(2).split('\n')[0] ?? '').trim();
    const space = line.search(/[ \t]/);
    const interpreter = space < 0 ? line : line.slice(0, space);
    if (interpreter === '') return err('ENOEXEC');
    const option = space < 0 ? [] : [line.slice(space).trim()];
    args = [interpreter, ...option, at, ...args.slice(1)];
    at = interpreter;
  }
  return err('ELOOP');
}
