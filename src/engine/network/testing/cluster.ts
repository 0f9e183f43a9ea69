import { Kernel } from '../../kernel/kernel.ts';
import { settingsWith } from '../../kernel/settings.ts';
import type { TraceRecord } from '../../../trace/record.ts';
import type { NetPort } from '../../workloads/process/context.ts';
import type { FileTree } from '../../workloads/vfs/tree.ts';
import { Machine } from '../../workloads/testing/machine.ts';
import type { NetNamespace, Network } from '../port.ts';
import { createNetwork } from '../wires.ts';

/** The network of a namespace as a container's processes see it. */
export function netPort(network: Network, ns: NetNamespace): NetPort {
  return {
    listen: (port, options) => network.listen(ns, port, options),
    connect: (address, port, options) =>
      network.connect(ns, { host: address, port, protocol: options.protocol }, options),
    resolve: (name, options) => network.resolve(ns, name, options),
    ping: (address, timeoutUs) => network.ping(ns, address, timeoutUs),
    sockets: () => network.sockets(ns),
    interfaces: () =>
      ns
        .addresses()
        .map((address) => ({ name: 'eth0', address, prefix: 24, mac: '0a:58:0a:f4:01:02', up: true })),
  };
}

/** Two nodes with Pods on them, without Kubernetes: for tests of the wires. */
export class TestCluster {
  readonly records: TraceRecord[] = [];
  readonly kernel = new Kernel({
    seed: 1,
    epochUs: 1_767_323_045_000_000,
    sink: (record) => this.records.push(record),
  });
  readonly network = createNetwork({ kernel: this.kernel, settings: settingsWith() });

  constructor() {
    this.network.addNode({ name: 'worker-1', address: '10.99.0.2', podCIDR: '10.244.1.0/24' });
    this.network.addNode({ name: 'worker-2', address: '10.99.0.3', podCIDR: '10.244.2.0/24' });
  }

  /** A Pod with one container of the image (busybox unless given) at the address. */
  pod(
    name: string,
    address: string,
    image?: FileTree,
    env: Readonly<Record<string, string>> = {},
  ): { readonly ns: NetNamespace; readonly machine: Machine } {
    const node = address.startsWith('10.244.1.') ? 'worker-1' : 'worker-2';
    const ns = this.network.createNamespace(node, { namespace: 'default', name });
    this.network.attach(ns, address);
    this.network.setResolver(ns, {
      nameservers: ['10.96.0.10'],
      searches: ['default.svc.cluster.local', 'svc.cluster.local', 'cluster.local'],
      ndots: 5,
    });
    return { ns, machine: new Machine({ kernel: this.kernel, net: netPort(this.network, ns), image, env }) };
  }

  run(us: number): void {
    this.kernel.advance({ until: this.kernel.now() + us });
  }

  /** Runs a script in the Pod's machine for at most 20 s and answers what it printed. */
  sh(machine: Machine, script: string): string {
    machine.stdout = '';
    machine.stderr = '';
    const handle = machine.start(['sh', '-c', script]);
    this.run(20_000_000);
    const code = handle.done.settled ? handle.done.value().code : 'running';
    return machine.stdout + machine.stderr + (code === 0 ? '' : `[${code}]`);
  }

  traffic(): string[] {
    return this.records.flatMap((record) =>
      record.kind === 'traffic'
        ? [
            `${record.data.from} ${record.data.to}${record.data.path ?? ''} ${record.data.result} ${record.data.status ?? '-'}`,
          ]
        : [],
    );
  }
}
