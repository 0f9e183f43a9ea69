import type { Kernel } from '../../engine/kernel/kernel.ts';
import { LIMITS } from '../../engine/kernel/limits.ts';
import { baseTree, withCurl } from '../../engine/workloads/images/rootfs.ts';
import type { ProcessContext } from '../../engine/workloads/process/context.ts';
import { type ProcessHandle, ProcessTable } from '../../engine/workloads/process/table.ts';
import type { Program } from '../../engine/workloads/program.ts';
import { rareProgram } from '../../engine/workloads/rare/rare.ts';
import { shellProgram } from '../../engine/workloads/shell/ash.ts';
import { imageRoot } from '../../engine/workloads/vfs/tree.ts';
import { Files } from '../../engine/workloads/vfs/files.ts';
import { crictl } from './crictl/crictl.ts';
import { ctr } from './ctr.ts';
import { etcdctl } from './etcdctl.ts';
import { ip, iptables, iptablesSave } from './network-tools.ts';
import { nsenter } from './nsenter.ts';
import type { NodeConsole, ProcessStreams } from './port.ts';
import { ps } from './ps.ts';
import { journalctl, systemctl } from './systemd.ts';
import { sudo } from './sudo.ts';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Starts a shell of root on a node, or one command there. */
export class NodeLogins {
  private readonly kernel: Kernel;
  private readonly tables = new Map<string, ProcessTable>();

  constructor(kernel: Kernel) {
    this.kernel = kernel;
  }

  start(node: NodeConsole, command: string | undefined, streams: ProcessStreams): ProcessHandle {
    const argv = command === undefined ? ['-bash'] : ['bash', '-c', command];
    return this.table(node.name).start({
      context: this.context(node),
      program: shellProgram('bash'),
      argv,
      env: new Map([
        ['HOME', '/root'],
        ['PATH', PATH],
        ['USER', 'root'],
        ['TERM', 'xterm-256color'],
        ['PS1', `root@${node.name}:\\w\\$ `],
      ]),
      cwd: '/root',
      uid: 0,
      gid: 0,
      ...streams,
    });
  }

  /** The processes of all logins on a node; its first is no shell, so that no logout ends the others. */
  private table(name: string): ProcessTable {
    const known = this.tables.get(name);
    if (known !== undefined) return known;
    const table = new ProcessTable(this.kernel);
    this.tables.set(name, table);
    table.start({
      context: {
        ...NO_CONTEXT,
        vfs: new Files(baseTree('scratch')),
        random: this.kernel.random(`sshd/${name}`),
      },
      program: reaper,
      argv: ['sshd'],
      env: new Map(),
      cwd: '/',
      uid: 0,
      gid: 0,
      stdout: {},
      stderr: {},
    });
    return table;
  }

  private context(node: NodeConsole): ProcessContext {
    const table = this.table(node.name);
    return {
      name: node.name,
      vfs: this.files(node),
      random: this.kernel.random(`sshd/${node.name}`),
      net: node.net,
      capabilities: new Set([
        'CAP_DAC_OVERRIDE',
        'CAP_KILL',
        'CAP_CHOWN',
        'CAP_FOWNER',
        'CAP_NET_BIND_SERVICE',
      ]),
      hostname: () => node.name,
      cpuTime: (us) => us,
      charge: () => true,
      resources: () => ({
        rssBytes: 0,
        nodeMemoryBytes: node.memoryBytes,
        nodeUsedBytes: node.usedMemoryBytes(),
        nodeCpus: node.cpus,
      }),
      mayFork: () => table.size < LIMITS.processesPerNode,
    };
  }

  /** The node's folders behind a system's tools. */
  private files(node: NodeConsole): Files {
    const tree = baseTree('busybox');
    withCurl(tree);
    tree.mkdirs('/root');
    for (const [name, program] of Object.entries(toolsOf(node, (request) => this.inNetwork(node, request))))
      tree.executable(`/usr/local/bin/${name}`, program, 10_000_000);
    tree.executable('/usr/bin/ss', rareProgram('ss'), 100_000);
    tree.executable('/bin/bash', shellProgram('bash'), 1_000_000);
    const files = new Files(imageRoot(tree, node.diskBytes));
    for (const { target, fs } of node.mounts()) files.mount(target, fs);
    return files;
  }

  /** A command of the node with the network of a Pod. */
  private inNetwork(
    node: NodeConsole,
    {
      pid,
      argv,
      streams,
    }: { readonly pid: number; readonly argv: readonly string[]; readonly streams: ProcessStreams },
  ): ProcessHandle | string {
    const net = node.netOf(pid);
    if (net === undefined) return `nsenter: cannot open /proc/${pid}/ns/net: No such file or directory`;
    return this.table(node.name).start({
      context: { ...this.context(node), net },
      program: shellProgram(),
      argv: ['sh', '-c', argv.map(quoted).join(' ')],
      env: new Map([['PATH', PATH]]),
      cwd: '/',
      uid: 0,
      gid: 0,
      ...streams,
    });
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

function toolsOf(
  node: NodeConsole,
  inNetwork: Parameters<typeof nsenter>[1],
): Readonly<Record<string, Program>> {
  return {
    crictl: crictl(node),
    ctr: ctr(node),
    journalctl: journalctl(node),
    systemctl: systemctl(node),
    ip: ip(node),
    iptables: iptables(node),
    'iptables-save': iptablesSave(node),
    nsenter: nsenter(node, inNetwork),
    ps: ps(node),
    sudo,
    ...(node.etcd === undefined ? {} : { etcdctl: etcdctl(node.etcd) }),
  };
}

const NO_CONTEXT = {
  name: 'sshd',
  capabilities: new Set<string>(),
  hostname: () => '',
  cpuTime: (us: number) => us,
  charge: () => true,
  resources: () => ({ rssBytes: 0, nodeMemoryBytes: 0, nodeCpus: 1 }),
  mayFork: () => false,
};

const reaper: Program = function* (sys) {
  sys.signal('SIGCHLD', () => undefined);
  for (;;) {
    const ended = yield* sys.wait();
    if (ended === 'ECHILD') yield* sys.pause();
  }
};
