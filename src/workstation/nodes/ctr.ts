import type { Task } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail, out } from '../../engine/workloads/toolbox/io.ts';
import type { NodeConsole } from './port.ts';

/** containerd's namespace for what comes over its CRI socket. */
const CRI_NAMESPACE = 'k8s.io';
const SOCKET_GONE =
  'ctr: failed to dial "/run/containerd/containerd.sock": connection error: desc = "transport: error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"';

/** `ctr -n k8s.io tasks ls`: every process that a shim holds, the pause of a sandbox too. Models containerd 2 cmd/ctr. */
export function ctr(node: NodeConsole): Program {
  return function* (sys: Syscalls): Task<number> {
    const { namespace, words, quiet } = asked(sys.argv.slice(1));
    const [group = '', verb = ''] = words;
    if (!['tasks', 'task', 't'].includes(group) || !['ls', 'list'].includes(verb))
      return yield* fail(sys, `ctr ${words.join(' ')} is not simulated: ctr -n ${CRI_NAMESPACE} tasks ls`);
    if (!node.units().some(({ name, active }) => name === 'containerd' && active))
      return yield* fail(sys, SOCKET_GONE);
    const tasks = namespace === CRI_NAMESPACE ? tasksOf(node) : [];
    if (quiet) yield* out(sys, tasks.map(([id]) => `${id}\n`).join(''));
    else yield* out(sys, table(tasks));
    return 0;
  };
}

function asked(argv: readonly string[]): {
  readonly namespace: string;
  readonly words: readonly string[];
  readonly quiet: boolean;
} {
  const words: string[] = [];
  let namespace = 'default';
  let quiet = false;
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    if (word === '-n' || word === '--namespace') namespace = argv[++i] ?? '';
    else if (/^(?:-n|--namespace)=/.test(word)) namespace = word.slice(word.indexOf('=') + 1);
    else if (word === '-q' || word === '--quiet') quiet = true;
    else words.push(word);
  }
  return { namespace, words, quiet };
}

/** A container that has exited has no task any more: the CRI plugin takes it away. */
function tasksOf(node: NodeConsole): readonly (readonly [id: string, pid: number])[] {
  return [...node.sandboxes(), ...node.containers()].flatMap(({ id, pid }) =>
    pid === undefined ? [] : [[id, pid] as const],
  );
}

/** As Go's tabwriter with 4 blanks between lays it out; only the head's last cell is ended by a tab. */
function table(tasks: readonly (readonly [id: string, pid: number])[]): string {
  const rows = [['TASK', 'PID'], ...tasks.map(([id, pid]) => [id, String(pid)])];
  const widths = [0, 1].map((place) => Math.max(...rows.map((row) => (row[place] ?? '').length)) + 4);
  return rows
    .map((row, index) => {
      const cells = row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('');
      return `${cells}${index === 0 ? 'STATUS    ' : 'RUNNING'}\n`;
    })
    .join('');
}
