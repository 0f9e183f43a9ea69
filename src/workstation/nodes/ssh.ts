import type { Kernel } from '../../engine/kernel/kernel.ts';
import type { Task } from '../../engine/kernel/task.ts';
import type { ProcessHandle } from '../../engine/workloads/process/table.ts';
import type { Program, Syscalls } from '../../engine/workloads/program.ts';
import { fail, out } from '../../engine/workloads/toolbox/io.ts';
import type { TerminalInput } from '../shell/terminal.ts';
import { NodeLogins } from './login.ts';
import type { NodeConsole, NodeConsoles, ProcessStreams } from './port.ts';
import { runElsewhere } from './remote.ts';

/** What the ways onto a node need. */
interface Ways {
  readonly nodes: NodeConsoles;
  readonly logins: NodeLogins;
  /** The terminal of the learner's machine that is in use now. */
  readonly terminal: () => TerminalInput | undefined;
}

/** The programs that lead onto the nodes of a machine: ssh, and docker where they are containers. */
export type WaysOntoNodes = (
  kernel: Kernel,
  nodes: NodeConsoles,
  terminal: () => TerminalInput | undefined,
) => { readonly ssh: Program; readonly docker: Program };

export const waysOntoNodes: WaysOntoNodes = (kernel, nodes, terminal) => {
  const ways = { nodes, logins: new NodeLogins(kernel), terminal };
  return { ssh: ssh(ways), docker: docker(ways) };
};

/** Options of OpenSSH's client that take a value. */
const WITH_VALUE = new Set([
  '-b',
  '-c',
  '-D',
  '-E',
  '-e',
  '-F',
  '-I',
  '-i',
  '-J',
  '-L',
  '-l',
  '-m',
  '-o',
  '-p',
  '-R',
  '-S',
  '-W',
  '-w',
]);

/** `ssh [user@]HOST [COMMAND…]`: a shell on a node, or one command there. Models OpenSSH's client as far as it shows. */
function ssh(ways: Ways): Program {
  return function* (sys: Syscalls): Task<number> {
    const words = sys.argv.slice(1);
    let tty = false;
    while (words[0]?.startsWith('-') === true) {
      const option = words.shift() as string;
      if (/^-t+$/.test(option)) tty = true;
      if (WITH_VALUE.has(option)) words.shift();
    }
    const destination = words.shift();
    if (destination === undefined)
      return yield* fail(sys, 'usage: ssh [-tT] [user@]destination [command [argument ...]]', 255);
    const host = destination.slice(destination.lastIndexOf('@') + 1);
    const node = ways.nodes.get(host);
    if (node === undefined)
      return yield* fail(sys, `ssh: Could not resolve hostname ${host}: Name or service not known`, 255);
    if (!node.reachable) {
      yield* sys.sleep(3_000_000);
      return yield* fail(sys, `ssh: connect to host ${host} port 22: No route to host`, 255);
    }
    const command = words.length === 0 ? undefined : words.join(' ');
    return yield* login(sys, ways, node, { command, tty: tty || command === undefined });
  };
}

function* login(
  sys: Syscalls,
  { logins, terminal }: Ways,
  node: NodeConsole,
  { command, tty }: { readonly command: string | undefined; readonly tty: boolean },
): Task<number> {
  const asTerminal = tty && sys.isTerminal(0);
  const line = asTerminal ? terminal() : undefined;
  const before = line?.raw ?? false;
  if (line !== undefined) line.raw = true;
  const exit = yield* runElsewhere(sys, asTerminal, (streams) => session(logins, node, command, streams));
  if (line !== undefined) line.raw = before;
  if (node.goesDown.settled)
    return yield* fail(sys, `Connection to ${node.name} closed by remote host.`, 255);
  if (asTerminal && command === undefined) yield* out(sys, `Connection to ${node.name} closed.\n`);
  return exit;
}

/** A login ends with the machine it is on. */
function session(
  logins: NodeLogins,
  node: NodeConsole,
  command: string | undefined,
  streams: ProcessStreams,
): ProcessHandle {
  const handle = logins.start(node, command, streams);
  const off = node.goesDown.subscribe(() => handle.kill('SIGKILL'));
  handle.done.subscribe(off);
  return handle;
}

/** kind's names of its nodes' containers: kind-control-plane, kind-worker, kind-worker2 … */
function kindName(name: string): string {
  return `kind-${name.replace(/^worker-1$/, 'worker').replace(/^worker-(\d+)$/, 'worker$1')}`;
}

/** `docker exec [-it] NODE COMMAND…` and `docker ps`, where nodes are containers. */
function docker(ways: Ways): Program {
  const { nodes } = ways;
  const byName = (name: string): string | undefined =>
    nodes.names().find((node) => node === name || kindName(node) === name);
  return function* (sys: Syscalls): Task<number> {
    const [verb, ...words] = sys.argv.slice(1);
    if (verb === 'ps') {
      const rows = nodes.names().map((name) => `kindest/node:v1.36.2   Up       ${kindName(name)}\n`);
      yield* out(sys, `IMAGE                  STATUS   NAMES\n${rows.join('')}`);
      return 0;
    }
    if (verb !== 'exec') return yield* fail(sys, `docker: '${verb ?? ''}' is not simulated: exec and ps are`);
    let tty = false;
    while (words[0]?.startsWith('-') === true) tty = /^-[a-z]*t|^--tty/.test(words.shift() as string) || tty;
    const name = words.shift();
    if (name === undefined || words.length === 0)
      return yield* fail(
        sys,
        "docker: 'docker exec' requires at least 2 arguments\n\nUsage:  docker exec [OPTIONS] CONTAINER COMMAND [ARG...]",
      );
    const node = nodes.get(byName(name) ?? '');
    if (node === undefined) return yield* fail(sys, `Error response from daemon: No such container: ${name}`);
    const shell = words.length === 1 && /(?:^|\/)(?:ba)?sh$/.test(words[0] ?? '');
    const line = tty && sys.isTerminal(0) ? ways.terminal() : undefined;
    const before = line?.raw ?? false;
    if (line !== undefined) line.raw = true;
    const exit = yield* runElsewhere(sys, line !== undefined, (streams) =>
      session(ways.logins, node, shell ? undefined : words.join(' '), streams),
    );
    if (line !== undefined) line.raw = before;
    return exit;
  };
}
