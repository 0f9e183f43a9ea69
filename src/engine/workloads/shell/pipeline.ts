import type { Task } from '../../kernel/task.ts';
import type { Command } from './ast.ts';
import type { ShellCore } from './port.ts';

/** Runs commands each into the next, in processes of their own; answers the status of the last, or of pipefail. */
export function* piped(shell: ShellCore, commands: readonly Command[], tested: boolean): Task<number> {
  const { sys } = shell;
  const pids: number[] = [];
  let input: number | undefined;
  for (const [index, command] of commands.entries()) {
    const next = index < commands.length - 1 ? sys.pipe() : undefined;
    const fds = new Map([
      [0, input ?? 0],
      [1, next?.[1] ?? 1],
      [2, 2],
    ]);
    const pid = yield* shell.fork(shell.subshell(command, tested), { fds });
    if (input !== undefined) sys.close(input);
    if (next !== undefined) sys.close(next[1]);
    input = next?.[0];
    if (pid === undefined) break;
    pids.push(pid);
  }
  if (input !== undefined) sys.close(input);
  let status = 0;
  const codes: string[] = [];
  for (const pid of pids) {
    const code = yield* shell.waitChild(pid);
    codes.push(String(code));
    if (!shell.state.options.pipefail || code !== 0) status = code;
    else if (pid === pids[pids.length - 1] && status === 0) status = code;
  }
  if (shell.state.bash) shell.state.arrays.set('PIPESTATUS', codes);
  return status;
}
