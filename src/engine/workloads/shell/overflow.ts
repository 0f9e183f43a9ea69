import type { Task } from '../../kernel/task.ts';
import { writeAll } from '../toolbox/io.ts';
import type { ShellCore } from './port.ts';

/** Functions, and texts that run texts, one within the other. */
export const MAX_NESTING = 500;

/** A real shell runs out of stack. */
export function* overflow(shell: ShellCore): Task<number> {
  yield* writeAll(shell.sys, 2, 'Segmentation fault\n');
  shell.flow = { kind: 'exit', code: 139 };
  return 139;
}
