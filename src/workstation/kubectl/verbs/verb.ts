import type { Task } from '../../../engine/kernel/task.ts';
import type { Kube } from '../kube.ts';

/** What a command does: ends with its exit code, or throws a CommandError for kubectl's own rendering. */
export type Verb = (kube: Kube) => Task<number>;
