import type { Task } from '../../kernel/task.ts';
import type { Program, Syscalls } from '../program.ts';
import { fail } from '../toolbox/io.ts';
import { type ServerModel, serverProgram } from './generic.ts';
import { sleepOrStop, stopOn } from './serve.ts';

/** How long a program of which nothing is known but that it ends is taken to work. */
const WORKS_US = 2_000_000;

/**
 * What is run in an image nobody knows for every program it is told to start: a server where a server is meant, a
 * program that does its work and ends in a Job or an init container, and for a tool beside it one that succeeds.
 */
export function standInProgram(model: ServerModel): Program {
  return (sys) => {
    if (!sys.isMain()) return tool(sys);
    return sys.runsToEnd() ? worksAndEnds(sys) : serverProgram(model)(sys);
  };
}

function tool(sys: Syscalls): Task<number> {
  return fail(sys, `(not simulated: ${sys.argv[0] ?? ''}; it does nothing and succeeds)`, 0);
}

/** Ends well when its work is done, and at once when it is told to. */
export function* worksAndEnds(sys: Syscalls): Task<number> {
  const stop = stopOn(sys, ['SIGTERM', 'SIGINT']);
  return (yield* sleepOrStop(sys, WORKS_US, stop)) ? 143 : 0;
}
