import type { Command } from './ast.ts';

/** How a command is run: `last` lets it replace the shell (ash's EV_EXIT); `checked` keeps set -e quiet. */
export interface RunMode {
  readonly last: boolean;
  readonly checked: boolean;
  /** bash's -c: nothing but a simple command without redirections replaces it. */
  readonly simpleOnly?: boolean;
}

/** Models bash's optimize_fork and its kin, which look through `;`, `&&` and `||` only: not through `&`. */
export function narrowed(command: Command, mode: RunMode): RunMode {
  if (!mode.last || mode.simpleOnly !== true) return mode;
  const through =
    command.kind === 'list'
      ? command.items.at(-2)?.background !== true
      : command.kind === 'and' || command.kind === 'or';
  const plain = command.kind === 'simple' && command.redirects.length === 0;
  return through || plain ? mode : { ...mode, last: false };
}
