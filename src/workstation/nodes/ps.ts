import type { Task } from '../../engine/kernel/task.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { out } from '../../engine/workloads/toolbox/io.ts';
import { formatTime } from '../../engine/workloads/toolbox/time.ts';
import type { NodeConsole, NodeProcess } from './port.ts';

const USERS: Readonly<Record<number, string>> = { 0: 'root', 65534: 'nobody', 65535: '65535' };
const userOf = ({ uid }: NodeProcess): string => USERS[uid] ?? String(uid);

function cpuTime(us: number, hours: boolean): string {
  const seconds = Math.floor(us / 1e6);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return hours
    ? `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

/** `ps -ef`, `ps aux`, `ps -p PID`: every process of the node, those of containers too. Models procps-ng 4. */
export function ps(node: NodeConsole): Program {
  return function* (sys: Syscalls): Task<number> {
    const words = sys.argv.slice(1);
    const aux = words.some((word) => /^-?[aux]*u[aux]*/.test(word));
    const chosen = words[words.findIndex((word) => word === '-p' || word === '--pid') + 1];
    const one = words.includes('-p') || words.includes('--pid');
    const processes = node
      .processes()
      .filter(({ pid }) => !one || (chosen ?? '').split(',').includes(String(pid)));
    const rows = processes.map((process) => (aux ? auxRow(process, node.memoryBytes) : fullRow(process)));
    const head = aux
      ? 'USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND'
      : 'UID          PID    PPID  C STIME TTY          TIME CMD';
    yield* out(sys, `${[head, ...rows].join('\n')}\n`);
    return one && processes.length === 0 ? 1 : 0;
  };
}

function fullRow(process: NodeProcess): string {
  const { pid, ppid, startedUs, cpuUs, argv } = process;
  const started = formatTime(startedUs, '%H:%M');
  return `${userOf(process).padEnd(8)} ${String(pid).padStart(7)} ${String(ppid).padStart(7)}  0 ${started} ?        ${cpuTime(cpuUs, true)} ${argv.join(' ')}`;
}

function auxRow(process: NodeProcess, memoryBytes: number): string {
  const { pid, startedUs, cpuUs, rssBytes, state, argv } = process;
  const rss = Math.round(rssBytes / 1024);
  const memory = ((rssBytes / memoryBytes) * 100).toFixed(1);
  const started = formatTime(startedUs, '%H:%M');
  return `${userOf(process).padEnd(8)} ${String(pid).padStart(7)}  0.0 ${memory.padStart(4)} ${String(rss + 4_300).padStart(6)} ${String(rss).padStart(5)} ?        ${`${state}s`.padEnd(4)} ${started.padStart(5)}  ${cpuTime(cpuUs, false).padStart(5)} ${argv.join(' ')}`;
}
