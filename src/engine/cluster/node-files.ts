import type { NodeProcess } from '../../workstation/nodes/port.ts';
import type { Cgroup } from '../node/oci/cgroups.ts';
import type { Machine } from '../node/oci/machine.ts';
import { cgroupFiles } from '../node/oci/pseudo-files.ts';
import type { DirectoryNode, FileSystem, FsNode } from '../workloads/vfs/port.ts';
import { FileTree } from '../workloads/vfs/tree.ts';

/** Folders of a system's tools: those of the login, not of the simulated disk. */
const TOOLS = new Set(['bin', 'sbin', 'usr', 'lib', 'dev', 'proc', 'sys', 'root']);

/** The node's folders, /proc with every process of the node, and the cgroup tree. */
export function nodeFolders(
  machine: Machine,
  processes: () => readonly NodeProcess[],
): readonly { readonly target: string; readonly fs: FileSystem }[] {
  const { tree } = machine.files;
  const own = [...tree.root.entries]
    .filter(
      (entry): entry is [string, DirectoryNode] => !TOOLS.has(entry[0]) && entry[1].kind === 'directory',
    )
    .map(([name, root]) => ({ target: `/${name}`, fs: disk(machine, root) }));
  return [
    ...own,
    { target: '/proc', fs: rooted('proc', 'proc', procOf(machine, processes)) },
    {
      target: '/sys/fs/cgroup',
      fs: rooted('cgroup2', 'cgroup2', cgroupFolder(machine, machine.cgroups.root)),
    },
  ];
}

/** A folder of the node's one disk. */
function disk(machine: Machine, root: DirectoryNode): FileSystem {
  const tree = new FileTree({ source: '/dev/vda1', type: 'ext4', sizeBytes: machine.diskBytes });
  return Object.assign(tree, { root, usedBytes: () => machine.usedDiskBytes() });
}

function rooted(source: string, type: string, root: DirectoryNode): FileSystem {
  return Object.assign(new FileTree({ source, type }), { root });
}

const COMMON = { inode: 1, uid: 0, gid: 0, modifiedUs: 0 };

function device(read: () => string): FsNode {
  return { ...COMMON, kind: 'device', mode: 0o444, read };
}

function folder(dynamic: NonNullable<DirectoryNode['dynamic']>): DirectoryNode {
  return { ...COMMON, kind: 'directory', mode: 0o555, entries: new Map(), dynamic };
}

function procOf(machine: Machine, processes: () => readonly NodeProcess[]): DirectoryNode {
  const kib = Math.floor(machine.memoryBytes / 1024);
  const fixed: Readonly<Record<string, () => string>> = {
    uptime: () => `${machine.uptimeSeconds().toFixed(2)} 0.00\n`,
    meminfo: () => {
      const free = kib - Math.floor(machine.usedMemoryBytes() / 1024);
      return `MemTotal:       ${String(kib).padStart(8)} kB\nMemFree:        ${String(free).padStart(8)} kB\nMemAvailable:   ${String(free).padStart(8)} kB\n`;
    },
  };
  return folder({
    lookup(name) {
      const read = fixed[name];
      if (read !== undefined) return device(read);
      const process = processes().find(({ pid }) => String(pid) === name);
      return process === undefined ? undefined : processFolder(process);
    },
    list: () => [...processes().map(({ pid }) => String(pid)), ...Object.keys(fixed)],
  });
}

function processFolder({ pid, ppid, uid, argv, state, rssBytes, cgroup }: NodeProcess): DirectoryNode {
  const name = ((argv[0] ?? '').split('/').at(-1) ?? '').slice(0, 15);
  const files: Readonly<Record<string, string>> = {
    comm: `${name}\n`,
    cmdline: argv.map((word) => `${word}\0`).join(''),
    cgroup: `0::${cgroup}\n`,
    status: `Name:\t${name}\nState:\t${state} (${state === 'R' ? 'running' : 'sleeping'})\nTgid:\t${pid}\nPid:\t${pid}\nPPid:\t${ppid}\nUid:\t${`${uid}\t`.repeat(4).trim()}\nVmRSS:\t${Math.floor(rssBytes / 1024)} kB\n`,
  };
  return folder({
    lookup: (file) => {
      const text = files[file];
      return text === undefined ? undefined : device(() => text);
    },
    list: () => Object.keys(files),
  });
}

function cgroupFolder(machine: Machine, group: Cgroup): DirectoryNode {
  const files = cgroupFiles(group);
  const base = group.path === '/' ? '' : group.path;
  return folder({
    lookup(name) {
      const read = files[name];
      if (read !== undefined) return device(read);
      const child = machine.cgroups.get(`${base}/${name}`);
      return child === undefined ? undefined : cgroupFolder(machine, child);
    },
    list: () => [...Object.keys(files), ...machine.cgroups.childrenOf(group)],
  });
}
