import { RESOURCES } from '../../api/resources.ts';
import type { Fault } from '../../scenario/fault.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type {
  EtcdEntry,
  EtcdView,
  NodeConsole,
  NodeConsoles,
  NodeUnit,
} from '../../workstation/nodes/port.ts';
import type { ApiServer } from '../apiserver/server.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { Future, type Task } from '../kernel/task.ts';
import type { Component } from '../machinery/component.ts';
import type { Network } from '../network/port.ts';
import type { KubeProxy } from '../node/proxy/kube-proxy.ts';
import { netPortOf } from '../node/oci/net-port.ts';
import { etcdKey } from './etcd-keys.ts';
import { consoleTools } from './console-tools.ts';
import type { MachineView } from './machine-view.ts';
import type { MachineParts, Machines } from './machines.ts';
import { NodeJournals } from './node-journal.ts';

export interface ConsoleParts {
  readonly kernel: Kernel;
  readonly server: ApiServer;
  readonly network: Network;
  readonly machines: Machines;
  /** The node that etcd runs on. */
  readonly controlPlane: string;
  readonly inContainers: boolean;
  readonly clusterCIDR: string;
  component(name: string): Component | undefined;
  fault(fault: Fault): void;
}

type Unit = { active: boolean; sinceUs: number; pid: number };

const FIRST_PIDS = { containerd: 612, kubelet: 731 } as const;
const DESCRIPTIONS = {
  kubelet: 'kubelet: The Kubernetes Node Agent',
  containerd: 'containerd container runtime',
} as const;
/** A service that is started again has another pid: so many further on. */
const NEXT_PID = 1_000;
/** From the end of a machine to the start of its services when it boots again. */
const BOOT_US = 20_000_000;

/** What logins on nodes find: made of the cluster's machines when it is asked for, and told of faults and records. */
export class ClusterConsoles implements NodeConsoles {
  readonly inContainers: boolean;
  private readonly parts: ConsoleParts;
  private readonly journals: NodeJournals;
  private readonly unitsByNode = new Map<string, Record<NodeUnit['name'], Unit>>();
  private readonly off = new Set<string>();
  private readonly goingDown = new Map<string, Future>();
  private etcdUp = true;

  constructor(parts: ConsoleParts) {
    this.parts = parts;
    this.inContainers = parts.inContainers;
    const { kernel, server } = parts;
    const epoch = kernel.unixUs() - kernel.now();
    const state = (node: string) => parts.machines.of(node)?.machine.containerd.state;
    this.journals = new NodeJournals({
      unixUs: (at) => epoch + at,
      pid: (node, unit) => this.units(node)[unit].pid,
      podUid: (pod) => server.etcd.get('pods', pod)?.metadata?.uid ?? '',
      deleting: (pod) => server.etcd.get('pods', pod)?.metadata?.deletionTimestamp !== undefined,
      imageId: (node, image) => parts.machines.of(node)?.machine.containerd.store.status(image)?.id ?? '',
      sandboxId: (node, pod, attempt) => {
        const all = state(node)?.sandboxesNamed(pod) ?? [];
        return (all.find(({ config }) => config.metadata.attempt === attempt) ?? all.at(-1))?.id ?? '';
      },
      containerId: (node, pod, name, attempt) => {
        const all = (state(node)?.containersNamed(pod) ?? []).filter(({ config }) => config.name === name);
        return (all.find(({ config }) => config.attempt === attempt) ?? all.at(-1))?.id ?? '';
      },
    });
  }

  names(): readonly string[] {
    return this.parts.machines.all().map(({ place }) => place.name);
  }

  get(host: string): NodeConsole | undefined {
    const found = this.parts.machines.all().find(({ place }) => place.name === host || place.ip === host);
    return found === undefined ? undefined : this.consoleOf(found);
  }

  /** Every record of the run, as it is made. */
  take(record: TraceRecord): void {
    this.journals.take(record);
  }

  /** What a fault does to units and machines. */
  told(fault: Fault): void {
    if (fault.kind === 'node') {
      if (fault.state === 'down') this.off.add(fault.node);
      else this.off.delete(fault.node);
      if (fault.node === this.parts.controlPlane) this.etcdUp = fault.state === 'up';
      for (const unit of ['containerd', 'kubelet'] as const)
        this.switched(fault.node, unit, fault.state === 'up');
      if (fault.state === 'down') this.downOf(fault.node).resolve();
    }
    if (fault.kind === 'partition' && fault.from === undefined) {
      if (fault.state === 'on') this.off.add(fault.node);
      else this.off.delete(fault.node);
    }
    if (fault.kind !== 'component' || fault.state === 'slow') return;
    const up = fault.state === 'up';
    if (fault.component === 'etcd') this.etcdUp = up;
    if (fault.component !== 'kubelet' && fault.component !== 'containerd') return;
    for (const node of fault.node === undefined ? this.names() : [fault.node])
      this.switched(node, fault.component, up);
  }

  /** Of the time until the machine goes down next. */
  private downOf(node: string): Future {
    let future = this.goingDown.get(node);
    if (future === undefined || future.settled) {
      future = new Future();
      this.goingDown.set(node, future);
    }
    return future;
  }

  private proxyRules(name: string): ReturnType<KubeProxy['rules']> {
    const proxy = this.parts.component(`kube-proxy/${name}`) as KubeProxy | undefined;
    return proxy?.rules() ?? [];
  }

  /**
   * systemd stops the kubelet before anything else: with no grace period of its own it tells nobody, and nothing is drained.
   * Then containerd goes, which leaves its containers, and last what is left is asked to end.
   */
  private shutDown(node: string, how: 'poweroff' | 'reboot'): void {
    const { kernel, fault } = this.parts;
    this.downOf(node).resolve();
    for (const component of ['kubelet', 'containerd'] as const)
      fault({ kind: 'component', component, node, state: 'down' });
    kernel.spawn(this.goDown(node, how));
  }

  private *goDown(node: string, how: 'poweroff' | 'reboot'): Task {
    const { kernel, fault, machines } = this.parts;
    const machine = machines.of(node)?.machine;
    if (machine !== undefined) yield* machine.containerd.shutDown();
    fault({ kind: 'node', node, state: 'down' });
    if (how === 'reboot')
      kernel.after(BOOT_US, () => fault({ kind: 'node', node, state: 'up' }), { background: false });
  }

  private switched(node: string, name: NodeUnit['name'], up: boolean): void {
    const unit = this.units(node)[name];
    if (unit.active === up) return;
    const { kernel } = this.parts;
    const said = `${name}.service - ${DESCRIPTIONS[name]}`;
    if (up) this.journals.systemd(node, name, kernel.now(), `Started ${said}.`);
    else {
      this.journals.systemd(node, name, kernel.now(), `Stopping ${said}...`);
      this.journals.systemd(node, name, kernel.now(), `${name}.service: Deactivated successfully.`);
      this.journals.systemd(node, name, kernel.now(), `Stopped ${said}.`);
    }
    unit.active = up;
    unit.sinceUs = kernel.unixUs();
    if (up) unit.pid += NEXT_PID;
  }

  private units(node: string): Record<NodeUnit['name'], Unit> {
    let units = this.unitsByNode.get(node);
    if (units === undefined) {
      const sinceUs = this.parts.kernel.unixUs();
      units = {
        containerd: { active: true, sinceUs, pid: FIRST_PIDS.containerd },
        kubelet: { active: true, sinceUs, pid: FIRST_PIDS.kubelet },
      };
      this.unitsByNode.set(node, units);
    }
    return units;
  }

  private consoleOf({ place, machine }: MachineParts): NodeConsole {
    const { network, machines, controlPlane, clusterCIDR, server } = this.parts;
    const { name } = place;
    const units = this.units(name);
    const running = (): ReturnType<ConstructorParameters<typeof MachineView>[1]> =>
      (['containerd', 'kubelet'] as const)
        .filter((unit) => units[unit].active)
        .map((unit) => [unit, units[unit]]);
    let made: MachineView | undefined;
    const view = (): MachineView => (made ??= consoleTools().viewOf(machine, running));
    return {
      name,
      address: place.ip,
      podCIDR: place.podCIDR,
      reachable: !this.off.has(name),
      memoryBytes: machine.machine.memoryBytes,
      usedMemoryBytes: () => machine.machine.usedMemoryBytes(),
      diskBytes: machine.machine.diskBytes,
      cpus: machine.machine.cpus,
      net: netPortOf(network, machine.machine.netns),
      mounts: () => view().mounts(),
      sandboxes: () => view().sandboxes(),
      containers: () => view().containers(),
      get cri() {
        return consoleTools().cri(machine);
      },
      images: () => machine.containerd.store.list(),
      processes: () => view().processes(),
      links: () => view().links(place),
      routes: () =>
        machines
          .all()
          .filter((other) => other.place.name !== name)
          .map((other) => ({ to: other.place.podCIDR, via: other.place.ip })),
      natTable: () => consoleTools().iptablesSave(this.proxyRules(name), { clusterCIDR }),
      filterTable: () => consoleTools().iptablesSaveFilter(this.proxyRules(name)),
      units: () => (['kubelet', 'containerd'] as const).map((unit) => ({ name: unit, ...units[unit] })),
      switchUnit: (unit, on) =>
        this.parts.fault({ kind: 'component', component: unit, node: name, state: on ? 'up' : 'down' }),
      shutDown: (how) => this.shutDown(name, how),
      goesDown: this.downOf(name),
      journal: (unit) => this.journals.lines(name, unit),
      journalGrows: (unit) => this.journals.grows(name, unit),
      etcd: name === controlPlane ? this.etcd(server) : undefined,
      netOf: (pid) => view().netOf(pid, network),
      enter: (pid, argv, streams) => view().enter(pid, argv, streams),
    };
  }

  private etcd(server: ApiServer): EtcdView {
    const { etcd } = server;
    const entries = (): readonly EtcdEntry[] =>
      [...RESOURCES, ...server.served()]
        .flatMap((resource) =>
          etcd.range(resource.key, '').map((object) => {
            const { namespace = '', name = '' } = object.metadata ?? {};
            const stored = etcd.read(resource.key, { namespace, name });
            return { key: etcdKey(resource, namespace, name), object, modRevision: stored?.rev ?? 0 };
          }),
        )
        .sort((a, b) => (a.key < b.key ? -1 : 1));
    return { up: this.etcdUp, revision: etcd.rev, entries };
  }
}
