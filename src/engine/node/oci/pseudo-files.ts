import { FileTree } from '../../workloads/vfs/tree.ts';
import type { DeviceNode, DirectoryNode, FsNode } from '../../workloads/vfs/port.ts';
import type { ProcessTable } from '../../workloads/process/table.ts';
import type { Cgroup } from './cgroups.ts';

// /proc, /dev and /sys as a container sees them: made when looked at.

export interface PseudoInputs {
  readonly table: ProcessTable;
  readonly cgroup: Cgroup;
  readonly nodeMemoryBytes: number;
  readonly nodeCpus: number;
  readonly uptimeSeconds: () => number;
  /** Values under /proc/sys by path: `net/ipv4/ip_local_port_range`. */
  readonly sysctls: Readonly<Record<string, string>>;
  /** Writes as the process with that pid would to its own output. */
  readonly output: (fd: 1 | 2, text: string) => void;
}

const SYSCTLS: Readonly<Record<string, string>> = {
  'net/ipv4/ip_local_port_range': '32768\t60999',
  'net/ipv4/ip_unprivileged_port_start': '0',
  'net/ipv4/ping_group_range': '0\t2147483647',
  'net/ipv4/tcp_syncookies': '1',
  'net/core/somaxconn': '4096',
  'kernel/shm_rmid_forced': '0',
  'kernel/hostname': 'localhost',
};

let inodes = 1;

function directory(entries: ReadonlyMap<string, FsNode>, dynamic?: DirectoryNode['dynamic']): DirectoryNode {
  const base = {
    kind: 'directory' as const,
    inode: inodes++ % 1_000_000,
    mode: 0o555,
    uid: 0,
    gid: 0,
    modifiedUs: 0,
    entries: new Map(entries),
  };
  return dynamic === undefined ? base : { ...base, dynamic };
}

function device(read: () => string, write?: DeviceNode['write'], mode = 0o444): DeviceNode {
  return {
    kind: 'device',
    inode: inodes++ % 1_000_000,
    mode,
    uid: 0,
    gid: 0,
    modifiedUs: 0,
    read,
    ...(write === undefined ? {} : { write }),
  };
}

function link(target: string): FsNode {
  return { kind: 'symlink', inode: 2, mode: 0o777, uid: 0, gid: 0, modifiedUs: 0, target };
}

/** /proc of one pid namespace, as one container has it mounted. */
export function procTree(inputs: PseudoInputs): FileTree {
  const tree = new FileTree({ source: 'proc', type: 'proc' });
  const fixed: Readonly<Record<string, () => FsNode>> = {
    meminfo: () => device(() => meminfo(inputs)),
    cpuinfo: () => device(() => cpuinfo(inputs.nodeCpus)),
    uptime: () => device(() => `${inputs.uptimeSeconds().toFixed(2)} 0.00\n`),
    loadavg: () => device(() => '0.10 0.08 0.05 1/120 1\n'),
    version: () => device(() => 'Linux version 6.18.0 (podscope) #1 SMP PREEMPT_DYNAMIC\n'),
    sys: () => sysctlDirectory(inputs.sysctls, ''),
    self: () => link('1'),
    mounts: () => device(() => 'overlay / overlay rw,relatime 0 0\n'),
    filesystems: () => device(() => 'nodev\tproc\nnodev\ttmpfs\n\text4\nnodev\toverlay\n'),
  };
  const root: DirectoryNode = {
    ...tree.root,
    mode: 0o555,
    dynamic: {
      lookup: (name) => (/^\d+$/.test(name) ? processDirectory(inputs, Number(name)) : fixed[name]?.()),
      list: () => [...inputs.table.list().map(({ pid }) => String(pid)), ...Object.keys(fixed)],
    },
  };
  return Object.assign(tree, { root });
}

function processDirectory({ table, output, cgroup }: PseudoInputs, pid: number): DirectoryNode | undefined {
  const process = table.get(pid);
  if (process === undefined) return undefined;
  const name = (process.argv[0] ?? '').split('/').at(-1) ?? '';
  const fd = (number: 1 | 2): FsNode =>
    device(
      () => '',
      (text) => {
        output(number, text);
        return { ok: true, value: undefined };
      },
      0o222,
    );
  const status = (): string =>
    `Name:\t${name}\nState:\t${process.state} (${process.state === 'R' ? 'running' : 'sleeping'})\nTgid:\t${pid}\nPid:\t${pid}\nPPid:\t${process.ppid}\nUid:\t${`${process.uid}\t`.repeat(4).trim()}\nGid:\t${`${process.gid}\t`.repeat(4).trim()}\nVmRSS:\t${Math.floor(process.rssBytes / 1024)} kB\n`;
  return directory(
    new Map<string, FsNode>([
      ['exe', link(process.argv[0] ?? '')],
      ['comm', device(() => `${name.slice(0, 15)}\n`)],
      ['cmdline', device(() => process.argv.map((word) => `${word}\0`).join(''))],
      [
        'environ',
        device(() => [...process.env].map(([key, value]) => `${key}=${value}\0`).join(''), undefined, 0o400),
      ],
      ['status', device(status)],
      ['cgroup', device(() => `0::${cgroup.path}\n`)],
      [
        'fd',
        directory(
          new Map<string, FsNode>([
            ['0', device(() => '')],
            ['1', fd(1)],
            ['2', fd(2)],
          ]),
        ),
      ],
    ]),
  );
}

function sysctlDirectory(own: Readonly<Record<string, string>>, prefix: string): DirectoryNode {
  const all = { ...SYSCTLS, ...own };
  const entries = new Map<string, FsNode>();
  for (const [path, value] of Object.entries(all)) {
    if (!path.startsWith(prefix)) continue;
    const [head = '', ...rest] = path.slice(prefix.length).split('/');
    if (rest.length === 0)
      entries.set(
        head,
        device(() => `${value}\n`),
      );
    else if (!entries.has(head)) entries.set(head, sysctlDirectory(own, `${prefix}${head}/`));
  }
  return directory(entries);
}

function meminfo({ nodeMemoryBytes }: PseudoInputs): string {
  const total = Math.floor(nodeMemoryBytes / 1024);
  const line = (name: string, kib: number): string =>
    `${`${name}:`.padEnd(16)}${String(kib).padStart(8)} kB\n`;
  return (
    line('MemTotal', total) +
    line('MemFree', Math.floor(total * 0.6)) +
    line('MemAvailable', Math.floor(total * 0.8))
  );
}

function cpuinfo(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `processor\t: ${index}\nmodel name\t: Simulated CPU\ncpu MHz\t\t: 2400.000\n\n`,
  ).join('');
}

let devRoot: DirectoryNode | undefined;

/** /dev of a container: a copy-on-write view of one shared tree. */
export function devTree(): FileTree {
  if (devRoot === undefined) {
    const tree = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
    const sink = (): { ok: true; value: undefined } => ({ ok: true, value: undefined });
    tree.put(
      '/null',
      device(() => '', sink, 0o666),
    );
    tree.put(
      '/zero',
      device(() => '', sink, 0o666),
    );
    tree.put(
      '/full',
      device(
        () => '',
        () => ({ ok: false, error: 'ENOSPC' }),
        0o666,
      ),
    );
    tree.put(
      '/random',
      device(() => 'x', sink, 0o666),
    );
    tree.put(
      '/urandom',
      device(() => 'x', sink, 0o666),
    );
    tree.put(
      '/tty',
      device(() => '', sink, 0o666),
    );
    for (const [name, target] of [
      ['fd', '/proc/self/fd'],
      ['stdin', '/proc/self/fd/0'],
      ['stdout', '/proc/self/fd/1'],
      ['stderr', '/proc/self/fd/2'],
    ] as const) {
      tree.link(`/${name}`, target);
    }
    for (const name of ['/pts', '/mqueue', '/shm']) tree.mkdirs(name);
    devRoot = tree.root;
  }
  return new FileTree({ source: 'tmpfs', type: 'tmpfs', lower: devRoot, sizeBytes: 64 * 1024 * 1024 });
}

/** What a cgroup's files read, by name. */
export function cgroupFiles(cgroup: Cgroup): Readonly<Record<string, () => string>> {
  const limit = (): string =>
    (cgroup.limits.memoryLimitBytes ?? 0) > 0 ? String(cgroup.limits.memoryLimitBytes) : 'max';
  const quota = (): string =>
    (cgroup.limits.cpuQuotaUs ?? 0) > 0 ? String(cgroup.limits.cpuQuotaUs) : 'max';
  return {
    'memory.max': () => `${limit()}\n`,
    'memory.current': () => `${cgroup.memoryBytes}\n`,
    'memory.peak': () => `${cgroup.peakBytes}\n`,
    'memory.oom.group': () => '1\n',
    'memory.events': () =>
      `low 0\nhigh 0\nmax ${cgroup.oomKills}\noom ${cgroup.oomKills}\noom_kill ${cgroup.oomKills}\noom_group_kill ${cgroup.oomKills}\n`,
    'cpu.max': () => `${quota()} 100000\n`,
    'cpu.weight': () => `${cpuWeight(cgroup.limits.cpuShares ?? 2)}\n`,
    'cpu.stat': () => `usage_usec ${cgroup.cpuUsedUs}\nnr_periods 0\nthrottled_usec ${cgroup.throttledUs}\n`,
    'pids.max': () => 'max\n',
  };
}

/** /sys with the container's own cgroup under /sys/fs/cgroup. */
export function sysTree(cgroup: Cgroup): FileTree {
  const tree = new FileTree({ source: 'sysfs', type: 'sysfs' });
  const files = cgroupFiles(cgroup);
  const lookup = (name: string): FsNode | undefined => {
    const read = files[name];
    return read === undefined ? undefined : device(read);
  };
  const group = directory(new Map(), { lookup, list: () => Object.keys(files) });
  const fs = directory(new Map<string, FsNode>([['cgroup', group]]));
  return Object.assign(tree, { root: { ...tree.root, entries: new Map<string, FsNode>([['fs', fs]]) } });
}

/** cpu.weight that runc (1.3.2 and later) makes of cpu.shares. */
export function cpuWeight(shares: number): number {
  if (shares <= 2) return 1;
  if (shares >= 262_144) return 10_000;
  const log = Math.log2(shares);
  return Math.ceil(10 ** ((log * log + 125 * log) / 612 - 7 / 34));
}
