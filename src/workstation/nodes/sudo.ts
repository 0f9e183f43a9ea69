import type { Program } from '../../engine/workloads/program.ts';
import { fail } from '../../engine/workloads/toolbox/io.ts';
import { runCommand } from '../../engine/workloads/toolbox/processes.ts';

/** Everybody here is root already: the command behind it runs as it is. */
export const sudo: Program = function* (sys) {
  const argv = sys.argv.slice(1).filter((word, place) => place > 0 || !/^-[EHin]+$/.test(word));
  if (argv.length === 0) return yield* fail(sys, 'usage: sudo -h | -K | -k | -V');
  const ended = yield* runCommand(sys, argv, { name: 'sudo' });
  return typeof ended === 'number' ? ended : ended.code;
};
