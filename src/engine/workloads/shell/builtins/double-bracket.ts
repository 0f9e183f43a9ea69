import type { Task } from '../../../kernel/task.ts';
import { compileRegex } from '../../toolbox/regex.ts';
import { testApplet } from '../../toolbox/test.ts';
import type { ShellCore } from '../port.ts';

/** `[[ … ]]`; what `=~` found is kept in BASH_REMATCH. */
export function* doubleBracket(shell: ShellCore, fields: readonly string[]): Task<number> {
  const status = yield* testApplet(shell.sys, fields);
  const at = fields.indexOf('=~');
  const [text, pattern] = [fields[at - 1], fields[at + 1]];
  if (!shell.state.bash || status !== 0 || at < 0 || text === undefined || pattern === undefined)
    return status;
  const match = compileRegex(pattern, { extended: true }).exec(text);
  if (match !== undefined)
    shell.state.arrays.set('BASH_REMATCH', [
      text.slice(match.start, match.end),
      ...match.groups.slice(1).map((group) => group ?? ''),
    ]);
  return status;
}
