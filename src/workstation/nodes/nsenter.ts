import type { Task } from '../../engine/kernel/task.ts';
import type { ProcessHandle } from '../../engine/workloads/process/table.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail } from '../../engine/workloads/toolbox/io.ts';
import type { NodeConsole, ProcessStreams } from './port.ts';
import { runElsewhere } from './remote.ts';

const OTHER_NAMESPACES = new Set([
  'm',
  'u',
  'i',
  'p',
  'C',
  'a',
  'mount',
  'uts',
  'ipc',
  'pid',
  'all',
  'cgroup',
]);

/**
 * `nsenter -t PID -n COMMAND…`: the node's own tool with a Pod's network; with the mount namespace (`-m`, `-a`) the container's
 * own. Models util-linux nsenter.
 */
export function nsenter(
  node: NodeConsole,
  inNetwork: (request: {
    readonly pid: number;
    readonly argv: readonly string[];
    readonly streams: ProcessStreams;
  }) => ProcessHandle | string,
): Program {
  return function* (sys: Syscalls): Task<number> {
    const words = sys.argv.slice(1);
    const spaces = new Set<string>();
    let pid: number | undefined;
    while (words[0]?.startsWith('-') === true) {
      const word = words.shift() as string;
      if (word === '--') break;
      const named = /^--target(?:=(\d+))?$/.exec(word);
      const joined = /^-([a-zA-Z]*)t(\d*)$/.exec(word);
      if (named !== null) pid = Number(named[1] ?? words.shift());
      else if (joined !== null) {
        for (const letter of joined[1] ?? '') spaces.add(letter);
        pid = Number(joined[2] === '' ? words.shift() : joined[2]);
      } else if (word.startsWith('--')) spaces.add(word.slice(2).split('=')[0] ?? '');
      else for (const letter of word.slice(1)) spaces.add(letter);
    }
    if (pid === undefined) return yield* fail(sys, 'nsenter: no target PID specified for --all');
    if (!Number.isInteger(pid)) return yield* fail(sys, "nsenter: failed to parse pid: ''");
    const target = pid;
    const argv = words.length === 0 ? ['sh'] : words;
    if (!node.processes().some((process) => process.pid === target))
      return yield* fail(sys, `nsenter: cannot open /proc/${target}/ns/net: No such file or directory`);
    const inside = [...spaces].some((space) => OTHER_NAMESPACES.has(space));
    const tty = sys.isTerminal(0) && words.length === 0;
    return yield* runElsewhere(sys, tty, (streams) =>
      inside ? node.enter(target, argv, streams) : inNetwork({ pid: target, argv, streams }),
    );
  };
}
