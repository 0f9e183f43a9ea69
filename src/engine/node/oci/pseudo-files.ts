import type { Random } from '../../../base/rng.ts';
import { FileTree } from '../../workloads/vfs/tree.ts';
import type { DeviceNode, DirectoryNode, FsNode } from '../../workloads/vfs/port.ts';
import type { Process } from '../../workloads/process/process.ts';
import type { ProcessTable } from '../../workloads/process/table.ts';
import type { Cgroup } from './cgroups.ts';
import { type OciSpec, capabilityMask } from './spec.ts';

// /proc, /dev and /sys as a container sees them: made when looked at.

export interface PseudoInputs {
  readonly table: ProcessTable;
  readonly cgroup: Cgroup;
  readonly nodeMemoryBytes: number;
  readonly nodeCpus: number;
  readonly uptimeSeconds: () => number;
  /** Values under /proc/sys by path: `net/ipv4/ip_local_port_range`. */
  readonly sysctls: Readonly<Record<string, string>>;
  readonly spec: Pick<OciSpec, 'bounding' | 'oomScoreAdj' | 'noNewPrivileges' | 'seccomp'>;
  /** /proc/sys may be written: the container is privileged. */
  readonly writable: boolean;
  /** The node's id of root in a user namespace of its own. */
  readonly rootIs: number | undefined;
  /** Writes as the process with that pid would to its own output. */
  readonly output: (fd: 1 | 2, text: string) => void;
}

const SYSCTLS: Readonly<Record<string, string>> = {
  'net/ipv4/ip_local_port_range': '32768\t60999',
  'net/ipv4/ip_unprivileged_port_start': '1024',
  'net/ipv4/ping_group_range': '1\t0',
  'net/ipv4/tcp_syncookies': '1',
  'net/core/somaxconn': '4096',
  'kernel/shm_rmid_forced': '0',
  'kernel/hostname': 'localhost',
  'kernel/ostype': 'Linux',
  'kernel/osrelease': '6.12.0',
  'kernel/pid_max': '4194304',
  'kernel/threads-max': '192000',
  'kernel/shmmax': '18446744073692774399',
  'kernel/shmall': '18446744073692774399',
  'kernel/msgmax': '8192',
  'kernel/sem': '32000\t1024000000\t500\t32000',
  'vm/max_map_count': '65530',
  'vm/swappiness': '60',
  'vm/overcommit_memory': '1',
  'fs/file-max': '9223372036854775807',
  'fs/inotify/max_user_watches': '187000',
  'fs/inotify/max_user_instances': '128',
  'net/ipv4/ip_forward': '1',
  'net/ipv4/tcp_keepalive_time': '7200',
  'net/ipv4/tcp_fin_timeout': '60',
  'net/ipv4/tcp_rmem': '4096\t131072\t6291456',
  'net/ipv4/tcp_wmem': '4096\t16384\t4194304',
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
  const changed: Record<string, string> = {};
  const set = inputs.writable
    ? (path: string, text: string): void => void (changed[path] = text.trim())
    : undefined;
  const fixed: Readonly<Record<string, () => FsNode>> = {
    meminfo: () => device(() => meminfo(inputs)),
    cpuinfo: () => device(() => cpuinfo(inputs.nodeCpus)),
    uptime: () => device(() => `${inputs.uptimeSeconds().toFixed(2)} 0.00\n`),
    loadavg: () => device(() => '0.10 0.08 0.05 1/120 1\n'),
    version: () => device(() => 'Linux version 6.18.0 (podscope) #1 SMP PREEMPT_DYNAMIC\n'),
    sys: () => sysctlDirectory({ ...SYSCTLS, ...inputs.sysctls, ...changed }, '', set),
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

function processDirectory(inputs: PseudoInputs, pid: number): DirectoryNode | undefined {
  const { table, output } = inputs;
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
    `Name:\t${name}\nState:\t${process.state} (${process.state === 'R' ? 'running' : 'sleeping'})\nTgid:\t${pid}\nPid:\t${pid}\nPPid:\t${process.ppid}\nUid:\t${`${process.uid}\t`.repeat(4).trim()}\nGid:\t${`${process.gid}\t`.repeat(4).trim()}\nGroups:\t${process.groups.map((gid) => `${gid} `).join('')}\nVmRSS:\t${Math.floor(process.rssBytes / 1024)} kB\nThreads:\t1\n${capabilityLines(inputs, process)}${securityLines(inputs)}`;
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
      ['uid_map', device(() => idMap(inputs.rootIs))],
      ['gid_map', device(() => idMap(inputs.rootIs))],
      ['limits', device(() => LIMITS)],
      ['oom_score_adj', device(() => `${inputs.spec.oomScoreAdj}\n`, undefined, 0o644)],
      // A cgroup namespace of its own: what lies above is not seen.
      ['cgroup', device(() => '0::/\n')],
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

const LIMITS =
  'Limit                     Soft Limit           Hard Limit           Units     \nMax processes             unlimited            unlimited            processes \nMax open files            1048576              1048576              files     \n';

function idMap(rootIs: number | undefined): string {
  const [outside, count] = rootIs === undefined ? [0, 4_294_967_295] : [rootIs, 65_536];
  return `${[0, outside, count].map((id) => String(id).padStart(10)).join(' ')}\n`;
}

function securityLines({ spec: { noNewPrivileges, seccomp } }: PseudoInputs): string {
  return `NoNewPrivs:\t${Number(noNewPrivileges)}\nSeccomp:\t${seccomp ? 2 : 0}\nSeccomp_filters:\t${Number(seccomp)}\n`;
}

function capabilityLines({ spec: { bounding } }: PseudoInputs, process: Process): string {
  const none = capabilityMask(new Set());
  const held = process.uid === 0 ? capabilityMask(process.context.capabilities) : none;
  return `CapInh:\t${none}\nCapPrm:\t${held}\nCapEff:\t${held}\nCapBnd:\t${capabilityMask(bounding)}\nCapAmb:\t${none}\n`;
}

function sysctlDirectory(
  all: Readonly<Record<string, string>>,
  prefix: string,
  set: ((path: string, text: string) => void) | undefined,
): DirectoryNode {
  const entries = new Map<string, FsNode>();
  for (const [path, value] of Object.entries(all)) {
    if (!path.startsWith(prefix)) continue;
    const [head = '', ...rest] = path.slice(prefix.length).split('/');
    if (rest.length === 0)
      entries.set(
        head,
        device(
          () => `${value}\n`,
          (text) => {
            set?.(path, text);
            return set === undefined ? { ok: false, error: 'EROFS' } : { ok: true, value: undefined };
          },
          0o644,
        ),
      );
    else if (!entries.has(head)) entries.set(head, sysctlDirectory(all, `${prefix}${head}/`, set));
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

const ZEROS = '\0'.repeat(65_536);

let devRoot: DirectoryNode | undefined;

/** /dev of a container: a copy-on-write view of one shared tree, with chance of its own. */
export function devTree(random: Random): FileTree {
  if (devRoot === undefined) {
    const tree = new FileTree({ source: 'tmpfs', type: 'tmpfs' });
    const sink = (): { ok: true; value: undefined } => ({ ok: true, value: undefined });
    tree.put(
      '/null',
      device(() => '', sink, 0o666),
    );
    tree.put('/zero', { ...device(() => ZEROS, sink, 0o666), endless: true });
    tree.put(
      '/full',
      device(
        () => '',
        () => ({ ok: false, error: 'ENOSPC' }),
        0o666,
      ),
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
  const own = new FileTree({ source: 'tmpfs', type: 'tmpfs', lower: devRoot, sizeBytes: 64 * 1024 * 1024 });
  const noise = (): string => String.fromCharCode(...Array.from({ length: 4_096 }, () => random.int(128)));
  for (const path of ['/random', '/urandom']) {
    const node = device(noise, () => ({ ok: true, value: undefined }), 0o666);
    own.put(path, { ...node, endless: true });
  }
  return own;
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
    'cpu.stat': () =>
      `usage_usec ${Math.round(cgroup.cpuUsedUs)}\nnr_periods 0\nthrottled_usec ${cgroup.throttledUs}\n`,
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
