import type {
  NodeContainer,
  NodeLink,
  NodeProcess,
  NodeSandbox,
  ProcessStreams,
} from '../../workstation/nodes/port.ts';
import type { Network } from '../network/port.ts';
import type { Container, Sandbox } from '../node/cri/stores.ts';
import type { NodeMachine } from '../node/cri/create-containerd.ts';
import { netPortOf } from '../node/oci/net-port.ts';
import type { NetPort } from '../workloads/process/context.ts';
import type { ProcessHandle, ProcessTable } from '../workloads/process/table.ts';
import type { FileSystem } from '../workloads/vfs/port.ts';
import { nodeFolders } from './node-files.ts';
import type { NodePlace } from './nodes.ts';

/** The system's own processes that are there from the start, with their pids. */
const SYSTEM: readonly (readonly [pid: number, ppid: number, command: string])[] = [
  [1, 0, '/sbin/init'],
  [302, 1, '/usr/lib/systemd/systemd-journald'],
  [598, 1, 'sshd: /usr/sbin/sshd -D'],
];
const UNITS = {
  containerd: '/usr/bin/containerd',
  kubelet:
    '/usr/bin/kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap-kubelet.conf --kubeconfig=/etc/kubernetes/kubelet.conf --config=/var/lib/kubelet/config.yaml --v=2',
} as const;
/** A shim is no process of the simulation; it is listed so far behind its sandbox. */
const SHIM_PID = 100_000;

type RunningUnit = readonly ['containerd' | 'kubelet', { readonly pid: number; readonly sinceUs: number }];

/** A machine as root on it sees it: containerd's stores, every process, the folders. */
export class MachineView {
  private readonly node: NodeMachine;
  private readonly units: () => readonly RunningUnit[];

  constructor(node: NodeMachine, units: () => readonly RunningUnit[]) {
    this.node = node;
    this.units = units;
  }

  private get state() {
    return this.node.containerd.state;
  }

  private hostPid(table: ProcessTable, pid: number | undefined): number | undefined {
    return pid === undefined ? undefined : this.node.machine.hostPid(table, pid);
  }

  sandboxes(): readonly NodeSandbox[] {
    return [...this.state.sandboxes.values()].map((sandbox) => this.sandbox(sandbox));
  }

  private sandbox(sandbox: Sandbox): NodeSandbox {
    const { metadata, labels, annotations, hostNetwork, runtimeHandler } = sandbox.config;
    return {
      id: sandbox.id,
      ...metadata,
      ready: sandbox.state === 'READY',
      createdUs: sandbox.createdAt,
      ip: sandbox.ip,
      hostNetwork,
      runtimeHandler,
      labels,
      annotations,
      pid: this.hostPid(sandbox.table, sandbox.pause?.pid),
    };
  }

  containers(): readonly NodeContainer[] {
    return [...this.state.containers.values()].map((container) => this.container(container));
  }

  private container(container: Container): NodeContainer {
    const { config, sandbox, oci, image } = container;
    return {
      id: container.id,
      sandbox: this.sandbox(sandbox),
      name: config.name,
      attempt: config.attempt,
      state: container.state,
      createdUs: container.createdAt,
      startedUs: container.startedAt,
      finishedUs: container.finishedAt,
      exitCode: container.exitCode,
      reason: container.reason,
      message: container.message,
      imageId: image.configDigest,
      userImage: config.userImage,
      imageRef: `${image.repository}@${image.manifestDigest}`,
      logPath: `${sandbox.config.logDirectory}/${config.logPath}`,
      labels: config.labels,
      annotations: config.annotations,
      mounts: config.mounts,
      resources: container.resources,
      runtimeSpec: container.runtimeSpec,
      pid: container.state === 'RUNNING' ? this.hostPid(oci.options.table, oci.pid) : undefined,
      log: container.log.lines,
    };
  }

  /** In order of pid. Processes of a container hang on its shim, as the first of them does. */
  processes(): readonly NodeProcess[] {
    const { kernel } = this.node.machine;
    const boot = kernel.unixUs() - this.node.machine.uptimeSeconds() * 1e6;
    const plain = (pid: number, ppid: number, command: string, startedUs = boot): NodeProcess => ({
      pid,
      ppid,
      uid: 0,
      argv: command.split(' '),
      startedUs,
      cpuUs: 0,
      rssBytes: 0,
      state: 'S',
      cgroup: pid === 1 ? '/init.scope' : '/system.slice',
    });
    const all = SYSTEM.map(([pid, ppid, command]) => plain(pid, ppid, command));
    for (const [name, { pid, sinceUs }] of this.units())
      all.push({ ...plain(pid, 1, UNITS[name], sinceUs), cgroup: `/system.slice/${name}.service` });
    const seen = new Set<ProcessTable>();
    for (const sandbox of this.state.sandboxes.values()) {
      const pause = this.hostPid(sandbox.table, sandbox.pause?.pid);
      if (pause === undefined) continue;
      const shim = SHIM_PID + pause;
      all.push(
        plain(
          shim,
          1,
          `/usr/bin/containerd-shim-runc-v2 -namespace k8s.io -id ${sandbox.id} -address /run/containerd/containerd.sock`,
          sandbox.createdAt,
        ),
      );
      seen.add(sandbox.table);
      all.push(...this.tableOf(sandbox.table, shim, sandbox.cgroup.path));
      for (const container of this.state.containers.values()) {
        const { table, cgroup } = container.oci.options;
        if (container.sandbox !== sandbox || seen.has(table)) continue;
        seen.add(table);
        all.push(...this.tableOf(table, shim, cgroup.path));
      }
    }
    return all.sort((a, b) => a.pid - b.pid);
  }

  private tableOf(table: ProcessTable, shim: number, cgroup: string): readonly NodeProcess[] {
    const { kernel } = this.node.machine;
    const epoch = kernel.unixUs() - kernel.now();
    return table.list().flatMap((process) => {
      const pid = this.hostPid(table, process.pid);
      if (pid === undefined) return [];
      const ppid = this.hostPid(table, process.ppid) ?? shim;
      const { uid, argv, cpuUs, rssBytes, state, startedAt } = process;
      return [{ pid, ppid, uid, argv, cpuUs, rssBytes, state, startedUs: epoch + startedAt, cgroup }];
    });
  }

  /** lo, the node's own interface, the bridge, and a pair for each sandbox with a network of its own. */
  links(place: NodePlace): readonly NodeLink[] {
    const sandboxes = [...this.state.sandboxes.values()].filter(
      ({ config, netClosed, ip }) => !config.hostNetwork && !netClosed && ip !== '',
    );
    const bridge = place.podCIDR.replace(/\.0\/24$/, '.1');
    return [
      { name: 'lo', mac: '00:00:00:00:00:00', address: '127.0.0.1', prefix: 8 },
      { name: 'eth0', mac: macOf(place.ip), address: place.ip, prefix: 16 },
      ...(sandboxes.length === 0 ? [] : [{ name: 'cni0', mac: macOf(bridge), address: bridge, prefix: 24 }]),
      ...sandboxes.map(({ id, ip }) => ({
        name: `veth${id.slice(0, 8)}`,
        mac: macOf(ip),
        master: 'cni0',
        peer: { index: 2, netns: `cni-${id.slice(0, 8)}` },
      })),
    ];
  }

  mounts(): readonly { readonly target: string; readonly fs: FileSystem }[] {
    return nodeFolders(this.node.machine, () => this.processes());
  }

  private ownerOf(pid: number): Sandbox | undefined {
    for (const sandbox of this.state.sandboxes.values()) {
      const tables = [...this.state.containers.values()]
        .filter((container) => container.sandbox === sandbox)
        .map(({ oci }) => oci.options.table);
      for (const table of [sandbox.table, ...tables])
        if (table.list().some((process) => this.hostPid(table, process.pid) === pid)) return sandbox;
    }
    return undefined;
  }

  netOf(pid: number, network: Network): NetPort | undefined {
    const sandbox = this.ownerOf(pid);
    return sandbox === undefined ? undefined : netPortOf(network, sandbox.ns);
  }

  enter(pid: number, argv: readonly string[], streams: ProcessStreams): ProcessHandle | string {
    for (const { oci } of this.state.containers.values()) {
      const { table } = oci.options;
      const inside = table.list().find((process) => this.hostPid(table, process.pid) === pid);
      if (inside === undefined || table.get(inside.pid)?.context !== oci.context) continue;
      const started = oci.exec(argv, streams);
      return started.ok ? started.value : `nsenter: failed to execute ${argv[0]}: No such file or directory`;
    }
    return `nsenter: cannot enter the namespaces of ${pid}: only those of containers are simulated`;
  }
}

/** A locally administered address made from the IPv4 one, as the bridge plugin does. */
function macOf(address: string): string {
  return ['0a', '58', ...address.split('.').map((part) => Number(part).toString(16).padStart(2, '0'))].join(
    ':',
  );
}
