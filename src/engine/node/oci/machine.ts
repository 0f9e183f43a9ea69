import type { ObjectRef } from '../../../api/object.ts';
import { quantityValue, quantityMilliValue } from '../../../api/quantity.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { LIMITS } from '../../kernel/limits.ts';
import type { NetNamespace, Network } from '../../network/port.ts';
import type { Program } from '../../workloads/program.ts';
import type { ProcessContext, ProcessEvents } from '../../workloads/process/context.ts';
import { type ProcessHandle, ProcessTable } from '../../workloads/process/table.ts';
import { Files } from '../../workloads/vfs/files.ts';
import { FileTree } from '../../workloads/vfs/tree.ts';
import { CgroupTree } from './cgroups.ts';
import { HostFiles } from './host-files.ts';

// A node's machine: disk, memory, processors and the process ids of everything that runs on it.

export interface MachineOptions {
  readonly kernel: Kernel;
  readonly nodeName: string;
  readonly address: string;
  /** Quantities: cpu, memory, ephemeral-storage. */
  readonly capacity: Readonly<Record<string, string>>;
  readonly network: Network;
  readonly netns: NetNamespace;
  /** Storage that outlives Pods and is not of this node: volumes by key. */
  readonly shared: (key: string) => FileTree;
  readonly forkUs: number;
}

const DEFAULT_STORAGE = 100 * 1024 * 1024 * 1024;
/** What the system itself uses of a node's memory. */
const SYSTEM_MEMORY = 600 * 1024 * 1024;
const FIRST_PID = 1000;

/** Whose process it is, for records. */
export interface ProcessOwner {
  readonly pod: ObjectRef;
  readonly container: string;
}

export class Machine {
  readonly kernel: Kernel;
  readonly nodeName: string;
  readonly address: string;
  readonly network: Network;
  private readonly forkUs: number;
  readonly netns: NetNamespace;
  readonly files: HostFiles;
  readonly cgroups: CgroupTree;
  readonly memoryBytes: number;
  readonly cpus: number;
  readonly diskBytes: number;
  bootId: string;
  readonly machineId: string;
  private bootedAt: number;
  private nextPid = FIRST_PID;
  private processes = 0;
  private readonly hostPids = new WeakMap<ProcessTable, ReadonlyMap<number, { readonly pid: number }>>();
  /** Memory taken from outside Pods: faults. */
  extraMemoryBytes = 0;
  extraDiskBytes = 0;

  constructor(options: MachineOptions) {
    const { kernel, nodeName, capacity } = options;
    this.kernel = kernel;
    this.nodeName = nodeName;
    this.address = options.address;
    this.network = options.network;
    this.netns = options.netns;
    this.forkUs = options.forkUs;
    this.memoryBytes = quantityValue(capacity['memory'] ?? '8Gi');
    this.cpus = Math.max(1, Math.ceil(quantityMilliValue(capacity['cpu'] ?? '4') / 1000));
    this.diskBytes =
      capacity['ephemeral-storage'] === undefined
        ? DEFAULT_STORAGE
        : quantityValue(capacity['ephemeral-storage']);
    this.files = new HostFiles({
      sizeBytes: this.diskBytes,
      nowUs: () => kernel.unixUs(),
      shared: options.shared,
    });
    this.cgroups = new CgroupTree(kernel, this.memoryBytes);
    this.bootId = kernel.uid();
    this.machineId = kernel.hexId(32);
    this.bootedAt = kernel.now();
    this.layOut();
  }

  /** Memory and what is mounted go with the power; the disk stays. */
  powerOff(): void {
    this.files.powerOff();
    this.cgroups.clear();
  }

  boot(): void {
    this.bootId = this.kernel.uid();
    this.bootedAt = this.kernel.now();
    this.nextPid = FIRST_PID;
  }

  private layOut(): void {
    const { files } = this;
    for (const path of [
      '/etc',
      '/var/lib/kubelet/pods',
      '/var/log/pods',
      '/var/log/containers',
      '/tmp',
      '/mnt',
      '/opt/cni/bin',
      '/run',
      '/usr',
      '/home',
      '/srv',
      '/dev',
    ]) {
      files.makeDirectory(path, { mode: path === '/tmp' ? 0o1777 : 0o755 });
    }
    files.writeFile('/etc/hostname', `${this.nodeName}\n`);
    files.writeFile('/etc/hosts', `127.0.0.1\tlocalhost\n${this.address}\t${this.nodeName}\n`);
    files.writeFile(
      '/etc/os-release',
      'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nNAME="Debian GNU/Linux"\nID=debian\n',
    );
    files.writeFile('/etc/passwd', 'root:x:0:0:root:/root:/bin/bash\n');
    files.writeFile('/etc/machine-id', `${this.machineId}\n`);
  }

  uptimeSeconds(): number {
    return (this.kernel.now() - this.bootedAt) / 1_000_000;
  }

  mayFork(): boolean {
    return this.processes < LIMITS.processesPerNode;
  }

  get processCount(): number {
    return this.processes;
  }

  usedMemoryBytes(): number {
    return SYSTEM_MEMORY + this.extraMemoryBytes + this.cgroups.root.memoryBytes;
  }

  usedDiskBytes(): number {
    return this.files.usedBytes() + this.extraDiskBytes;
  }

  /** A new pid namespace whose processes are recorded as `ownerOf` their context. */
  newTable(
    ownerOf: (context: ProcessContext) => ProcessOwner | undefined,
    oom: (context: ProcessContext) => boolean,
  ): ProcessTable {
    const hostPids = new Map<number, { readonly pid: number; readonly child: boolean }>();
    const { kernel, nodeName } = this;
    const actor = `runc/${nodeName}`;
    const events: ProcessEvents = {
      started: ({ pid, context, argv }) => {
        this.processes++;
        const child = (table.get(pid)?.ppid ?? 0) !== 0;
        const host = { pid: this.nextPid++, child };
        hostPids.set(pid, host);
        const owner = ownerOf(context);
        if (owner === undefined) return;
        kernel.record(actor, 'process.start', {
          node: nodeName,
          ...owner,
          pid: host.pid,
          nsPid: pid,
          argv,
          ...(child ? { child } : {}),
        });
      },
      ended: ({ pid, context, code, signal }) => {
        this.processes--;
        const owner = ownerOf(context);
        const host = hostPids.get(pid);
        hostPids.delete(pid);
        if (owner === undefined || host === undefined) return;
        kernel.record(actor, 'process.exit', {
          node: nodeName,
          ...owner,
          pid: host.pid,
          nsPid: pid,
          code,
          ...(host.child ? { child: true } : {}),
          ...(signal === undefined ? {} : { signal }),
          ...(oom(context) ? { oom: true } : {}),
        });
      },
      signalled: ({ pid, context, signal, effect }) => {
        const owner = ownerOf(context);
        if (owner === undefined || signal === 'SIGCHLD') return;
        kernel.record(actor, 'signal', {
          node: nodeName,
          ...owner,
          pid: hostPids.get(pid)?.pid ?? 0,
          nsPid: pid,
          signal,
          effect,
        });
      },
    };
    const table = new ProcessTable(kernel, events, this.forkUs);
    this.hostPids.set(table, hostPids);
    return table;
  }

  /** The node's pid of a process of a namespace. */
  hostPid(table: ProcessTable, pid: number): number | undefined {
    return this.hostPids.get(table)?.get(pid)?.pid;
  }

  /** Starts the pause process of a sandbox in its table. */
  startPause(table: ProcessTable): ProcessHandle {
    return this.startWaiting(table, ['/pause'], 65535);
  }

  /** Starts what the node's system runs, its init first, in the node's own pid namespace. */
  startSystem(table: ProcessTable): void {
    for (const command of SYSTEM) this.startWaiting(table, command.split(' '), 0);
  }

  private startWaiting(table: ProcessTable, argv: readonly string[], id: number): ProcessHandle {
    const context: ProcessContext = {
      name: '',
      vfs: PAUSE_FILES,
      random: this.kernel.random(`pause/${this.nodeName}`),
      capabilities: new Set(),
      hostname: () => '',
      cpuTime: (us) => us,
      charge: () => true,
      mayFork: () => false,
      resources: () => ({ rssBytes: 0, nodeMemoryBytes: this.memoryBytes, nodeCpus: this.cpus }),
    };
    return table.start({
      context,
      program: pause,
      argv,
      env: new Map(),
      cwd: '/',
      uid: id,
      gid: id,
      stdout: {},
      stderr: {},
    });
  }
}

const SYSTEM = [
  '/sbin/init',
  '/usr/bin/containerd',
  '/usr/bin/kubelet --config=/var/lib/kubelet/config.yaml',
];
const PAUSE_FILES = new Files(new FileTree({ source: 'overlay', type: 'overlay' }), { readOnly: true });

/** Waits for SIGTERM or SIGINT, and reaps orphans meanwhile. */
const pause: Program = function* (sys) {
  let over = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) sys.signal(signal, () => (over = true));
  sys.signal('SIGCHLD', () => undefined);
  while (!over) {
    yield* sys.pause();
    while (!over) {
      const child = yield* sys.wait(undefined, true);
      if (child === 'ECHILD' || child === undefined || child === 'interrupted') break;
    }
  }
  return 0;
};
