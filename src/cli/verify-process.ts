import type { Case } from '../recording/verify.ts';
import type { Playing } from './verify-case.ts';
import { judgeCase } from './verify-case.ts';

/** What a process is asked; it answers with a `Judged`. */
export interface Task {
  readonly one: Case;
  readonly playing: Playing;
}

process.on('message', ({ one, playing }: Task) => process.send?.(judgeCase(one, playing)));
